/**
 * How often an attack conquers, exactly, when each side fights with troops of one type, so that every comparison shifts the
 * defender's die by the same number. For evaluations and studies; no rule depends on it.
 */

/** Most attackers and defenders in the table of the gauges; more count as this many. */
export const ODDS_MAX = 15
export const ODDS_SIZE = ODDS_MAX + 1

export interface Comparison {
  /** Dice are marked 0 to sides - 1. */
  readonly sides: number
  /** Sides of the defender's dice, where they are others than the attacker's. */
  readonly defence?: number
  /** What modifiers add to the defender's die before it is kept to the die's range. */
  readonly shift: number
  readonly tiesWin: boolean
}

/**
 * How dice are picked. `random`: both at random. `best`: both play as well as possible, only for the conquest.
 * `highest`: both pick their highest die, every time.
 */
export const PICKINGS = ['random', 'best', 'highest'] as const
export type Picking = (typeof PICKINGS)[number]

/** Chance that an attack of k troops conquers a territory of m, 1 or more each, with dice rolled once. */
export function conquest(comparison: Comparison, picking: Picking, k: number, m: number): number {
  if (k < m) return 0
  if (picking === 'highest') return winsOfHighest(comparison, k, m)[m]!
  if (picking === 'best') return bestConquest(comparison, k, m)
  return mean(beaten(comparison)) ** m
}

/**
 * The same with `attack.refill`: dice are rolled again for the troops left, until a side has none. Random picks make every
 * comparison a toss of the same coin: the attacker needs m wins before k losses.
 */
export function conquestByRefill(
  comparison: Comparison,
  picking: Exclude<Picking, 'best'>,
  k: number,
  m: number,
): number {
  const p = mean(beaten(comparison))
  const table = new Float64Array((k + 1) * (m + 1))
  for (let a = 0; a <= k; a++) {
    table[a * (m + 1)] = a > 0 ? 1 : 0
    for (let d = 1; d <= m && a > 0; d++) {
      let chance = 0
      if (picking === 'random')
        chance = p * table[a * (m + 1) + d - 1]! + (1 - p) * table[(a - 1) * (m + 1) + d]!
      else {
        const rounds = Math.min(a, d)
        const wins = winsOfHighest(comparison, a, d)
        for (let w = 0; w <= rounds; w++) chance += wins[w]! * table[(a - rounds + w) * (m + 1) + d - w]!
      }
      table[a * (m + 1) + d] = chance
    }
  }
  return table[k * (m + 1) + m]!
}

/**
 * The same with `attack.survivors: returned`, both playing as well as can be: whoever has the highest die plays it again and
 * again, since it beats every die of the other side. So the attacker conquers if that die is the attacker's.
 */
export function conquestByReturn(
  { sides, defence = sides, shift, tiesWin }: Comparison,
  k: number,
  m: number,
): number {
  let chance = 0
  for (let value = 0; value < sides; value++) {
    const highest = ((value + 1) / sides) ** k - (value / sides) ** k
    let below = 0
    for (let die = 0; die < defence; die++)
      if (value + (tiesWin ? 1 : 0) > shifted(die, shift, defence)) below++
    chance += highest * (below / defence) ** m
  }
  return chance
}

/** What becomes of dice in an attack, as `attack.refill` and `attack.survivors` say. */
export type Dice = 'once' | 'refill' | 'returned'

/** Percent that an attack conquers, types left out, for gauges: [k * ODDS_SIZE + m]. */
export function conquestOdds(comparison: Comparison, dice: Dice): Int32Array {
  const odds = new Int32Array(ODDS_SIZE * ODDS_SIZE)
  for (let k = 1; k <= ODDS_MAX; k++)
    for (let m = 1; m <= ODDS_MAX; m++) {
      const chance =
        dice === 'returned'
          ? conquestByReturn(comparison, k, m)
          : dice === 'refill'
            ? conquestByRefill(comparison, 'random', k, m)
            : conquest(comparison, 'best', k, m)
      odds[k * ODDS_SIZE + m] = Math.round(100 * chance)
    }
  return odds
}

