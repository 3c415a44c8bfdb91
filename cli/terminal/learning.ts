/** Learns policies, with progress and signals. */
import {
  clock,
  counted,
  DEFAULT_THREADS,
  type Experiment,
  type Learning,
  type LearningFolder,
  type LearningProgress,
  type Lesson,
  type Load,
  learnAll,
  POLICIES,
  populationOf,
  type Round,
  Stopped,
  thousands,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { say } from './output.ts'
import { sayAbove, showBar } from './progress.ts'
import { Signals } from './signals.ts'

export interface TeachOptions {
  readonly threads: number
  readonly quiet: boolean
  /** What is said before a lesson's rounds, such as its variant; empty for nothing. */
  readonly nameOf: (lesson: number) => string
  readonly onLearned: (lesson: number, learning: Learning) => void
  /** What somebody learns afterwards. */
  readonly later?: Load
  readonly onProgress?: (progress: LearningProgress) => void
}

/** Learns, and returns the exit code: that of a signal if one came first. */
export async function teach(lessons: readonly Lesson[], options: TeachOptions): Promise<number> {
  const { threads, quiet, nameOf, onLearned, onProgress, later } = options
  const tell = (lesson: number, text: string): void => {
    if (quiet) return
    const name = nameOf(lesson)
    sayAbove(name === '' ? text : `${name}: ${text}`)
  }
  let last: LearningProgress | null = null
  let rounds = 0
  const facts = (): string => (last ? factsOf(last) : 'starting')
  // Shares of a thousand: how many matches there are is known when the first of them are over.
  const share = (): number => (last ? Math.floor((SHARES * last.matches) / last.total) : 0)
  const hide = quiet ? () => {} : await showBar(SHARES, share, facts)
  const stopping = new AbortController()
  const signals = new Signals(() => {
    hide()
    stopping.abort()
  }, 'matches being played')
  try {
    await learnAll(lessons, {
      threads,
      signal: stopping.signal,
      ...(later ? { later } : {}),
      onProgress: progress => {
        last = progress
        onProgress?.(progress)
      },
      onResume: (lesson, found) => {
        rounds += found
        tell(lesson, `${lessons[lesson]!.rounds} holds ${roundsText(found)}: resuming`)
      },
      onUseless: (lesson, round) =>
        tell(
          lesson,
          `${lessons[lesson]!.rounds} holds a round ${round} that is damaged, or of other rules, settings or code: learning it again`,
        ),
      onRound: (lesson, round) => {
        rounds++
        tell(lesson, roundText(round))
      },
      onLearned,
    })
    return EXIT.done
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    say(interruptedText(rounds))
    return signals.exitCode
  } finally {
    hide()
    signals.release()
  }
}

/** How an experiment's players are taught. */
export interface TaughtOptions {
  readonly threads?: number | undefined
  readonly quiet: boolean
  /** The folder that keeps policies. */
  readonly policies?: string | undefined
}

/** The experiment with the policies that its players learn, or the exit code of what ended the learning. The run's folder, if there is one, is told how far it is. */
export async function taught(
  asked: Experiment,
  options: TaughtOptions,
  folder: LearningFolder | null = null,
): Promise<Experiment | number> {
  const { policies, quiet, threads = DEFAULT_THREADS } = options
  let experiment = asked
  for (;;) {
    const population = await populationOf(experiment, policies)
    if (!population) return experiment
    const { lessons } = population
    if (lessons.length > 0) {
      if (!quiet)
        say(
          `learning ${lessons.length === 1 ? 'a policy' : `${lessons.length} policies`} of ${experiment.game}: once learned, ${policies ?? POLICIES} keeps them`,
        )
      const names = lessons.map((_, lesson) => population.nameOf(lesson))
      const exitCode = await teach(lessons, {
        threads,
        quiet,
        later: population.later,
        nameOf: lesson => names[lesson]!,
        ...(folder ? { onProgress: progress => folder.note(progress, names) } : {}),
        onLearned: (lesson, learning) => population.keep(lesson, learning),
      })
      if (exitCode !== EXIT.done) return exitCode
    }
    for (const text of population.weak()) say(text)
    experiment = population.experiment()
  }
}

const SHARES = 1000

const roundsText = (rounds: number): string => (rounds === 1 ? 'round 0' : `rounds 0 to ${rounds - 1}`)

const interruptedText = (rounds: number): string =>
  rounds === 0
    ? 'interrupted before the first round was over: nothing is kept'
    : 'interrupted: the rounds that are over are kept, run the same command again to resume'

/** `2,310 of 4,800 matches  1:05 left  then 0:40 for later policies  1 of 3 learned`. */
function factsOf({ matches, total, left, leftLater, policies }: LearningProgress): string {
  const { length: done } = policies.filter(({ state }) => state === 'learned')
  const isTold = Number.isFinite(left) && left > 0
  return [
    `${thousands(matches)} of ${counted(total, 'match', 'matches')}`,
    ...(isTold ? [`${clock(left)} left`] : []),
    ...(isTold && leftLater > 0 && Number.isFinite(leftLater)
      ? [`then ${clock(leftLater)} for later policies`]
      : []),
    ...(policies.length > 1 ? [`${done} of ${policies.length} learned`] : []),
  ].join('  ')
}

export const percent = (share: number): string => (100 * share).toFixed(1)

/** `round 2: 8,500 decisions; 97.5 % against round 1 (94.1 to 99.0, n = 200), ...; dropped`. */
function roundText({ round, decisions, kept, strength }: Round): string {
  const scores = strength.map(
    ({ against, matches, score, low, high }) =>
      `${percent(score)} % against ${against} (${percent(low)} to ${percent(high)}, n = ${thousands(matches)})`,
  )
  const end = kept ? '' : '; dropped, for it is no better'
  return `round ${round}: ${thousands(decisions)} decisions; ${scores.join(', ')}${end}`
}
