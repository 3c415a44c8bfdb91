/** How often intervals over players hold: of the mean of players, and of one more player. */
import { next as draw, rootOf } from '../../../engine/rng.ts'
import { normalQuantile } from '../../../sim/stats/distributions.ts'
import { spreadOf } from '../../../sim/stats/spread.ts'
import { head, percent, row } from './markdown.ts'

/** Standard deviations, in points of the first seat's score, of what players add to it. */
interface Players {
  readonly name: string
  /** What a player adds in the first seat, and what it adds in the second. */
  readonly seats: number
  /** What a pairing adds. */
  readonly pairs: number
}

const KINDS: readonly Players[] = [
  { name: 'all alike', seats: 0, pairs: 0 },
  { name: 'seats ± 5', seats: 5, pairs: 0 },
  { name: 'pairings ± 5', seats: 0, pairs: 5 },
  { name: 'seats ± 5, pairings ± 5', seats: 5, pairs: 5 },
  { name: 'seats ± 10, pairings ± 5', seats: 10, pairs: 5 },
]
const COUNTS = [3, 5, 8, 16]
/** Blocks in all, and the standard deviation of a block's score in points. */
const BLOCKS = 1000
const BLOCK_SD = 35

interface Held {
  readonly matches: number
  readonly mean: number
  readonly next: number
  /** How often the interval of the mean holds one more player. */
  readonly meanForNext: number
  /** Mean arms, in points. */
  readonly arms: { readonly matches: number; readonly mean: number; readonly next: number }
}

/** Populations of independent players whose true mean score is 50 %, drawn this many times. */
export function heldBy(
  { seats, pairs }: Omit<Players, 'name'>,
  count: number,
  times: number,
  seed: string,
): Held {
  const rng = rootOf(seed)
  const uniform = () => ((draw(rng) >>> 0) + 0.5) / 2 ** 32
  const normal = (sd: number) => sd * normalQuantile(uniform())
  const indices = Array.from({ length: count }, (_, i) => i)
  const held = { matches: 0, mean: 0, next: 0, meanForNext: 0 }
  const arms = { matches: 0, mean: 0, next: 0 }
  const noise = BLOCK_SD * Math.sqrt((count * (count - 1)) / 2 / BLOCKS)
  for (let time = 0; time < times; time++) {
    const player = () => ({ first: normal(seats), second: normal(seats) })
    const players = indices.map(player)
    /** A block has each pairing both ways. */
    const block = (a: ReturnType<typeof player>, b: ReturnType<typeof player>) =>
      50 + (a.first + b.second + normal(pairs) + b.first + a.second + normal(pairs)) / 2
    const met = indices.flatMap(i =>
      indices.slice(0, i).map(j => ({ i, j, score: block(players[i]!, players[j]!) + normal(noise) })),
    )
    const meanOf = (some: typeof met) => some.reduce((sum, { score }) => sum + score, 0) / some.length / 100
    const whole = { n: BLOCKS, mean: meanOf(met), sd: BLOCK_SD / 100 }
    const without = indices.map(one => meanOf(met.filter(({ i, j }) => i !== one && j !== one)))
    const { groups, next } = spreadOf({ whole, without, draws: 2 })!
    const stranger = player()
    const its = players.reduce((sum, one) => sum + block(stranger, one), 0) / count / 100
    const arm = (1.96 * whole.sd) / Math.sqrt(BLOCKS)
    const holds = ({ low, high }: { low: number; high: number }, value: number) =>
      low <= value && value <= high
    if (Math.abs(whole.mean - 0.5) <= arm) held.matches++
    if (holds(groups, 0.5)) held.mean++
    if (holds(next, its)) held.next++
    if (holds(groups, its)) held.meanForNext++
    arms.matches += (100 * arm) / times
    arms.mean += (50 * (groups.high - groups.low)) / times
    arms.next += (50 * (next.high - next.low)) / times
  }
  const share = (hits: number) => hits / times
  return {
    matches: share(held.matches),
    mean: share(held.mean),
    next: share(held.next),
    meanForNext: share(held.meanForNext),
    arms,
  }
}

export function playersTable(experiments: number): string {
  const rows = KINDS.flatMap(({ name, ...kind }) =>
    COUNTS.map(count => {
      const { arms, matches, mean, next, meanForNext } = heldBy(kind, count, experiments, `${name} ${count}`)
      const told = (share: number, arm: number) => `${percent(share)} (± ${arm.toFixed(1)})`
      return row(
        ...[name, `${count}`, told(matches, arms.matches), told(mean, arms.mean)],
        ...[told(next, arms.next), percent(meanForNext)],
      )
    }),
  )
  return (
    head(
      'players',
      'number',
      'matches alone',
      'mean of players',
      'next player',
      'next player, by the interval of the mean',
    ) + rows.join('')
  )
}
