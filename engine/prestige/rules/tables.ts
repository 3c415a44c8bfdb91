/** The rules compiled into flat tables, once per rule set. */
import { type Actions, numberActions } from './actions.ts'
import { type AssetPlaces, placeAssets } from './assets.ts'
import { compileMap, flatten, type MapTables, setsOf } from './map.ts'
import { type Comparison, conquestOdds } from './odds.ts'
import { MISSIONS, TYPE_COUNT, TYPES } from './parts.ts'
import type { Rules } from './shape.ts'

export interface Tables extends Actions, AssetPlaces, DiceTables, MapTables {
  readonly rules: Rules
  readonly seats: number
  readonly cards: number
  readonly win: number
  readonly dossier: number
  readonly cap: number
  readonly mulliganMin: number
  readonly setupTroops: number
  readonly startsBackward: boolean
  readonly redraw: boolean
  readonly together: boolean
  readonly incomingPer: number
  /** Added to the territories held before they are divided. */
  readonly incomingRest: number
  readonly incomingMin: number
  /** Most troops of each type, and whether any of them is below the cap. */
  readonly pieces: Int32Array
  readonly fewPieces: boolean
  readonly refill: boolean
  readonly mixed: boolean
  readonly placingMoves: boolean
  readonly advanceMoves: boolean
  /** What troops that have moved may not do: advance after an attack, or attack at all. */
  readonly movedStay: boolean
  readonly movedRest: boolean
  /** Whether attacks need to know which troops have moved. */
  readonly tracksMoved: boolean
  /** Troops that stay behind in an attack, at least. */
  readonly guard: number
  readonly blitz: boolean
  readonly exchange: boolean
  readonly comeback: boolean
  readonly rounds: number
  readonly cardNames: readonly string[]
  /** Types of each seat's faction: a bit each, and the last of them. */
  readonly factionTypes: Int32Array
  readonly lastType: Int32Array
  /** Added to the defender's die: [attacking type * TYPE_COUNT + defending type]. */
  readonly modifier: Int32Array
  /** What a tie adds to the attacker's die: 1 where the attacker wins ties. */
  readonly tieBonus: number
  /** Of each card: kind, its number, prestige, copies. */
  readonly cardKind: Int32Array
  readonly cardCount: Int32Array
  readonly cardPrestige: Int32Array
  readonly cardCopies: Int32Array
  /** Territories that a card names: cardPlaces[cardFrom[c]] to cardPlaces[cardFrom[c + 1] - 1]. */
  readonly cardFrom: Int32Array
  readonly cardPlaces: Int32Array
  /** The same territories as a set, from cardSet[c * setWords] on. */
  readonly cardSet: Int32Array
  /** Percent that one attack conquers: [attackers * ODDS_SIZE + defenders]. */
  readonly odds: Int32Array
}

export function compileTables(rules: Rules): Tables {
  const map = compileMap(rules)
  const dice = compileDice(rules)
  const { attack, moves } = rules
  return {
    rules,
    seats: rules.seats.length,
    cards: rules.deck.cards.length,
    win: rules.prestige.win,
    dossier: rules.dossier.size,
    cap: rules.troops.cap,
    mulliganMin: rules.mulligan.min,
    setupTroops: rules.setup.troops,
    startsBackward: rules.setup.order === 'backward',
    redraw: rules.dossier.redraw,
    together: rules.mulligan.together,
    incomingPer: rules.incoming.per,
    incomingRest: rules.incoming.round === 'up' ? rules.incoming.per - 1 : 0,
    incomingMin: rules.incoming.min,
    pieces: Int32Array.from(TYPES, type => rules.troops.most[type]),
    fewPieces: TYPES.some(type => rules.troops.most[type] < rules.troops.cap),
    refill: attack.refill,
    mixed: moves.mixed,
    placingMoves: moves.placing,
    advanceMoves: moves.advance,
    movedStay: attack.moved === 'attack',
    movedRest: attack.moved === 'neither',
    tracksMoved: moves.mixed || attack.moved !== 'advance',
    guard: attack.guard ? 1 : 0,
    blitz: rules.blitz,
    exchange: rules.exchange,
    comeback: rules.comeback,
    rounds: rules.limits.rounds,
    cardNames: rules.deck.cards.map(({ name }) => name),
    ...map,
    ...dice,
    ...numberActions(rules, map.links, dice.sides),
    ...placeAssets(rules),
    ...factionsOf(rules),
    ...modifiersOf(rules),
    ...cardsOf(rules),
    odds: conquestOdds(
      comparisonOf(rules, dice),
      attack.survivors === 'returned' ? 'returned' : attack.refill ? 'refill' : 'once',
    ),
  }
}

