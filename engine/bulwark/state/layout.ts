/**
 * The words of a position, declared once. Units live in slots, so that a set of units is a mask with a bit for each slot,
 * the teams side by side. Words whose number the rules decide come last: one for each tile, then those of `Extent`, which
 * begin with `owned`. `requireRoom` holds rules to the widths declared here.
 */
import { type BitField, bitFields, requireFit, type WordRange, wordOffsets } from '../../contract/index.ts'

export const TEAMS = 3

/** A slot: the number of a unit within its team, and the team's seat. */
const SLOT = bitFields({ number: 3, seat: 2 })
const SLOT_SHIFT = SLOT.seat.shift
/** Slots of one team, and of all teams. */
export const TEAM_SLOTS = 1 << SLOT_SHIFT
export const SLOTS = TEAMS << SLOT_SHIFT

/** The word of a tile: the slots on it, 1 + its owner, 1 + the seat whose capital it is. */
const TILE_WORD = bitFields({ units: SLOTS, owner: 2, home: 2 })

export const FIELDS = { ...SLOT, ...TILE_WORD } as const

const { at, size } = wordOffsets({
  /** The mask that `toMove` returns. */
  TO_MOVE: 1,
  /** The current stage, one of those below. */
  STAGE: 1,
  /** From 1; 0 while capitals are picked. */
  ROUND: 1,
  /** The seat whose turn it is, or that picks its capital. */
  TURN: 1,
  /** First slot that may be asked next; while a question is open, the slot that it is about. */
  ASKED: 1,
  /** Slots that have stepped in this turn. */
  STEPPED: 1,
  /** Slots that recover. */
  RECOVERING: 1,
  /** Slots routed in this turn that go on recovering when it ends: its own team's or, by `recovery.turns: all`, any. */
  ROUTED_NOW: 1,
  /** Seats that are out of the game. */
  OUT: 1,
  /** 0 until the match is over, then as `packOutcome` has it. */
  OUTCOME: 1,
  // From here to TRAINED, the words of a battle: 0 without one.
  /** 1 + the tile of the current battle. */
  BATTLE: 1,
  /** Slots alive in it. */
  LIVING: 1,
  /** 1 + the tile that most attackers came from. */
  MAIN_SOURCE: 1,
  /** In retreats: the seat whose units retreat. */
  RETREATING_SEAT: 1,
  /** 1 if that seat may choose where its units go (Training). */
  TRAINED: 1,
  /** By seat: 1 + the tile of its capital. */
  CAPITAL: TEAMS,
  /** By seat: how long others have held its capital, see HELD_NOT. */
  HELD: TEAMS,
  /** By seat: slots in the game. */
  UNITS: TEAMS,
  /** By slot: its tile, or GONE. */
  AT: SLOTS,
  /** By slot: 1 + the tile that it stepped from in this turn. */
  FROM: SLOTS,
})

export const { TO_MOVE, STAGE, ROUND, TURN, ASKED, STEPPED, RECOVERING, ROUTED_NOW, OUT, OUTCOME } = at
export const { BATTLE, LIVING, MAIN_SOURCE, RETREATING_SEAT, TRAINED, CAPITAL, HELD, UNITS, AT, FROM } = at
/** Just past the words of a battle. */
export const BATTLE_END = TRAINED + 1
/** The packed words of tiles, in map order. */
export const TILE = size

/** Tiles in a word of a set of tiles, one bit each. */
export const WORD_TILES = 32

/**
 * Where the words lie whose number the rules decide: `owned`, by seat, the tiles that it owns once more as a set of `ownedWords`
 * words; `ready`, by timed ability, the time from which each is usable again (in
 * rounds or in turns, see `timeOf` in board.ts), 0 once it is; `resume`, where battles begin with a step, the
 * first slot to be asked after the battle.
 */
export interface Extent {
  readonly owned: number
  readonly ownedWords: number
  readonly ready: number
  readonly resume: number
  readonly stateSize: number
}

