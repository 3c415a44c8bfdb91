/**
 * A deliberately naive oracle of the ruling of prestige: no speed, no shared code with the engine.
 *
 * A decision is an actor and a text. The oracle also asks for decisions with a single legal text. In order of play:
 *
 *   chance  draw <mission>               a card of the part of the deck that is drawn from; all equally likely
 *   <seat>  back <mission> [<mission>]   setup: these of his missions are put back, named in dossier order
 *   <seat>  settle <territory>           setup: where all his troops go; a count for each of his types follows
 *   <seat>  count <type> <n>             n troops of this type: at setup, into an attack, or set aside as incoming; asked
 *                                        for each type of his faction in the order of TYPES, with effect at once
 *   <seat>  place <type> <territory>     step 1: one incoming troop, of any of his incoming types
 *   <seat>  comeback <territory>         step 1 without territories: all his incoming
 *   <seat>  move <type> <from> <to>      step 2: one troop that has not moved yet; `done` ends the step
 *   <seat>  attack <from> <to>           step 3: counts and dice follow; `done` ends the step. Where moves and attacks mix,
 *                                        both are decided together
 *   chance  die <value>                  one of the attacker's dice, then one of the defender's
 *   <seat>  pick <value> <type>          one of his dice and one of his troops; both sides are due at the same moment
 *   <seat>  exchange <mission>           step 6: this mission is discarded for another; `keep` leaves all
 */
import { attack, attackStep, legalAttacks } from './prestige-attack.ts'
import { type OracleRules, type PrestigeDocument, rulesOf, TYPES, type Type } from './prestige-document.ts'
import {
  addTroops,
  ask,
  askCounts,
  emptyOnes,
  emptyPlaces,
  fillPlaces,
  meets,
  missionOf,
  namesOf,
  newPosition,
  ownerOf,
  type Play,
  type Player,
  type Position,
  piecesOf,
  type Request,
  territoriesOf,
  territory,
  troopsOn,
  without,
} from './prestige-parts.ts'
import { setUp } from './prestige-setup.ts'

export type { OracleRules, PrestigeDocument } from './prestige-document.ts'

function* playGame(position: Position): Play {
  yield* setUp(position)
  const { players, rules } = position
  for (position.round = 1; position.round <= rules.limits.rounds; position.round += 1) {
    // a round is one turn of everyone still in
    for (const player of players) {
      if (player.out) continue
      yield* takeTurn(position, player)
      if (position.winner !== null) return
      removePlayers(position)
      const left = players.filter(other => !other.out)
      if (left.length === 1) {
        position.winner = left[0]?.name ?? null
        return
      }
    }
  }
  position.winner = 'length'
}

// ---------------------------------------------------------------------------------------------------------------------
// A turn

function* takeTurn(position: Position, player: Player): Play {
  position.turn = player.name
  position.taken = []
  position.removed = 0
  for (const troop of position.troops) troop.moved = false

  const isBack = territoriesOf(position, player.name).length > 0 || player.incoming.length > 0
  // without territories and without incoming he goes straight to step 5
  if (isBack) {
    yield* placeStep(position, player)
    if (position.rules.moves.mixed) yield* mixedStep(position, player)
    else {
      yield* moveStep(position, player)
      yield* attackStep(position, player)
    }
    yield* missionStep(position, player)
    if (position.winner !== null) return
  }
  yield* incomingStep(position, player)
  yield* exchangeStep(position, player)
}

/** Step 1. */
function* placeStep(position: Position, player: Player): Play {
  const { name } = player
  if (territoriesOf(position, name).length === 0) {
    const text = yield* ask(
      name,
      emptyOnes(position).map(at => `comeback ${at}`),
    )
    for (const type of player.incoming) placeOne(position, name, type, text.slice('comeback '.length))
    player.incoming = []
    return
  }
  while (player.incoming.length > 0) {
    const legal = TYPES.filter(type => player.incoming.includes(type)).flatMap(type =>
      territoriesOf(position, name).map(at => `place ${type} ${at}`),
    )
    const text = yield* ask(name, legal)
    const [, placed, at = ''] = text.split(' ')
    const type = TYPES.find(entry => entry === placed)
    if (type === undefined) throw new Error(`no type in ${text}`)
    player.incoming = without(player.incoming, type)
    placeOne(position, name, type, at)
  }
}

