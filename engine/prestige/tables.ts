/** The rules compiled into flat tables, once per rule set. */
import { type Actions, numberActions, TYPE_COUNT } from './actions.ts'
import { type AssetPlaces, placeAssets } from './assets.ts'
import { neighboursOf } from './checks.ts'
import { sizeOf } from './layout.ts'
import { conquestOdds } from './odds.ts'
import { MISSIONS, TYPES } from './parts.ts'
import type { Rules } from './rules.ts'

export interface Tables extends Actions, AssetPlaces {
  readonly rules: Rules
  readonly seats: number
  readonly territories: number
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
  readonly stateSize: number
  readonly territoryNames: readonly string[]
  readonly cardNames: readonly string[]
  /** Neighbours of territory t: beside[besideFrom[t]] to beside[besideFrom[t + 1] - 1], ascending. */
  readonly besideFrom: Int32Array
  readonly beside: Int32Array
  /**
   * Every seat looks at the map from its own share on, so that the canonical order of choices is the same from each: rank
   * r of seat s is territory `order[s * territories + r]`, and `rank` is its inverse.
   */
  readonly order: Int32Array
  readonly rank: Int32Array
  /** Directed links as a seat lists them, by rank of their ends: [s * edges + e] -> from and to, as territories. */
  readonly edges: number
  readonly edgeFrom: Int32Array
  readonly edgeTo: Int32Array
  /** First link of rank r of seat s: [s * (territories + 1) + r]. */
  readonly edgeStart: Int32Array
  /** Types of each seat's faction: a bit each, and the last of them. */
  readonly factionTypes: Int32Array
  readonly lastType: Int32Array
  /** Added to the defender's die: [attacking type * 3 + defending type]. */
  readonly edge: Int32Array
  /** What a tie adds to the attacker's die: 1 where ties are his. */
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

/** Runs of numbers one after another, and where each begins (one more than there are, for the end). */
function flatten(lists: readonly (readonly number[])[]): { from: Int32Array; items: Int32Array } {
  const from = new Int32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) from[i + 1] = from[i]! + list.length
  return { from, items: Int32Array.from(lists.flat()) }
}

export function compileTables(rules: Rules): Tables {
  const seats = rules.seats.length
  const n = rules.map.territories.length
  const neighbours = neighboursOf(rules.map)
  const beside = flatten(neighbours)
  const ranks = ranksOf(seats, neighbours)
  return {
    rules,
    seats,
    territories: n,
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
    stateSize: sizeOf(n, rules.deck.cards.length),
    territoryNames: rules.map.territories.map(({ name }) => name),
    cardNames: rules.deck.cards.map(({ name }) => name),
    besideFrom: beside.from,
    beside: beside.items,
    ...ranks,
    ...numberActions(rules, ranks.edges),
    ...placeAssets(rules),
    ...factionsOf(rules),
    ...modifiersOf(rules),
    ...cardsOf(rules),
    odds: conquestOdds(rules.dice.sides, rules.ties === 'attacker', rules.attack.refill),
  }
}

type Ranks = Pick<Tables, 'order' | 'rank' | 'edges' | 'edgeFrom' | 'edgeTo' | 'edgeStart'>

function ranksOf(seats: number, neighbours: readonly (readonly number[])[]): Ranks {
  const n = neighbours.length
  const edges = neighbours.flat().length
  const order = new Int32Array(seats * n)
  const rank = new Int32Array(seats * n)
  const edgeFrom = new Int32Array(seats * edges)
  const edgeTo = new Int32Array(seats * edges)
  const edgeStart = new Int32Array(seats * (n + 1))
  for (let seat = 0; seat < seats; seat++) {
    const first = Math.floor((seat * n) / seats)
    for (let r = 0; r < n; r++) {
      order[seat * n + r] = (first + r) % n
      rank[seat * n + ((first + r) % n)] = r
    }
    let e = seat * edges
    for (let r = 0; r < n; r++) {
      const from = order[seat * n + r]!
      edgeStart[seat * (n + 1) + r] = e - seat * edges
      for (const to of neighbours[from]!.toSorted((a, b) => rank[seat * n + a]! - rank[seat * n + b]!)) {
        edgeFrom[e] = from
        edgeTo[e++] = to
      }
    }
    edgeStart[seat * (n + 1) + n] = edges
  }
  return { order, rank, edges, edgeFrom, edgeTo, edgeStart }
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

function modifiersOf({ modifiers, ties }: Rules): Pick<Tables, 'edge' | 'tieBonus'> {
  const edge = new Int32Array(TYPE_COUNT * TYPE_COUNT)
  for (const [a, attacker] of TYPES.entries())
    for (const [d, defender] of TYPES.entries())
      edge[a * TYPE_COUNT + d] = modifiers[defender][attacker] - modifiers[attacker][defender]
  return { edge, tieBonus: ties === 'attacker' ? 1 : 0 }
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
