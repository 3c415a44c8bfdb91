/** Matches of Prestige: played by records, or set up so that a test can state what it expects in a line. */
import { CHANCE, type CompiledGame, newEvents, newState, RESOLVE_BIT } from '../../engine/contract/index.ts'
import { TYPES } from '../../engine/prestige/rules/parts.ts'
import { compileTables, type Tables } from '../../engine/prestige/rules/tables.ts'
import { clearBoard, putTroops } from '../../engine/prestige/state/board.ts'
import * as fields from '../../engine/prestige/state/fields.ts'
import * as layout from '../../engine/prestige/state/layout.ts'
import { putCard } from '../../engine/prestige/turn/deck.ts'
import { beginTurn } from '../../engine/prestige/turn/turn.ts'
import { gameOf, type Patch, type RuleSet, rulesOf } from './load.ts'

type Counts = Readonly<Record<(typeof TYPES)[number], number>>

/** A position as `describe` gives it. */
export interface Frame {
  readonly territories: Readonly<Record<string, string | null>>
  readonly troops: Readonly<Record<string, Counts>>
  readonly dossiers: Readonly<Record<string, readonly (string | null)[]>>
  readonly prestige: Readonly<Record<string, number>>
  readonly incoming: Readonly<Record<string, Counts>>
  readonly winner: string | null
}

/** Six territories in a line, in three regions; two of them, a and f, are ends. */
export const LINE = {
  name: 'line',
  territories: [
    { name: 'a', region: 'west', next: ['b'] },
    { name: 'b', region: 'west', next: ['c'] },
    { name: 'c', region: 'middle', next: ['d'] },
    { name: 'd', region: 'middle', next: ['e'] },
    { name: 'e', region: 'east', next: ['f'] },
    { name: 'f', region: 'east' },
  ],
}

/** A mission of each kind, and some that are out of reach. */
export const DECK = {
  name: 'one of each',
  cards: [
    { name: 'lands', kind: 'territories', count: 3 },
    { name: 'west', kind: 'region', region: 'west' },
    { name: 'ends', kind: 'both', territories: ['a', 'f'], prestige: 2 },
    { name: 'safe', kind: 'safe', count: 2 },
    { name: 'alike', kind: 'troops', count: 5 },
    { name: 'combined', kind: 'combined', count: 2 },
    { name: 'took', kind: 'took', count: 1 },
    { name: 'removed', kind: 'removed', count: 2 },
    { name: 'border', kind: 'border' },
    { name: 'far', kind: 'troops', count: 99, copies: 8 },
    { name: 'wide', kind: 'territories', count: 99 },
  ],
}

export class Match {
  readonly game: CompiledGame
  readonly tables: Tables
  readonly state: Int32Array
  readonly events: Int32Array
  /** Steps completed. */
  steps = 0

  constructor(set: RuleSet, patch: Patch = {}) {
    this.game = gameOf(set, patch)
    this.tables = compileTables(rulesOf(set, patch))
    this.state = newState(this.game.info)
    this.events = newEvents(this.game.info)
    this.game.start(this.state, this.events)
  }

  now(): Frame {
    return this.game.text.describe(this.state) as Frame
  }

  /** Who is due: names of seats, 'chance', or nobody at the end. */
  due(): string[] {
    const mask = this.game.toMove(this.state)
    const seats = this.game.info.seats.filter((_, seat) => (mask >> seat) & 1)
    return (mask >> CHANCE) & 1 ? ['chance'] : seats
  }

  /** One decision as records write it; then whatever needs none. */
  decide(text: string): void {
    const space = text.indexOf(' ')
    const name = text.slice(0, space)
    const seat = name === 'chance' ? CHANCE : this.game.info.seats.indexOf(name)
    if (seat < 0) throw new Error(`no seat is called ${JSON.stringify(name)}`)
    const action = this.game.text.parse(this.state, seat, text.slice(space + 1))
    this.game.apply(this.state, seat, action, this.events)
    this.settle()
  }

  settle(): void {
    while (this.game.toMove(this.state) === RESOLVE_BIT)
      if (this.game.resolve(this.state, this.events)) this.steps++
  }

  play(...decisions: readonly string[]): this {
    for (const decision of decisions) this.decide(decision)
    return this
  }

  /** What a seat, or chance, may decide now, as records write it. */
  choices(name: string): string[] {
    const seat = name === 'chance' ? CHANCE : this.game.info.seats.indexOf(name)
    const out = new Int32Array(this.game.info.legalMax)
    const count = this.game.legal(this.state, seat, out)
    return Array.from(out.subarray(0, count), action => this.game.text.format(this.state, seat, action))
  }

