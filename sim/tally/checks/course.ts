/** What sums of the course of matches agree on: curves, comebacks and qualities count the same matches. */
import type { GameInfo } from '../../../engine/contract/index.ts'
import {
  type AgentCurve,
  CURVE_BINS,
  CURVE_SQUARES,
  CURVE_SUM,
  type Curve,
  LEADER_LASTED,
  LEADER_SIZE,
  QUALITIES,
  type Quality,
  qualityOffset,
  type Tally,
  type TallyLayout,
  WINNER,
} from '../layout.ts'
import { countsIn, ratio, same, squared, total, valuesIn, within } from './expect.ts'

/** Matches of a tally, as its lengths count them. */
export interface PlayedCounts {
  readonly blocks: number
  /** Matches that nobody forfeited. */
  readonly ended: number
  /** Of these, the ones that lasted beyond each step. */
  readonly lasted: readonly number[]
}

/** Throws an Error that says what is wrong unless sums of courses can be those of the matches played. */
export function checkCourse(info: GameInfo, layout: TallyLayout, tally: Tally, played: PlayedCounts): void {
  new CourseCheck(info, layout, tally, played).run()
}

class CourseCheck {
  readonly #info: GameInfo
  readonly #layout: TallyLayout
  readonly #tally: Tally
  readonly #blocks: number
  readonly #ended: number
  readonly #lasted: readonly number[]

  constructor(info: GameInfo, layout: TallyLayout, tally: Tally, { blocks, ended, lasted }: PlayedCounts) {
    this.#info = info
    this.#layout = layout
    this.#tally = tally
    this.#blocks = blocks
    this.#ended = ended
    this.#lasted = lasted
  }

  run(): void {
    for (const curve of [...this.#layout.curves, ...this.#layout.agentCurves]) this.#curve(curve)
    this.#comebacks()
    this.#qualities()
  }

  /** A winner's curve, or that of a seat or an agent, of which every match has one. */
  #curve(curve: Curve | AgentCurve): void {
    const t = this.#tally
    let before = this.#ended
    for (let step = 0; step < this.#layout.steps; step++) {
      const at = curve.offset + step * curve.stride
      const n = countsIn('a curve', this.#tally, at + CURVE_BINS, curve.bins)
      same('the matches of a curve', t[at]!, n)
      if ('seat' in curve && curve.seat === WINNER)
        within('the winners of a curve', n, 0, Math.min(before, this.#lasted[step]!))
      else same('the matches of a curve', n, this.#lasted[step]!)
      before = n
      let sum = n * curve.min
      let squares = 0
      for (let bin = 0; bin < curve.bins; bin++) {
        const count = t[at + CURVE_BINS + bin]!
        sum += count * bin
        squares += count * (curve.min + bin) ** 2
      }
      if (curve.width === 1) {
        same('the sum of a curve', t[at + CURVE_SUM]!, sum)
        same('the squares of a curve', t[at + CURVE_SQUARES]!, squares)
      } else {
        const { min, max } = this.#info.gauges[curve.gauge]!
        within('the sum of a curve', t[at + CURVE_SUM]!, n * min, n * max)
        const most = n * Math.max(Math.abs(min), Math.abs(max))
        squared('a curve', t[at + CURVE_SUM]!, t[at + CURVE_SQUARES]!, n, most)
      }
    }
  }

  /** A comeback is counted of the matches that the first step of the winner's curve counts. */
  #comebacks(): void {
    const { comebacks, curves } = this.#layout
    const winners = curves.find(({ gauge, seat }) => gauge === 0 && seat === WINNER)!
    const counted = countsIn('comebacks', this.#tally, comebacks.offset, comebacks.bins)
    same('comebacks', counted, this.#tally[winners.offset]!)
  }

  /** Leads exist where steps were played; of these matches, those with one winner have a comeback. */
  #qualities(): void {
    const { comebacks, endingCounts, endings, lengths, leaders, seats, steps } = this.#layout
    const t = this.#tally
    const { decisionMax, legalMax } = this.#info
    const stepped = this.#lasted[0]!
    // Those that were followed from step to step: in a sample of the blocks.
    const followed = t[leaders + LEADER_LASTED]!
    const won = total([...t.subarray(comebacks.offset, comebacks.offset + comebacks.bins)])
    const played = valuesIn(t, lengths, steps + 1)
    const choices = this.#blocks * seats * decisionMax
    let decisive = 0
    for (let ending = 0; ending < endings; ending++)
      for (let seat = 0; seat < seats; seat++) decisive += t[endingCounts + ending * (seats + 1) + seat]!
    const gauge = this.#info.gauges[0]!
    const range = gauge.max - gauge.min
    const most: Readonly<Record<Quality, readonly [x: number, y: number]>> = {
      completed: [this.#ended, this.#ended],
      decisive: [decisive, this.#ended],
      decisions: [t[this.#layout.decisions]!, this.#ended],
      length: [played, this.#ended],
      options: [choices * legalMax, choices],
      leadChanges: [played, followed],
      behind: [played, played],
      deficit: [played * range, played],
      swing: [2 * won * range, Math.min(won, followed)],
      halfLeader: [won, Math.min(won, followed)],
      lateLeader: [won, Math.min(won, followed)],
    }
    for (const quality of QUALITIES) {
      const at = qualityOffset(this.#layout, quality)
      const [x, y] = most[quality]
      within(quality, t[at]!, 0, x)
      within(`what ${quality} is of`, t[at + 1]!, 0, y)
      ratio(quality, t, at, this.#blocks, t[at]!)
    }
    same('decisive matches', t[qualityOffset(this.#layout, 'decisive')]!, decisive)
    same('steps', t[qualityOffset(this.#layout, 'length')]!, played)
    const swings = t[qualityOffset(this.#layout, 'swing') + 1]!
    within('winners with a swing', swings, Math.max(0, followed - (stepped - won)), Math.min(won, followed))
    this.#leaders(stepped)
    same('matches with lead changes', t[qualityOffset(this.#layout, 'leadChanges') + 1]!, followed)
  }

  /** Each followed match has a leader or none after every step it lasts; `stepped` have a first step. */
  #leaders(stepped: number): void {
    const { leaders, steps } = this.#layout
    const t = this.#tally
    let before = stepped
    for (let step = 0; step < steps; step++) {
      const at = leaders + step * LEADER_SIZE
      const lasted = t[at + LEADER_LASTED]!
      within('matches that were followed', lasted, 0, Math.min(before, this.#lasted[step]!))
      within('leaders', countsIn('leaders', t, at, LEADER_LASTED), 0, lasted)
      before = lasted
    }
  }
}
