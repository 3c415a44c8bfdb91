/** The progress of a run on stderr: a bar on a terminal, otherwise a line now and then. */
import { type Experiment, type OpenRun, Pace, type Progress } from '../../library/command.ts'
import { grouped, say, styleOf } from './output.ts'

/** Milliseconds between plain lines, and between updates of the bar. */
const LINE_MS = 10_000
const BAR_MS = 200
const BAR_WIDTH = 20

/** Matches a second, with a decimal where it matters. */
export function rateText(rate: number): string {
  return rate >= 10 ? grouped(Math.round(rate)) : rate.toFixed(1)
}

/** 75 as 1:15, 3700 as 1:01:40. */
export function clock(seconds: number): string {
  const whole = Math.ceil(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The display of a run's progress. */
export interface ProgressView {
  update(progress: Progress): void
  /** Says how long the line-ups are going to take, in seconds. */
  forecast(seconds: readonly number[]): void
  /** Ends the display; what it printed stays. */
  stop(): void
}

/** Matches played so far, those that are played again for their records included. */
type Played = Omit<Progress, 'replayed'>

const SILENT: ProgressView = { update: () => {}, forecast: () => {}, stop: () => {} }

/** Starts to display the progress of a run. */
export async function showProgress(
  experiment: Experiment,
  run: OpenRun,
  quiet: boolean,
): Promise<ProgressView> {
  if (quiet) return SILENT
  const { matches: begun } = run
  const total = run.total + run.replays
  const pace = new Pace(run.left, begun)
  let last: Played | null = null
  const facts = (): string => (last ? factsOf(experiment, pace, last) : 'starting')
  const animated = process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  const show = animated ? await barOf(total, facts) : linesOf(facts)
  return {
    update: progress => {
      const matches = progress.matches + progress.replayed
      pace.record(matches, progress.lineup, performance.now())
      last = { matches, total, lineup: progress.lineup }
    },
    forecast: seconds => {
      const line = forecastText(experiment, seconds)
      // The bar keeps to its line, which the next update draws again below.
      if (line !== '') say(animated ? `${CLEAR_LINE}${line}` : line)
    },
    stop: () => show(last?.matches ?? begun),
  }

  async function barOf(all: number, text: () => string): Promise<(matches: number) => void> {
    const { default: progress } = await import('cli-progress')
    const bar = new progress.SingleBar({
      format: (_options, params) => cut(`${drawn(params.progress)} ${text()}`),
      stream: process.stderr,
      hideCursor: true,
      // The command stops the bar itself, before it says that it was interrupted.
      gracefulExit: false,
    })
    bar.start(all, begun)
    const timer = setInterval(() => bar.update(last?.matches ?? begun), BAR_MS)
    return matches => {
      clearInterval(timer)
      if (!bar.isActive) return
      bar.update(matches)
      bar.stop()
    }
  }
}

const CLEAR_LINE = '\r\u001b[K'

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

function linesOf(text: () => string): () => void {
  const timer = setInterval(() => say(text()), LINE_MS)
  return () => clearInterval(timer)
}

function factsOf(experiment: Experiment, pace: Pace, { matches, total, lineup }: Played): string {
  const { lineups } = experiment
  const { name } = lineups[lineup]!
  return [
    `${grouped(matches)} of ${grouped(total)}`,
    `${rateText(pace.rate)}/s`,
    ...(matches < total && Number.isFinite(pace.left) ? [`${clock(pace.left)} left`] : []),
    lineups.length > 1 ? `${lineup + 1}/${lineups.length} ${name}` : name,
  ].join('  ')
}

function drawn(share: number): string {
  const full = Math.round(share * BAR_WIDTH)
  return `[${'='.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${String(Math.floor(100 * share)).padStart(3)}%`
}

/** One terminal line: a longer one would wrap and stay behind. */
function cut(line: string): string {
  return line.slice(0, styleOf(process.stderr).width - 1)
}
