/** The numbers of actions. Territories and links are numbered as the seat ranks them: see tables.ts. */
import { TYPES } from './parts.ts'
import type { Rules } from './rules.ts'

export const TYPE_COUNT = TYPES.length

/** Ends moves and attacks; keeps all missions in the exchange. */
export const DONE = 0

/** Where each kind of action begins. Chance's outcomes are a die's value or a card. */
export interface Actions {
  /** + type * territories + rank */
  readonly placeAction: number
  /** + rank, for the start and for coming back */
  readonly landAction: number
  /** + link * TYPE_COUNT + type */
  readonly moveAction: number
  /** + link */
  readonly attackAction: number
  /** - number of troops: the lowest is the most, so that who looks no further sends and raises in full. */
  readonly noneAction: number
  /** + (sides - 1 - value) * TYPE_COUNT + type: the highest die first, for the same reason. */
  readonly pickAction: number
  /** + mask of places put back */
  readonly mulliganAction: number
  /** + place */
  readonly exchangeAction: number
  readonly actionCount: number
  readonly legalMax: number
}

export function numberActions(rules: Rules, edges: number): Actions {
  const territories = rules.map.territories.length
  const cards = rules.deck.cards.length
  const { sides } = rules.dice
  const subsets = 1 << rules.dossier.size
  let next = 1
  const take = (count: number): number => {
    next += count
    return next - count
  }
  const placeAction = take(TYPE_COUNT * territories)
  const landAction = take(territories)
  const moveAction = take(TYPE_COUNT * edges)
  const attackAction = take(edges)
  const noneAction = take(rules.troops.cap + 1) + rules.troops.cap
  const pickAction = take(TYPE_COUNT * sides)
  const mulliganAction = take(subsets)
  const exchangeAction = take(rules.dossier.size)
  return {
    placeAction,
    landAction,
    moveAction,
    attackAction,
    noneAction,
    pickAction,
    mulliganAction,
    exchangeAction,
    actionCount: Math.max(next, cards, sides),
    legalMax: Math.max(
      1 + TYPE_COUNT * edges,
      territories,
      rules.troops.cap + 1,
      TYPE_COUNT * sides,
      subsets,
      cards,
    ),
  }
}