/** By value of the attacker's die, the share of the defender's dice that it beats. */
export function beaten({ sides, defence = sides, shift, tiesWin }: Comparison): Float64Array {
  const share = new Float64Array(sides)
  for (let value = 0; value < sides; value++)
    for (let die = 0; die < defence; die++)
      if (value + (tiesWin ? 1 : 0) > shifted(die, shift, defence)) share[value]! += 1 / defence
  return share
}

const shifted = (die: number, shift: number, sides: number): number =>
  Math.min(sides - 1, Math.max(0, die + shift))

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The value of the game in which only the conquest counts. The attacker has to win every comparison. By playing the m
 * highest dice in a random order, the attacker has each of them meet any of the defender's dice with the same chance,
 * whatever the defender does, and conquers with the mean, over all rolls, of the product of what each of them beats. If
 * the defender plays in a random order, every die of the attacker meets a fresh die, so that the attacker cannot get more
 * than that product for the best m dice. Neither side can do better.
 */
function bestConquest(comparison: Comparison, k: number, m: number): number {
  const share = beaten(comparison)
  const { sides } = comparison
  // [dice left, dice of them that show a value] -> chance, but for the other sides of those left.
  const chances = new Float64Array((k + 1) * (k + 1))
  for (let left = 0; left <= k; left++)
    for (let more = 0; more <= left; more++)
      chances[left * (k + 1) + more] = choose(left, more) / sides ** more
  // After each value from the highest down: [dice that showed it or more] -> chance times the product so far.
  let soFar = new Float64Array(k + 1)
  soFar[0] = 1
  for (let value = sides - 1; value >= 0; value--) {
    const beat = Float64Array.from({ length: m + 1 }, (_, used) => share[value]! ** used)
    const next = new Float64Array(k + 1)
    for (let high = 0; high <= k; high++)
      for (let more = 0; high + more <= k; more++) {
        const used = Math.min(m, high + more) - Math.min(m, high)
        next[high + more]! += soFar[high]! * chances[(k - high) * (k + 1) + more]! * beat[used]!
      }
    soFar = next
  }
  return soFar[k]!
}

/**
 * Chances of 0, 1, ... wins for the attacker when both pick their highest die each time: the i-th highest meet. Counted
 * value by value from the highest down: a pair is won if the attacker's die of that rank came up before the defender's
 * (or with it, where ties win).
 */
function winsOfHighest(comparison: Comparison, k: number, m: number): Float64Array {
  const { sides, defence = sides, shift, tiesWin } = comparison
  const rounds = Math.min(k, m)
  const most = Math.max(sides, defence)
  const ours = new Float64Array(most).fill(1, 0, sides)
  const theirs = new Float64Array(most)
  for (let die = 0; die < defence; die++) theirs[shifted(die, shift, defence)]!++
  const at = (a: number, d: number, w: number): number => (a * (m + 1) + d) * (rounds + 1) + w
  let soFar = new Float64Array((k + 1) * (m + 1) * (rounds + 1))
  soFar[0] = 1
  for (let value = most - 1; value >= 0; value--) {
    const next = new Float64Array(soFar.length)
    for (let a = 0; a <= k; a++)
      for (let d = 0; d <= m; d++)
        for (let w = 0; w <= rounds; w++) {
          const chance = soFar[at(a, d, w)]!
          if (chance === 0) continue
          for (let x = 0; a + x <= k; x++)
            for (let y = 0; d + y <= m; y++) {
              const ahead = Math.min(d + y, tiesWin ? a + x : a, rounds)
              const ways = choose(k - a, x) * choose(m - d, y)
              next[at(a + x, d + y, w + Math.max(0, ahead - d))]! +=
                chance * ways * (ours[value]! / sides) ** x * (theirs[value]! / defence) ** y
            }
        }
    soFar = next
  }
  return soFar.subarray(at(k, m, 0))
}

function choose(n: number, r: number): number {
  let ways = 1
  for (let i = 0; i < r; i++) ways = (ways * (n - i)) / (i + 1)
  return ways
}
