/**
 * Battle models. The battle itself is fought in another game, so its outcome is a model: how likely each side is to
 * suffer the next loss. The rule `battle.model` chooses one; to add a model, write it here and list it below.
 */

/** One side of a battle as it stands: living units, and their strength with all factors. */
export interface Force {
  readonly units: number
  readonly strength: number
}

/** The rules that models use. */
export interface Settings {
  readonly exponent: number
  /** Percent of battles that n attackers win against m defenders: odds[n - 1][m - 1]. */
  readonly odds: readonly (readonly number[])[]
}

export interface BattleModel {
  /** What the next loss takes: one living unit of that side, each as likely, or all of them at once. */
  readonly falls: 'one' | 'all'
  /** Weights, on any scale, of the attacker's side and the defender's side suffering it. */
  weigh(attacker: Force, defender: Force, settings: Settings): readonly [number, number]
}

/**
 * Stochastic Lanchester attrition (F. W. Lanchester, "Aircraft in Warfare", 1916; as a Markov chain of single losses: R.
 * N. Snow, "Contributions to Lanchester Attrition Theory", RAND RA-15078, 1948): each side loses at a rate that is a
 * power of the other's strength.
 */
const lanchester: BattleModel = {
  falls: 'one',
  weigh: (attacker, defender, { exponent }) => [
    defender.strength ** (exponent - 1),
    attacker.strength ** (exponent - 1),
  ],
}

/**
 * One coin, weighted by strength (R. A. Bradley, M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39,
 * 1952): the winner loses no unit.
 */
const bradleyTerry: BattleModel = {
  falls: 'all',
  weigh: (attacker, defender) => [defender.strength, attacker.strength],
}

/** One coin, weighted by a table of unit numbers: for odds measured in play. */
const fixed: BattleModel = {
  falls: 'all',
  weigh: (attacker, defender, { odds }) => {
    const percent = odds[attacker.units - 1]![defender.units - 1]!
    return [100 - percent, percent]
  },
}

export const BATTLE_MODELS = { lanchester, 'bradley-terry': bradleyTerry, fixed } as const
export type BattleModelName = keyof typeof BATTLE_MODELS

/** The sum of both sides' parts. */
export const MILLION = 1_000_000

/** The chance, in parts of a million, that the attacker's side suffers the next loss: 1 to 999,999, so never certain. */
export function partsOf(model: BattleModel, attacker: Force, defender: Force, settings: Settings): number {
  const [attackerFalls, defenderFalls] = model.weigh(attacker, defender, settings)
  const parts = Math.round((MILLION * attackerFalls) / (attackerFalls + defenderFalls))
  return Math.min(MILLION - 1, Math.max(1, parts))
}
