/** The progress of a run on stderr: a bar on a terminal, otherwise a line now and then. */
import {
  clock,
  type Experiment,
  type OpenRun,
  Pace,
  type Progress,
  rateText,
  standingWords,
  thousands,
} from '../../library/command.ts'
import { sayAbove, showBar } from './bar.ts'

/** The display of a run's progress. */
export interface ProgressView {
  update(progress: Progress): void
  /** Says how long the line-ups are going to take, in seconds. */
  forecast(seconds: readonly number[]): void
  /** Ends the display; what it printed stays. */
  stop(): void
}

/** Matches played so far, those that are played again for their records included. */
type Played = Pick<Progress, 'matches' | 'total' | 'lineup' | 'standings'>

const SILENT: ProgressView = { update: () => {}, forecast: () => {}, stop: () => {} }

/** Starts to display the progress of a run. */
export async function showProgress(
  experiment: Experiment,
  run: OpenRun,
  quiet: boolean,
): Promise<ProgressView> {
  if (quiet) return SILENT
  const { matches: begun } = run
  const total = run.expected + run.replays
  const pace = new Pace(run.left, begun)
  let last: Played | null = null
  const facts = (): string => (last ? factsOf(experiment, pace, last) : 'starting')
  const share = (): number => (last ? Math.min(1, last.matches / last.total) : begun / total)
  const hide = await showBar(1, share, facts)
  return {
    update: progress => {
      const matches = progress.matches + progress.replayed
      pace.record(matches, progress.lineup, performance.now())
      const { lineup, standings } = progress
      last = { matches, total: progress.total + run.replays, lineup, standings }
    },
    forecast: seconds => {
      const line = forecastText(experiment, seconds)
      if (line !== '') sayAbove(line)
    },
    stop: hide,
  }
}

/** A shorter forecast would come when the run is over. */
const FORECAST_MIN = 5
/** Line-ups that a forecast and a plan name. */
export const LINEUPS_NAMED = 10

/** A forecast in one line; empty if it is too short to matter. */
function forecastText({ lineups }: Experiment, seconds: readonly number[]): string {
  const all = seconds.reduce((sum, one) => sum + one, 0)
  if (all < FORECAST_MIN) return ''
  const named = lineups.map(({ name }, l) => ({ name, time: seconds[l]! })).filter(({ time }) => time >= 1)
  const longest = named.toSorted((a, b) => b.time - a.time).slice(0, LINEUPS_NAMED)
  const parts =
    lineups.length > 1 ? `: ${longest.map(({ name, time }) => `${name} ${clock(time)}`).join(', ')}` : ''
  return `about ${clock(all)} to play${parts}`
}

function factsOf(experiment: Experiment, pace: Pace, { matches, total, lineup, standings }: Played): string {
  const { lineups } = experiment
  const { name, stop } = lineups[lineup]!
  // A rule is likely to stop its line-up before all that the pace reckons with.
  const hasRules = lineups.some(one => one.stop)
  const left = hasRules ? (total - matches) / pace.rate : pace.left
  return [
    `${thousands(matches)} of ${hasRules ? 'about ' : ''}${thousands(total)}`,
    `${rateText(pace.rate)}/s`,
    ...(matches < total && Number.isFinite(left) ? [`${clock(left)} left`] : []),
    lineups.length > 1 ? `${lineup + 1}/${lineups.length} ${name}` : name,
    ...(stop
      ? standings
          .filter(({ met }) => !met)
          .slice(0, 1)
          .map(one => standingWords(one, stop))
      : []),
  ].join('  ')
}
