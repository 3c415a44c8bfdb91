/** Rules for fuzzing, drawn twice over: as a patch for the engine and as a document of the oracle, which share no code. */
import {
  type DeckPart,
  type FactionsPart,
  type MapPart,
  type Mission,
  TYPES,
} from '../../engine/prestige/rules/parts.ts'
import { below } from '../../engine/rng.ts'
import type { Mission as OracleMission, PrestigeDocument } from '../oracle/prestige-document.ts'
import { type Patch, type RuleSet, rulesOf } from './load.ts'

export interface Variant {
  readonly set: RuleSet
  readonly patch: Patch
  readonly oracle: PrestigeDocument
}

type Rng = Int32Array
type Places = Pick<PrestigeDocument, 'seats' | 'factions' | 'map' | 'deck'>

export const pick = <T>(rng: Rng, list: readonly T[]): T => list[below(rng, list.length)]!
export const chance = (rng: Rng, percent: number): boolean => below(rng, 100) < percent
const between = (rng: Rng, low: number, high: number): number => low + below(rng, high - low + 1)

/** Three in four matches are short, for most of what can happen happens soon. */
const drawRounds = (rng: Rng): number => (chance(rng, 75) ? between(rng, 1, 8) : between(rng, 9, 25))

/** The rule set as it ships, but for its length. */
export function asShipped(rng: Rng, set: RuleSet): Variant {
  const rounds = drawRounds(rng)
  const { seats, map, deck, factions } = rulesOf(set)
  return {
    set,
    patch: { 'limits.rounds': rounds },
    oracle: { ...placesOf(seats, map, deck, factions), limits: { rounds } },
  }
}

/** Any of the factions that ship for every seat, and numbers and switches turned. */
export function crossed(rng: Rng, set: RuleSet): Variant {
  const rules = rulesOf(set)
  const seats = rules.seats.map(({ name }) => ({ name, faction: pick(rng, rules.factions.factions).name }))
  const { patch, oracle } = turned(rng)
  const places = placesOf(seats, rules.map, rules.deck, rules.factions)
  return { set, patch: { ...patch, seats }, oracle: { ...oracle, ...places } }
}

/** A small map, a deck of easy missions and factions of one to three types, by the numbers that ship or by others. */
export function small(rng: Rng, set: RuleSet, isTurned: boolean): Variant {
  const names = rulesOf(set).seats.map(({ name }) => name)
  const rounds = drawRounds(rng)
  const base = isTurned ? turned(rng) : { patch: { 'limits.rounds': rounds }, oracle: { limits: { rounds } } }
  const factions = drawFactions(rng)
  const seats = names.map(name => ({ name, faction: pick(rng, factions.factions).name }))
  const map = drawMap(rng, names.length)
  const deck = drawDeck(rng, map, 2 * names.length * (base.oracle.setup?.missions ?? 2))
  return {
    set,
    patch: { ...base.patch, seats, map, deck, factions },
    oracle: { ...base.oracle, ...placesOf(seats, map, deck, factions) },
  }
}

