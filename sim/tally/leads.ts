/** Counts leads in matches: who led when, how often that changed, and from how far behind winners came. */
import { type Game, NOBODY, type Seat } from '../../engine/contract/index.ts'
import {
  binOf,
  LEADER_LASTED,
  LEADER_LOSES,
  LEADER_SIZE,
  LEADER_WINS,
  QUALITIES,
  type Quality,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import { endOf, type FinishedMatch } from './match.ts'

/** No gauge comes to more. An integer, for doubles make the loop that looks for the lowest value slower. */
export const GAUGE_MOST = 2 ** 31 - 1

const at = (quality: Quality): number => 2 * QUALITIES.indexOf(quality)
const LEAD_CHANGES = at('leadChanges')
const BEHIND = at('behind')
const DEFICIT = at('deficit')
const SWING = at('swing')
const HALF_LEADER = at('halfLeader')
const LATE_LEADER = at('lateLeader')

/**
 * Counts the leads of matches of at least one step, played to their end: a seat's headline gauge minus the
 * best other seat's. Nobody leads where several are ahead together. Allocates nothing once made.
 */
export class LeadCounts {
  readonly #layout: TallyLayout
  readonly #zeroSum: boolean
  /** Words of a sample of the gauges. */
  readonly #words: number
  /** Words of a row of `#leaders`: a step more than the game has, for what ends after the last. */
  readonly #row: number
  /**
   * Followed matches, by step: won by the leader, won by another, and all. A match counts 1 at the step at
   * which such a leader comes and -1 where it goes; among all, from its first step to behind its last.
   */
  readonly #leaders: Int32Array
  /** The lowest lead of the last winner given to `addComeback`, as comebacks count it. */
  lowest = 0

  constructor({ info: { gauges } }: Game, layout: TallyLayout) {
    this.#layout = layout
    this.#zeroSum = gauges[0]!.zeroSum
    this.#words = gauges.length * layout.seats
    this.#row = layout.steps + 1
    this.#leaders = new Int32Array(LEADER_SIZE * this.#row)
  }

  clear(): void {
    this.#leaders.fill(0)
  }

  /** Counts from how far behind the only `winner` won. */
  addComeback({ gauges, samples }: FinishedMatch, winner: Seat, tally: Tally): void {
    const { comebacks, seats } = this.#layout
    const words = this.#words
    const end = samples * words
    const zeroSum = this.#zeroSum
    let low = GAUGE_MOST
    for (let from = 0; from < end; from += words) {
      let value = gauges[from + winner]!
      if (!zeroSum) value -= bestOfOthers(gauges, from, seats, winner)
      if (value < low) low = value
    }
    this.lowest = low
    tally[comebacks.offset + binOf(comebacks, low)]!++
  }

  /**
   * Follows a match from sample to sample and adds its qualities to `block`, two words each, x and y.
   * `winner` is the only winner, or NOBODY.
   */
  follow(match: FinishedMatch, winner: Seat, block: Int32Array): void {
    const { gauges, samples, since, steps } = match
    const { seats } = this.#layout
    const leaders = this.#leaders
    const row = this.#row
    const words = this.#words
    const isWon = winner !== NOBODY
    let leader = NOBODY
    let lastLeader = NOBODY
    let changes = 0
    let behind = 0
    let deficit = 0
    let swing = 0
    let before = 0
    leaders[LEADER_LASTED * row]!++
    leaders[LEADER_LASTED * row + steps]!--
    for (let sample = 0, from = 0; sample < samples; sample++, from += words) {
      const step = since[sample]!
      const now = leaderAt(gauges, from, seats)
      if (now !== leader) {
        if (isWon && leader !== NOBODY) leaders[kindOf(leader, winner) * row + step]!--
        leader = now
        if (now !== NOBODY) {
          if (isWon) leaders[kindOf(now, winner) * row + step]!++
          if (lastLeader !== NOBODY && now !== lastLeader) changes++
          lastLeader = now
        }
      }
      if (!isWon) continue
      const lead = gauges[from + winner]! - bestOfOthers(gauges, from, seats, winner)
      if (lead < 0) {
        const lasted = endOf(match, sample) - step
        behind += lasted
        deficit -= lead * lasted
      }
      if (sample > 0 && lead - before > swing) swing = lead - before
      before = lead
    }
    addTo(block, LEAD_CHANGES, changes, 1)
    if (!isWon) return
    if (leader !== NOBODY) leaders[kindOf(leader, winner) * row + steps]!--
    addLeader(
      block,
      HALF_LEADER,
      leaderAt(gauges, sampleHolding(match, (steps - 1) >> 1) * words, seats),
      winner,
    )
    addLeader(
      block,
      LATE_LEADER,
      leaderAt(gauges, sampleHolding(match, (3 * (steps - 1)) >> 2) * words, seats),
      winner,
    )
    addTo(block, BEHIND, behind, steps)
    addTo(block, DEFICIT, deficit, behind)
    addTo(block, SWING, swing, 1)
  }

  /** Writes the leaders of every step into the tally. */
  write(tally: Tally): void {
    const { leaders, steps } = this.#layout
    for (let kind = 0; kind < LEADER_SIZE; kind++) {
      let count = 0
      for (let step = 0; step < steps; step++) {
        count += this.#leaders[kind * this.#row + step]!
        tally[leaders + step * LEADER_SIZE + kind] = count
      }
    }
  }
}

/** The sample that holds after a step. */
function sampleHolding({ samples, since }: FinishedMatch, step: number): number {
  let sample = samples - 1
  while (since[sample]! > step) sample--
  return sample
}

/** Under which of a step's leaders a match counts. */
function kindOf(leader: Seat, winner: Seat): number {
  return leader === winner ? LEADER_WINS : LEADER_LOSES
}

/** Adds x and y to a quality's words. */
function addTo(block: Int32Array, quality: number, x: number, y: number): void {
  block[quality]! += x
  block[quality + 1]! += y
}

/** Counts a match by whether its leader wins it, if it has one. */
function addLeader(block: Int32Array, quality: number, leader: Seat, winner: Seat): void {
  if (leader !== NOBODY) addTo(block, quality, leader === winner ? 1 : 0, 1)
}

/** The seat that is ahead of all others in the gauge whose values begin at `from`, or NOBODY. */
function leaderAt(gauges: Int32Array, from: number, seats: number): Seat {
  if (seats === 2) {
    const lead = gauges[from]! - gauges[from + 1]!
    return lead > 0 ? 0 : lead < 0 ? 1 : NOBODY
  }
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