/** A comparison of dice of the mean sizes, types left out. */
function comparisonOf({ ties }: Rules, { faces }: DiceTables): Comparison {
  const mean = (sizes: Int32Array): number =>
    Math.round(sizes.reduce((sum, size) => sum + size, 0) / TYPE_COUNT)
  const [sides, defence] = [mean(faces.subarray(0, TYPE_COUNT)), mean(faces.subarray(TYPE_COUNT))]
  return { sides, defence, shift: 0, tiesWin: ties === 'attacker' }
}

function factionsOf({ seats, factions }: Rules): Pick<Tables, 'factionTypes' | 'lastType'> {
  const masks = seats.map(({ faction }) => {
    const { units } = factions.factions.find(({ name }) => name === faction)!
    return TYPES.reduce((mask, type, i) => (units.includes(type) ? mask | (1 << i) : mask), 0)
  })
  return {
    factionTypes: Int32Array.from(masks),
    lastType: Int32Array.from(masks, mask => 31 - Math.clz32(mask)),
  }
}

function modifiersOf({ modifiers, ties }: Rules): Pick<Tables, 'modifier' | 'tieBonus'> {
  const modifier = new Int32Array(TYPE_COUNT * TYPE_COUNT)
  for (const [a, attacker] of TYPES.entries())
    for (const [d, defender] of TYPES.entries())
      modifier[a * TYPE_COUNT + d] = modifiers[defender][attacker] - modifiers[attacker][defender]
  return { modifier, tieBonus: ties === 'attacker' ? 1 : 0 }
}

type Cards = Pick<
  Tables,
  'cardKind' | 'cardCount' | 'cardPrestige' | 'cardCopies' | 'cardFrom' | 'cardPlaces' | 'cardSet'
>

function cardsOf({ map, deck }: Rules): Cards {
  const { cards } = deck
  const lists = cards.map(card => {
    if (card.kind !== 'region' && card.kind !== 'both') return []
    const named = (name: string, region: string) =>
      card.kind === 'region' ? card.region === region : card.territories.includes(name)
    return [...map.territories.entries()].filter(([, t]) => named(t.name, t.region)).map(([i]) => i)
  })
  const places = flatten(lists)
  return {
    cardKind: Int32Array.from(cards, card => MISSIONS.indexOf(card.kind)),
    cardCount: Int32Array.from(cards, card => ('count' in card ? card.count : 0)),
    cardPrestige: Int32Array.from(cards, card => card.prestige),
    cardCopies: Int32Array.from(cards, card => card.copies),
    cardFrom: places.from,
    cardPlaces: places.items,
    cardSet: setsOf(lists, map.territories.length),
  }
}

export interface DiceTables {
  /** Sides of the die of a troop: [side of the attack * TYPE_COUNT + type]. */
  readonly faces: Int32Array
  /** Sides of the largest die; and whether all dice have as many. */
  readonly sides: number
  readonly evenDice: boolean
  /** Whether a die fights only for troops of the type that it was rolled for. */
  readonly ownDice: boolean
  /** Whether a die that was revealed may stay in its pool, so that all see it there. */
  readonly shownDice: boolean
  /** Neither. */
  readonly plainDice: boolean
  /** Whether the die that wins a comparison is returned. */
  readonly returned: boolean
  /** The side that picks first and openly, or SEALED. */
  readonly firstPick: number
}

/** Both sides pick at once. */
export const SEALED = -1
const FIRST_PICKS = { sealed: SEALED, attacker: 0, defender: 1 } as const

export function compileDice({ attack, dice }: Rules): DiceTables {
  const faces = [dice.attack, dice.defence].flatMap(own => TYPES.map(type => own[type] || dice.sides))
  const returned = attack.survivors === 'returned'
  const ownDice = dice.own || faces.some((sides, i) => sides !== faces[i - (i % TYPE_COUNT)])
  const shownDice = returned || attack.picks !== 'sealed'
  return {
    faces: Int32Array.from(faces),
    sides: Math.max(...faces),
    evenDice: faces.every(sides => sides === faces[0]),
    ownDice,
    shownDice,
    plainDice: !ownDice && !shownDice,
    returned,
    firstPick: FIRST_PICKS[attack.picks],
  }
}