/** Some of the rules turned to what they may be: a rule not drawn is left to either side's own default. */
function turned(rng: Rng): { patch: Patch; oracle: Partial<PrestigeDocument> } {
  const rounds = drawRounds(rng)
  const patch: Record<string, unknown> = { 'limits.rounds': rounds }
  const oracle: Partial<PrestigeDocument> = { limits: { rounds } }
  const start = between(rng, 1, 6)
  const rules: [Patch, Partial<PrestigeDocument>][] = []
  const add = (change: Patch, same: Partial<PrestigeDocument>): void => void rules.push([change, same])

  const ties = pick(rng, ['attacker', 'attacker', 'defender'] as const)
  add({ ties }, { ties })
  const [blitz, comeback, refill] = [chance(rng, 40), chance(rng, 50), chance(rng, 70)]
  add({ blitz }, { blitz })
  add({ comeback }, { comeback })
  add({ 'attack.refill': refill }, { attack: { refill } })
  const win = pick(rng, [1, 2, 3, 5, 8, 30])
  add({ 'prestige.win': win }, { prestige: { win } })
  const missions = between(rng, 1, 4)
  add({ 'dossier.size': missions }, { setup: { missions } })
  const [min, share] = [pick(rng, [0, 0, 1, 2, 3, 5]), between(rng, 1, 4)]
  add({ 'incoming.min': min, 'incoming.per': share }, { incoming: { min, share } })
  const cap = pick(rng, [start, start + 1, start + 3, 12, 100])
  add({ 'troops.cap': cap }, { troops: { cap } })
  const sides = pick(rng, [2, 2, 3, 4, 6, 20])
  add({ 'dice.sides': sides }, { dice: { sides } })
  const [own, attackDice, defenceDice] = [chance(rng, 50), drawDice(rng), drawDice(rng)]
  add({ 'dice.own': own }, { dice: { own } })
  add({ 'dice.attack': attackDice }, { dice: { attack: attackDice } })
  add({ 'dice.defence': defenceDice }, { dice: { defence: defenceDice } })
  const survivors = pick(rng, ['returned', 'returned', 'spent'] as const)
  add({ 'attack.survivors': survivors }, { attack: { survivors } })
  const picks = pick(rng, ['sealed', 'attacker', 'defender'] as const)
  add({ 'attack.picks': picks }, { attack: { first: picks === 'sealed' ? null : picks } })
  const moved = pick(rng, ['attack', 'attack', 'neither', 'advance'] as const)
  add({ 'attack.moved': moved }, { attack: { moved } })
  const guard = chance(rng, 30)
  add({ 'attack.guard': guard }, { attack: { guard } })
  const [mixed, placing, advance] = [chance(rng, 70), chance(rng, 50), chance(rng, 50)]
  add({ 'moves.mixed': mixed }, { moves: { mixed } })
  add({ 'moves.placing': placing }, { moves: { placing } })
  add({ 'moves.advance': advance }, { moves: { advance } })
  const [together, backward, redraw] = [chance(rng, 70), chance(rng, 50), chance(rng, 50)]
  add({ 'mulligan.together': together }, { setup: { together } })
  add({ 'setup.order': backward ? 'backward' : 'forward' }, { setup: { backward } })
  add({ 'dossier.redraw': redraw }, { setup: { redraw } })
  const roundUp = chance(rng, 70)
  add({ 'incoming.round': roundUp ? 'up' : 'down' }, { incoming: { roundUp } })
  // As many of each type as the start may take: a faction may have but one.
  const few = (): number => start + pick(rng, [0, 1, 3, 8])
  const pieces = { assault: few(), mounted: few(), ranged: few() }
  add({ 'troops.most': pieces }, { troops: { pieces } })
  const bonus = between(rng, 0, 4)
  const modifiers = { assault: { mounted: bonus }, mounted: { ranged: bonus }, ranged: { assault: bonus } }
  add({ modifiers }, { dice: { bonus } })

  // A low cap needs a start that it has room for.
  Object.assign(patch, { 'setup.troops': start })
  oracle.setup = { troops: start }
  for (const [change, same] of rules) {
    if (chance(rng, 50)) continue
    Object.assign(patch, change)
    for (const [key, part] of Object.entries(same)) {
      const parts: Record<string, unknown> = { ...oracle }
      const before = parts[key]
      const isPart = typeof part === 'object' && typeof before === 'object'
      Object.assign(oracle, { [key]: isPart ? { ...before, ...part } : part })
    }
  }
  return { patch, oracle }
}

/** Sides of the dice of some types, or the same for all. */
function drawDice(rng: Rng): Partial<Record<(typeof TYPES)[number], number>> {
  const same = between(rng, 2, 20)
  const isSame = chance(rng, 40)
  const types = isSame ? TYPES : TYPES.filter(() => chance(rng, 50))
  return Object.fromEntries(types.map(type => [type, isSame ? same : pick(rng, [2, 3, 6, 12, 20])]))
}

function drawFactions(rng: Rng): FactionsPart {
  const factions = Array.from({ length: between(rng, 1, 3) }, (_, i) => ({
    name: `faction-${i}`,
    units: shuffled(rng, TYPES).slice(0, between(rng, 1, TYPES.length)),
  }))
  return { name: 'drawn', factions }
}

