/** Which decisions use a tile, its battles, a site, an ability or the units. */
import { type Action, EVENTS, type Seat, type State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import { ANSWERING, ASKED, FLEEING, PICKING, RETREATING, STAGE, seatOf } from '../state/layout.ts'
import type { Retreats } from './retreats.ts'

const NOWHERE = -1

export class Uses {
  readonly #tables: Tables
  readonly #board: Board
  readonly #retreats: Retreats
  /** By asset: the tile that it is about, or NOWHERE. */
  readonly #tile: Int32Array

  constructor(tables: Tables, board: Board, retreats: Retreats) {
    this.#tables = tables
    this.#board = board
    this.#retreats = retreats
    this.#tile = new Int32Array(tables.assets.list.length).fill(NOWHERE)
    const { battle, site, tile } = tables.assets
    for (const places of [tile, battle, site])
      for (const [at, events] of places.entries()) if (events >= 0) this.#tile[events / EVENTS.length] = at
  }

  /**
   * A tile is used by what brings an own unit onto it, its battles by a step into one, a site by picking it, abilities by their uses, and
   * the units by steps.
   */
  uses(s: State, seat: Seat, action: Action, asset: number): boolean {
    const { assets, codes } = this.#tables
    const tile = this.#tile[asset]!
    switch (assets.list[asset]!.group) {
      case 'tile':
        return tile === this.#target(s, seat, action)
      case 'battle':
        return (
          this.#steps(s, action) &&
          tile === this.#target(s, seat, action) &&
          this.#board.hostile(s, tile, seat)
        )
      case 'capital':
        return s[STAGE] === PICKING && action === codes.pick + tile
      case 'unit':
        return this.#steps(s, action)
      default:
        return this.#usesAbility(s, action, asset * EVENTS.length)
    }
  }

  #usesAbility(s: State, action: Action, ability: number): boolean {
    const { assets, codes } = this.#tables
    switch (ability) {
      case assets.rally:
        return action >= codes.rally && action < codes.swarm
      case assets.swarm:
        return action >= codes.swarm && action < codes.flee
      case assets.ferry:
        return this.#steps(s, action) && action >= codes.ferry
      case assets.training:
        return s[STAGE] === RETREATING && action >= codes.choose
      default:
        return false
    }
  }

  #steps(s: State, action: Action): boolean {
    const { step, rally } = this.#tables.codes
    return s[STAGE] === ANSWERING && action >= step && action < rally
  }

  /** The tile to which an action brings units of the seat that chooses it, or NOWHERE. */
  #target(s: State, seat: Seat, action: Action): number {
    const { codes, tiles, timedTile } = this.#tables
    if (this.#steps(s, action)) return (action - (action < codes.ferry ? codes.step : codes.ferry)) % tiles
    switch (s[STAGE]) {
      case PICKING:
        return action - codes.pick
      case FLEEING:
        return seatOf(s[ASKED]!) === seat ? (action - codes.flee) % tiles : NOWHERE
      case RETREATING:
        return action < codes.choose
          ? this.#retreats.destination(s, s[ASKED]!)
          : (action - codes.choose) % tiles
      default:
        return action >= codes.rally && action < codes.swarm ? timedTile[action - codes.rally]! : NOWHERE
    }
  }
}
