/** Progress on stderr: a bar on a terminal, otherwise a line now and then. */
import {
  clock,
  counted,
  type Experiment,
  type OpenRun,
  Pace,
  type Progress,
  rateText,
  standingWords,
  thousands,
} from '../../library/command.ts'
import { say, styleOf } from './output.ts'

/** Milliseconds between plain lines, and between updates of the bar. */
export const LINE_MS = 10_000
export const BAR_MS = 200
const BAR_WIDTH = 20

export const CLEAR_LINE = '\r\u001b[K'

export const isAnimated = (): boolean => process.stderr.isTTY === true && process.env.TERM !== 'dumb'

/** Says something above the bar, which the next update draws again below it. */
export function sayAbove(text: string): void {
  say(isAnimated() ? `${CLEAR_LINE}${text}` : text)
}

/**
 * Shows how much of `total` is done, and facts beside it. The returned function ends the display; what it
 * printed stays.
 */
export async function showBar(total: number, done: () => number, facts: () => string): Promise<() => void> {
  if (!isAnimated()) {
    const timer = setInterval(() => say(facts()), LINE_MS)
    return () => clearInterval(timer)
  }
  const { default: progress } = await import('cli-progress')
  const bar = new progress.SingleBar({
    format: (_options, params) => cut(`${barText(params.progress)} ${facts()}`),
    stream: process.stderr,
    hideCursor: true,
    // The command stops the bar itself, before it says that it was interrupted.
    gracefulExit: false,
  })
  bar.start(total, done())
  const timer = setInterval(() => bar.update(done()), BAR_MS)
  return () => {
    clearInterval(timer)
    if (!bar.isActive) return
    bar.update(done())
    bar.stop()
  }
}

function barText(share: number): string {
  const full = Math.round(share * BAR_WIDTH)
  return `[${'='.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${String(Math.floor(100 * share)).padStart(3)}%`
}

/** One terminal line: a longer one would wrap and stay behind. */
export function cut(line: string): string {
  return line.slice(0, styleOf(process.stderr).width - 1)
}

/** The display of a run's progress. */
export interface ProgressView {
  update(progress: Progress): void
  /** Says how many seconds each line-up is likely to take. */
  forecast(seconds: readonly number[]): void
  stop(): void
}

/** Progress with the matches that are played again for their records among the others. */
type WholeProgress = Pick<Progress, 'matches' | 'total' | 'lineup' | 'standings'>

const SILENT: ProgressView = { update: () => {}, forecast: () => {}, stop: () => {} }

export async function showProgress(
  experiment: Experiment,
  run: OpenRun,
  quiet: boolean,
): Promise<ProgressView> {
  if (quiet) return SILENT
  const { matches: begun } = run
  const total = run.expected + run.replays
  const pace = new Pace(run.left, begun)
  let last: WholeProgress | null = null
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

/** Empty if the forecast is too short to matter. */
function forecastText({ lineups }: Experiment, seconds: readonly number[]): string {
  const all = seconds.reduce((sum, one) => sum + one, 0)
  if (all < FORECAST_MIN) return ''
  const named = lineups.map(({ name }, l) => ({ name, time: seconds[l]! })).filter(({ time }) => time >= 1)
  const longest = named.toSorted((a, b) => b.time - a.time).slice(0, LINEUPS_NAMED)
  const parts =
    lineups.length > 1 ? `: ${longest.map(({ name, time }) => `${name} ${clock(time)}`).join(', ')}` : ''
  return `about ${clock(all)} to play${parts}`
}

function factsOf(
  experiment: Experiment,
  pace: Pace,
  { matches, total, lineup, standings }: WholeProgress,
): string {
  const { lineups } = experiment
  const { name, stop } = lineups[lineup]!
  // A rule is likely to stop its line-up before the matches that the pace counts on.
  const hasRules = lineups.some(one => one.stop)
  const unmet = standings.find(({ met }) => !met)
  const left = hasRules ? (total - matches) / pace.rate : pace.left
  return [
    `${thousands(matches)} of ${hasRules ? 'about ' : ''}${counted(total, 'match', 'matches')}`,
    `${rateText(pace.rate)} a second`,
    ...(matches < total && Number.isFinite(left) ? [`${clock(left)} left`] : []),
    lineups.length > 1 ? `line-up ${lineup + 1} of ${lineups.length}: ${name}` : name,
    ...(stop && unmet ? [standingWords(unmet, stop)] : []),
  ].join(', ')
}
