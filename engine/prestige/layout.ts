/**
 * The words of a state.
 *
 * Offsets are constants, with room for the most seats and the largest dice; territories and cards, which come last, take
 * as many words as there are. Modules that play matches take over what they use as constants of their own,
 * `const { TURN } = layout`: V8 builds a module's own constants into its machine code, but loads imported ones.
 *
 * Troops are packed into a word: a byte for each type (its number of troops) and their sum in the highest byte, so that
 * troops of several words add up by adding the words.
 */
import { DOSSIER_MAX, SEATS_MAX, SIDES_MAX } from './rules.ts'

/** The mask that `actors` returns. */
export const ACTORS = 0
/** 0 while it goes on, else 1 + ending + 16 * (winner + 1), winner -1 for none. */
export const OUTCOME = 1
/** What is being decided: one of the phases below. */
export const PHASE = 2
/** The seat whose turn it is, in setup too. */
export const TURN = 3
/** Rounds that are over. */
export const ROUND = 4
/** Mask of the seats still in. */
export const STILL_IN = 5
/** The dossier place that is being drawn for, or looked at. */
export const PLACE = 6
/** Mask of the places that were empty when the missions were looked at. */
export const EMPTY = 7
/** In placing and moving: the last action, for the canonical order goes on from there. */
export const CURSOR = 8
/** In moving: 1 + the territory that the canonical order lets troops leave although it has been passed, or 0. */
export const BACK = 9
/** The attack's two territories; in setup TO is the start. */
export const FROM = 10
export const TO = 11
/** Troops chosen so far, for the start, an attack or as incoming; in an attack those that are left. */
export const FORCE = 12
/** The type whose number is asked for. */
export const COUNTED = 13
/** Troops left to choose, for the start or as incoming. */
export const LEFT = 14
/** Territories taken and enemy troops removed, this turn. */
export const TOOK = 15
export const REMOVED = 16
/** The asset that the attack in hand counts as. */
export const BATTLE = 17
/** Of the attacking side and the defending one: dice rolled and not spent; the sealed pick, 1 + action, or 0. */
export const POOL = 18
export const PICK = 20
/** Of either side, DICE_WORDS: the number of its unspent dice of each value, a byte each. UNKNOWN where secret. */
export const DICE = 22
export const DICE_WORDS = SIDES_MAX / 4
const SEATS = DICE + 2 * DICE_WORDS

// Offsets within a seat's words.
export const PRESTIGE = 0
export const TERRITORIES = 1
/** Troops on the board, and incoming ones. */
export const BOARD = 2
export const INCOMING = 3
/** Missions by place: 1 + card, or 0 where there is none. */
export const DOSSIER = 4
const SEAT_WORDS = DOSSIER + DOSSIER_MAX

/** Twice, for `seatAt` and `landAt` to use constants of this module's own: see above. */
const LAND_FROM = SEATS + SEATS_MAX * SEAT_WORDS
export const LAND = LAND_FROM

// Offsets within a territory's words.
/** 1 + the seat that holds it, or 0; plus TAKEN. */
export const HOLDER = 0
/** Set on the holder of a territory taken this turn from which no attack may go on. */
export const TAKEN = 8
export const TROOPS = 1
/** Those of its troops that have moved this turn, while moves are made. */
export const MOVED = 2
const LAND_WORDS = 3
export const LAND_SIZE = LAND_WORDS

/** Where a seat's words begin, and a territory's. */
export const seatAt = (seat: number): number => SEATS + seat * SEAT_WORDS
export const landAt = (territory: number): number => LAND_FROM + territory * LAND_WORDS

/**
 * The cards come behind the territories, a word each: how many are in the deck's upper part, put under it at setup, in
 * the discard pile, and set aside during setup or a draw, a byte each.
 */
export const UPPER = 0
export const LOWER = 8
export const DISCARDED = 16
export const ASIDE = 24

export const cardsAt = (territories: number): number => LAND_FROM + territories * LAND_WORDS
export const sizeOf = (territories: number, cards: number): number => cardsAt(territories) + cards

// Phases. Draws of missions are told apart by what follows them.
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

const ONE = 1 << 24
/** One troop of a type, as a word of troops. */
export const troop = (type: number): number => (1 << (type << 3)) + ONE
export const troopsOf = (type: number, count: number): number => count * ((1 << (type << 3)) + ONE)
export const totalIn = (troops: number): number => troops >>> 24
export const countIn = (troops: number, type: number): number => (troops >>> (type << 3)) & 255

/** The holder of a territory as 1 + seat, or 0. */
export const holderIn = (word: number): number => word & 7
