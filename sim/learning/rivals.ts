/**
 * Whom a policy meets in a round's practice, besides itself: everybody, and the more often who still beats it (prioritized fictitious self-play: Vinyals and
 * others, "Grandmaster level in StarCraft II using multi-agent reinforcement learning", 2019).
 */

/** What the matches of a batch weigh after each further one. */
const FADES = 0.8
/** Matches at the fair share that nobody played, so that the first batch says little. */
const PRIOR = 4

export class Rivals {
  /** What the policy scored against each, and in how many matches, those long ago counting less. */
  readonly #won: Float64Array
  readonly #matches: Float64Array

  /** So many of them, in a game in which `fair` is the fair share of a win. */
  constructor(count: number, fair: number) {
    this.#won = new Float64Array(count).fill(PRIOR * fair)
    this.#matches = new Float64Array(count).fill(PRIOR)
  }

  /** How many of `total` blocks each of those from `from` to `to - 1` gets, by (1 - what the policy scores against it)²; at least one each where there are as many. */
  blocks(total: number, from = 0, to = this.#won.length): number[] {
    const weights = Array.from({ length: to - from }, (_, i) => this.#weight(from + i))
    // Who never wins any more needs no matches; where that is true of all, the last one gets them.
    const sum = weights.reduce((a, b) => a + b, 0) || 1
    const least = total < weights.length ? 0 : 1
    const spare = total - least * weights.length
    let upto = 0
    let given = 0
    return weights.map((weight, i) => {
      upto += weight / sum
      const next = i === weights.length - 1 ? spare : Math.floor(spare * upto + 0.5)
      const own = next - given
      given = next
      return least + own
    })
  }

  #weight(rival: number): number {
    return (1 - this.#won[rival]! / this.#matches[rival]!) ** 2
  }

  /** The policy scored so much, from 0 to 1, in so many matches against one of them. */
  heard(rival: number, score: number, matches: number): void {
    this.#won[rival] = this.#won[rival]! * FADES + score * matches
    this.#matches[rival] = this.#matches[rival]! * FADES + matches
  }
}