/** Being placed may be a troop's move of the turn. */
function placeOne(position: Position, seat: string, type: Type, at: string): void {
  addTroops(position, seat, type, 1, at)
  const placed = position.troops.at(-1)
  if (placed !== undefined) placed.moved = position.rules.moves.placing
}

/** Step 2. */
function* moveStep(position: Position, player: Player): Play {
  for (;;) {
    const text = yield* ask(player.name, [...legalMoves(position, player), 'done'])
    if (text === 'done') return
    move(position, text)
  }
}

/** Steps 2 and 3 in one. */
function* mixedStep(position: Position, player: Player): Play {
  for (;;) {
    const attacks = legalAttacks(position, player.name)
    const text = yield* ask(player.name, [...legalMoves(position, player), ...attacks, 'done'])
    if (text === 'done') return
    if (text.startsWith('move ')) move(position, text)
    else yield* attack(position, player, text)
  }
}

function move(position: Position, text: string): void {
  const [, type, from = '', to = ''] = text.split(' ')
  const troop = troopsOn(position, from).find(entry => entry.type === type && !entry.moved)
  if (troop === undefined) throw new Error(`nobody to ${text}`)
  troop.at = to
  troop.moved = true
}

function legalMoves(position: Position, player: Player): string[] {
  const texts: string[] = []
  for (const from of territoriesOf(position, player.name)) {
    const present = troopsOn(position, from)
    // no single move may leave a territory empty
    if (present.length < 2) continue
    for (const type of TYPES) {
      if (!present.some(troop => troop.type === type && !troop.moved)) continue
      for (const to of territory(position, from).adjacent) {
        const owner = ownerOf(position, to)
        if (owner === null || owner === player.name) texts.push(`move ${type} ${from} ${to}`)
      }
    }
  }
  return texts
}

/** Step 4: each met mission pays, is discarded and replaced before the next one is looked at. */
function* missionStep(position: Position, player: Player): Play {
  const emptyBefore = emptyPlaces(player)
  for (const [place, card] of [...player.dossier.entries()]) {
    if (card === null || !meets(position, player, card)) continue
    player.prestige += missionOf(position, card).prestige
    if (player.prestige >= position.rules.prestige.win) {
      position.winner = player.name
      return
    }
    player.dossier[place] = null
    position.discard.push(card)
    yield* fillPlaces(position, player, [place])
  }
  // places for which no card was left in an earlier turn
  yield* fillPlaces(position, player, emptyBefore)
}

/** Step 5. */
function* incomingStep(position: Position, player: Player): Play {
  const { incoming, troops } = position.rules
  const half = territoriesOf(position, player.name).length / incoming.share
  const earned = incoming.roundUp ? Math.ceil(half) : Math.floor(half)
  const onBoard = position.troops.filter(troop => troop.seat === player.name).length
  const room = Math.max(0, troops.cap - onBoard - player.incoming.length)
  const wanted = Math.min(Math.max(earned, incoming.min), room)
  const pieces = piecesOf(position, player, wanted)
  const count = Math.min(
    wanted,
    pieces.reduce((sum, entry) => sum + entry.count, 0),
  )
  if (count === 0) return
  yield* askCounts(
    player.name,
    piecesOf(position, player, count),
    { least: count, most: count },
    (type, n) => {
      for (let i = 0; i < n; i += 1) player.incoming.push(type)
    },
  )
}

