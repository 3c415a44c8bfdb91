/** The numbers of actions. Territories and links are numbered as the seat ranks them: see map.ts. */
import { TYPE_COUNT } from './parts.ts'
import type { Rules } from './shape.ts'

/** Ends moves and attacks; keeps all missions in the exchange. */
export const DONE = 0

/** Where each kind of action begins. Chance's outcomes are a die's value or a card. */
export interface Actions {
  /** + type * territories + rank */
  readonly placeAction: number
  /** + rank, for the start and for coming back */
  readonly territoryAction: number
  /** + link * TYPE_COUNT + type */
  readonly moveAction: number
  /** + link */
  readonly attackAction: number
  /** - number of troops, so that the most troops are the lowest action. */
  readonly noneAction: number
  /** + (sides - 1 - value) * TYPE_COUNT + type, so that the highest die is the lowest action. */
  readonly pickAction: number
  /** + mask of places put back */
  readonly mulliganAction: number
  /** + place */
  readonly exchangeAction: number
  readonly actionCount: number
  readonly legalMax: number
}

/** `sides` are those of the largest die. */
export function numberActions(rules: Rules, links: number, sides: number): Actions {
  const territories = rules.map.territories.length
  const cards = rules.deck.cards.length
  const subsets = 1 << rules.dossier.size
  let next = 1
  const take = (count: number): number => {
    next += count
    return next - count
  }
  const placeAction = take(TYPE_COUNT * territories)
  const territoryAction = take(territories)
  const moveAction = take(TYPE_COUNT * links)
  const attackAction = take(links)
  const noneAction = take(rules.troops.cap + 1) + rules.troops.cap
  const pickAction = take(TYPE_COUNT * sides)
  const mulliganAction = take(subsets)
  const exchangeAction = take(rules.dossier.size)
  return {
    placeAction,
    territoryAction,
    moveAction,
    attackAction,
    noneAction,
    pickAction,
    mulliganAction,
    exchangeAction,
    actionCount: Math.max(next, cards, sides),
    legalMax: Math.max(
      1 + (TYPE_COUNT + (rules.moves.mixed ? 1 : 0)) * links,
      territories,
      rules.troops.cap + 1,
      TYPE_COUNT * sides,
      subsets,
      cards,
    ),
  }
}
