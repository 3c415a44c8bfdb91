/** Plays a resolved experiment, with progress, signals, reports and an exit code. */
import { InputError } from '../../documents/index.ts'
import {
  answerOf,
  type CellResult,
  consoleReport,
  consoleSummary,
  counted,
  defaultFolder,
  type Experiment,
  fingerprint,
  headlineOf,
  isFinal,
  learns,
  notesOf,
  type OpenRun,
  openRun,
  pageFile,
  RUN_ID_SHOWN,
  type RunOptions,
  type RunResult,
  type Shard,
  shardText,
  summaryDocument,
  thousands,
  WHOLE,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { MATCHES_TABLE, type RunFlags } from '../options/run-flags.ts'
import { type LiveFolder, startLive } from './browser.ts'
import { commandWord } from './command-word.ts'
import { isFolderError, learningFolder, lockOptions, OUT_LABEL } from './folder.ts'
import { tellHook } from './hook.ts'
import { taught } from './learning.ts'
import { print, printJson, reportStyle, say } from './output.ts'
import { LINEUPS_NAMED, type ProgressView, showProgress } from './progress.ts'
import { Signals } from './signals.ts'

/** An interrupted run reports on at most this many cells, which takes well below a second. */
const INTERRUPTED_CELLS_MAX = 20

const EXPECTED = (kept: string): string =>
  `expected the same run, a different --out, or --fresh (deletes ${kept} and starts over)`

/** What a command adds to its flags. */
export interface SimulateOptions {
  readonly flags: RunFlags
  /** Folder for journal and reports. By default what the flags say, or else an optional one. */
  readonly out?: string
  readonly shard?: Shard
  readonly pool?: RunOptions['pool']
  /** Whether to report on a ladder, however few agents it has. */
  readonly ladder?: boolean
  /** Shows the runs of a folder while this one plays. */
  readonly live?: LiveFolder | undefined
  /** The blocks of the whole run, of which this plays the first. */
  readonly planned?: RunOptions['planned']
  /** Leaves the reports to a run that continues in the folder. */
  readonly skipReports?: boolean
  readonly compact?: boolean
  /** Replaces the console report. */
  readonly present?: (result: RunResult) => Presentation
}

/** Results as text and as the document of `--json`, and the exit code if the run was not interrupted. */
export interface Presentation {
  readonly text: string
  readonly document: object
  readonly exitCode: number
}

/** A run's folder, null for none. An optional one gets no page, and the run does without it if it can't be had. */
interface Folder {
  readonly out: string | null
  readonly isOptional: boolean
}

function folderOf(experiment: Experiment, { out, flags }: SimulateOptions): Folder {
  const asked = out ?? flags.out
  if (asked !== undefined || !flags.keep) return { out: asked ?? null, isOptional: false }
  return { out: defaultFolder(experiment), isOptional: true }
}

/** Plays an experiment, or resumes it, reports on it and sets the exit code. */
export async function simulate(asked: Experiment, options: SimulateOptions): Promise<void> {
  process.exitCode = await play(asked, options, folderOf(asked, options))
}

async function play(asked: Experiment, options: SimulateOptions, folder: Folder): Promise<number> {
  const { flags, shard = WHOLE, pool } = options
  const { out, isOptional } = folder
  if (recordsNeedFolder(flags) && out === null)
    throw new InputError(
      '--recorded',
      'leaves no folder for the records, expected --records-file FILE or a run without --no-keep',
    )
  const experiment = pool ? asked : await learnt(asked, flags, folder)
  if (typeof experiment === 'number') return experiment
  let view: ProgressView | null = null
  const { matchesTable } = flags
  const run = open(experiment, flags, folder, {
    fresh: flags.fresh,
    planned: options.planned,
    compact: options.compact,
    shard,
    label: OUT_LABEL,
    expected: EXPECTED,
    lock: lockOptions(out, flags.quiet),
    threads: flags.threads,
    memory: flags.memory,
    chunk: flags.chunk,
    pool,
    records: recordsOptions(flags),
    matchesTable: matchesTable && { format: matchesTable, label: MATCHES_TABLE },
    onProgress: progress => view?.update(progress),
    onForecast: seconds => view?.forecast(seconds),
  })
  tellHook({ id: fingerprint(experiment).slice(0, RUN_ID_SHOWN), folder: run.dir ?? undefined })
  const stopLive = options.live && startLive(options.live)
  const signals = new Signals(() => {
    view?.stop()
    run.stop()
  })
  try {
    if (!flags.quiet) announce(run, options)
    // Dropped data is reported even with --quiet.
    if (run.torn > 0)
      say(
        `${run.dir}: the last line of the journal is incomplete; dropping its ${run.torn} bytes and playing that chunk again`,
      )
    if (!run.complete || run.replays > 0) view = await showProgress(experiment, run, flags.quiet)
    let exitCode: number = EXIT.done
    const report = async (result: RunResult): Promise<void> => {
      view?.stop()
      // An interrupt must not wait for large reports.
      if (signals.caught !== null && result.cells.length > INTERRUPTED_CELLS_MAX) return
      // A shard's reports could be mistaken for those of the whole run.
      const hasReports = run.dir !== null && shard.count === 1 && !options.skipReports
      if (hasReports) await run.writeReports({ page: !isOptional })
      if (!options.skipReports && shard.count === 1)
        tellHook({
          verdict: headlineOf(answerOf(result)),
          page: hasReports && !isOptional && run.dir !== null ? pageFile(run.dir) : undefined,
        })
      exitCode = printResults(
        result,
        run,
        options,
        hasReports ? placeLines(run, isOptional, !flags.details && !flags.json && !options.present) : [],
      )
    }
    await run.finish(report).catch((error: unknown) => {
      view?.stop()
      if (!flags.quiet) sayKept(run, error)
      throw error
    })
    return signals.caught === null || run.complete ? exitCode : sayInterrupted(run, signals)
  } finally {
    signals.release()
    stopLive?.()
    run.close()
  }
}

/** The experiment with the policies that its players learn, or the exit code of what ended the learning. */
async function learnt(
  asked: Experiment,
  flags: RunFlags,
  { out, isOptional }: Folder,
): Promise<Experiment | number> {
  const folder = out !== null && learns(asked) ? learningFolder(out, flags.quiet, isOptional) : null
  let experiment: Experiment | number = EXIT.failed
  try {
    experiment = await taught(asked, flags, folder)
    return experiment
  } finally {
    folder?.close(typeof experiment !== 'number')
  }
}

/** Opens a run, without its folder if that is optional and can't be had. */
function open(
  experiment: Experiment,
  flags: RunFlags,
  { out, isOptional }: Folder,
  settings: RunOptions,
): OpenRun {
  try {
    return openRun(experiment, { ...settings, out: out ?? undefined })
  } catch (error) {
    const isNeeded = flags.matchesTable !== undefined || recordsNeedFolder(flags)
    if (!isOptional || !isFolderError(error) || isNeeded) throw error
    if (!flags.quiet) say(`Nothing will be kept: ${error.message}`)
    return openRun(experiment, settings)
  }
}

const recordsNeedFolder = ({ recorded = 0, records }: RunFlags): boolean =>
  recorded > 0 && records === undefined

function recordsOptions({ records }: RunFlags): RunOptions['records'] {
  const label = '--records-file'
  if (records === undefined) return undefined
  return records === '-' ? { write: print, label } : { file: records, label }
}

/** Says what a run that failed leaves in its folder. */
function sayKept({ dir, matches, total }: OpenRun, error: unknown): void {
  const ending = isFinal(error) ? '' : '; rerun the command to resume'
  if (dir !== null)
    say(`${thousands(matches)} of ${counted(total, 'match', 'matches')} are kept in ${dir}${ending}`)
}

function announce(run: OpenRun, { flags, shard = WHOLE, pool }: SimulateOptions): void {
  const { experiment, dir } = run
  const threads = counted(Math.max(1, run.threads), 'thread')
  const part = shard.count === 1 ? '' : `, shard ${shardText(shard)}`
  say(
    `${experiment.name}${part}: ${run.complete ? '' : atMost(experiment)}${counted(run.total, 'match', 'matches')} of ${experiment.game} on ${pool ? 'a queue' : threads}`,
  )
  for (const line of [...notesOf(experiment), ...lineupLines(run)]) say(line)
  const again = `replaying ${counted(run.replays, 'match', 'matches')} for ${matchOutputs(experiment, flags)}`
  if (dir === null) return
  if (run.total === 0) say('This shard has nothing to play, because there are fewer blocks than shards.')
  else if (run.complete && run.replays > 0) say(`All matches were already played; ${again}.`)
  else if (run.complete)
    say(`All matches were already played; rebuilding the report. Use --fresh to start over.`)
  else if (run.matches > 0)
    say(
      `Resuming ${dir}: ${thousands(run.matches)} matches were already played${run.replays > 0 ? `; ${again}` : ''}. Use --fresh to start over.`,
    )
}

/** What a run keeps of single matches. */
function matchOutputs({ records, matchesTable }: Experiment, flags: RunFlags): string {
  const table = (flags.matchesTable ?? matchesTable) !== undefined
  const recorded = (flags.records ?? flags.recorded ?? records) !== undefined
  return [...(recorded ? ['records'] : []), ...(table ? ['the table of matches'] : [])].join(' and ')
}

/** A run whose rules stop line-ups may take fewer matches than it asks for. */
function atMost({ lineups }: Experiment): string {
  return lineups.some(({ stop }) => stop) ? 'at most ' : ''
}

/** What is left to play of each line-up, if there are several. */
function lineupLines({ experiment, left }: OpenRun): string[] {
  const { lineups, variants } = experiment
  const due = lineups.map(({ name }, l) => ({ name, matches: left[l]! })).filter(({ matches }) => matches > 0)
  if (lineups.length === 1 || due.length === 0) return []
  const named = due.slice(0, LINEUPS_NAMED)
  const each = variants.length > 1 ? ` in ${variants.length} variants` : ''
  const lines = named.map(
    ({ name, matches }) => `  ${name}: ${atMost(experiment)}${thousands(matches)}${each}`,
  )
  const rest = due.length - named.length
  return rest > 0 ? [...lines, `  and ${rest} more ${rest === 1 ? 'line-up' : 'line-ups'}`] : lines
}

/** Prints the results and where their reports are, and returns the exit code. */
function printResults(
  result: RunResult,
  run: OpenRun,
  { flags, shard = WHOLE, ladder, present }: SimulateOptions,
  places: readonly string[],
): number {
  if (shard.count > 1) {
    if (run.complete && !flags.quiet)
      say(`Shard ${shardText(shard)} is done. evenhand merge combines all shards.`)
    return EXIT.done
  }
  const { text, document, exitCode = EXIT.done } = present?.(result) ?? {}
  if (flags.json) {
    printJson(document ?? summaryDocument(result))
    if (!flags.quiet) for (const line of places) say(line)
    return exitCode
  }
  // Records may have stdout to themselves.
  const [write, stream] = flags.records === '-' ? [say, process.stderr] : [print, process.stdout]
  const costOf = ({ cell: { lineup } }: CellResult) => run.costOf(run.experiment.lineups.indexOf(lineup))
  const style = reportStyle(stream)
  const report = flags.details
    ? consoleReport(result, { ...style, files: places.length > 0, ladder, costOf }).trimEnd()
    : undefined
  if (text === undefined) write(report ?? consoleSummary(result, { ...style, ladder }).trimEnd())
  else write(report === undefined ? text : `${report}\n\n${text}`)
  if (places.length > 0) write(`\n${places.join('\n')}`)
  return exitCode
}

/** Where the reports are, and how to see more. An optional folder has no page yet. */
function placeLines({ dir, complete }: OpenRun, isOptional: boolean, isShort: boolean): string[] {
  const tables = isShort ? [`all tables: ${commandWord()} report ${dir} --details`] : []
  if (!isOptional && dir !== null) return [...tables, `reports: ${dir}`, `page: ${pageFile(dir)}`]
  const more = complete ? ['To add matches, rerun with a larger --matches.'] : []
  return [...tables, ...more, `reports: ${dir}`, `page: ${commandWord()} report ${dir}`]
}

/** Says how far an interrupted run came, and returns its exit code. */
function sayInterrupted(run: OpenRun, signals: Signals): number {
  const kept = run.dir === null ? '' : `; rerun the command to resume (${run.dir})`
  say(`Interrupted after ${thousands(run.matches)} of ${counted(run.total, 'match', 'matches')}${kept}`)
  if (run.awaitsTable) say('The table of matches is written when the run is complete: rerun the command.')
  return signals.exitCode
}
