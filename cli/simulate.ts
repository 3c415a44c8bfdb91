/** Runs a resolved experiment with all that stands around it: progress, signals, reports, the exit code. */
import { constants } from 'node:os'
import { join } from 'node:path'
import { consoleReport } from '../reports/console.ts'
import { summaryDocument } from '../reports/document.ts'
import { folderFor, writeReports } from '../reports/write.ts'
import { type Experiment, fingerprint } from '../sim/experiment.ts'
import { Run, type RunOptions, type RunResult } from '../sim/run.ts'
import { EXIT, onDisk } from './errors.ts'
import type { RunFlags } from './options.ts'
import { grouped, openFolder, print, printJson, say, styleOf } from './output.ts'
import { type ProgressView, showProgress } from './progress.ts'

/** What a command adds to the flags. */
export interface Errand {
  readonly flags: RunFlags
  /** Folder for the reports, null to write none. */
  readonly out: string | null
  readonly onRecord?: NonNullable<RunOptions['onRecord']>
  /** Once all is played, or not. */
  readonly onEnd?: () => void
  /** Stdout holds other data: the report goes to stderr. */
  readonly stdoutTaken?: boolean
}

/** Where `run` puts its reports when it is not told. */
export function defaultFolder(experiment: Experiment): string {
  const name = experiment.name.replaceAll(' ', '-')
  return join('runs', `${name}-${fingerprint(experiment).slice(0, 8)}`)
}

/** Plays an experiment, reports on it and returns the exit code. */
export async function simulate(experiment: Experiment, errand: Errand): Promise<number> {
  const { flags, out } = errand
  if (out !== null) openFolder(out)
  let view: ProgressView | null = null
  const run = new Run(experiment, {
    threads: flags.threads,
    ...(flags.chunk === undefined ? {} : { chunk: flags.chunk }),
    ...(errand.onRecord ? { onRecord: errand.onRecord } : {}),
    onProgress: progress => view?.update(progress),
  })
  if (!flags.quiet) announce(experiment, run.total, flags.threads)
  view = showProgress(experiment, run.total, flags.quiet)
  const signals = new Signals(run, view)
  try {
    const result = await finish(run, view, errand)
    const folder = out === null ? null : folderFor(out, result)
    if (folder !== null) onDisk(folder, () => writeReports(folder, result))
    report(result, { ...errand, out: folder })
    return conclude(result, run.total, signals.caught, folder)
  } finally {
    signals.release()
  }
}

async function finish(run: Run, view: ProgressView, errand: Errand): Promise<RunResult> {
  try {
    return await run.finish()
  } finally {
    view.stop()
    errand.onEnd?.()
  }
}

function announce(experiment: Experiment, total: number, threads: number): void {
  const many = threads === 1 ? '1 thread' : `${threads} threads`
  say(`${experiment.name}: ${grouped(total)} matches of ${experiment.game} on ${many}`)
}

function report(result: RunResult, { flags, out, stdoutTaken }: Errand): void {
  if (flags.json) {
    printJson(summaryDocument(result))
    if (out !== null && !flags.quiet) say(`reports: ${out}`)
    return
  }
  const write = stdoutTaken ? say : print
  write(consoleReport(result, styleOf(stdoutTaken ? process.stderr : process.stdout)).trimEnd())
  if (out !== null) write(`\nreports: ${out}`)
}

/** Says what an interrupted run came to. */
function conclude(result: RunResult, total: number, caught: Signal | null, out: string | null): number {
  if (result.complete || caught === null) return EXIT.done
  const played = result.cells.reduce((sum, { layout, tally }) => sum + tally[layout.matches]!, 0)
  const kept = out === null ? '' : `; ${out} reports on these`
  say(`interrupted after ${grouped(played)} of ${grouped(total)} matches${kept}`)
  return caught === 'SIGINT' ? EXIT.interrupted : EXIT.terminated
}

type Signal = 'SIGINT' | 'SIGTERM'

/** The first signal ends the run after the blocks in hand, the second at once. */
class Signals {
  caught: Signal | null = null
  readonly #run: Run
  readonly #view: ProgressView
  readonly #hear = (signal: NodeJS.Signals): void => this.#take(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT')

  constructor(run: Run, view: ProgressView) {
    this.#run = run
    this.#view = view
    process.on('SIGINT', this.#hear)
    process.on('SIGTERM', this.#hear)
  }

  release(): void {
    process.off('SIGINT', this.#hear)
    process.off('SIGTERM', this.#hear)
  }

  #take(signal: Signal): void {
    this.#view.stop()
    if (this.caught !== null) process.exit(128 + constants.signals[signal])
    this.caught = signal
    this.#run.stop()
    say(`${signal}: ending after the blocks in hand (once more to leave at once)`)
  }
}
