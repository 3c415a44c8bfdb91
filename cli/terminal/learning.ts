/** Learns policies, with progress and signals. */
import {
  clock,
  counted,
  DEFAULT_THREADS,
  type Experiment,
  type Learn,
  type LearningFolder,
  type LearningProgress,
  type LearnOptions,
  learnAll,
  POLICIES,
  type Round,
  Stopped,
  type TrainingJob,
  thousands,
  trainPlayers,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { say } from './output.ts'
import { sayAbove, showBar } from './progress.ts'
import { Signals } from './signals.ts'

interface TeachOptions extends Pick<LearnOptions, 'threads' | 'later' | 'onProgress' | 'onLearned'> {
  readonly quiet: boolean
}

/** Learns, and returns the exit code: that of a signal if one came first. */
export async function teach(
  jobs: readonly TrainingJob[],
  { quiet, onProgress, ...options }: TeachOptions,
): Promise<number> {
  const tell = ({ name }: TrainingJob, text: string): void => {
    if (!quiet) sayAbove(name === '' ? text : `${name}: ${text}`)
  }
  let last: LearningProgress | null = null
  let rounds = 0
  const facts = (): string => (last ? factsOf(last) : 'starting')
  // In thousandths, as the number of matches is known only with the first progress.
  const share = (): number => (last ? Math.floor((1000 * last.matches) / last.total) : 0)
  const hide = quiet ? () => {} : await showBar(1000, share, facts)
  const stopping = new AbortController()
  const signals = new Signals(() => {
    hide()
    stopping.abort()
  }, 'matches being played')
  try {
    await learnAll(jobs, {
      ...options,
      signal: stopping.signal,
      onProgress: progress => {
        last = progress
        onProgress?.(progress)
      },
      onResume: (job, found) => {
        rounds += found
        tell(job, `${job.checkpoints} holds ${roundsText(found)}: resuming`)
      },
      onUseless: (job, round) =>
        tell(
          job,
          `round ${round} in ${job.checkpoints} is damaged or has different rules, settings or code: training it again`,
        ),
      onRound: (job, round) => {
        rounds++
        tell(job, roundText(round))
      },
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

/**
 * The experiment with the policies that its players learn, or the exit code of what ended the learning.
 * `folder` is that of the run.
 */
export async function taught(
  asked: Experiment,
  { policies, quiet, threads = DEFAULT_THREADS }: TaughtOptions,
  folder: LearningFolder | null = null,
): Promise<Experiment | number> {
  let exitCode: number = EXIT.done
  const learn: Learn = async (jobs, options) => {
    if (!quiet)
      say(
        `training ${jobs.length === 1 ? 'a policy' : `${jobs.length} policies`} for ${asked.game}, to be kept in ${policies ?? POLICIES}`,
      )
    exitCode = await teach(jobs, { ...options, threads, quiet })
    if (exitCode !== EXIT.done) throw new Stopped()
  }
  try {
    return await trainPlayers(asked, policies, folder, learn, say)
  } catch (error) {
    if (error instanceof Stopped) return exitCode
    throw error
  }
}

const roundsText = (rounds: number): string => (rounds === 1 ? 'round 0' : `rounds 0 to ${rounds - 1}`)

const interruptedText = (rounds: number): string =>
  rounds === 0
    ? 'interrupted before the end of the first round; nothing is kept'
    : 'Interrupted; finished rounds are kept. Rerun the command to resume.'

/** `2,310 of 4,800 matches  1:05 left  then 0:40 for later policies  1 of 3 learned`. */
function factsOf({ matches, total, left, leftLater, policies }: LearningProgress): string {
  const facts = [`${thousands(matches)} of ${counted(total, 'match', 'matches')}`]
  if (left) facts.push(`${clock(left)} left`)
  if (left && leftLater) facts.push(`then ${clock(leftLater)} for later policies`)
  if (policies.length > 1) {
    const learned = policies.filter(({ state }) => state === 'learned')
    facts.push(`${learned.length} of ${policies.length} trained`)
  }
  return facts.join('  ')
}

export const percent = (share: number): string => (100 * share).toFixed(1)

/** `round 2: 8,500 decisions; 97.5 % against round 1 (94.1 to 99.0, n = 200), ...; dropped`. */
function roundText({ round, decisions, kept, strength }: Round): string {
  const scores = strength.map(
    ({ against, matches, score, low, high }) =>
      `${percent(score)} % against ${against} (${percent(low)} to ${percent(high)}, n = ${thousands(matches)})`,
  )
  const end = kept ? '' : "; dropped, because it isn't better"
  return (
    [
      `round ${round}: ${thousands(decisions)} decisions`,
      ...(scores.length > 0 ? [scores.join(', ')] : []),
    ].join('; ') + end
  )
}
