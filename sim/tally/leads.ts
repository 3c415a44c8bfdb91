/** Counts how the lead went in matches: who led when, how often that changed, and from how far behind winners came. */
import { type Game, NOBODY, type Seat } from '../../engine/contract/index.ts'
import { binOf, LEADER_SIZE, QUALITIES, type Quality, type Tally, type TallyLayout } from './layout.ts'
import type { FinishedMatch } from './match.ts'

/** No gauge comes to more. An integer, for doubles make the loop that looks for the lowest value slower. */
export const GAUGE_MOST = 2 ** 31 - 1

const at = (quality: Quality): number => 2 * QUALITIES.indexOf(quality)
const LEAD_CHANGES = at('leadChanges')
const BEHIND = at('behind')
const DEFICIT = at('deficit')
const SWING = at('swing')
const HALF_LEADER = at('halfLeader')
const LATE_LEADER = at('lateLeader')

/** Who leads at a step, from where the winner is: rows of the counts of leaders. */
const BEHIND_ROW = 0
const AHEAD_ROW = 2
const LEADER_ROWS = 3

/**
 * Walks along the leads of matches: a seat's value of the headline gauge less the best other seat's. The leader is the seat that is
 * ahead of all others; nobody leads where several have as much. Allocates nothing once made.
 */
export class LeadCounts {
  readonly #layout: TallyLayout
  readonly #zeroSum: boolean
  /** Words of a sample of the gauges. */
  readonly #words: number
  /** [row * steps + step]: matches that one seat wins, by who leads; then the same again of the others, which nobody reads. */
  readonly #leaders: Int32Array
  /** Where qualities of matches go that only matches won have. */
  readonly #unused = new Int32Array(2 * QUALITIES.length)
  /** Of the last match that was won alone: how low the winner's lead had been, as comebacks count it, and the lead at the end. */
  lowest = 0
  last = 0

  constructor({ info: { gauges } }: Game, layout: TallyLayout) {
    this.#layout = layout
    this.#zeroSum = gauges[0]!.zeroSum
    this.#words = gauges.length * layout.seats
    this.#leaders = new Int32Array(2 * LEADER_ROWS * layout.steps)
  }

  clear(): void {
    this.#leaders.fill(0)
  }

  /**
   * Adds a match of at least one step that was played to its end; `winner` is its seat, or NOBODY. Its qualities are added to `block`, two
   * words each, x and y; its comeback goes into the tally at once.
   */
  add(match: FinishedMatch, winner: Seat, block: Int32Array, tally: Tally): void {
    const { comebacks, seats } = this.#layout
    const into = winner === NOBODY ? this.#unused : block
    block[LEAD_CHANGES]! += seats === 2 ? this.#walkTwo(match, winner, into) : this.#walk(match, winner, into)
    block[LEAD_CHANGES + 1]!++
    into[BEHIND + 1]! += match.steps
    into[SWING + 1]!++
    if (winner !== NOBODY) tally[comebacks.offset + binOf(comebacks, this.lowest)]!++
  }

