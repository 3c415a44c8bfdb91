/** Runs a resolved experiment with all that stands around it: progress, signals, journal, reports, the exit code. */
import { join } from 'node:path'
import { consoleReport } from '../reports/console/index.ts'
import { summaryDocument } from '../reports/files/json.ts'
import { writeReports } from '../reports/files/write.ts'
import type { RunResult } from '../sim/chunks/results.ts'
import { type Shard, shardText, WHOLE } from '../sim/chunks/shard.ts'
import { type Experiment, fingerprint } from '../sim/experiment/index.ts'
import { Run, type RunOptions } from '../sim/run.ts'
import { onDisk, RefusedError } from '../sim/store/disk.ts'
import { EXIT } from './errors.ts'
import { openRunFolder, type RunFolder } from './folder.ts'
import type { RunFlags } from './options/options.ts'
import { grouped, print, printJson, say, styleOf } from './terminal/output.ts'
import { type ProgressView, showProgress } from './terminal/progress.ts'
import { Signals } from './terminal/signals.ts'

/** An interrupted run reports on so many cells at most: these take well below a second. */
const CELLS_AT_ONCE = 20

/** What a command adds to the flags. */
export interface Errand {
  readonly flags: RunFlags
  /** Folder for journal and reports, null to write none. */
  readonly out: string | null
  readonly shard?: Shard
  readonly pool?: NonNullable<RunOptions['pool']>
  readonly onRecord?: NonNullable<RunOptions['onRecord']>
  /** Once all is played, or not. */
  readonly onEnd?: () => void
  /** Stdout holds other data: the report goes to stderr. */
  readonly stdoutTaken?: boolean
}

/** Where `run` puts its reports when it is not told. */
export function defaultFolder(experiment: Experiment, { index, count }: Shard = WHOLE): string {
  const name = `${experiment.name.replaceAll(' ', '-')}-${fingerprint(experiment).slice(0, 8)}`
  return count === 1 ? join('runs', name) : join('runs', name, `shard-${index}-of-${count}`)
}

/** Plays an experiment, or goes on with it, reports on it and returns the exit code. */
export async function simulate(experiment: Experiment, errand: Errand): Promise<number> {
  const { flags, out, shard = WHOLE } = errand
  const folder = out === null ? null : openRunFolder(out, experiment, shard, flags.fresh)
  try {
    return await playInto(folder, experiment, errand)
  } finally {
    folder?.close()
  }
}

async function playInto(folder: RunFolder | null, experiment: Experiment, errand: Errand): Promise<number> {
  const { flags, onRecord, shard = WHOLE, pool } = errand
  const results = folder?.results
  if (onRecord && results && results.matches > 0)
    throw new RefusedError(
      folder.dir,
      'holds matches that were played without these records, expected --fresh, another --out, or no --records',
    )
  let view: ProgressView | null = null
  const run = new Run(experiment, {
    threads: flags.threads,
    shard,
    ...(flags.memory === undefined ? {} : { memory: flags.memory }),
    ...(flags.chunk === undefined ? {} : { chunk: flags.chunk }),
    ...(results ? { results } : {}),
    ...(pool ? { pool } : {}),
    ...(onRecord ? { onRecord } : {}),
    onChunk: chunk => folder?.journal.append(chunk),
    onProgress: progress => view?.update(progress),
  })
  if (!flags.quiet) announce(experiment, run, errand, folder)
  // Even the quietest run tells what it drops.
  if (folder && folder.torn > 0)
    say(
      `${folder.dir}: the journal's last line was cut short; its ${folder.torn} bytes are dropped, and its chunk is played again`,
    )
  const signals = new Signals(() => {
    view?.stop()
    run.stop()
  })
  try {
    if (run.matches < run.total) view = showProgress(experiment, run, flags.quiet)
    const result = await finish(run, view, errand, folder)
    // A shard's reports would be taken for the whole run's; and whoever ends a run does not wait for large ones.
    const late = signals.caught !== null && result.cells.length > CELLS_AT_ONCE
    const reports = shard.count === 1 && !late ? folder : null
    if (reports) onDisk(reports.dir, () => writeReports(reports.dir, result))
    if (!late) conclude(result, run, errand, reports?.dir ?? null)
    return signals.caught === null || run.matches === run.total
      ? EXIT.done
      : interrupted(run, signals, folder)
  } finally {
    signals.release()
  }
}

async function finish(
  run: Run,
  view: ProgressView | null,
  { onEnd, flags }: Errand,
  folder: RunFolder | null,
): Promise<RunResult> {
  try {
    return await run.finish()
  } catch (error) {
    view?.stop()
    if (folder && !flags.quiet)
      say(
        `${grouped(run.matches)} of ${grouped(run.total)} matches are kept in ${folder.dir}: the same command goes on from there`,
      )
    throw error
  } finally {
    view?.stop()
    onEnd?.()
  }
}

function announce(
  experiment: Experiment,
  run: Run,
  { flags, shard = WHOLE, pool }: Errand,
  folder: RunFolder | null,
): void {
  const many = flags.threads === 1 ? '1 thread' : `${flags.threads} threads`
  const part = shard.count === 1 ? '' : `, shard ${shardText(shard)},`
  say(
    `${experiment.name}${part}: ${grouped(run.total)} matches of ${experiment.game} on ${pool ? 'a queue' : many}`,
  )
  if (!folder) return
  if (run.matches === run.total)
    say(`${folder.dir} holds all of them already: its journal is reported on (--fresh plays them again)`)
  else if (run.matches > 0)
    say(
      `${folder.dir} holds ${grouped(run.matches)} of them already: going on from there (--fresh starts over)`,
    )
}

function conclude(
  result: RunResult,
  run: Run,
  { flags, stdoutTaken, shard = WHOLE }: Errand,
  out: string | null,
): void {
  if (shard.count > 1) {
    if (run.matches === run.total && !flags.quiet)
      say(`shard ${shardText(shard)} is done; evenhand merge reports on all shards together`)
    return
  }
  if (flags.json) {
    printJson(summaryDocument(result))
    if (out !== null && !flags.quiet) say(`reports: ${out}`)
    return
  }
  const write = stdoutTaken ? say : print
  write(consoleReport(result, styleOf(stdoutTaken ? process.stderr : process.stdout)).trimEnd())
  if (out !== null) write(`\nreports: ${out}`)
}

/** Says what an interrupted run came to, and returns its exit code. */
function interrupted(run: Run, signals: Signals, folder: RunFolder | null): number {
  const kept = folder === null ? '' : `; ${folder.dir} keeps these, and the same command goes on from there`
  say(`interrupted after ${grouped(run.matches)} of ${grouped(run.total)} matches${kept}`)
  return signals.exitCode
}