/** The layout's part that depends on the teams, on a map and on when battles begin. */
export function extentOf(seats: number, tiles: number, timed: number, onEntry: boolean): Extent {
  const ownedWords = Math.ceil(tiles / WORD_TILES)
  const sizes = { tiles, owned: seats * ownedWords, ready: timed, resume: onEntry ? 1 : 0 }
  const { at, size } = wordOffsets(sizes, TILE)
  return { owned: at.owned, ownedWords, ready: at.ready, resume: at.resume, stateSize: TILE + size }
}

/**
 * The words that tell views apart: all but those of tiles, which lie from TILE to `owned`, and follow from where units stand, from who owns which tiles, and from
 * the capitals.
 */
export const identifyingIn = ({ owned, stateSize }: Extent): WordRange[] => [
  { from: 0, to: TILE },
  { from: owned, to: stateSize },
]

/**
 * Holds rules to the widths of the packed fields, for teams of these sizes. Throws a RangeError that names a field that is
 * too narrow.
 */
export function requireRoom(
  sizes: readonly number[],
  fields: Readonly<Record<keyof typeof FIELDS, BitField>> = FIELDS,
): void {
  const seats = sizes.length
  requireFit(fields.number, Math.max(...sizes) - 1)
  requireFit(fields.seat, seats - 1)
  // A team has all its slots whatever its size. This also covers the words by seat and by slot: SLOTS is their number.
  requireFit(fields.units, 2 ** (seats * TEAM_SLOTS) - 1)
  requireFit(fields.owner, seats)
  requireFit(fields.home, seats)
}

export const GONE = -1

// Stages.
export const PICKING = 0
/** A unit may stay or step. */
export const ANSWERING = 1
/** All units have answered, but an ability is left. */
export const ENDING = 2
/** The owner of a unit that Bee Swarm drives off chooses where it goes. */
export const FLEEING = 3
export const BATTLING = 4
/** A routed unit with Training chooses where it goes. */
export const RETREATING = 5
/** Nobody decides: the turn must be closed, or the match is over. */
export const CLOSING = 6

// States of a capital: held by its team or by none; fallen since its team's last turn began; from here on, turns counted.
export const HELD_NOT = 0
export const HELD_FALLEN = 1
export const HELD_COUNTING = 2

/** The slots in the word of a tile. */
export const UNIT_BITS = TILE_WORD.units.mask

const { shift: OWNER_SHIFT, mask: OWNER_MASK } = TILE_WORD.owner
const { shift: HOME_SHIFT, mask: HOME_MASK } = TILE_WORD.home
const OWNER_BITS = OWNER_MASK << OWNER_SHIFT

/** 1 + the owner of a tile, 0 for none, from the tile's word. */
export const ownerIn = (word: number): number => (word >>> OWNER_SHIFT) & OWNER_MASK
/** 1 + the seat whose capital a tile is, 0 for none. */
export const homeIn = (word: number): number => (word >>> HOME_SHIFT) & HOME_MASK
export const withOwner = (word: number, owner: number): number =>
  (word & ~OWNER_BITS) | (owner << OWNER_SHIFT)
/** For a tile that has no capital yet. */
export const withHome = (word: number, home: number): number => word | (home << HOME_SHIFT)

const NUMBER_MASK = SLOT.number.mask
/** Masks of one team's units, by their numbers, have this many values. */
export const TEAM_MASKS = 1 << TEAM_SLOTS
const TEAM_MASK = TEAM_MASKS - 1

export const teamOf = (seat: number): number => TEAM_MASK << (seat << SLOT_SHIFT)
/** The units of a team in a mask of slots, by their numbers. */
export const numbersIn = (slots: number, seat: number): number => (slots >>> (seat << SLOT_SHIFT)) & TEAM_MASK
export const slotOf = (seat: number, number: number): number => (seat << SLOT_SHIFT) | number
export const seatOf = (slot: number): number => slot >> SLOT_SHIFT
export const numberOf = (slot: number): number => slot & NUMBER_MASK
