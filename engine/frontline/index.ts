/** Frontline: two bases at the ends of a lane, units that march and fight by themselves, one recruit a turn. */
import {
  type Action,
  type CompiledGame,
  type Ending,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  type Gauge,
  RESOLVE_BIT,
  type Seat,
  type State,
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { describe, render } from './describe.ts'
import * as layout from './layout.ts'
import { formatAction, parseAction } from './notation.ts'
import { CATAPULT, KINDS, RECRUITS, type Rules, SIDES } from './rules.ts'
import { Turns } from './turn.ts'

export { schema } from './rules.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, ARMY, BASE, CATAPULTS, CELLS, CLOSING, GOLD, OUTCOME, TURNS, UNITS, packUnit, sizeOf } =
  layout

const ENDINGS: readonly Ending[] = [
  { id: 'base', kind: 'win', label: 'a base was destroyed' },
  { id: 'base-lead', kind: 'win', label: 'the turns are over, and one base has more hit points' },
  { id: 'turns', kind: 'length', label: 'the turns are over' },
]
const BY_BASE = 0
const BY_BASE_LEAD = 1
const BY_TURNS = 2
const NOBODY = -1

class Frontline implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly #rules: Rules
  readonly #turns: Turns
  readonly #first: Seat
  readonly #perTurn: number
  readonly #baseDecides: boolean
  /** By kind of recruit. */
  readonly #price: Int32Array
  readonly #hp: Int32Array
  readonly #cheapest: number

  constructor(id: string, rules: Rules) {
    this.#rules = rules
    this.#turns = new Turns(rules)
    this.#first = SIDES.indexOf(rules.first)
    this.#perTurn = rules.gold.perTurn
    this.#baseDecides = rules.tiebreak === 'base'
    const { infantry, archer, catapult } = rules.units
    const recruits = [infantry, archer, catapult]
    this.#price = Int32Array.from(recruits, unit => unit.price)
    this.#hp = Int32Array.from(recruits, unit => unit.hp)
    this.#cheapest = Math.min(...recruits.map(unit => unit.price))
    this.info = {
      id,
      type: {
        dynamics: 'sequential',
        chance: 'deterministic',
        information: 'perfect',
        utility: 'constant-sum',
      },
      seats: SIDES,
      stateSize: sizeOf(rules.cells),
      actionCount: 1 + RECRUITS,
      legalMax: 1 + RECRUITS,
      decisionMax: 2 * rules.turns,
      stepMax: 2 * rules.turns,
      step: { label: 'half-turn', perTurn: 2 },
      gauges: gaugesOf(rules),
      assets: KINDS.map((kind, k) => {
        const asset = { id: kind, group: 'unit', label: kind }
        return k < RECRUITS ? { ...asset, price: recruits[k]!.price } : asset
      }),
      endings: ENDINGS,
    }
    this.text = {
      replayEach: 'step',
      fixedFormat: true,
      format: (_state, _seat, action) => formatAction(action),
      parse: (state, seat, text) => parseAction(rules, state, seat, text),
      describe: state => describe(rules, state),
      render: state => render(rules, state, ENDINGS),
    }
  }

  start(s: State, _events: Int32Array): void {
    const { gold, base } = this.#rules
    s.fill(0)
    s[ACTORS] = RESOLVE_BIT
    s[GOLD] = s[GOLD + 1] = gold.start
    s[BASE] = s[BASE + 1] = base.hp
  }

  toMove(s: State): number {
    return s[ACTORS]!
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    const gold = s[GOLD + seat]!
    let count = 1
    out[0] = 0
    for (let kind = 0; kind < RECRUITS; kind++) if (this.#price[kind]! <= gold) out[count++] = 1 + kind
    return count
  }

  /** Recruits nothing. */
  passive(): Action {
    return 0
  }

  sample(s: State, seat: Seat, rng: Int32Array): Action {
    const gold = s[GOLD + seat]!
    const price = this.#price
    const infantry = price[0]! <= gold ? 1 : 0
    const archer = price[1]! <= gold ? 1 : 0
    const catapult = price[2]! <= gold ? 1 : 0
    let left = below(rng, 1 + infantry + archer + catapult)
    if (left === 0) return 0
    if (infantry !== 0 && --left === 0) return 1
    if (archer !== 0 && --left === 0) return 2
    return 3
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (action !== 0) {
      const kind = action - 1
      s[GOLD + seat]! -= this.#price[kind]!
      s[ARMY + seat]! += this.#price[kind]!
      s[UNITS + seat]! |= 1
      if (kind === CATAPULT) s[CATAPULTS + seat]! |= 1
      s[CELLS + (seat === 0 ? 0 : this.#rules.cells - 1)] = packUnit(kind, this.#hp[kind]!)
      events[(seat * KINDS.length + kind) * EVENTS.length + FIELDED]!++
    }
    s[CLOSING] = 1
    s[ACTORS] = RESOLVE_BIT
  }

  /** Plays the next turn up to a decision, or closes it if nothing is left to decide. */
  resolve(s: State, events: Int32Array): boolean {
    if (s[CLOSING] !== 0) return this.#close(s)
    const turns = s[TURNS]!++
    const seat = (turns & 1) ^ this.#first
    if ((turns & 1) === 0) {
      s[GOLD]! += this.#perTurn
      s[GOLD + 1]! += this.#perTurn
    }
    if (this.#turns.play(s, seat, events)) {
      this.#end(s, BY_BASE, seat)
      return true
    }
    // With one option there is nothing to decide.
    if ((s[UNITS + seat]! & 1) !== 0 || s[GOLD + seat]! < this.#cheapest) return this.#close(s)
    s[ACTORS] = 1 << seat
    return false
  }

  #close(s: State): boolean {
    s[CLOSING] = 0
    if (s[TURNS] === this.info.stepMax) this.#runOut(s)
    return true
  }

  #runOut(s: State): void {
    const lead = s[BASE]! - s[BASE + 1]!
    if (!this.#baseDecides || lead === 0) this.#end(s, BY_TURNS, NOBODY)
    else this.#end(s, BY_BASE_LEAD, lead > 0 ? 0 : 1)
  }

  #end(s: State, ending: number, winner: number): void {
    s[ACTORS] = 0
    s[OUTCOME] = (1 + ending) | ((winner + 1) << 4)
  }

  result(s: State, parts: Int32Array): number {
    const winner = (s[OUTCOME]! >> 4) - 1
    parts[0] = winner === NOBODY ? WIN_UNITS / 2 : winner === 0 ? WIN_UNITS : 0
    parts[1] = WIN_UNITS - parts[0]!
    return (s[OUTCOME]! & 15) - 1
  }

  observe(s: State, _seat: Seat, view: State): void {
    view.set(s)
  }

  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }

  gauge(s: State, out: Int32Array): void {
    for (let seat = 0; seat < 2; seat++) {
      out[seat] = s[BASE + seat]!
      out[2 + seat] = s[GOLD + seat]!
      out[4 + seat] = 32 - Math.clz32(s[UNITS + seat]!)
      out[6 + seat] = s[ARMY + seat]!
    }
  }
}

function gaugesOf({ base, cells, gold, turns, units }: Rules): Gauge[] {
  const attacks = KINDS.map(kind => units[kind].attack)
  const income = gold.start + turns * gold.perTurn
  const dearest = Math.max(units.infantry.price, units.archer.price, units.catapult.price)
  return [
    {
      id: 'base',
      label: 'hit points of the base',
      // A last blow may take more than there is.
      min: Math.min(0, 1 - Math.max(...attacks)),
      max: base.hp,
      zeroSum: false,
      weight: WIN_UNITS / 2 / base.hp,
    },
    {
      id: 'gold',
      label: 'gold',
      min: 0,
      // What the other side spends comes back as bounties at that rate, and so on to and fro.
      max: Math.max(1, Math.floor(income * (1 + gold.bounty / 100))),
      zeroSum: false,
      weight: 0.1,
    },
    {
      id: 'front',
      label: 'cells that the foremost unit has reached',
      min: 0,
      max: cells,
      zeroSum: false,
      weight: 0.1,
    },
    {
      id: 'army',
      label: 'price of the units on the lane',
      min: 0,
      max: Math.max(1, cells * dearest),
      zeroSum: false,
      weight: 0.1,
    },
  ]
}

/** Compiles a validated rules object. */
export function compile(id: string, rules: Rules): CompiledGame {
  return new Frontline(id, rules)
}
