/** How far a run is, on stderr: a bar where somebody looks at a terminal, else a line now and then. */
import { SingleBar } from 'cli-progress'
import type { Experiment } from '../../sim/experiment/index.ts'
import type { Progress, Run } from '../../sim/run.ts'
import { grouped, say, styleOf } from './output.ts'

/** Milliseconds between two plain lines, and between two looks at the bar. */
const LINE_MS = 10_000
const BAR_MS = 200
const BAR_WIDTH = 20

/** Measures speed line-up by line-up, for a search's matches take a thousand times as long as random ones. */
export class Pace {
  readonly #left: number[]
  readonly #played: { matches: number; seconds: number }[]
  #matches: number
  #begun = false
  #time = 0
  #lineup = 0

  /** `left` are the matches of each line-up in all variants that are still to be played, `matches` those that are not. */
  constructor(left: readonly number[], matches = 0) {
    this.#left = [...left]
    this.#matches = matches
    this.#played = left.map(() => ({ matches: 0, seconds: 0 }))
  }

  /** Matches of all line-ups so far, and the one they were played in since the last call; `now` in milliseconds. */
  learn(matches: number, lineup: number, now: number): void {
    const more = matches - this.#matches
    this.#left[lineup]! -= more
    // Until the first chunk comes in, threads mostly start up: that time tells nothing of the games.
    if (this.#begun) {
      this.#played[lineup]!.matches += more
      this.#played[lineup]!.seconds += (now - this.#time) / 1000
    }
    this.#begun = true
    this.#matches = matches
    this.#time = now
    this.#lineup = lineup
  }

  /** Matches a second in the line-up in hand, 0 while nothing is known. */
  get rate(): number {
    return this.#rateOf(this.#lineup)
  }

  /** Seconds to go; line-ups that were not begun are taken to be as slow as the slowest so far. Infinite if unknown. */
  get left(): number {
    const rates = this.#played.map((_, lineup) => this.#rateOf(lineup))
    const known = rates.filter(rate => rate > 0)
    if (known.length === 0) return Number.POSITIVE_INFINITY
    const slowest = Math.min(...known)
    return this.#left.reduce(
      (sum, matches, l) => (matches > 0 ? sum + matches / (rates[l] || slowest) : sum),
      0,
    )
  }

  #rateOf(lineup: number): number {
    const { matches, seconds } = this.#played[lineup]!
    return seconds > 0 ? matches / seconds : 0
  }
}

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

/** A run's progress on show. */
export interface ProgressView {
  update(progress: Progress): void
  /** Ends the show; what it printed stays. */
  stop(): void
}

const SILENT: ProgressView = { update: () => {}, stop: () => {} }

/** Begins the show of a run. */
export function showProgress(experiment: Experiment, run: Run, quiet: boolean): ProgressView {
  if (quiet) return SILENT
  const { total, matches: begun } = run
  const pace = new Pace(run.left, begun)
  let last: Progress | null = null
  const facts = (): string => (last ? factsOf(experiment, pace, last) : 'starting')
  const animated = process.stderr.isTTY === true && process.env.TERM !== 'dumb'
  const show = animated ? barOf(total, facts) : linesOf(facts)
  return {
    update: progress => {
      pace.learn(progress.matches, progress.lineup, performance.now())
      last = progress
    },
    stop: () => show(last?.matches ?? begun),
  }

  function barOf(all: number, text: () => string): (matches: number) => void {
    const bar = new SingleBar({
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

function linesOf(text: () => string): () => void {
  const timer = setInterval(() => say(text()), LINE_MS)
  return () => clearInterval(timer)
}

function factsOf(experiment: Experiment, pace: Pace, { matches, total, lineup }: Progress): string {
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
