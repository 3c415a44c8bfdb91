/** The rounds of a learning against each other: which is best, and whether some beat each other in a circle. */
import { solveMatrix } from '../../engine/matrix.ts'

/** What a round is ahead of another by: its share of the win beyond the fair one, with its interval. */
export interface Bout {
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
  /** Rounds that beat each other in a circle, beyond doubt in each pair; none in most cases. */
  readonly circle: readonly number[]
}

/**
 * Nash averaging (Balduzzi et al., "Re-evaluating evaluation", NeurIPS 2018) of rounds 0 to `count` - 1, at least one, every two of which have met
 * once. A round that some mixture of others beats has no share; of rounds in a circle, all have one.
 */
export function standingsOf(count: number, bouts: readonly Bout[]): Standings {
  const ahead = Array.from({ length: count }, () => new Array<number>(count).fill(0))
  const beats = Array.from({ length: count }, () => new Array<boolean>(count).fill(false))
  for (const bout of bouts) {
    const { one, other } = bout
    ahead[one]![other] = bout.ahead
    ahead[other]![one] = -bout.ahead
    beats[one]![other] = bout.low > 0
    beats[other]![one] = bout.high < 0
  }
  const shares = solveMatrix(ahead).row
  const best = shares.reduce((most, share, i) => (share >= shares[most]! ? i : most), 0)
  return { shares, best, circle: circleOf(beats) }
}

/** Who beats somebody who beats somebody, and so on, who beats them: by the transitive closure (Warshall 1962). */
function circleOf(beats: readonly boolean[][]): number[] {
  const all = beats.keys()
  const reaches = beats.map(row => row.slice())
  for (const via of all)
    for (const row of reaches) if (row[via]) for (const i of beats.keys()) row[i] ||= reaches[via]![i]!
  return [...beats.keys()].filter(i => reaches[i]![i])
}
