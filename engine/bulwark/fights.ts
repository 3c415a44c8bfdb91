/** Battles as decisions of chance: who can fall, with which integer odds, by the battle model of the rules. */
import { below } from '../rng.ts'
import { BATTLE_MODELS, type Force, MILLION, partsOf } from './battle.ts'
import * as layout from './layout.ts'
import type { Rules } from './rules.ts'
import * as tables from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { BATTLE, LIVING, SLOT_SHIFT, TEAMS, TILE, TURN, UNIT_BITS, count, lowest, ownerIn, seatOf, teamOf } =
  layout
const { FALL, WIN } = tables
const million = MILLION

const MASKS = 256

/** What a mask of a team's units comes to, without factors: sets of equal strength and number are one class. */
interface Forces {
  readonly classes: readonly Force[]
  /** [mask of numbers] -> class */
  readonly classOf: Uint8Array
}

function forcesOf({ skills }: Rules, seat: number, size: number): Forces {
  const classes: Force[] = []
  const classOf = new Uint8Array(MASKS)
  for (let mask = 1; mask < 1 << size; mask++) {
    const numbers = Array.from({ length: size }, (_, n) => n).filter(n => (mask >> n) & 1)
    const strength = numbers.reduce((sum, n) => sum + (skills[seat]?.[n] ?? 1), 0)
    const found = classes.findIndex(c => c.units === numbers.length && c.strength === strength)
    classOf[mask] = found < 0 ? classes.length : found
    if (found < 0) classes.push({ units: numbers.length, strength })
  }
  return { classes, classOf }
}

/** The attacker's and the defender's Reconnaissance as bits. */
const EDGES = 4

export class Fights {
  readonly #recon: Int32Array
  readonly #hasRecon: Uint8Array
  readonly #oneFalls: boolean
  readonly #classOf: readonly Uint8Array[]
  readonly #strength: readonly Float64Array[]
  readonly #home: number
  /** [first word of the pair + (edges * the attacker's classes + attacker's) * the defender's + defender's] */
  readonly #parts: Int32Array
  readonly #pairAt: Int32Array
  readonly #classes: Int32Array

  constructor(t: tables.Tables) {
    const { battle } = t.rules
    const forces = t.sizes.map((size, seat) => forcesOf(t.rules, seat, size))
    this.#recon = t.recon
    this.#hasRecon = t.hasRecon
    this.#oneFalls = BATTLE_MODELS[battle.model].falls === 'one'
    this.#classOf = forces.map(f => f.classOf)
    this.#strength = forces.map(f => Float64Array.from(f.classes, c => c.strength))
    this.#home = battle.home
    this.#classes = Int32Array.from(forces, f => f.classes.length)
    this.#pairAt = new Int32Array(TEAMS * TEAMS)
    const parts: number[] = []
    for (const [a, attackers] of forces.entries())
      for (const [d, defenders] of forces.entries()) {
        if (a === d) continue
        this.#pairAt[a * TEAMS + d] = parts.length
        for (let edges = 0; edges < EDGES; edges++)
          for (const attacker of attackers.classes)
            for (const defender of defenders.classes)
              parts.push(partsWith(t.rules, attacker, defender, edges))
      }
    this.#parts = Int32Array.from(parts)
  }