  /** Walks along a match between two seats. Returns how often the lead went to the other seat. */
  #walkTwo({ gauges, steps }: FinishedMatch, winner: Seat, into: Int32Array): number {
    const leaders = this.#leaders
    const words = this.#words
    const row = this.#layout.steps
    // Whose lead is followed.
    const own = winner === NOBODY ? 0 : winner
    const other = 1 - own
    const even = (winner === NOBODY ? LEADER_ROWS + 1 : 1) * row
    const half = (steps - 1) >> 1
    const late = (3 * (steps - 1)) >> 2
    let lead = gauges[own]! - gauges[other]!
    let low = lead
    let lastSign = 0
    let changes = 0
    let behind = 0
    let deficit = 0
    let swing = 0
    for (let step = 0, from = 0; step < steps; step++, from += words) {
      const now = gauges[from + own]! - gauges[from + other]!
      const sign = signOf(now)
      leaders[even + sign * row + step]!++
      changes += (sign * lastSign) >>> 31
      lastSign += (sign - lastSign) & -(sign & 1)
      behind += now >>> 31
      deficit -= now & (now >> 31)
      const more = now - lead - swing
      swing += more & ~(more >> 31)
      const less = now - low
      low += less & (less >> 31)
      lead = now
    }
    into[BEHIND]! += behind
    into[DEFICIT]! += deficit
    into[DEFICIT + 1]! += behind
    into[SWING]! += swing
    const atHalf = signOf(gauges[half * words + own]! - gauges[half * words + other]!)
    into[HALF_LEADER]! += (atHalf + 1) >> 1
    into[HALF_LEADER + 1]! += atHalf & 1
    const atLate = signOf(gauges[late * words + own]! - gauges[late * words + other]!)
    into[LATE_LEADER]! += (atLate + 1) >> 1
    into[LATE_LEADER + 1]! += atLate & 1
    // Where the seats' values add up to nothing, the lead is twice one's own.
    this.lowest = this.#zeroSum ? low >> 1 : low
    this.last = lead
    return changes
  }

  /** Walks along a match between any number of seats. Returns how often the lead went to another seat. */
  #walk({ gauges, steps }: FinishedMatch, winner: Seat, into: Int32Array): number {
    const { seats, steps: row } = this.#layout
    const leaders = this.#leaders
    const words = this.#words
    const isWon = winner !== NOBODY
    const own = isWon ? winner : 0
    let lead = gauges[own]! - bestOfOthers(gauges, 0, seats, own)
    let low = lead
    let lastLeader = NOBODY
    let changes = 0
    let swing = 0
    for (let step = 0, from = 0; step < steps; step++, from += words) {
      const leader = leaderAt(gauges, from, seats)
      if (leader !== NOBODY) {
        if (isWon) leaders[(leader === winner ? AHEAD_ROW : BEHIND_ROW) * row + step]!++
        if (lastLeader !== NOBODY && leader !== lastLeader) changes++
        lastLeader = leader
      }
      const now = gauges[from + own]! - bestOfOthers(gauges, from, seats, own)
      if (now < 0) {
        into[DEFICIT]! -= now
        into[DEFICIT + 1]!++
        into[BEHIND]!++
      }
      if (now - lead > swing) swing = now - lead
      if (now < low) low = now
      lead = now
    }
    into[SWING]! += swing
    addLeader(into, HALF_LEADER, leaderAt(gauges, ((steps - 1) >> 1) * words, seats), winner)
    addLeader(into, LATE_LEADER, leaderAt(gauges, ((3 * (steps - 1)) >> 2) * words, seats), winner)
    this.lowest = low
    this.last = lead
    return changes
  }

  /** Writes the leaders of every step into the tally. */
  write(tally: Tally): void {
    const { leaders, steps } = this.#layout
    for (const [kind, row] of [AHEAD_ROW, BEHIND_ROW].entries())
      for (let step = 0; step < steps; step++)
        tally[leaders + step * LEADER_SIZE + kind] = this.#leaders[row * steps + step]!
  }
}

/** 1, 0 or -1, without a branch. */
function signOf(value: number): number {
  return (value >> 31) - (-value >> 31)
}

/** Counts a match by whether its leader wins it, if it has one. */
function addLeader(block: Int32Array, quality: number, leader: Seat, winner: Seat): void {
  if (leader === NOBODY) return
  if (leader === winner) block[quality]!++
  block[quality + 1]!++
}

/** The seat that is ahead of all others in the gauge whose values begin at `from`, or NOBODY. */
function leaderAt(gauges: Int32Array, from: number, seats: number): Seat {
  let leader: Seat = 0
  let isAlone = true
  for (let seat = 1; seat < seats; seat++) {
    const ahead = gauges[from + seat]! - gauges[from + leader]!
    if (ahead > 0) {
      leader = seat
      isAlone = true
    } else if (ahead === 0) isAlone = false
  }
  return isAlone ? leader : NOBODY
}

/** The best value among the other seats, of the gauge whose values begin at `from`. */
export function bestOfOthers(gauges: Int32Array, from: number, seats: number, seat: Seat): number {
  if (seats === 2) return gauges[from + 1 - seat]!
  let best = -GAUGE_MOST
  for (let other = 0; other < seats; other++)
    if (other !== seat && gauges[from + other]! > best) best = gauges[from + other]!
  return best
}
