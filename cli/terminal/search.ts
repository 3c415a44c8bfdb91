/** Searches for a way to exploit an agent, with progress and signals. */
import {
  counted,
  type Exploitation,
  type ExploitDefinition,
  exploitationIn,
  openRun,
  searchOf,
  type Target,
  thousands,
} from '../../library/command.ts'
import { type TaughtOptions, taught } from './learning.ts'
import { say } from './output.ts'
import { type ProgressView, showProgress } from './progress.ts'
import { Signals } from './signals.ts'

/** What was found in matches against a copy of the agent; null if a signal came before the first of them was over. Sets the exit code. */
export async function searchFor(
  target: Target,
  definition: ExploitDefinition,
  options: TaughtOptions,
): Promise<Exploitation | null> {
  const { quiet, threads } = options
  const experiment = await taught(await searchOf(target, definition, '--exploiter'), options)
  if (typeof experiment === 'number') {
    process.exitCode = experiment
    return null
  }
  let view: ProgressView | null = null
  const run = openRun(experiment, {
    ...(threads === undefined ? {} : { threads }),
    onProgress: progress => view?.update(progress),
    onForecast: seconds => view?.forecast(seconds),
  })
  const signals = new Signals(() => {
    view?.stop()
    run.stop()
  })
  try {
    if (!quiet)
      say(`${experiment.lineups[0]!.name}: ${counted(run.total, 'match', 'matches')} of ${experiment.game}`)
    view = await showProgress(experiment, run, quiet)
    const result = await run.finish().finally(() => view?.stop())
    if (!run.complete) {
      process.exitCode = signals.exitCode
      say(`interrupted after ${thousands(run.matches)} of ${counted(run.total, 'match', 'matches')}`)
    }
    return run.matches === 0 ? null : exploitationIn(target, result, experiment)
  } finally {
    signals.release()
    run.close()
  }
}
