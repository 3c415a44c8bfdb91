/**
 * The words of a state: where each lies, declared once. fields.ts says what packed words hold.
 *
 * Offsets are constants, with room for the most seats and the largest dice; territories, cards and sets of territories,
 * which come last, take as many words as there are.
 */
import { requireFit, type WordRange, wordOffsets } from '../../contract/index.ts'
import { setWordsOf } from '../rules/map.ts'
import { DOSSIER_MAX, SEATS_MAX, SIDES_MAX } from '../rules/shape.ts'
import type { Tables } from '../rules/tables.ts'
import { FIELDS, VALUES_PER_WORD } from './fields.ts'

export const DICE_WORDS = Math.ceil(SIDES_MAX / VALUES_PER_WORD)

const SEAT = wordOffsets({
  prestige: 1,
  /** How many it holds. */
  territories: 1,
  /** Troops on the board, and incoming ones. */
  board: 1,
  incoming: 1,
  /** Missions by place: 1 + card, or 0 where there is none. */
  dossier: DOSSIER_MAX,
})

const TERRITORY = wordOffsets({
  /** FIELDS.holder */
  holder: 1,
  /** FIELDS.troops */
  troops: 1,
  /** Those of its troops that have moved this turn, as long as it matters. */
  moved: 1,
})

const WORDS = wordOffsets({
  /** The mask that `toMove` returns. */
  toMove: 1,
  /** 0 until the match is over, then what `packOutcome` of the contract makes. */
  outcome: 1,
  /** What is being decided: one of the phases below. */
  phase: 1,
  /** The seat whose turn it is, in setup too. */
  turn: 1,
  /** Rounds that are over. */
  round: 1,
  /** Mask of the seats still in. */
  stillIn: 1,
  /** The dossier place that is being drawn for or checked. */
  place: 1,
  /** How many cards are in each part of the deck: the sum of their words, FIELDS.card. */
  deck: 1,
  /** Mask of the places that were empty when missions were checked. */
  empty: 1,
  /** In placing and moving: the last action, from which the canonical order continues. */
  cursor: 1,
  /** In moving: 1 + the territory that the canonical order lets troops leave although it has been passed, or 0. */
  back: 1,
  /** The attack's two territories; in setup `to` is the start. */
  from: 1,
  to: 1,
  /** Troops chosen so far, for the start, an attack or as incoming; in an attack those that are left. */
  force: 1,
  /** The type whose number the player chooses. */
  askedType: 1,
  /** Troops left to choose, for the start or as incoming. */
  left: 1,
  /** Territories taken and enemy troops removed, this turn. */
  took: 1,
  removed: 1,
  /** The asset that the current attack counts as. */
  attackAsset: 1,
  /**
   * Of the attacking side and the defending one: dice rolled and not spent; the pick, 1 + action, or 0. In setup the first
   * word of picks may hold sealed mulligans: see views.ts.
   */
  pool: 2,
  pick: 2,
  /** FIELDS.dice of either side, by value. UNKNOWN where secret. */
  dice: 2 * DICE_WORDS,
  seats: SEATS_MAX * SEAT.size,
})

export const {
  toMove: TO_MOVE,
  outcome: OUTCOME,
  phase: PHASE,
  turn: TURN,
  round: ROUND,
  stillIn: STILL_IN,
  place: PLACE,
  empty: EMPTY,
  cursor: CURSOR,
  back: BACK,
  from: FROM,
  to: TO,
  force: FORCE,
  askedType: ASKED_TYPE,
  left: LEFT,
  took: TOOK,
  removed: REMOVED,
  attackAsset: ATTACK_ASSET,
  pool: POOL,
  pick: PICK,
  deck: DECK,
  dice: DICE,
} = WORDS.at

export const { prestige: PRESTIGE, territories: TERRITORIES, board: BOARD } = SEAT.at
export const { incoming: INCOMING, dossier: DOSSIER } = SEAT.at
const SEATS = WORDS.at.seats
const SEAT_WORDS = SEAT.size

export const { holder: HOLDER, troops: TROOPS, moved: MOVED } = TERRITORY.at
export const FIRST_TERRITORY = WORDS.size
export const TERRITORY_WORDS = TERRITORY.size

/** Where a seat's words begin, and a territory's. */
export const seatAt = (seat: number): number => SEATS + seat * SEAT_WORDS
export const territoryAt = (territory: number): number => FIRST_TERRITORY + territory * TERRITORY_WORDS

/**
 * Behind the territories: where the cards begin, a word each; where the sets of territories begin (sets.ts); and where these
 * end: words that few rules need follow (dice.ts).
 */
export const cardsAt = (territories: number): number => territoryAt(territories)
export const setsAt = (territories: number, cards: number): number => cardsAt(territories) + cards
export const sizeOf = (territories: number, cards: number, seats: number): number =>
  setsAt(territories, cards) + (1 + seats) * setWordsOf(territories)

/** The words that tell views apart, `extra` of them behind all others. The sets follow from who holds the territories. */
export const identifyingIn = (
  territories: number,
  cards: number,
  seats: number,
  extra: number,
): WordRange[] => {
  const end = sizeOf(territories, cards, seats)
  return [
    { from: 0, to: seatAt(seats) },
    { from: FIRST_TERRITORY, to: setsAt(territories, cards) },
    ...(extra > 0 ? [{ from: end, to: end + extra }] : []),
  ]
}

// Phases. Draws of missions are distinguished by what follows them.
export const SETUP_DRAW = 0
export const MULLIGAN = 1
export const REDRAW = 2
export const START = 3
export const START_COUNT = 4
export const RETURN = 5
export const PLACING = 6
export const MOVING = 7
export const ATTACKING = 8
export const SENDING = 9
export const ROLLING = 10
export const PICKING = 11
export const MET_DRAW = 12
export const EMPTY_DRAW = 13
export const RAISING = 14
export const EXCHANGE = 15
export const EXCHANGE_DRAW = 16
export const TURN_END = 17
/** Moving and attacking, where the rules mix them. */
export const MIXED = 18

/**
 * Holds rules to the widths of packed words. Throws a RangeError that names the field that is too narrow, and what these
 * rules may put into it. `fields` is another declaration for tests.
 */
export function requireRoom({ seats, cap, setupTroops, cardCopies }: Tables, fields = FIELDS): void {
  // All of a seat's troops may be of one type, stand on one territory, and roll the same value.
  const troops = Math.max(cap, setupTroops)
  for (const field of Object.values(fields.troops)) requireFit(field, troops)
  requireFit(fields.dice.dice, troops)
  requireFit(fields.holder.holder, seats)
  // All cards may be in one part of the deck.
  const copies = cardCopies.reduce((sum, each) => sum + each, 0)
  for (const field of Object.values(fields.card)) requireFit(field, copies)
}
