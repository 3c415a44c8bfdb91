// The oracle's position, what follows from it by the ruling, and how it asks for decisions.
import { type Mission, type OracleRules, type Territory, TYPES, type Type } from './prestige-document.ts'

export interface Troop {
  seat: string
  type: Type
  at: string
  /** it has moved in the turn now being played */
  moved: boolean
}

export interface Player {
  name: string
  types: readonly Type[]
  /** the names of missions, null for an empty place */
  dossier: (string | null)[]
  prestige: number
  incoming: Type[]
  out: boolean
}

export interface Position {
  rules: OracleRules
  /** in turn order */
  players: Player[]
  /** on the board */
  troops: Troop[]
  upper: string[]
  /** the cards put under the deck at setup */
  lower: string[]
  discard: string[]
  /** cards put back at setup, until all have chosen */
  putBack: string[]
  /** cards that their drawer already meets, until the draw is over */
  setAside: string[]
  /** 0 at setup */
  round: number
  /** whose turn is played, null at setup */
  turn: string | null
  /** territories taken by attack this turn */
  taken: string[]
  /** enemy troops removed this turn */
  removed: number
  winner: string | null
}

export function newPosition(rules: OracleRules): Position {
  return {
    rules,
    players: rules.seats.map(({ name, types }) => ({
      name,
      types,
      dossier: Array<string | null>(rules.setup.missions).fill(null),
      prestige: 0,
      incoming: [],
      out: false,
    })),
    troops: [],
    upper: rules.deck.map(mission => mission.name),
    lower: [],
    discard: [],
    putBack: [],
    setAside: [],
    round: 0,
    turn: null,
    taken: [],
    removed: 0,
    winner: null,
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Territories

export const namesOf = (position: Position): string[] => position.rules.territories.map(({ name }) => name)

export const troopsOn = (position: Position, territory: string): Troop[] =>
  position.troops.filter(troop => troop.at === territory)

/** Clause: a territory belongs to whoever has troops on it. */
export const ownerOf = (position: Position, territory: string): string | null =>
  troopsOn(position, territory)[0]?.seat ?? null

export const emptyOnes = (position: Position): string[] =>
  namesOf(position).filter(name => ownerOf(position, name) === null)

export const territoriesOf = (position: Position, seat: string): string[] =>
  namesOf(position).filter(name => ownerOf(position, name) === seat)

export function territory(position: Position, name: string): Territory {
  const found = position.rules.territories.find(entry => entry.name === name)
  if (found === undefined) throw new Error(`no territory ${name}`)
  return found
}

/** Clause: an enemy is any other player. */
export function bordersEnemy(position: Position, name: string, seat: string): boolean {
  return territory(position, name).adjacent.some(other => {
    const owner = ownerOf(position, other)
    return owner !== null && owner !== seat
  })
}

export function addTroops(position: Position, seat: string, type: Type, count: number, at: string): void {
  for (let i = 0; i < count; i += 1) position.troops.push({ seat, type, at, moved: false })
}

export function without<Item>(items: readonly Item[], item: Item): Item[] {
  const at = items.indexOf(item)
  if (at < 0) throw new Error(`${String(item)} is not there`)
  return [...items.slice(0, at), ...items.slice(at + 1)]
}

// ---------------------------------------------------------------------------------------------------------------------
// Missions

export function missionOf(position: Position, card: string): Mission {
  const mission = position.rules.deck.find(({ name }) => name === card)
  if (mission === undefined) throw new Error(`no mission ${card}`)
  return mission
}

/** Clause: kinds of mission. Taken and removed count the player's own turn now being played. */
export function meets(position: Position, player: Player, card: string): boolean {
  const mission = missionOf(position, card)
  const own = territoriesOf(position, player.name)
  // a player without territories meets no mission
  if (own.length === 0) return false
  const isOwnTurn = position.turn === player.name
  switch (mission.kind) {
    case 'territories':
      return own.length >= mission.count
    case 'region':
      return position.rules.territories
        .filter(({ region }) => region === mission.region)
        .every(({ name }) => own.includes(name))
    case 'pair':
      return mission.territories.every(name => own.includes(name))
    case 'safe':
      return own.filter(name => !bordersEnemy(position, name, player.name)).length >= mission.count
    case 'troops':
      return TYPES.some(type => {
        const ofType = position.troops.filter(troop => troop.seat === player.name && troop.type === type)
        return ofType.length >= mission.count
      })
    case 'combined': {
      const complete = own.filter(name =>
        player.types.every(type => troopsOn(position, name).some(troop => troop.type === type)),
      )
      return complete.length >= mission.count
    }
    case 'took':
      return isOwnTurn && position.taken.length >= mission.count
    case 'removed':
      return isOwnTurn && position.removed >= mission.count
    case 'borders': {
      const enemies = position.players.filter(
        other => other !== player && territoriesOf(position, other.name).length > 0,
      )
      const borders = (enemy: Player): boolean =>
        own.some(name =>
          territory(position, name).adjacent.some(other => ownerOf(position, other) === enemy.name),
        )
      return enemies.length > 0 && enemies.every(borders)
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// The game is a generator: it stops when a decision is due, and continues when it gets one.

export const CHANCE = 'chance'

/** What an actor may decide now. */
export interface Request {
  actor: string
  legal: readonly string[]
}

interface Answer {
  actor: string
  text: string
}

/** A part of the game that asks for decisions; all requests of one stop are open at the same moment. */
export type Play<Outcome = void> = Generator<readonly Request[], Outcome, Answer>

export function* ask(actor: string, legal: readonly string[]): Play<string> {
  const answer = yield [{ actor, legal }]
  return answer.text
}

/** Asks several at the same moment, in secret; returns the texts in the order of the requests. */
export function* askSealed(requests: readonly Request[]): Play<string[]> {
  const sealed = new Map<string, string>()
  while (sealed.size < requests.length) {
    const answer = yield requests.filter(({ actor }) => !sealed.has(actor))
    sealed.set(answer.actor, answer.text)
  }
  return requests.map(({ actor }) => sealed.get(actor) ?? '')
}

/**
 * Clause: types as counts, in the order of the types, one decision each, forced ones too. `least` and `most` bound their
 * sum; each count has its effect at once.
 */
export function* askCounts(
  seat: string,
  available: readonly { type: Type; count: number }[],
  bounds: { least: number; most: number },
  effect: (type: Type, count: number) => void,
): Play {
  let chosen = 0
  for (const [at, { type, count }] of available.entries()) {
    const later = available.slice(at + 1).reduce((sum, entry) => sum + entry.count, 0)
    const legal: string[] = []
    for (let n = 0; n <= count; n += 1) {
      const canReachLeast = chosen + n + later >= bounds.least
      if (canReachLeast && chosen + n <= bounds.most) legal.push(`count ${type} ${n}`)
    }
    const text = yield* ask(seat, legal)
    const n = Number(text.split(' ')[2])
    chosen += n
    effect(type, n)
  }
}

/** How many troops of each type a player may raise: at most `most`, and no more than pieces of it that aren't in play. */
export const piecesOf = (position: Position, player: Player, most: number): { type: Type; count: number }[] =>
  player.types.map(type => {
    const onBoard = position.troops.filter(troop => troop.seat === player.name && troop.type === type).length
    const incoming = player.incoming.filter(other => other === type).length
    return { type, count: Math.min(most, position.rules.troops.pieces[type] - onBoard - incoming) }
  })

/** Clause: a draw is an outcome of chance. Returns the card, or null when none is left. */
export function* drawCard(position: Position, player: Player): Play<string | null> {
  let drawn: string | null = null
  for (;;) {
    // when the upper part is spent, the cards put under it; when those are spent, the discard pile becomes the deck
    if (position.upper.length === 0) {
      position.upper = position.lower
      position.lower = []
    }
    if (position.upper.length === 0) {
      position.upper = position.discard
      position.discard = []
    }
    if (position.upper.length === 0) break
    const text = yield* ask(
      CHANCE,
      position.upper.map(card => `draw ${card}`),
    )
    const card = text.slice('draw '.length)
    position.upper = without(position.upper, card)
    if (!position.rules.setup.redraw || !meets(position, player, card)) {
      drawn = card
      break
    }
    position.setAside.push(card)
  }
  position.discard.push(...position.setAside)
  position.setAside = []
  return drawn
}

export const emptyPlaces = (player: Player): number[] =>
  player.dossier.flatMap((card, place) => (card === null ? [place] : []))

/** Draws for these places, in this order. */
export function* fillPlaces(position: Position, player: Player, places: readonly number[]): Play {
  for (const place of places) player.dossier[place] = yield* drawCard(position, player)
}
