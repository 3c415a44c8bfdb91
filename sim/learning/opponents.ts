/** Whom a policy meets in practice, and how the rounds that were kept do against each other. */
import { solveMatrix } from '../../engine/matrix.ts'

/** Weight of a batch's matches after each further batch. */
const DECAY = 0.8
/** Imagined matches at the fair share, so that the first batch says little. */
const PRIOR = 4

/**
 * Prioritized fictitious self-play (Vinyals et al., "Grandmaster level in StarCraft II", 2019): the policy
 * meets everybody, more often those that still beat it.
 */
export class OpponentPool {
  /** By opponent: what the policy scored against it, and in how many matches, both decayed. */
  readonly #won: Float64Array
  readonly #matches: Float64Array

  /** `fair` is the fair share of a win. */
  constructor(count: number, fair: number) {
    this.#won = new Float64Array(count).fill(PRIOR * fair)
    this.#matches = new Float64Array(count).fill(PRIOR)
  }

  /**
   * Shares `total` blocks among opponents `from` to `to - 1` by (1 - the policy's score)²; one each if there
   * are enough.
   */
  allotBlocks(total: number, from = 0, to = this.#won.length): number[] {
    const weights = Array.from({ length: to - from }, (_, i) => this.#weight(from + i))
    // If the policy always wins against everybody, the last opponent gets all matches.
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

  #weight(opponent: number): number {
    return (1 - this.#won[opponent]! / this.#matches[opponent]!) ** 2
  }

  /** `score`: the policy's mean score against the opponent, from 0 to 1. */
  record(opponent: number, score: number, matches: number): void {
    this.#won[opponent] = this.#won[opponent]! * DECAY + score * matches
    this.#matches[opponent] = this.#matches[opponent]! * DECAY + matches
  }
}

/** Matches of two rounds: the lead of the first, its score less the fair share, with its interval. */
export interface Pairing {
  readonly one: number
  readonly other: number
  readonly ahead: number
  readonly low: number
  readonly high: number
}

export interface Standings {
  /** By round: its share in the Nash equilibrium of the game of choosing a round. */
  readonly shares: readonly number[]
  /** The round with the greatest share, the latest of equals. */
  readonly best: number
  /** Rounds that beat each other in a circle, beyond doubt in each pair; mostly none. */
  readonly circle: readonly number[]
}

/**
 * Nash averaging (Balduzzi et al., "Re-evaluating evaluation", NeurIPS 2018) of `count` rounds, at least one,
 * after a round robin. A round that a mixture of others beats has share 0; all rounds in a circle have a
 * share.
 */
export function standingsOf(count: number, pairings: readonly Pairing[]): Standings {
  const ahead = Array.from({ length: count }, () => new Array<number>(count).fill(0))
  const beats = Array.from({ length: count }, () => new Array<boolean>(count).fill(false))
  for (const pairing of pairings) {
    const { one, other } = pairing
    ahead[one]![other] = pairing.ahead
    ahead[other]![one] = -pairing.ahead
    beats[one]![other] = pairing.low > 0
    beats[other]![one] = pairing.high < 0
  }
  const shares = solveMatrix(ahead).row
  const best = shares.reduce((most, share, i) => (share >= shares[most]! ? i : most), 0)
  return { shares, best, circle: circleOf(beats) }
}

/** Rounds that reach themselves in the transitive closure (Warshall 1962). */
function circleOf(beats: readonly boolean[][]): number[] {
  const all = beats.keys()
  const reaches = beats.map(row => row.slice())
  for (const via of all)
    for (const row of reaches) if (row[via]) for (const i of beats.keys()) row[i] ||= reaches[via]![i]!
  return [...beats.keys()].filter(i => reaches[i]![i])
}
