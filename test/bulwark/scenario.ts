/** Matches of Bulwark for tests: positions given by where units stand, decisions as records write them. */

import type { Rules } from '../../engine/bulwark/rules/schema.ts'
import * as layout from '../../engine/bulwark/state/layout.ts'
import {
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  lowest,
  newEvents,
  newState,
  settle,
} from '../../engine/contract/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { type Patch, rulesOf } from './load.ts'

/** A position as `describe` gives it. */
export interface Frame {
  readonly round: number
  readonly turn: string | null
  readonly asks: {
    readonly what: string
    readonly team?: string
    readonly unit?: number
    readonly of?: string
  } | null
  readonly teams: readonly { team: string; capital: string | null; held: number; out: boolean }[]
  readonly units: readonly { team: string; unit: number; at: string; stepped: boolean; recovers: boolean }[]
  readonly tiles: readonly { tile: string; owner: string }[]
  readonly abilities: readonly { ability: string; at: string; ready: number }[]
  readonly battle: null | {
    readonly at: string
    readonly attacker: string
    readonly living: readonly string[]
    readonly fallen: readonly string[]
  }
  readonly winner: string | null
}

export class Match {
  readonly game: CompiledGame
  readonly state: Int32Array
  readonly events: Int32Array
  steps = 0

  constructor(game: CompiledGame) {
    this.game = game
    this.state = newState(game.info)
    this.events = newEvents(game.info)
    game.start(this.state, this.events)
  }

  now(): Frame {
    return this.game.text.describe(this.state) as Frame
  }

  /** Where a unit stands, as "red 1"; undefined once it is out of the game. */
  at(unit: string): string | undefined {
    return this.now().units.find(u => `${u.team} ${u.unit}` === unit)?.at
  }

  recovers(unit: string): boolean | undefined {
    return this.now().units.find(u => `${u.team} ${u.unit}` === unit)?.recovers
  }

  owner(tile: string): string | undefined {
    return this.now().tiles.find(t => t.tile === tile)?.owner
  }

  /** "red 3", "red end", "chance": the next decision, from `describe`. */
  asked(): string {
    const { asks } = this.now()
    if (asks === null) return 'nobody'
    if (asks.what === 'battle') return 'chance'
    return `${asks.team} ${asks.unit ?? asks.what}`
  }

  decide(text: string): this {
    const space = text.indexOf(' ')
    const name = text.slice(0, space)
    const seat = name === 'chance' ? CHANCE : this.game.info.seats.indexOf(name)
    this.game.apply(
      this.state,
      seat,
      this.game.text.parse(this.state, seat, text.slice(space + 1)),
      this.events,
    )
    settle(this.game, this.state, this.events, () => this.steps++)
    return this
  }

  play(...decisions: readonly string[]): this {
    for (const decision of decisions) this.decide(decision)
    return this
  }

  /** The legal decisions, as records write them, with the team's name. */
  choices(): string[] {
    const mask = this.game.toMove(this.state)
    const seat = mask === CHANCE_BIT ? CHANCE : lowest(mask)
    const out = new Int32Array(this.game.info.legalMax)
    const count = this.game.legal(this.state, seat, out)
    const name = seat === CHANCE ? 'chance' : this.game.info.seats[seat]!
    return Array.from(
      out.subarray(0, count),
      action => `${name} ${this.game.text.format(this.state, seat, action)}`,
    )
  }

  /** Chance's outcomes with their weights. */
  odds(): [string, number][] {
    const out = new Int32Array(this.game.info.legalMax)
    this.game.chanceWeights!(this.state, out)
    return this.choices().map((text, i) => [text, out[i]!])
  }

  /** Lets all units that are left of this turn stay, up to its battles or the next turn. */
  pass(): this {
    const { turn, round } = this.now()
    for (let now = this.now(); now.turn === turn && now.round === round; now = this.now()) {
      if (now.asks?.what !== 'step' && now.asks?.what !== 'end') break
      this.decide(this.choices()[0]!)
    }
    return this
  }

  /** Plays the rest of the current battle: these units fall, in this order. */
  fall(...units: readonly string[]): this {
    return this.play(...units.map(unit => `chance ${unit} falls`))
  }
}

export interface Scene {
  /** Tiles of the units 1, 2, ... of each team; null for one that is out of the game. */
  readonly red: readonly (string | null)[]
  readonly blue: readonly (string | null)[]
  readonly green?: readonly (string | null)[]
  /** Owners of empty tiles. */
  readonly owners?: Readonly<Record<string, string>>
  readonly capitals?: readonly string[]
  /** Whose turn begins; red if it is not said. */
  readonly turn?: string
  readonly recovers?: readonly string[]
}

const CAPITALS = ['Rocky Archways', 'Decrepit Hut Near The Ruins', 'Sword In The Stone']

function indexOf(rules: Rules, tile: string): number {
  const index = rules.map.tiles.findIndex(({ name }) => name === tile)
  if (index < 0) throw new Error(`no tile ${tile}`)
  return index
}

/** A match that begins with a team's turn in a position of the test's own. Capitals out of the way unless they are given. */
export function scene(spec: Scene, patch: Patch = {}): Match {
  const lists = [spec.red, spec.blue, ...(spec.green ? [spec.green] : [])]
  const names = ['red', 'blue', 'green'].slice(0, lists.length)
  const rules = rulesOf({
    'team.names': names,
    'team.size': lists.map(list => Math.max(4, list.length)),
    'setup.capitals': spec.capitals ?? CAPITALS.slice(0, lists.length),
    'setup.move': names.indexOf(spec.turn ?? 'red') + 1,
    ...patch,
  })
  const match = new Match(findGame('bulwark').compile(rules))
  place(match, rules, lists, spec)
  return match
}

function place({ state: s }: Match, rules: Rules, lists: readonly Scene['red'][], spec: Scene): void {
  const { ASKED, AT, RECOVERING, TILE, TURN, UNITS } = layout
  const tiles = rules.map.tiles.length
  for (let tile = 0; tile < tiles; tile++) s[TILE + tile] = s[TILE + tile]! & ~layout.UNIT_BITS
  const { owned, ownedWords } = layout.extentOf(lists.length, tiles, 0, false)
  const own = (tile: number, seat: number) => {
    s[TILE + tile] = layout.withOwner(s[TILE + tile]!, 1 + seat)
    for (let other = 0; other < lists.length; other++) {
      const at = owned + other * ownedWords + Math.floor(tile / 32)
      s[at] = other === seat ? s[at]! | (1 << tile) : s[at]! & ~(1 << tile)
    }
  }
  for (const [seat, list] of lists.entries()) {
    s[UNITS + seat] = 0
    for (let n = 0; n < 8; n++) {
      const slot = layout.slotOf(seat, n)
      const name = list[n] ?? null
      s[AT + slot] = name === null ? layout.GONE : indexOf(rules, name)
      if (name === null) continue
      s[UNITS + seat]! |= 1 << slot
      s[TILE + indexOf(rules, name)]! |= 1 << slot
      own(indexOf(rules, name), seat)
    }
  }
  for (const [tile, team] of Object.entries(spec.owners ?? {}))
    own(indexOf(rules, tile), rules.team.names.indexOf(team))
  for (const unit of spec.recovers ?? []) {
    const [team, number] = unit.split(' ')
    const seat = rules.team.names.indexOf(team!)
    s[RECOVERING]! |= 1 << layout.slotOf(seat, Number(number) - 1)
  }
  // The turn began before all this: its first decision is due again.
  s[ASKED] = lowest(s[UNITS + s[TURN]!]! & ~s[RECOVERING]!)
}
