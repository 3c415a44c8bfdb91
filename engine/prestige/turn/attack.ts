/** One attack: dice rolled by chance, secret picks of both sides, what they come to. */
import { CHANCE_BIT, EVENTS, FIELDED, LOST, type State, USED } from '../../contract/index.ts'
import * as assets from '../rules/assets.ts'
import * as parts from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import * as fields from '../state/fields.ts'
import * as layout from '../state/layout.ts'
import * as sides from '../state/sides.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = parts
const { attackOf } = assets
const { TAKEN, totalIn, troop } = fields
const { ATTACK_ASSET, BOARD, DICE, DICE_WORDS, FORCE, FROM, HOLDER, PHASE, PICK, PICKING, POOL } = layout
const { REMOVED, ROLLING, TERRITORIES, TO, TOOK, TO_MOVE, TROOPS, TURN, seatAt, territoryAt } = layout
const { ATTACKER, DEFENDER, addDice, seatOfSide, sideOf } = sides
const CONQUERED = USED
const FAILED = LOST

/** The attackers are chosen: both sides roll. */
export const beginAttack = (t: Tables, s: State, events: Int32Array): void => {
  const asset = t.attackAsset + attackOf(totalIn(s[FORCE]!), totalIn(s[territoryAt(s[TO]!) + TROOPS]!))
  events[s[TURN]! * t.seatEvents + asset * EVENTS.length + FIELDED]!++
  s[ATTACK_ASSET] = asset
  s[PHASE] = ROLLING
  s[TO_MOVE] = CHANCE_BIT
}

/** A die for the attacker, or for the defender once the attacker has all dice. */
export const roll = (s: State, value: number): void => {
  const side = s[POOL]! < totalIn(s[FORCE]!) ? ATTACKER : DEFENDER
  addDice(s, side, value, 1)
  s[POOL + side]!++
  if (side === ATTACKER || s[POOL + DEFENDER]! < totalIn(s[territoryAt(s[TO]!) + TROOPS]!)) return
  askPicks(s)
}

const askPicks = (s: State): void => {
  s[PHASE] = PICKING
  s[TO_MOVE] = (1 << s[TURN]!) | (1 << seatOfSide(s, DEFENDER))
}

/** Seals a pick; with the second one both are revealed. True when the attack is over. */
export const pick = (t: Tables, s: State, seat: number, action: number, events: Int32Array): boolean => {
  const side = sideOf(s, seat)
  s[PICK + side] = 1 + action
  s[TO_MOVE]! &= ~(1 << seat)
  return s[TO_MOVE] === 0 && compare(t, s, events)
}

/** Compares the picked dice. True when the attack is over. */
const compare = (t: Tables, s: State, events: Int32Array): boolean => {
  const attacking = s[PICK]! - 1 - t.pickAction
  const defending = s[PICK + DEFENDER]! - 1 - t.pickAction
  const top = t.sides - 1
  const value = top - ((attacking / TYPE_COUNT) | 0)
  const defence = top - ((defending / TYPE_COUNT) | 0)
  const type = attacking % TYPE_COUNT
  const against = defending % TYPE_COUNT
  addDice(s, ATTACKER, value, -1)
  addDice(s, DEFENDER, defence, -1)
  s[POOL]!--
  s[POOL + DEFENDER]!--
  s[PICK] = 0
  s[PICK + DEFENDER] = 0
  let changed = defence + t.modifier[type * TYPE_COUNT + against]!
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
  return proceed(t, s, events)
}

const remove = (
  t: Tables,
  s: State,
  seat: number,
  territory: number,
  type: number,
  events: Int32Array,
): void => {
  s[territoryAt(territory) + TROOPS]! -= troop(type)
  s[seatAt(seat) + BOARD]! -= troop(type)
  events[seat * t.seatEvents + (t.typeAsset + type) * EVENTS.length + LOST]!++
}

/** Asks for the next picks, or for new dice if the rules refill them, or ends the attack. True at the end. */
const proceed = (t: Tables, s: State, events: Int32Array): boolean => {
  if (s[POOL]! > 0 && s[POOL + DEFENDER]! > 0) {
    askPicks(s)
    return false
  }
  // Leftover dice are void.
  s.fill(0, DICE, DICE + 2 * DICE_WORDS)
  s[POOL] = 0
  s[POOL + DEFENDER] = 0
  const defenders = totalIn(s[territoryAt(s[TO]!) + TROOPS]!)
  if (t.refill && defenders > 0 && totalIn(s[FORCE]!) > 0) {
    s[PHASE] = ROLLING
    s[TO_MOVE] = CHANCE_BIT
    return false
  }
  const battle = s[TURN]! * t.seatEvents + s[ATTACK_ASSET]! * EVENTS.length
  events[battle + (defenders === 0 ? CONQUERED : FAILED)]!++
  if (defenders === 0) conquer(t, s)
  s[FROM] = 0
  s[TO] = 0
  s[FORCE] = 0
  s[ATTACK_ASSET] = 0
  return true
}

/** All surviving attackers move in. */
const conquer = (t: Tables, s: State): void => {
  const to = territoryAt(s[TO]!)
  s[seatAt(seatOfSide(s, DEFENDER)) + TERRITORIES]!--
  s[seatAt(s[TURN]!) + TERRITORIES]!++
  s[territoryAt(s[FROM]!) + TROOPS]! -= s[FORCE]!
  s[to + TROOPS] = s[FORCE]!
  s[to + HOLDER] = (1 + s[TURN]!) | (t.blitz ? 0 : TAKEN)
  s[TOOK]!++
}
