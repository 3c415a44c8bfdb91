/**
 * The words of a position. Units live in slots: `seat * 8 + number`, so that a set of units is a mask of 24 bits, eight
 * a team. Every offset is a constant; the tiles, which come last but one, are as many as the map has, and the abilities
 * that need time follow them. The modules that play matches take over what they use as constants of their own: V8 makes
 * imported names slow.
 */

export const TEAMS = 3
export const SLOT_SHIFT = 3
export const SLOTS = TEAMS << SLOT_SHIFT

/** The mask that `actors` returns. */
export const ACTORS = 0
/** What is going on: one of the stages below. */
export const STAGE = 1
/** From 1; 0 while capitals are picked. */
export const ROUND = 2
/** The seat whose turn it is, or that picks its capital. */
export const TURN = 3
/** First slot that may be asked next, and while somebody is asked, the slot that the question is about. */
export const ASKED = 4
/** Slots that have stepped in this turn. */
export const STEPPED = 5
/** Slots that recover, and those of them that were routed in their own team's turn, which is not over. */
export const RECOVER = 6
export const FRESH = 7
/** Seats that are out of the game. */
export const OUT = 8
/** 0 while it goes on, else 1 + ending + 16 * (winner + 1), winner -1 for none. */
export const OUTCOME = 9
/** From here to TRAINED: 0 without a battle. The one in hand: 1 + its tile, the slots that live, 1 + the tile that most attackers came from. */
export const BATTLE = 10
export const LIVING = 11
export const MAIN = 12
/** In retreats: the seat that retreats, and whether it may choose (Training). */
export const SIDE = 13
export const TRAINED = 14
/** Per seat: 1 + the tile of its capital; how long others have had it (see HELD_*); tiles owned; slots in the game. */
export const CAPITAL = 15
export const HELD = CAPITAL + TEAMS
export const TILES_OWNED = HELD + TEAMS
export const UNITS = TILES_OWNED + TEAMS
/** Per slot: its tile, or GONE; 1 + the tile that it stepped from in this turn. */
export const AT = UNITS + TEAMS
export const FROM = AT + SLOTS
/** Per tile: the slots on it (24 bits), 1 + its owner, 1 + the seat whose capital it is (2 bits each). */
export const TILE = FROM + SLOTS

/** Where the rounds are from which timed abilities are usable again, 0 once they are. */
export const readyAt = (tiles: number): number => TILE + tiles
export const sizeOf = (tiles: number, abilities: number): number => TILE + tiles + abilities

export const GONE = -1

// Stages.
export const PICKING = 0
/** A unit is asked to stay or to step. */
export const ANSWERING = 1
/** All units have answered, but an ability is left. */
export const ENDING = 2
/** The owner of a unit that Bee Swarm drives off chooses where it goes. */
export const FLEEING = 3
export const FIGHTING = 4
export const RETREATING = 5
export const CLOSING = 6

/** A capital in its owner's hands or nobody's; fallen, without a turn of its owner begun since; from here on, turns counted. */
export const HELD_NOT = 0
export const HELD_FALLEN = 1
export const HELD_COUNTING = 2

// A tile in a word.
export const UNIT_BITS = (1 << SLOTS) - 1
const OWNER_SHIFT = SLOTS
const HOME_SHIFT = SLOTS + 2
const OWNER_BITS = 3 << OWNER_SHIFT
export const ownerIn = (tile: number): number => (tile >> OWNER_SHIFT) & 3
/** 1 + the seat whose capital it is. */
export const homeIn = (tile: number): number => tile >> HOME_SHIFT
export const withOwner = (tile: number, owner: number): number =>
  (tile & ~OWNER_BITS) | (owner << OWNER_SHIFT)
export const withHome = (tile: number, home: number): number => tile | (home << HOME_SHIFT)

/** All slots of a team. */
export const teamOf = (seat: number): number => 255 << (seat << SLOT_SHIFT)
export const seatOf = (slot: number): number => slot >> SLOT_SHIFT
export const numberOf = (slot: number): number => slot & 7

/** The lowest slot of a mask that is not empty. */
export const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** Slots in a mask of 24. */
export const count = (mask: number): number => {
  let v = mask - ((mask >>> 1) & 0x555555)
  v = (v & 0x333333) + ((v >>> 2) & 0x333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f, 0x01010101) >>> 24
}
