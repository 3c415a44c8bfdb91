/**
 * What the sums of a chunk always agree on, since every match adds to many of them at once: outcomes, returns, lengths and
 * curves count the same matches in different ways. Sums that come from elsewhere are held to it before they count.
 */
import { type Game, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import { checkAssets } from './check-assets.ts'
import { products, ratio, same, squared, total, valuesIn, within } from './expect.ts'
import {
  type AgentCurve,
  assetOffset,
  CURVE_BINS,
  CURVE_SQUARES,
  CURVE_SUM,
  type Curve,
  FINAL_SIZE,
  LEADER_LASTED,
  LEADER_SIZE,
  leadOffset,
  OUTCOMES,
  payoffOffset,
  QUALITIES,
  type Quality,
  qualityOffset,
  RATIO,
  seatingOffset,
  type Tally,
  type TallyLayout,
  WINNER,
} from './layout.ts'
import { layoutMeasures, MEASURES } from './measures.ts'
import { isCompared, type Metric, PAIR_SIZE } from './pairs.ts'

const FORFEITS = OUTCOMES.indexOf('forfeits')

/** Matches that each participant forfeited, and each seat. */
export interface Forfeits {
  readonly participants: readonly number[]
  readonly seats: readonly number[]
}

/**
 * Throws an Error that says what is wrong unless a tally can be that of so many blocks of a game; `layout` is the game's.
 * Returns its forfeits.
 */
export function checkTally(game: Game, layout: TallyLayout, tally: Tally, blocks: number): Forfeits {
  return new TallyCheck(game, layout, tally, blocks).run()
}

class TallyCheck {
  readonly #game: Game
  readonly #layout: TallyLayout
  readonly #tally: Tally
  readonly #blocks: number
  readonly #matches: number
  /** Matches that nobody forfeited. */
  #ended = 0
  /** Of these, the ones that lasted beyond each step. */
  #lasted: readonly number[] = []

  constructor(game: Game, layout: TallyLayout, tally: Tally, blocks: number) {
    this.#game = game
    this.#layout = layout
    this.#tally = tally
    this.#blocks = blocks
    this.#matches = blocks * layout.seats
  }

  run(): Forfeits {
    const { blocks, matches, decisions, lengths, steps, endingCounts, endings, seats } = this.#layout
    const t = this.#tally
    same('the number of blocks', t[blocks]!, this.#blocks)
    same('the number of matches', t[matches]!, this.#matches)
    within('the number of decisions', t[decisions]!, 0, this.#matches * this.#game.info.decisionMax)
    const forfeits = this.#outcomes()
    const forfeited = total(forfeits.seats)
    this.#ended = this.#matches - forfeited
    same('endings', this.#count('endings', endingCounts, endings * (seats + 1)), this.#ended)
    same('lengths', this.#count('lengths', lengths, steps + 1), this.#ended)
    let left = this.#ended
    this.#lasted = Array.from({ length: steps }, (_, step) => {
      left -= t[lengths + step]!
      return left
    })
    this.#leads()
    this.#finals()
    if (this.#layout.payoff >= 0) for (const side of ['participant', 'seat'] as const) this.#payoffs(side)
    for (const curve of [...this.#layout.curves, ...this.#layout.agentCurves]) this.#curve(curve)
    this.#comebacks()
    this.#qualities()
    checkAssets(this.#layout, t, this.#blocks, this.#ended)
    return forfeits
  }

  /** The sum of counts, of which none may be negative. */
  #count(what: string, from: number, words: number): number {
    let sum = 0
    for (let i = from; i < from + words; i++) {
      const count = this.#tally[i]!
      if (count < 0) throw new Error(`${what}: a count is ${count}, expected 0 or more`)
      sum += count
    }
    return sum
  }

  /** Outcomes and returns: by participant and by seat, which the seatings hold for both at once. */
  #outcomes(): Forfeits {
    const l = this.#layout
    const all = [...Array(l.seats).keys()]
    for (const p of all) for (const seat of all) this.#seating(p, seat)
    const one = (what: string, i: number, outcomes: number, scores: number, seatings: number[]): number => {
      const at = outcomes + i * OUTCOMES.length
      for (const [o, outcome] of OUTCOMES.entries())
        same(`${outcome} of ${what}`, this.#tally[at + o]!, total(seatings.map(s => this.#tally[s + o]!)))
      const score = scores + i * l.scoreBins
      same(`returns of ${what}`, this.#count(`returns of ${what}`, score, l.scoreBins), this.#blocks)
      const units = valuesIn(this.#tally, score, l.scoreBins)
      const seated = seatings.map(s => valuesIn(this.#tally, s + OUTCOMES.length, WIN_UNITS + 1))
      same(`win units of ${what}`, units, total(seated))
      return units
    }
    const participants = all.map(p => {
      const seatings = all.map(seat => seatingOffset(l, p, seat))
      return one(`participant ${p + 1}`, p, l.participantOutcomes, l.participantScores, seatings)
    })
    for (const seat of all) {
      const seatings = all.map(p => seatingOffset(l, p, seat))
      one(`the ${this.#game.info.seats[seat]} seat`, seat, l.seatOutcomes, l.seatScores, seatings)
    }
    same('win units', total(participants), this.#matches * WIN_UNITS)
    const forfeitsAt = (from: number) => all.map(i => this.#tally[from + i * OUTCOMES.length + FORFEITS]!)
    return { participants: forfeitsAt(l.participantOutcomes), seats: forfeitsAt(l.seatOutcomes) }
  }

  /** A participant has one match of every block in every seat. */
  #seating(participant: number, seat: number): void {
    const at = seatingOffset(this.#layout, participant, seat)
    same('outcomes in a seat', this.#count('outcomes in a seat', at, OUTCOMES.length), this.#blocks)
    const returns = this.#count('returns in a seat', at + OUTCOMES.length, WIN_UNITS + 1)
    same('returns in a seat', returns, this.#blocks)
  }

  #leads(): void {
    const { seats } = this.#layout
    const gauge = this.#game.info.gauges[0]!
    const largest = this.#lasted[0]! * (gauge.max - gauge.min)
    for (let seat = 0; seat <= seats; seat++) {
      const at = leadOffset(this.#layout, seat)
      same('matches with a lead', this.#tally[at + 1]!, this.#lasted[0]!)
      within('leads', this.#tally[at]!, seat === seats ? 0 : -largest, largest)
      ratio('leads', this.#tally, at, this.#blocks, largest)
    }
  }

  /** The gauges at the end, by seat and of all seats. */
  #finals(): void {
    const { finals, seats } = this.#layout
    const t = this.#tally
    const played = this.#lasted[0]!
    const yy = t[leadOffset(this.#layout, 0) + RATIO.indexOf('yy')]!
    for (const [g, { min, max }] of this.#game.info.gauges.entries()) {
      const at = finals + g * (seats + 1) * FINAL_SIZE
      const sums = Array.from({ length: seats + 1 }, (_, seat) => t[at + seat * FINAL_SIZE]!)
      same('a gauge of all seats at the end', sums[seats]!, total(sums.slice(0, seats)))
      for (const [seat, x] of sums.entries()) {
        const values = seat === seats ? seats : 1
        within('a gauge at the end', x, played * min * values, played * max * values)
        const [, xx, xy] = t.subarray(at + seat * FINAL_SIZE, at + (seat + 1) * FINAL_SIZE)
        const most = played * Math.max(Math.abs(min), Math.abs(max)) * values
        products('a gauge at the end', { n: this.#blocks, x, y: played, xx: xx!, xy: xy!, yy }, most)
      }
    }
  }

  /** What seats get adds up to nothing, and so does what participants get. */
  #payoffs(side: 'participant' | 'seat'): void {
    const { seats, payoff } = this.#layout
    const { min, max } = this.#game.info.gauges[payoff]!
    const played = this.#lasted[0]!
    const sums: number[] = []
    for (let i = 0; i < seats; i++) {
      const at = payoffOffset(this.#layout, side, i)
      same('matches with a payoff', this.#tally[at + RATIO.indexOf('y')]!, played)
      within('payoffs', this.#tally[at]!, played * min, played * max)
      ratio('payoffs', this.#tally, at, this.#blocks, played * Math.max(-min, max))
      sums.push(this.#tally[at]!)
    }
    same(`payoffs by ${side}`, total(sums), 0)
  }

  /** A winner's curve, or that of a seat or an agent, of which every match has one. */
  #curve(curve: Curve | AgentCurve): void {
    const t = this.#tally
    let before = this.#ended
    for (let step = 0; step < this.#layout.steps; step++) {
      const at = curve.offset + step * curve.stride
      const n = this.#count('a curve', at + CURVE_BINS, curve.bins)
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
        const { min, max } = this.#game.info.gauges[curve.gauge]!
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
    const counted = this.#count('comebacks', comebacks.offset, comebacks.bins)
    same('comebacks', counted, this.#tally[winners.offset]!)
  }

  /** Leads exist where steps were played; of these matches, those that a seat won alone have a comeback. */
  #qualities(): void {
    const { comebacks, endingCounts, endings, lengths, leaders, seats, steps } = this.#layout
    const t = this.#tally
    const { decisionMax, legalMax } = this.#game.info
    const stepped = this.#lasted[0]!
    // Those that were followed from step to step: in a sample of the blocks.
    const followed = t[leaders + LEADER_LASTED]!
    const won = total([...t.subarray(comebacks.offset, comebacks.offset + comebacks.bins)])
    const played = valuesIn(t, lengths, steps + 1)
    const choices = this.#matches * decisionMax
    let decisive = 0
    for (let ending = 0; ending < endings; ending++)
      for (let seat = 0; seat < seats; seat++) decisive += t[endingCounts + ending * (seats + 1) + seat]!
    const gauge = this.#game.info.gauges[0]!
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
    let before = stepped
    for (let step = 0; step < steps; step++) {
      const at = leaders + step * LEADER_SIZE
      const lasted = t[at + LEADER_LASTED]!
      within('matches that were followed', lasted, 0, Math.min(before, this.#lasted[step]!))
      within('leaders', this.#count('leaders', at, LEADER_LASTED), 0, lasted)
      before = lasted
    }
    same('matches with lead changes', t[qualityOffset(this.#layout, 'leadChanges') + 1]!, followed)
  }
}

/**
 * Throws an Error that says what is wrong unless `pairs` can be the differences between a reference and a variant over so
 * many blocks, whose sums `measuresIn` gave for both.
 */
export function checkPairs(
  metrics: readonly Metric[],
  pairs: Float64Array,
  reference: Float64Array,
  variant: Float64Array,
  blocks: number,
): void {
  for (const [i, metric] of metrics.entries()) {
    const before = reference[metric.reference]!
    const after = variant[metric.variant]!
    const what = `differences in ${metric.id}`
    same(what, pairs[PAIR_SIZE * i]!, after - before)
    // What may be negative adds up to sums that say nothing about its size.
    const most = metric.kind === 'payoff' || !isCompared(metric) ? Infinity : before + after
    const differing = pairs[PAIR_SIZE * i + 2]!
    within(`blocks with ${what}`, differing, 0, Math.min(blocks, pairs[PAIR_SIZE * i + 1]!))
    squared(what, pairs[PAIR_SIZE * i]!, pairs[PAIR_SIZE * i + 1]!, differing, most)
  }
}

/** The sums of Tallier.measure over the blocks of a tally, as `layoutMeasures` lays them out. */
export function measuresIn({ info }: Game, layout: TallyLayout, tally: Tally): Float64Array {
  const returns = info.seats.map((_, seat) =>
    valuesIn(tally, layout.seatScores + seat * layout.scoreBins, layout.scoreBins),
  )
  let drawn = 0
  for (const [e, { kind }] of info.endings.entries())
    if (kind !== 'win')
      for (let seat = 0; seat <= layout.seats; seat++)
        drawn += tally[layout.endingCounts + e * (layout.seats + 1) + seat]!
  const used = info.assets.map((_, asset) =>
    total(info.seats.map((_, seat) => tally[assetOffset(layout, 'seat', seat, asset) + USED]!)),
  )
  const general: Readonly<Record<(typeof MEASURES)[number], number>> = {
    score: returns[0]!,
    drawn,
    length: valuesIn(tally, layout.lengths, layout.steps + 1),
  }
  const { scores, payoffs, own } = layoutMeasures(info)
  const others = returns.slice(1, 1 + payoffs - scores)
  const paid = Array.from({ length: own - payoffs }, (_, seat) => tally[payoffOffset(layout, 'seat', seat)]!)
  const seated = info.seats.map((_, seat) =>
    valuesIn(tally, seatingOffset(layout, 0, seat) + OUTCOMES.length, WIN_UNITS + 1),
  )
  const leads = [...info.seats, ''].map((_, seat) => tally[leadOffset(layout, seat)]!)
  const finals = Array.from(
    { length: layout.gauges * (layout.seats + 1) },
    (_, i) => tally[layout.finals + i * FINAL_SIZE]!,
  )
  return Float64Array.from([
    ...MEASURES.map(name => general[name]),
    ...used,
    ...others,
    ...paid,
    total(seated),
    ...seated,
    ...leads,
    ...finals,
  ])
}