  /** Whether a seat has Reconnaissance. */
  edge(s: Int32Array, seat: number): boolean {
    if (this.#hasRecon[seat] === 0) return false
    for (let i = 0; i < this.#recon.length; i++)
      if (ownerIn(s[TILE + this.#recon[i]!]!) === 1 + seat) return true
    return false
  }

  /** Strength without Reconnaissance of those of a seat's units in a mask, not empty. */
  strength(seat: number, units: number, defends: boolean): number {
    const own = (units & teamOf(seat)) >>> (seat << SLOT_SHIFT)
    return this.#strength[seat]![this.#classOf[seat]![own]!]! * (defends ? this.#home : 1)
  }

  /** The seat that is attacked in the battle in hand. */
  defender(s: Int32Array): number {
    return seatOf(lowest(s[TILE + s[BATTLE]! - 1]! & UNIT_BITS & ~teamOf(s[TURN]!)))
  }

  /** Parts of a million that the attacker's side suffers the next loss. */
  #attackerParts(s: Int32Array, attacker: number, defender: number): number {
    const living = s[LIVING]!
    const a = this.#classOf[attacker]![(living >>> (attacker << SLOT_SHIFT)) & 255]!
    const d = this.#classOf[defender]![(living >>> (defender << SLOT_SHIFT)) & 255]!
    const edges = (this.edge(s, attacker) ? 1 : 0) | (this.edge(s, defender) ? 2 : 0)
    const row = edges * this.#classes[attacker]! + a
    return this.#parts[this.#pairAt[attacker * TEAMS + defender]! + row * this.#classes[defender]! + d]!
  }

  legal(s: Int32Array, out: Int32Array): number {
    let n = 0
    if (this.#oneFalls) {
      for (let rest = s[LIVING]!; rest !== 0; rest &= rest - 1) out[n++] = FALL + lowest(rest)
      return n
    }
    const attacker = s[TURN]!
    const defender = this.defender(s)
    out[n++] = WIN + Math.min(attacker, defender)
    out[n++] = WIN + Math.max(attacker, defender)
    return n
  }

  odds(s: Int32Array, out: Int32Array): number {
    const attacker = s[TURN]!
    const defender = this.defender(s)
    const parts = this.#attackerParts(s, attacker, defender)
    if (!this.#oneFalls) {
      // The attackers win when it is the defenders who fall.
      out[attacker < defender ? 0 : 1] = million - parts
      out[attacker < defender ? 1 : 0] = parts
      return million
    }
    const attackers = count(s[LIVING]! & teamOf(attacker))
    const defenders = count(s[LIVING]! & teamOf(defender))
    let n = 0
    for (let rest = s[LIVING]!; rest !== 0; rest &= rest - 1)
      out[n++] = seatOf(lowest(rest)) === attacker ? parts * defenders : (million - parts) * attackers
    return attackers * defenders * million
  }

  /** One outcome by its odds, with the draw that walking through them would take. */
  sample(s: Int32Array, rng: Int32Array): number {
    const attacker = s[TURN]!
    const defender = this.defender(s)
    const parts = this.#attackerParts(s, attacker, defender)
    const first = Math.min(attacker, defender)
    const second = Math.max(attacker, defender)
    if (!this.#oneFalls) {
      const firstWins = first === attacker ? million - parts : parts
      return WIN + (below(rng, million) < firstWins ? first : second)
    }
    const living = s[LIVING]!
    const attackers = count(living & teamOf(attacker))
    const defenders = count(living & teamOf(defender))
    let weight = first === attacker ? parts * defenders : (million - parts) * attackers
    let units = first === attacker ? attackers : defenders
    let slots = living & teamOf(first)
    let draw = below(rng, attackers * defenders * million)
    if (draw >= weight * units) {
      draw -= weight * units
      weight = first === attacker ? (million - parts) * attackers : parts * defenders
      units = attackers + defenders - units
      slots = living & teamOf(second)
    }
    for (; draw >= weight; draw -= weight) slots &= slots - 1
    return FALL + lowest(slots)
  }
}

function partsWith({ battle }: Rules, attacker: Force, defender: Force, edges: number): number {
  const model = BATTLE_MODELS[battle.model]
  const attack = { ...attacker, strength: attacker.strength * ((edges & 1) !== 0 ? battle.recon : 1) }
  const defence = {
    ...defender,
    strength: defender.strength * ((edges & 2) !== 0 ? battle.recon : 1) * battle.home,
  }
  return partsOf(model, attack, defence, battle)
}
