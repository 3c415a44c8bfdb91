/** The mission deck, which has no order: what is in which part, and drawing from it. */
import { CHANCE_BIT, EVENTS, FIELDED, LOST } from '../contract/index.ts'
import * as layout from './layout.ts'
import * as missions from './missions.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, ASIDE, DISCARDED, DOSSIER, LOWER, PLACE, UPPER, cardsAt, seatAt } = layout
const { meets } = missions

const DECK = 0xffff
const ASIDE_BITS = -1 << ASIDE

/** Cards of one part. */
const inPart = (word: number, part: number): number => (word >>> part) & 255

/** The part that is drawn from. */
const drawnPart = (t: Tables, s: Int32Array): number => {
  const first = cardsAt(t.territories)
  for (let c = first; c < first + t.cards; c++) if (inPart(s[c]!, UPPER) > 0) return UPPER
  return LOWER
}

/** Lists the cards that may be drawn, ascending. */
export const listCards = (t: Tables, s: Int32Array, out: Int32Array): number => {
  const first = cardsAt(t.territories)
  const part = drawnPart(t, s)
  let count = 0
  for (let c = 0; c < t.cards; c++) if (inPart(s[first + c]!, part) > 0) out[count++] = c
  return count
}

/** How many of each of those there are; returns their sum. */
export const cardOdds = (t: Tables, s: Int32Array, out: Int32Array): number => {
  const first = cardsAt(t.territories)
  const part = drawnPart(t, s)
  let count = 0
  let sum = 0
  for (let c = 0; c < t.cards; c++) {
    const copies = inPart(s[first + c]!, part)
    if (copies === 0) continue
    out[count++] = copies
    sum += copies
  }
  return sum
}

/** Moves all cards of one part to another. */
export const moveCards = (t: Tables, s: Int32Array, from: number, to: number): void => {
  const first = cardsAt(t.territories)
  for (let c = first; c < first + t.cards; c++) {
    const copies = inPart(s[c]!, from)
    if (copies > 0) s[c]! += (copies << to) - (copies << from)
  }
}

/** Puts a card on a part. */
export const putCard = (t: Tables, s: Int32Array, card: number, part: number): void => {
  s[cardsAt(t.territories) + card]! += 1 << part
}

/**
 * Leaves the next card to chance. False when there is none left: the draw is over, and the place stays empty. A deck that
 * is spent is replaced by the discard pile.
 */
export const deal = (t: Tables, s: Int32Array): boolean => {
  const first = cardsAt(t.territories)
  let cards = 0
  for (let c = first; c < first + t.cards; c++) cards |= s[c]!
  if ((cards & DECK) === 0) {
    if (inPart(cards, DISCARDED) === 0) {
      endDraw(t, s, cards)
      return false
    }
    moveCards(t, s, DISCARDED, UPPER)
  }
  s[ACTORS] = CHANCE_BIT
  return true
}

/** Cards set aside go on the discard pile. `cards` has the bits of all cards' words. */
const endDraw = (t: Tables, s: Int32Array, cards: number): void => {
  if ((cards & ASIDE_BITS) !== 0) moveCards(t, s, ASIDE, DISCARDED)
}

/**
 * The seat draws the card for the place in hand. One that it meets is set aside and another is left to chance: then it
 * returns false, for the draw goes on.
 */
export const drawCard = (
  t: Tables,
  s: Int32Array,
  seat: number,
  card: number,
  events: Int32Array,
): boolean => {
  const first = cardsAt(t.territories)
  s[first + card]! -= 1 << drawnPart(t, s)
  if (meets(t, s, seat, card)) {
    putCard(t, s, card, ASIDE)
    return !deal(t, s)
  }
  s[seatAt(seat) + DOSSIER + s[PLACE]!] = 1 + card
  events[seat * t.seatEvents + card * EVENTS.length + FIELDED]!++
  moveCards(t, s, ASIDE, DISCARDED)
  return true
}

/** The seat gives the mission of a place to a part of the deck. `unmet` ones count as lost. */
export const giveUp = (
  t: Tables,
  s: Int32Array,
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
