/** The mission deck, which has no order: what is in which part, and drawing from it. */
import { CHANCE_BIT, EVENTS, FIELDED, LOST, type State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import * as fields from '../state/fields.ts'
import * as layout from '../state/layout.ts'
import * as missions from '../state/missions.ts'

// Constants of this module, for speed: see layout.ts.
const { meets } = missions
const { ASIDE, DISCARDED, LOWER, UPPER, copiesIn } = fields
const { DOSSIER, PLACE, TO_MOVE, cardsAt, seatAt } = layout

/** The part that cards are drawn from. */
const drawnPart = (t: Tables, s: State): number => {
  const first = cardsAt(t.territories)
  for (let c = first; c < first + t.cards; c++) if (copiesIn(s[c]!, UPPER) > 0) return UPPER
  return LOWER
}

/** Lists the cards that may be drawn, ascending. */
export const listCards = (t: Tables, s: State, out: Int32Array): number => {
  const first = cardsAt(t.territories)
  const part = drawnPart(t, s)
  let count = 0
  for (let c = 0; c < t.cards; c++) if (copiesIn(s[first + c]!, part) > 0) out[count++] = c
  return count
}

/** Writes how many copies of each of those there are; returns their sum. */
export const cardWeights = (t: Tables, s: State, out: Int32Array): number => {
  const first = cardsAt(t.territories)
  const part = drawnPart(t, s)
  let count = 0
  let sum = 0
  for (let c = 0; c < t.cards; c++) {
    const copies = copiesIn(s[first + c]!, part)
    if (copies === 0) continue
    out[count++] = copies
    sum += copies
  }
  return sum
}

/** Moves all cards of one part to another. */
export const moveCards = (t: Tables, s: State, from: number, to: number): void => {
  const first = cardsAt(t.territories)
  for (let c = first; c < first + t.cards; c++) {
    const copies = copiesIn(s[c]!, from)
    if (copies > 0) s[c]! += (copies << to) - (copies << from)
  }
}

/** Puts a card on a part. */
export const putCard = (t: Tables, s: State, card: number, part: number): void => {
  s[cardsAt(t.territories) + card]! += 1 << part
}

/**
 * Leaves the next card to chance. False if none is left: the draw is over, and the place stays empty. The discard pile
 * replaces a deck that is spent.
 */
export const deal = (t: Tables, s: State): boolean => {
  const first = cardsAt(t.territories)
  let cards = 0
  for (let c = first; c < first + t.cards; c++) cards |= s[c]!
  if (copiesIn(cards, UPPER) === 0 && copiesIn(cards, LOWER) === 0) {
    if (copiesIn(cards, DISCARDED) === 0) {
      endDraw(t, s, cards)
      return false
    }
    moveCards(t, s, DISCARDED, UPPER)
  }
  s[TO_MOVE] = CHANCE_BIT
  return true
}

/** Puts cards set aside on the discard pile. `cards` has the bits of all cards' words. */
const endDraw = (t: Tables, s: State, cards: number): void => {
  if (copiesIn(cards, ASIDE) > 0) moveCards(t, s, ASIDE, DISCARDED)
}

/**
 * The seat draws the card for PLACE. A card that it meets is set aside, unless the rules let it keep such cards, and the
 * next is left to chance: then the draw is not over, and this returns false.
 */
export const drawCard = (t: Tables, s: State, seat: number, card: number, events: Int32Array): boolean => {
  const first = cardsAt(t.territories)
  s[first + card]! -= 1 << drawnPart(t, s)
  if (t.redraw && meets(t, s, seat, card)) {
    putCard(t, s, card, ASIDE)
    return !deal(t, s)
  }
  s[seatAt(seat) + DOSSIER + s[PLACE]!] = 1 + card
  events[seat * t.seatEvents + card * EVENTS.length + FIELDED]!++
  moveCards(t, s, ASIDE, DISCARDED)
  return true
}

/** Moves the mission of a seat's place to a part of the deck. It counts as lost if it is `unmet`. */
export const dropMission = (
  t: Tables,
  s: State,
  seat: number,
  place: number,
  part: number,
  unmet: boolean,
  events: Int32Array,
): void => {
  const at = seatAt(seat) + DOSSIER + place
  const card = s[at]! - 1
  s[at] = 0
  putCard(t, s, card, part)
  if (unmet) events[seat * t.seatEvents + card * EVENTS.length + LOST]!++
}
