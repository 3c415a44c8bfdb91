/** The mission deck, which has no order: what is in which part, and drawing from it. */
import { type Action, CHANCE_BIT, EVENTS, FIELDED, LOST, type State } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import type { Tables } from '../rules/tables.ts'
import { ASIDE, copiesIn, DISCARDED, LOWER, UPPER } from '../state/fields.ts'
import { cardsAt, DECK, DOSSIER, PLACE, seatAt, TO_MOVE } from '../state/layout.ts'
import { meets } from '../state/missions.ts'

/** The part that cards are drawn from. */
const drawnPart = (s: State): number => (copiesIn(s[DECK]!, UPPER) > 0 ? UPPER : LOWER)

/** Lists the cards that may be drawn, ascending. */
export const listCards = (t: Tables, s: State, out: Int32Array): number => {
  const first = cardsAt(t.territories)
  const part = drawnPart(s)
  let count = 0
  for (let c = 0; c < t.cards; c++) if (copiesIn(s[first + c]!, part) > 0) out[count++] = c
  return count
}

/** Writes how many copies of each of those there are; returns their sum. */
export const cardWeights = (t: Tables, s: State, out: Int32Array): number => {
  const first = cardsAt(t.territories)
  const part = drawnPart(s)
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

/** Draws one of those cards, each copy as likely as any other. */
export const sampleCard = (t: Tables, s: State, rng: Int32Array): Action => {
  const part = drawnPart(s)
  let left = below(rng, copiesIn(s[DECK]!, part))
  let at = cardsAt(t.territories)
  for (; left >= copiesIn(s[at]!, part); at++) left -= copiesIn(s[at]!, part)
  return at - cardsAt(t.territories)
}

/** The deck whole, all of it in the upper part. */
export const beginDeck = (t: Tables, s: State): void => {
  const first = cardsAt(t.territories)
  s[DECK] = 0
  for (let card = 0; card < t.cards; card++) {
    s[first + card] = t.cardCopies[card]! << UPPER
    s[DECK]! += s[first + card]!
  }
}

export const moveCards = (t: Tables, s: State, from: number, to: number): void => {
  const all = copiesIn(s[DECK]!, from)
  if (all === 0) return
  s[DECK]! += (all << to) - (all << from)
  const first = cardsAt(t.territories)
  for (let c = first; c < first + t.cards; c++) {
    const copies = copiesIn(s[c]!, from)
    if (copies > 0) s[c]! += (copies << to) - (copies << from)
  }
}

export const putCard = (t: Tables, s: State, card: number, part: number): void => {
  s[cardsAt(t.territories) + card]! += 1 << part
  s[DECK]! += 1 << part
}

const takeCard = (t: Tables, s: State, card: number, part: number): void => {
  s[cardsAt(t.territories) + card]! -= 1 << part
  s[DECK]! -= 1 << part
}

/**
 * Leaves the next card to chance. False if none is left: the draw is over, and the place stays empty. The discard pile
 * replaces a deck that is spent.
 */
export const deal = (t: Tables, s: State): boolean => {
  if (copiesIn(s[DECK]!, UPPER) === 0 && copiesIn(s[DECK]!, LOWER) === 0) {
    if (copiesIn(s[DECK]!, DISCARDED) === 0) {
      moveCards(t, s, ASIDE, DISCARDED)
      return false
    }
    moveCards(t, s, DISCARDED, UPPER)
  }
  s[TO_MOVE] = CHANCE_BIT
  return true
}

/**
 * The seat draws the card for PLACE. A card that it meets is set aside, unless the rules let it keep such cards, and the
 * next is left to chance: then the draw is not over, and this returns false.
 */
export const drawCard = (t: Tables, s: State, seat: number, card: number, events: Int32Array): boolean => {
  takeCard(t, s, card, drawnPart(s))
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
