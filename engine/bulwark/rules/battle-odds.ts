/** The battle model of the rules, evaluated once for every pair of sides that can meet. */
import { TEAM_MASKS, TEAMS } from '../state/layout.ts'
import { BATTLE_MODELS, type Force, partsOf } from './battle-models.ts'
import type { Rules } from './keys.ts'

// Bits of `edges`: the sides that have Reconnaissance.
export const ATTACKER_EDGE = 1
export const DEFENDER_EDGE = 2
const EDGES = 4

export interface BattleOdds {
  /** Whether units fall one at a time; else all of the loser's fall at once. */
  readonly oneFalls: boolean
  /** [seat][mask of units by number] -> class: sets of units equal in strength and number are one class. */
  readonly classOf: readonly Uint8Array[]
  /** [seat][class] -> strength without factors. */
  readonly strength: readonly Float64Array[]
  /** Factor on the defender's strength. */
  readonly home: number
  /** [seat] -> number of classes. */
  readonly classes: Int32Array
  /**
   * Parts of a million that the attacker's side suffers the next loss: [pairAt[attacker * TEAMS + defender] + (edges * the
   * attacker's classes + the attacker's class) * the defender's classes + the defender's class].
   */
  readonly parts: Int32Array
  readonly pairAt: Int32Array
}

interface Forces {
  readonly classes: readonly Force[]
  readonly classOf: Uint8Array
}

function forcesOf({ skills }: Rules, seat: number, size: number): Forces {
  const classes: Force[] = []
  const classOf = new Uint8Array(TEAM_MASKS)
  for (let mask = 1; mask < 1 << size; mask++) {
    const numbers = Array.from({ length: size }, (_, n) => n).filter(n => (mask >> n) & 1)
    const strength = numbers.reduce((sum, n) => sum + (skills[seat]?.[n] ?? 1), 0)
    const found = classes.findIndex(c => c.units === numbers.length && c.strength === strength)
    classOf[mask] = found < 0 ? classes.length : found
    if (found < 0) classes.push({ units: numbers.length, strength })
  }
  return { classes, classOf }
}

function partsWith({ battle }: Rules, attacker: Force, defender: Force, edges: number): number {
  const model = BATTLE_MODELS[battle.model]
  const factor = (edge: number): number => ((edges & edge) === 0 ? 1 : battle.recon)
  const attack = { ...attacker, strength: attacker.strength * factor(ATTACKER_EDGE) }
  const defence = { ...defender, strength: defender.strength * factor(DEFENDER_EDGE) * battle.home }
  return partsOf(model, attack, defence, battle)
}

export function compileOdds(rules: Rules, sizes: readonly number[]): BattleOdds {
  const forces = sizes.map((size, seat) => forcesOf(rules, seat, size))
  const pairAt = new Int32Array(TEAMS * TEAMS)
  const parts: number[] = []
  for (const [a, attackers] of forces.entries())
    for (const [d, defenders] of forces.entries()) {
      if (a === d) continue
      pairAt[a * TEAMS + d] = parts.length
      for (let edges = 0; edges < EDGES; edges++)
        for (const attacker of attackers.classes)
          for (const defender of defenders.classes) parts.push(partsWith(rules, attacker, defender, edges))
    }
  return {
    oneFalls: BATTLE_MODELS[rules.battle.model].falls === 'one',
    classOf: forces.map(f => f.classOf),
    strength: forces.map(f => Float64Array.from(f.classes, c => c.strength)),
    home: rules.battle.home,
    classes: Int32Array.from(forces, f => f.classes.length),
    parts: Int32Array.from(parts),
    pairAt,
  }
}
