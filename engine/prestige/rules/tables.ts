/** The rules compiled into flat tables, once per rule set. */
import { type Actions, numberActions } from './actions.ts'
import { type AssetPlaces, placeAssets } from './assets.ts'
import { compileMap, flatten, type MapTables } from './map.ts'
import { conquestOdds } from './odds.ts'
import { MISSIONS, TYPE_COUNT, TYPES } from './parts.ts'
import type { Rules } from './shape.ts'

export interface Tables extends Actions, AssetPlaces, MapTables {
  readonly rules: Rules
  readonly seats: number
  readonly cards: number
  readonly sides: number
  readonly win: number
  readonly dossier: number
  readonly cap: number
  readonly mulliganMin: number
  readonly setupTroops: number
  readonly incomingPer: number
  readonly incomingMin: number
  readonly refill: boolean
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
  /** Percent that one attack conquers: [attackers * ODDS_SIZE + defenders]. */
  readonly odds: Int32Array
}

export function compileTables(rules: Rules): Tables {
  const map = compileMap(rules)
  return {
    rules,
    seats: rules.seats.length,
    cards: rules.deck.cards.length,
    sides: rules.dice.sides,
    win: rules.prestige.win,
    dossier: rules.dossier.size,
    cap: rules.troops.cap,
    mulliganMin: rules.mulligan.min,
    setupTroops: rules.setup.troops,
    incomingPer: rules.incoming.per,
    incomingMin: rules.incoming.min,
    refill: rules.attack.refill,
    blitz: rules.blitz,
    exchange: rules.exchange,
    comeback: rules.comeback,
    rounds: rules.limits.rounds,
    cardNames: rules.deck.cards.map(({ name }) => name),
    ...map,
    ...numberActions(rules, map.links),
    ...placeAssets(rules),
    ...factionsOf(rules),
    ...modifiersOf(rules),
    ...cardsOf(rules),
    odds: conquestOdds(rules.dice.sides, rules.ties === 'attacker', rules.attack.refill),
  }
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
  'cardKind' | 'cardCount' | 'cardPrestige' | 'cardCopies' | 'cardFrom' | 'cardPlaces'
>

function cardsOf({ map, deck }: Rules): Cards {
  const { cards } = deck
  const places = flatten(
    cards.map(card => {
      if (card.kind !== 'region' && card.kind !== 'both') return []
      const named = (name: string, region: string) =>
        card.kind === 'region' ? card.region === region : card.territories.includes(name)
      return [...map.territories.entries()].filter(([, t]) => named(t.name, t.region)).map(([i]) => i)
    }),
  )
  return {
    cardKind: Int32Array.from(cards, card => MISSIONS.indexOf(card.kind)),
    cardCount: Int32Array.from(cards, card => ('count' in card ? card.count : 0)),
    cardPrestige: Int32Array.from(cards, card => card.prestige),
    cardCopies: Int32Array.from(cards, card => card.copies),
    cardFrom: places.from,
    cardPlaces: places.items,
  }
}
