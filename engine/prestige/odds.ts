/** A rough guess at how often an attack conquers, for evaluations; no rule depends on it. */

/** Attackers and defenders that are told apart; more count as so many. */
export const ODDS_MAX = 15
export const ODDS_SIZE = ODDS_MAX + 1

/**
 * Percent that an attack of k troops conquers a territory of m: [k * ODDS_SIZE + m]. The attacker needs as many dice as
 * the defender and has to win with all of them; it is taken to use its highest, each at its mean, against dice that it
 * knows nothing of. Types are left out.
 */
export function conquestOdds(sides: number, tiesWin: boolean): Int32Array {
  const odds = new Int32Array(ODDS_SIZE * ODDS_SIZE)
  for (let k = 1; k <= ODDS_MAX; k++) {
    let chance = 1
    for (let m = 1; m <= k; m++) {
      chance *= Math.min(1, (meanHighest(sides, k, m) + (tiesWin ? 1 : 0)) / sides)
      odds[k * ODDS_SIZE + m] = Math.round(100 * chance)
    }
  }
  return odds
}

/** Mean of the m-th highest of k dice marked 0 to sides - 1: the sum over values v of P(at least m dice show v or more). */
function meanHighest(sides: number, k: number, m: number): number {
  let mean = 0
  for (let v = 1; v < sides; v++) mean += atLeast(k, m, 1 - v / sides)
  return mean
}

/** P(at least m of k succeed), each with probability p. */
function atLeast(k: number, m: number, p: number): number {
  let sum = 0
  let ways = 1
  for (let i = 0; i <= k; i++) {
    if (i >= m) sum += ways * p ** i * (1 - p) ** (k - i)
    ways = (ways * (k - i)) / (i + 1)
  }
  return sum
}