  /** A whole attack: the declaration and its counts, all dice, then picks of both sides by turns. */
  attack(seat: string, text: string, dice: string, ...picks: readonly string[]): this {
    const [first, ...counts] = text.split('; ')
    this.play(`${seat} attack ${first}`, ...counts.map(count => `${seat} send ${count}`))
    for (const value of dice.split(/[ |]/)) this.decide(`chance die ${value}`)
    return this.play(...picks)
  }

  /** An asset's counts: fielded, used, scored, conceded, lost. */
  counts(seat: string, group: string, id: string): number[] {
    const asset = this.game.info.assets.findIndex(a => a.group === group && a.id === id)
    const at = (this.game.info.seats.indexOf(seat) * this.game.info.assets.length + asset) * 5
    return Array.from(this.events.subarray(at, at + 5))
  }
}

/** A position in words: troops by territory ('red 2 assault 1 ranged'), and what each seat has. */
export interface Scene {
  readonly lands: Readonly<Record<string, string>>
  /** Missions by place, '-' for none: 'lands -'; else 'far far', out of reach. */
  readonly dossiers?: Readonly<Record<string, string>>
  readonly incoming?: Readonly<Record<string, string>>
  readonly prestige?: Readonly<Record<string, number>>
  /** Cards of the deck's upper part, of its lower part, and of the discard pile; else what the dossiers leave. */
  readonly deck?: { readonly upper?: string; readonly lower?: string; readonly discarded?: string }
  readonly turn: string
  readonly round?: number
}

/** '2 assault 1 ranged' as a word of troops. */
function packed(text: string): number {
  const words = text.split(' ').filter(Boolean)
  let troops = 0
  for (let i = 0; i < words.length; i += 2)
    troops += fields.troopsOf(
      TYPES.findIndex(type => type === words[i + 1]),
      Number(words[i]),
    )
  return troops
}

/** A match on the line of six territories, or by other rules, from the beginning of a turn. */
export function scene(described: Scene, patch: Patch = {}, set: RuleSet = 'two'): Match {
  const match = new Match(set, { map: LINE, deck: DECK, ...patch })
  const { state: s, tables: t, game } = match
  s.fill(0)
  clearBoard(t, s)
  s[layout.STILL_IN] = (1 << t.seats) - 1
  for (const [name, text] of Object.entries(described.lands)) {
    const [seatName, ...troops] = text.split(' ')
    const seat = game.info.seats.indexOf(seatName!)
    const word = packed(troops.join(' '))
    putTroops(t, s, seat, t.territoryNames.indexOf(name), word)
    s[layout.seatAt(seat) + layout.BOARD]! += word
  }
  const left = t.cardCopies.slice()
  const card = (name: string) => {
    const found = t.cardNames.indexOf(name)
    if (found < 0) throw new Error(`no mission is called ${name}`)
    left[found]!--
    return found
  }
  for (const [seat, name] of game.info.seats.entries())
    for (const [place, mission] of (described.dossiers?.[name] ?? 'far far').split(' ').entries())
      if (mission !== '-') s[layout.seatAt(seat) + layout.DOSSIER + place] = 1 + card(mission)
  for (const [name, text] of Object.entries(described.incoming ?? {}))
    s[layout.seatAt(game.info.seats.indexOf(name)) + layout.INCOMING] = packed(text)
  for (const [name, prestige] of Object.entries(described.prestige ?? {}))
    s[layout.seatAt(game.info.seats.indexOf(name)) + layout.PRESTIGE] = prestige
  if (described.deck) {
    const parts = [
      [described.deck.upper, fields.UPPER],
      [described.deck.lower, fields.LOWER],
      [described.deck.discarded, fields.DISCARDED],
    ] as const
    for (const [names, part] of parts)
      for (const name of (names ?? '').split(' ').filter(Boolean)) putCard(t, s, card(name), part)
  } else for (let c = 0; c < t.cards; c++) for (let i = 0; i < left[c]!; i++) putCard(t, s, c, fields.UPPER)
  s[layout.TURN] = game.info.seats.indexOf(described.turn)
  s[layout.ROUND] = described.round ?? 0
  beginTurn(t, s, match.events)
  match.settle()
  return match
}

/** 'a red 2 assault 1 ranged' for every territory with troops, by name. */
export function see(frame: Frame): string[] {
  return Object.entries(frame.territories).flatMap(([name, holder]) =>
    holder === null ? [] : [`${name} ${holder} ${troopText(frame.troops[name]!)}`],
  )
}

/** '2 assault 1 ranged'. */
export function troopText(counts: Counts): string {
  return TYPES.filter(type => counts[type] > 0)
    .map(type => `${counts[type]} ${type}`)
    .join(' ')
}