function shuffled<T>(rng: Rng, list: readonly T[]): T[] {
  const left = [...list]
  return list.map(() => left.splice(below(rng, left.length), 1)[0]!)
}

/** A tree of at least as many territories as seats, with a few more links, listed at one end or both. */
function drawMap(rng: Rng, seats: number): MapPart {
  const length = seats + below(rng, 6)
  const names = Array.from({ length }, (_, i) => String.fromCharCode(97 + i))
  const links = new Set(names.slice(1).map((_, i) => [below(rng, i + 1), i + 1].join()))
  for (let extra = below(rng, length); extra > 0; extra--) {
    const [from, to] = [below(rng, length), below(rng, length)]
    if (from < to) links.add([from, to].join())
  }
  const next = names.map(() => new Set<string>())
  for (const link of links) {
    const [from, to] = link.split(',').map(Number) as [number, number]
    const isSaidTwice = chance(rng, 20)
    const isTurned = chance(rng, 50)
    if (isSaidTwice || !isTurned) next[from]!.add(names[to]!)
    if (isSaidTwice || isTurned) next[to]!.add(names[from]!)
  }
  const regions = between(rng, 1, 3)
  const territories = names.map((name, i) => ({
    name,
    region: `region-${below(rng, regions)}`,
    next: [...next[i]!],
  }))
  return { name: 'drawn', territories: shuffled(rng, territories) }
}

const COUNTED = ['territories', 'safe', 'troops', 'combined', 'took', 'removed'] as const
const KINDS = [...COUNTED, 'region', 'both', 'border'] as const

/**
 * At least this many cards, and often no more, so the deck runs out; sometimes only easy missions, so that a player
 * meets all that are left.
 */
function drawDeck(rng: Rng, map: MapPart, least: number): DeckPart {
  const cards: Mission[] = []
  const most = pick(rng, [1, 4, 4, 7])
  for (let left = least + pick(rng, [0, 0, 2, 8]); left > 0; left -= cards.at(-1)!.copies) {
    const copies = chance(rng, 80) ? 1 : between(rng, 1, Math.min(left, 3))
    cards.push(
      drawMission(rng, map, most, { name: `m-${cards.length}`, prestige: pick(rng, [1, 1, 1, 2]), copies }),
    )
  }
  return { name: 'drawn', cards }
}

function drawMission(
  rng: Rng,
  { territories }: MapPart,
  most: number,
  card: Pick<Mission, 'name' | 'prestige' | 'copies'>,
): Mission {
  const kind = pick(rng, most === 1 ? COUNTED : KINDS)
  if (kind === 'border') return { ...card, kind }
  if (kind === 'region') return { ...card, kind, region: pick(rng, territories).region }
  if (kind === 'both') {
    const names = shuffled(rng, territories).map(({ name }) => name)
    return { ...card, kind, territories: names.slice(0, 2) }
  }
  return { ...card, kind, count: between(rng, 1, most) }
}

/** The oracle's seats, factions, map and deck. Copies of a card are separate cards, raider~1 and raider~2. */
function placesOf(seats: Places['seats'], map: MapPart, deck: DeckPart, factions: FactionsPart): Places {
  return {
    seats,
    factions: factions.factions.map(({ name, units }) => ({ name, types: units })),
    map: map.territories.map(({ name, region, next }) => ({ name, region, borders: next })),
    deck: deck.cards.flatMap(card =>
      Array.from({ length: card.copies }, (_, i) => ({
        ...demandOf(card),
        name: card.copies === 1 ? card.name : `${card.name}~${i + 1}`,
        prestige: card.prestige,
      })),
    ),
  }
}

function demandOf(card: Mission): OracleMission {
  const { name, prestige } = card
  switch (card.kind) {
    case 'both':
      return { name, prestige, kind: 'pair', territories: [card.territories[0]!, card.territories[1]!] }
    case 'border':
      return { name, prestige, kind: 'borders' }
    case 'region':
      return { name, prestige, kind: card.kind, region: card.region }
    default:
      return { name, prestige, kind: card.kind, count: card.count }
  }
}
