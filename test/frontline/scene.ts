/** Lanes written as text, turns played on them, and what stands there afterwards. */

import { type CompiledGame, EVENTS, newEvents, newState, RESOLVE_BIT } from '../../engine/contract/index.ts'
import { KINDS, priceOf, schema } from '../../engine/frontline/rules.ts'
import { ARCHERS, ARMY, CATAPULTS, CELLS, packUnit, TURNS, UNITS } from '../../engine/frontline/state.ts'
import { overlay, type Patch } from '../elephant-men/load.ts'
import { gameOf } from './load.ts'

export interface Position {
  readonly round: number
  readonly player: string | null
  readonly gold: { readonly A: number; readonly B: number }
  readonly base: { readonly A: number; readonly B: number }
  readonly units: readonly { readonly cell: number; kind: string; side: string; hp: number }[]
  readonly winner: string | null
}

type Side = 'A' | 'B'

export class Lane {
  readonly game: CompiledGame
  readonly state: Int32Array
  readonly events: Int32Array

  constructor(game: CompiledGame) {
    this.game = game
    this.state = newState(game.info)
    this.events = newEvents(game.info)
    game.start(this.state, this.events)
  }

  /** "A infantry 5, B archer 8:3": units with full hit points, or with those after the colon; prices by the patch. */
  place(units: string, patch: Patch = {}): this {
    const prices = schema.parse(overlay({}, patch)).units
    const cells = this.state.length - CELLS
    for (const text of units.split(', ').filter(Boolean)) {
      const [side, kind, where] = text.split(' ') as [Side, string, string]
      const [cell, hp] = where.split(':').map(Number) as [number, number | undefined]
      const full = { infantry: 10, archer: 8, catapult: 12, 'super-soldier': 10 }[kind]!
      this.state[CELLS + cell - 1] = packUnit(KINDS.indexOf(kind as 'archer'), hp ?? full)
      const seat = side === 'A' ? 0 : 1
      const position = seat === 0 ? cells - cell : cell - 1
      this.state[UNITS + seat]! |= 1 << position
      if (kind === 'archer') this.state[ARCHERS + seat]! |= 1 << position
      if (kind === 'catapult') this.state[CATAPULTS + seat]! |= 1 << position
      this.state[ARMY + seat]! += priceOf(prices, kind as 'archer')
    }
    return this
  }

  /** Plays the actions of a side's next turn, and recruits nothing. */
  turn(side: Side): Position {
    const first = (this.state[TURNS]! & 1) === 0
    if (first !== (side === 'A')) this.state[TURNS]!++
    this.#resolve()
    const seat = side === 'A' ? 0 : 1
    if ((this.game.toMove(this.state) >> seat) & 1) this.decide(`${side} none`)
    return this.now()
  }

  #resolve(): boolean {
    return this.game.resolve(this.state, this.events)
  }

  /** One decision as records write it, and the close of the turn. */
  decide(text: string): this {
    const [side, choice] = text.split(' ') as [Side, string]
    const seat = side === 'A' ? 0 : 1
    this.game.apply(this.state, seat, this.game.text.parse(this.state, seat, choice), this.events)
    this.#resolve()
    return this
  }

  /** Plays until somebody must decide, or it is over. */
  wait(): this {
    while (this.game.toMove(this.state) === RESOLVE_BIT) this.#resolve()
    return this
  }

  now(): Position {
    return this.game.text.describe(this.state) as Position
  }

  /** What the side due may do, as records write it. */
  choices(): string[] {
    const seat = this.game.toMove(this.state) - 1
    const out = new Int32Array(this.game.info.legalMax)
    const count = this.game.legal(this.state, seat, out)
    return Array.from(out.subarray(0, count), action => this.game.text.format(this.state, seat, action))
  }

  count(side: Side, kind: string, event: (typeof EVENTS)[number]): number {
    const asset = this.game.info.assets.findIndex(({ id }) => id === kind)
    const seat = side === 'A' ? 0 : 1
    return this.events[(seat * this.game.info.assets.length + asset) * EVENTS.length + EVENTS.indexOf(event)]!
  }
}

/** A lane without income, so that gold tells of bounties alone. */
export function lane(units: string, patch: Patch = {}): Lane {
  return new Lane(gameOf('default', { 'gold.perTurn': 0, ...patch })).place(units, patch)
}

/** A match from its start. */
export function match(patch: Patch = {}): Lane {
  return new Lane(gameOf('default', patch)).wait()
}

/** "A infantry 5:10" for every unit, by cell. */
export const see = (position: Position): string[] =>
  position.units.map(({ side, kind, cell, hp }) => `${side} ${kind} ${cell}:${hp}`)
