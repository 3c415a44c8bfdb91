/** Plays a resolved experiment, with progress, signals, reports and an exit code. */

import { InputError } from '../../documents/index.ts'
import {
  type CellResult,
  consoleReport,
  counted,
  defaultFolder,
  type Experiment,
  isOfLineup,
  learns,
  notesOf,
  type OpenRun,
  openRun,
  pageFile,
  type RunOptions,
  type RunResult,
  type Shard,
  shardText,
  summaryDocument,
  thousands,
  WHOLE,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import type { RunFlags } from '../options/options.ts'
import { TABLE } from '../options/table.ts'
import { taught } from './learning.ts'
import { type LiveFolder, startLive } from './live.ts'
import { print, printJson, say, styleOf } from './output.ts'
import { isOfFolder, LABEL, learningFolder, lockOptions } from './place.ts'
import { LINEUPS_NAMED, type ProgressView, showProgress } from './progress.ts'
import { Signals } from './signals.ts'

/** An interrupted run reports on at most this many cells, which takes well below a second. */
const CELLS_AT_ONCE = 20

const EXPECTED = (kept: string): string =>
  `expected the same run, another --out, or --fresh, which deletes ${kept} and starts over`

/** What a command adds to the flags. */
export interface SimulateOptions {
  readonly flags: RunFlags
  /** Folder for journal and reports, null to write none. */
  readonly out: string | null
  /** Whether the folder is there by default alone: then a run that it can't take is played without it, and no page is drawn. */
  readonly byDefault?: boolean
  readonly shard?: Shard
  readonly pool?: NonNullable<RunOptions['pool']>
  /** Whether to report on a ladder, however few agents it has. */
  readonly ladder?: boolean
  /** Shows the runs of a folder while this one plays. */
  readonly live?: LiveFolder
  /** Whether to leave the reports to a run that goes on with the folder. */
  readonly unreported?: boolean
  /** Tells of the results in place of the console report. */
  readonly tell?: (result: RunResult) => Told
}

/** What a command says of results: text, the document of `--json`, and the exit code if the run was not interrupted. */
export interface Told {
  readonly text: string
  readonly document: object
  readonly exitCode: number
}

/** Where a command keeps a run that may go without a folder: named, by default, or not at all. */
export function keptPlace(
  experiment: Experiment,
  { out, keep }: RunFlags,
): Pick<SimulateOptions, 'out' | 'byDefault'> {
  if (out !== undefined || !keep) return { out: out ?? null }
  return { out: defaultFolder(experiment), byDefault: true }
}

/** Plays an experiment, or resumes it, reports on it and returns the exit code. */
export async function simulate(asked: Experiment, options: SimulateOptions): Promise<number> {
  const { flags, out, shard = WHOLE, pool } = options
  if (flags.recorded !== undefined && flags.recorded > 0 && flags.records === undefined && out === null)
    throw new InputError(
      '--recorded',
      'found no folder, expected a place for the records: --records, or the run without --no-keep',
    )
  const experiment = pool ? asked : await learnt(asked, options)
  if (typeof experiment === 'number') return experiment
  let view: ProgressView | null = null
  const run = open(experiment, options, {
    fresh: flags.fresh,
    shard,
    label: LABEL,
    expected: EXPECTED,
    lock: lockOptions(out, flags.quiet),
    ...(out === null ? {} : { out }),
    ...(flags.threads === undefined ? {} : { threads: flags.threads }),
    ...(flags.memory === undefined ? {} : { memory: flags.memory }),
    ...(flags.chunk === undefined ? {} : { chunk: flags.chunk }),
    ...(pool ? { pool } : {}),
    ...recordsWanted(flags),
    ...(flags.matchesTable === undefined
      ? {}
      : { matchesTable: { format: flags.matchesTable, label: TABLE } }),
    onProgress: progress => view?.update(progress),
    onForecast: seconds => view?.forecast(seconds),
  })
  const stopLive = options.live === undefined ? () => {} : startLive(options.live)
  const signals = new Signals(() => {
    view?.stop()
    run.stop()
  })
  try {
    if (!flags.quiet) announce(run, options)
    // Dropped data is reported even with --quiet.
    if (run.torn > 0)
      say(
        `${run.dir}: the journal's last line was cut short; its ${run.torn} bytes are dropped, and its chunk is played again`,
      )
    if (!run.complete || run.replays > 0) view = await showProgress(experiment, run, flags.quiet)
    let failure: Error | null = null
    const result = await finish(run, view, options).catch((error: unknown) => {
      if (!isOfLineup(error) || !run.reportable) throw error
      failure = error
      return run.result()
    })
    // An interrupt must not wait for large reports.
    const late = signals.caught !== null && result.cells.length > CELLS_AT_ONCE
    // A shard's reports could be mistaken for those of the whole run.
    const reports = run.dir !== null && shard.count === 1 && !late && !options.unreported
    if (reports) await run.writeReports({ page: !options.byDefault })
    const exitCode = late ? EXIT.done : conclude(result, run, options, reports)
    if (failure !== null) throw failure
    return signals.caught === null || run.complete ? exitCode : interrupted(run, signals)
  } finally {
    signals.release()
    stopLive()
    run.close()
  }
}

/** The experiment with the policies that its players learn, while its folder says how far they are; or the exit code of what ended the learning. */
async function learnt(
  asked: Experiment,
  { flags, out, byDefault }: SimulateOptions,
): Promise<Experiment | number> {
  const folder = out !== null && learns(asked) ? learningFolder(out, flags.quiet, byDefault) : null
  let experiment: Experiment | number = EXIT.failed
  try {
    experiment = await taught(asked, flags, folder)
    return experiment
  } finally {
    folder?.close(typeof experiment !== 'number')
  }
}

/** Opens a run. Where its folder is there by default alone and can't take it, it is played without: keeping must not keep anybody from playing. */
function open(experiment: Experiment, { flags, byDefault }: SimulateOptions, settings: RunOptions): OpenRun {
  try {
    return openRun(experiment, settings)
  } catch (error) {
    const needed =
      flags.matchesTable !== undefined ||
      (flags.recorded !== undefined && flags.recorded > 0 && flags.records === undefined)
    if (!byDefault || !isOfFolder(error) || needed) throw error
    if (!flags.quiet) say(`playing without a folder: ${error.message}`)
    const { out: _, ...others } = settings
    return openRun(experiment, others)
  }
}

/** Where the records go that the flags ask for. */
function recordsWanted({ records }: RunFlags): Pick<RunOptions, 'records'> {
  const label = '--records'
  if (records === undefined) return {}
  if (records === '-') return { records: { write: print, label } }
  return { records: { file: records, label } }
}

async function finish(
  run: OpenRun,
  view: ProgressView | null,
  { flags }: SimulateOptions,
): Promise<RunResult> {
  try {
    return await run.finish()
  } catch (error) {
    view?.stop()
    if (run.dir !== null && !flags.quiet)
      say(
        `${thousands(run.matches)} of ${counted(run.total, 'match', 'matches')} are kept in ${run.dir}${isOfLineup(error) ? '' : ': run the same command again to resume'}`,
      )
    throw error
  } finally {
    view?.stop()
  }
}

function announce(run: OpenRun, { flags, shard = WHOLE, pool }: SimulateOptions): void {
  const { experiment, dir } = run
  const many = run.threads <= 1 ? '1 thread' : `${run.threads} threads`
  const part = shard.count === 1 ? '' : `, shard ${shardText(shard)}`
  say(
    `${experiment.name}${part}: ${run.complete ? '' : mostOf(experiment)}${counted(run.total, 'match', 'matches')} of ${experiment.game} on ${pool ? 'a queue' : many}`,
  )
  for (const line of [...notesOf(experiment), ...planLines(run)]) say(line)
  const again = `${thousands(run.replays)} of them ${run.replays === 1 ? 'is' : 'are'} played again, for ${singly(experiment, flags)}`
  if (dir === null) return
  if (run.total === 0) say('this shard has no blocks to play: there are fewer blocks than shards')
  else if (run.complete && run.replays > 0) say(`${dir} already holds all of them; ${again}`)
  else if (run.complete)
    say(
      `${dir} already holds all of them: reporting from its journal (--fresh deletes them and plays all again)`,
    )
  else if (run.matches > 0)
    say(
      `${dir} already holds ${thousands(run.matches)} of them: resuming (--fresh deletes them and starts over)${run.replays > 0 ? `; ${again}` : ''}`,
    )
}

/** What a run is to keep of single matches. */
function singly({ records, matchesTable }: Experiment, flags: RunFlags): string {
  const table = (flags.matchesTable ?? matchesTable) !== undefined
  const recorded = (flags.records ?? flags.recorded ?? records) !== undefined
  return [...(recorded ? ['records'] : []), ...(table ? ['the table of matches'] : [])].join(' and ')
}

/** Where rules stop line-ups, the number of matches is the most that it takes. */
function mostOf({ lineups }: Experiment): string {
  return lineups.some(({ stop }) => stop) ? 'at most ' : ''
}

/** What is to be played of each line-up, if there are several. */
function planLines({ experiment, left }: OpenRun): string[] {
  const { lineups, variants } = experiment
  const due = lineups.map(({ name }, l) => ({ name, matches: left[l]! })).filter(({ matches }) => matches > 0)
  if (lineups.length === 1 || due.length === 0) return []
  const named = due.slice(0, LINEUPS_NAMED)
  const each = variants.length > 1 ? ` in ${variants.length} variants` : ''
  const lines = named.map(
    ({ name, matches }) => `  ${name}: ${mostOf(experiment)}${thousands(matches)}${each}`,
  )
  const rest = due.length - named.length
  return rest > 0 ? [...lines, `  and ${rest} more ${rest === 1 ? 'line-up' : 'line-ups'}`] : lines
}

/** Prints what is to be said of the results, and returns the exit code. */
function conclude(
  result: RunResult,
  run: OpenRun,
  { flags, shard = WHOLE, ladder, byDefault = false, tell }: SimulateOptions,
  reports: boolean,
): number {
  if (shard.count > 1) {
    if (run.complete && !flags.quiet)
      say(`shard ${shardText(shard)} is done; evenhand merge reports on all shards together`)
    return EXIT.done
  }
  const told = tell?.(result)
  if (flags.json) {
    printJson(told?.document ?? summaryDocument(result))
    if (reports && !flags.quiet) for (const line of placeLines(run, byDefault)) say(line)
    return told?.exitCode ?? EXIT.done
  }
  // Records may have stdout to themselves.
  const stdoutTaken = flags.records === '-'
  const write = stdoutTaken ? say : print
  const costOf = ({ cell: { lineup } }: CellResult) => run.costOf(run.experiment.lineups.indexOf(lineup))
  const style = styleOf(stdoutTaken ? process.stderr : process.stdout)
  const options = { ...style, files: reports, ...(ladder ? { ladder } : {}), costOf }
  write(told?.text ?? consoleReport(result, options).trimEnd())
  if (reports) write(`\n${placeLines(run, byDefault).join('\n')}`)
  return told?.exitCode ?? EXIT.done
}

/** Where the reports are. Who did not ask for a folder is told what it is good for. */
function placeLines({ dir, complete }: OpenRun, byDefault: boolean): string[] {
  const place = `reports: ${dir}`
  if (!byDefault && dir !== null) return [place, `page: ${pageFile(dir)}`]
  const further = complete
    ? ['more matches: the same command with larger --matches, or --width, goes on from here']
    : []
  return [place, ...further, `page: evenhand report ${dir}`]
}

/** Reports how far an interrupted run came, and returns its exit code. */
function interrupted(run: OpenRun, signals: Signals): number {
  const kept = run.dir === null ? '' : `; ${run.dir} keeps them, run the same command again to resume`
  say(`interrupted after ${thousands(run.matches)} of ${counted(run.total, 'match', 'matches')}${kept}`)
  return signals.exitCode
}
