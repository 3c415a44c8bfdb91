/** Checks facts from elsewhere: each match must be possible, and all together must match their tally. */
import { type GameInfo, NOBODY, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Fault } from '../match/fault.ts'
import { same, total, within } from '../tally/checks/expect.ts'
import { binOf, FINAL_SIZE, OUTCOMES, seatingOffset, type Tally, type TallyLayout } from '../tally/layout.ts'
import { factsAt, factWords, isLostAt, type MatchFacts } from './facts.ts'

const FORFEITS = OUTCOMES.indexOf('forfeits')

/** The facts of some blocks in one variant. */
interface ReportedFacts {
  /** As FactCollector collects them, by block and rotation. */
  readonly words: Float64Array
  /** The sums of the same matches. */
  readonly tally: Tally
  /** The first of their faults. */
  readonly faults: readonly Fault[]
  /** The first block. */
  readonly from: number
  readonly isLost: (block: number) => boolean
}

/** The facts as 32-bit integers. Throws an Error that says what is wrong unless the tally can be theirs. */
export function checkFacts(
  info: GameInfo,
  layout: TallyLayout,
  { words, tally, faults, from, isLost }: ReportedFacts,
): Int32Array {
  const facts = Int32Array.from(words)
  if (facts.some((word, i) => word !== words[i])) throw new Error('facts: a word has more than 32 bits')
  const found = new FactSums(layout)
  const size = factWords(info)
  for (let match = 0; match * size < facts.length; match++) {
    const block = from + Math.floor(match / info.seats.length)
    if (isLostAt(facts, match * size) !== isLost(block)) throw new Error('facts: another block is lost')
    if (isLost(block)) continue
    const one = factsAt(facts, match * size, info)
    checkMatch(info, one)
    found.add(one, match % info.seats.length)
  }
  found.compare(tally)
  for (const { block, rotation, seat } of faults) {
    const match = (block - from) * info.seats.length + rotation
    same('facts of a fault', factsAt(facts, match * size, info).faulty, seat)
  }
  return facts
}

/** Throws an Error for a match that can't have gone like this. */
function checkMatch({ seats, gauges, endings, stepMax, decisionMax }: GameInfo, match: MatchFacts): void {
  const { steps, decisions, ending, faulty, winner, lowest, returns, finals } = match
  const last = seats.length - 1
  within('steps of a match', steps, 0, stepMax)
  within('decisions of a match', decisions, 0, decisionMax)
  within('the ending of a match', ending, 0, endings.length - 1)
  within('the seat that forfeited a match', faulty, -1, last)
  within('the winner of a match', winner, NOBODY, last)
  for (const units of returns) within('win units of a match', units, 0, WIN_UNITS)
  same('win units of a match', total([...returns]), WIN_UNITS)
  if (winner !== NOBODY)
    within('win units of a winner', returns[winner]! * seats.length, WIN_UNITS + 1, Number.POSITIVE_INFINITY)
  for (const [i, value] of finals.entries()) {
    const { min, max } = gauges[Math.floor(i / seats.length)]!
    within('a gauge at the end of a match', value, min, max)
  }
  const isWon = faulty < 0 && winner !== NOBODY && steps > 0
  if (isWon === Number.isNaN(lowest)) throw new Error(`facts: the lowest lead of a winner is ${lowest}`)
  const { min, max, zeroSum } = gauges[0]!
  if (isWon)
    within('the lowest lead of a winner', lowest, zeroSum ? min : min - max, zeroSum ? max : max - min)
}

/** Sums of facts, in the words of a tally that count the same. */
class FactSums {
  readonly #layout: TallyLayout
  readonly #sums: Tally

  constructor(layout: TallyLayout) {
    this.#layout = layout
    this.#sums = new Float64Array(layout.size)
  }

  add(match: MatchFacts, rotation: number): void {
    const l = this.#layout
    const t = this.#sums
    const { steps, decisions, ending, faulty, winner, lowest, returns, finals } = match
    t[l.decisions]! += decisions
    for (const [seat, units] of returns.entries()) {
      const seating = seatingOffset(l, (seat + rotation) % l.seats, seat)
      t[seating + OUTCOMES.length + units]!++
      if (seat === faulty) t[seating + FORFEITS]!++
    }
    if (faulty >= 0) return
    t[l.endingCounts + ending * (l.seats + 1) + (winner === NOBODY ? l.seats : winner)]!++
    t[l.lengths + steps]!++
    if (!Number.isNaN(lowest)) t[l.comebacks.offset + binOf(l.comebacks, lowest)]!++
    for (const [i, value] of finals.entries()) t[this.#finalAt(i)]! += value
  }

  /** The word of the sum of a gauge at the end, [gauge * seats + seat]. */
  #finalAt(i: number): number {
    const { finals, seats } = this.#layout
    return finals + (Math.floor(i / seats) * (seats + 1) + (i % seats)) * FINAL_SIZE
  }

  /** Throws an Error unless the tally's counts are the same. */
  compare(tally: Tally): void {
    const l = this.#layout
    const all = (what: string, from: number, words: number): void => {
      for (let at = from; at < from + words; at++)
        same(`${what} by the facts of matches`, this.#sums[at]!, tally[at]!)
    }
    all('decisions', l.decisions, 1)
    all('endings', l.endingCounts, l.endings * (l.seats + 1))
    all('lengths', l.lengths, l.steps + 1)
    all('comebacks', l.comebacks.offset, l.comebacks.bins)
    for (let participant = 0; participant < l.seats; participant++)
      for (let seat = 0; seat < l.seats; seat++) {
        const seating = seatingOffset(l, participant, seat)
        all('forfeits', seating + FORFEITS, 1)
        all('win units', seating + OUTCOMES.length, WIN_UNITS + 1)
      }
    for (let i = 0; i < l.gauges * l.seats; i++) all('gauges at the end', this.#finalAt(i), 1)
  }
}
