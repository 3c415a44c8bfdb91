/** One attack: dice rolled by chance, secret picks of both sides, what they come to. */
import { CHANCE_BIT, EVENTS, FIELDED, LOST, USED } from '../contract/index.ts'
import * as actions from './actions.ts'
import * as assets from './assets.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = actions
const { battleOf } = assets
const { ACTORS, BATTLE, BOARD, DICE, DICE_WORDS, FORCE, FROM, HOLDER, PHASE, PICK, PICKING, POOL } = layout
const { REMOVED, ROLLING, TAKEN, TERRITORIES, TO, TOOK, TROOPS, TURN } = layout
const { holderIn, landAt, seatAt, totalIn, troop } = layout
const CONQUERED = USED
const FAILED = LOST

/** The sides of an attack, as dice and picks are stored. */
export const ATTACKER = 0
export const DEFENDER = 1

/** The seat of a side. */
export const seatOfSide = (s: Int32Array, side: number): number =>
  side === ATTACKER ? s[TURN]! : holderIn(s[landAt(s[TO]!) + HOLDER]!) - 1

/** Troops of a side in this attack, in a word. */
export const troopsOfSide = (s: Int32Array, side: number): number =>
  side === ATTACKER ? s[FORCE]! : s[landAt(s[TO]!) + TROOPS]!

/** Dice of a value that a side has not spent. */
export const diceOf = (s: Int32Array, side: number, value: number): number =>
  (s[DICE + side * DICE_WORDS + (value >> 2)]! >>> ((value & 3) << 3)) & 255

/** Adds a die to a side, or with a count of -1 takes one away. */
export const addDie = (s: Int32Array, side: number, value: number, count: number): void => {
  s[DICE + side * DICE_WORDS + (value >> 2)]! += count * (1 << ((value & 3) << 3))
}

/** The attackers are chosen: both sides roll. */
export const open = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const asset = t.attackAsset + battleOf(totalIn(s[FORCE]!), totalIn(s[landAt(s[TO]!) + TROOPS]!))
  events[s[TURN]! * t.seatEvents + asset * EVENTS.length + FIELDED]!++
  s[BATTLE] = asset
  s[PHASE] = ROLLING
  s[ACTORS] = CHANCE_BIT
}

/** A die for the attacker, or for the defender once the attacker has all of his. */
export const roll = (s: Int32Array, value: number): void => {
  const side = s[POOL]! < totalIn(s[FORCE]!) ? ATTACKER : DEFENDER
  addDie(s, side, value, 1)
  s[POOL + side]!++
  if (side === ATTACKER || s[POOL + DEFENDER]! < totalIn(s[landAt(s[TO]!) + TROOPS]!)) return
  askPicks(s)
}

const askPicks = (s: Int32Array): void => {
  s[PHASE] = PICKING
  s[ACTORS] = (1 << s[TURN]!) | (1 << seatOfSide(s, DEFENDER))
}

/** Seals a pick; with the second one both are revealed. True when the attack is over. */
export const pick = (t: Tables, s: Int32Array, seat: number, action: number, events: Int32Array): boolean => {
  const side = seat === s[TURN] ? ATTACKER : DEFENDER
  s[PICK + side] = 1 + action
  s[ACTORS]! &= ~(1 << seat)
  return s[ACTORS] === 0 && compare(t, s, events)
}

/** Compares the picked dice. True when the attack is over. */
const compare = (t: Tables, s: Int32Array, events: Int32Array): boolean => {
  const attacking = s[PICK]! - 1 - t.pickAction
  const defending = s[PICK + DEFENDER]! - 1 - t.pickAction
  const top = t.sides - 1
  const value = top - ((attacking / TYPE_COUNT) | 0)
  const defence = top - ((defending / TYPE_COUNT) | 0)
  const type = attacking % TYPE_COUNT
  const against = defending % TYPE_COUNT
  addDie(s, ATTACKER, value, -1)
  addDie(s, DEFENDER, defence, -1)
  s[POOL]!--
  s[POOL + DEFENDER]!--
  s[PICK] = 0
  s[PICK + DEFENDER] = 0
  let changed = defence + t.edge[type * TYPE_COUNT + against]!
  if (changed < 0) changed = 0
  else if (changed > top) changed = top
  const defender = seatOfSide(s, DEFENDER)
  events[s[TURN]! * t.seatEvents + (t.typeAsset + type) * EVENTS.length + USED]!++
  events[defender * t.seatEvents + (t.typeAsset + against) * EVENTS.length + USED]!++
  if (value + t.tieBonus > changed) {
    s[REMOVED]!++
    remove(t, s, defender, s[TO]!, against, events)
  } else {
    s[FORCE]! -= troop(type)
    remove(t, s, s[TURN]!, s[FROM]!, type, events)
  }
  return goOn(t, s, events)
}

const remove = (
  t: Tables,
  s: Int32Array,
  seat: number,
  territory: number,
  type: number,
  events: Int32Array,
): void => {
  s[landAt(territory) + TROOPS]! -= troop(type)
  s[seatAt(seat) + BOARD]! -= troop(type)
  events[seat * t.seatEvents + (t.typeAsset + type) * EVENTS.length + LOST]!++
}

/** The next picks, new dice if the rules want them, or the end. True at the end. */
const goOn = (t: Tables, s: Int32Array, events: Int32Array): boolean => {
  if (s[POOL]! > 0 && s[POOL + DEFENDER]! > 0) {
    askPicks(s)
    return false
  }
  // Dice left over are void.
  s.fill(0, DICE, DICE + 2 * DICE_WORDS)
  s[POOL] = 0
  s[POOL + DEFENDER] = 0
  const defenders = totalIn(s[landAt(s[TO]!) + TROOPS]!)
  if (t.refill && defenders > 0 && totalIn(s[FORCE]!) > 0) {
    s[PHASE] = ROLLING
    s[ACTORS] = CHANCE_BIT
    return false
  }
  const battle = s[TURN]! * t.seatEvents + s[BATTLE]! * EVENTS.length
  events[battle + (defenders === 0 ? CONQUERED : FAILED)]!++
  if (defenders === 0) conquer(t, s)
  s[FROM] = 0
  s[TO] = 0
  s[FORCE] = 0
  s[BATTLE] = 0
  return true
}

/** All attackers that are left move in. */
const conquer = (t: Tables, s: Int32Array): void => {
  const to = landAt(s[TO]!)
  s[seatAt(seatOfSide(s, DEFENDER)) + TERRITORIES]!--
  s[seatAt(s[TURN]!) + TERRITORIES]!++
  s[landAt(s[FROM]!) + TROOPS]! -= s[FORCE]!
  s[to + TROOPS] = s[FORCE]!
  s[to + HOLDER] = (1 + s[TURN]!) | (t.blitz ? 0 : TAKEN)
  s[TOOK]!++
}