/** Step 6. */
function* exchangeStep(position: Position, player: Player): Play {
  const cards = player.dossier.filter(card => card !== null)
  const text = yield* ask(player.name, [...cards.map(card => `exchange ${card}`), 'keep'])
  if (text === 'keep') return
  const card = text.slice('exchange '.length)
  const place = player.dossier.indexOf(card)
  player.dossier[place] = null
  position.discard.push(card)
  yield* fillPlaces(position, player, [place])
}

/** After every turn: whoever has no territory is out if no territory is empty or there is no comeback. */
function removePlayers(position: Position): void {
  const mayComeBack = position.rules.comeback && emptyOnes(position).length > 0
  if (mayComeBack) return
  for (const player of position.players) {
    if (player.out || territoriesOf(position, player.name).length > 0) continue
    player.out = true
    position.discard.push(...player.dossier.filter(card => card !== null))
    player.dossier = player.dossier.map(() => null)
    player.incoming = []
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// What a caller holds

type Counts = Readonly<Record<Type, number>>

/** The position as `replay --json` prints it. */
export interface PrestigeJson {
  /** the owner, or null */
  territories: Readonly<Record<string, string | null>>
  troops: Readonly<Record<string, Counts>>
  dossiers: Readonly<Record<string, readonly (string | null)[]>>
  prestige: Readonly<Record<string, number>>
  incoming: Readonly<Record<string, Counts>>
  winner: string | null
}

function countTypes(types: readonly Type[]): Counts {
  const count = (wanted: Type): number => types.filter(type => type === wanted).length
  return { assault: count('assault'), mounted: count('mounted'), ranged: count('ranged') }
}

export class PrestigeOracle {
  readonly rules: OracleRules
  /** to look at, not to change */
  readonly position: Position
  readonly #play: Play
  #requests: readonly Request[]

  constructor(document: PrestigeDocument) {
    this.rules = rulesOf(document)
    this.position = newPosition(this.rules)
    this.#play = playGame(this.position)
    const first = this.#play.next()
    this.#requests = first.done ? [] : first.value
  }

  /** Seats that owe a decision, or `chance` alone, or nobody when the game is over. */
  actors(): string[] {
    return this.#requests.map(({ actor }) => actor)
  }

  /** The legal texts of an actor, none if it owes nothing. Those of chance are all equally likely. */
  legal(actor: string): string[] {
    return [...(this.#requests.find(request => request.actor === actor)?.legal ?? [])]
  }

  /** Makes one decision; throws if it isn't legal, and nothing is changed then. */
  apply(actor: string, text: string): void {
    if (!this.legal(actor).includes(text)) throw new Error(`${actor} may not ${text}`)
    const next = this.#play.next({ actor, text })
    this.#requests = next.done ? [] : next.value
  }

  json(): PrestigeJson {
    const { position } = this
    const names = namesOf(position)
    const ofSeats = <Value>(value: (player: Player) => Value): Record<string, Value> =>
      Object.fromEntries(position.players.map(player => [player.name, value(player)]))
    const ofTerritories = <Value>(value: (name: string) => Value): Record<string, Value> =>
      Object.fromEntries(names.map(name => [name, value(name)]))
    return {
      territories: ofTerritories(name => ownerOf(position, name)),
      troops: ofTerritories(name => countTypes(troopsOn(position, name).map(({ type }) => type))),
      dossiers: ofSeats(player => [...player.dossier]),
      prestige: ofSeats(player => player.prestige),
      incoming: ofSeats(player => countTypes(player.incoming)),
      winner: position.winner,
    }
  }
}

/** Plays a record of lines `<actor> <text>`; throws at the first that isn't legal. */
export function replay(document: PrestigeDocument, record: readonly string[]): PrestigeOracle {
  const oracle = new PrestigeOracle(document)
  for (const [at, line] of record.entries()) {
    const [, actor = '', text = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    try {
      oracle.apply(actor, text)
    } catch (error) {
      throw new Error(`decision ${at + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return oracle
}
