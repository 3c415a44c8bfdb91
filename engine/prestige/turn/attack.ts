/** One attack: dice rolled by chance, secret picks of both sides, what they come to. */
import { CHANCE_BIT, EVENTS, FIELDED, LOST, type State, USED } from '../../contract/index.ts'
import { attackOf } from '../rules/assets.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import { SEALED, type Tables } from '../rules/tables.ts'
import { abandon, putTroops } from '../state/board.ts'
import {
  ATTACKER,
  addDie,
  clearDice,
  DEFENDER,
  nextSide,
  seatOfSide,
  showDie,
  sideOf,
  spendDie,
} from '../state/dice.ts'
import { countIn, TAKEN, totalIn, troop, troopsOf } from '../state/fields.ts'
import {
  ATTACK_ASSET,
  BOARD,
  FORCE,
  FROM,
  HOLDER,
  MOVED,
  PHASE,
  PICK,
  PICKING,
  POOL,
  REMOVED,
  ROLLING,
  seatAt,
  TERRITORIES,
  TO,
  TO_MOVE,
  TOOK,
  TROOPS,
  TURN,
  territoryAt,
} from '../state/layout.ts'

/** The attackers are chosen: both sides roll. */
export const beginAttack = (t: Tables, s: State, events: Int32Array): void => {
  const asset = t.attackAsset + attackOf(totalIn(s[FORCE]!), totalIn(s[territoryAt(s[TO]!) + TROOPS]!))
  events[s[TURN]! * t.seatEvents + asset * EVENTS.length + FIELDED]!++
  s[ATTACK_ASSET] = asset
  s[PHASE] = ROLLING
  s[TO_MOVE] = CHANCE_BIT
}

/** A die for the attacker, or for the defender once the attacker has all dice. */
export const roll = (t: Tables, s: State, value: number): void => {
  const side = nextSide(s)
  addDie(t, s, side, value)
  if (side === ATTACKER || s[POOL + DEFENDER]! < totalIn(s[territoryAt(s[TO]!) + TROOPS]!)) return
  askPicks(t, s)
}

const askPicks = (t: Tables, s: State): void => {
  s[PHASE] = PICKING
  if (t.firstPick === SEALED) s[TO_MOVE] = (1 << s[TURN]!) | (1 << seatOfSide(s, DEFENDER))
  else s[TO_MOVE] = 1 << seatOfSide(s, t.firstPick)
}

/** Seals a pick, or makes it openly; with the second one both are revealed. True when the attack is over. */
export const pick = (t: Tables, s: State, seat: number, action: number, events: Int32Array): boolean => {
  const side = sideOf(s, seat)
  s[PICK + side] = 1 + action
  s[TO_MOVE]! &= ~(1 << seat)
  if (t.firstPick !== SEALED) pickOpenly(t, s, side, action - t.pickAction)
  return s[TO_MOVE] === 0 && compare(t, s, events)
}

/** Shows the die of a pick, `(sides - 1 - value) * TYPE_COUNT + type`, and asks the other side if it has yet to pick. */
const pickOpenly = (t: Tables, s: State, side: number, picked: number): void => {
  const other = 1 - side
  showDie(t, s, side, picked % TYPE_COUNT, t.sides - 1 - ((picked / TYPE_COUNT) | 0))
  if (s[PICK + other] === 0) s[TO_MOVE] = 1 << seatOfSide(s, other)
}

/** Compares the picked dice. True when the attack is over. */
export const compare = (t: Tables, s: State, events: Int32Array): boolean => {
  const attacking = s[PICK]! - 1 - t.pickAction
  const defending = s[PICK + DEFENDER]! - 1 - t.pickAction
  const value = t.sides - 1 - ((attacking / TYPE_COUNT) | 0)
  const defence = t.sides - 1 - ((defending / TYPE_COUNT) | 0)
  const type = attacking % TYPE_COUNT
  const against = defending % TYPE_COUNT
  const top = t.faces[DEFENDER * TYPE_COUNT + against]! - 1
  let changed = defence + t.modifier[type * TYPE_COUNT + against]!
  if (changed < 0) changed = 0
  else if (changed > top) changed = top
  const isWon = value + t.tieBonus > changed
  if (t.returned && isWon) showDie(t, s, ATTACKER, type, value)
  else spendDie(t, s, ATTACKER, type, value)
  if (t.returned && !isWon) showDie(t, s, DEFENDER, against, defence)
  else spendDie(t, s, DEFENDER, against, defence)
  s[PICK] = 0
  s[PICK + DEFENDER] = 0
  const defender = seatOfSide(s, DEFENDER)
  events[s[TURN]! * t.seatEvents + (t.typeAsset + type) * EVENTS.length + USED]!++
  events[defender * t.seatEvents + (t.typeAsset + against) * EVENTS.length + USED]!++
  if (isWon) {
    s[REMOVED]!++
    remove(t, s, defender, s[TO]!, against, events)
  } else {
    if (t.tracksMoved) loseMoved(t, s, type)
    s[FORCE]! -= troop(type)
    remove(t, s, s[TURN]!, s[FROM]!, type, events)
  }
  return proceed(t, s, events)
}

/**
 * Those of the attackers that have moved this turn, as a word of troops: none where these may not attack. Else of one type
 * those go first that have moved; where these may not advance, those go first that have not.
 */
const movedForce = (t: Tables, s: State): number => {
  if (t.movedRest) return 0
  const from = territoryAt(s[FROM]!)
  let word = 0
  for (let type = 0; type < TYPE_COUNT; type++) {
    const sent = countIn(s[FORCE]!, type)
    const moved = countIn(s[from + MOVED]!, type)
    const rested = countIn(s[from + TROOPS]!, type) - moved
    if (t.movedStay) word += troopsOf(type, sent > rested ? sent - rested : 0)
    else word += troopsOf(type, sent < moved ? sent : moved)
  }
  return word
}

/** One that has moved, if there is any. */
const loseMoved = (t: Tables, s: State, type: number): void => {
  if (countIn(movedForce(t, s), type) > 0) s[territoryAt(s[FROM]!) + MOVED]! -= troop(type)
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
    askPicks(t, s)
    return false
  }
  // Leftover dice are void.
  clearDice(t, s)
  const defenders = totalIn(s[territoryAt(s[TO]!) + TROOPS]!)
  if (t.refill && defenders > 0 && totalIn(s[FORCE]!) > 0) {
    s[PHASE] = ROLLING
    s[TO_MOVE] = CHANCE_BIT
    return false
  }
  const isTaken = defenders === 0 && clear(t, s)
  const battle = s[TURN]! * t.seatEvents + s[ATTACK_ASSET]! * EVENTS.length
  events[battle + (isTaken ? USED : LOST)]!++
  if (t.guard === 0 && s[territoryAt(s[FROM]!) + TROOPS] === 0) abandonSource(t, s)
  s[FROM] = 0
  s[TO] = 0
  s[FORCE] = 0
  s[ATTACK_ASSET] = 0
  return true
}

/** All troops of the attacker's territory went, or fell. A seat without territories meets no mission, whatever it did. */
const abandonSource = (t: Tables, s: State): void => {
  abandon(t, s, s[TURN]!, s[FROM]!)
  if (s[seatAt(s[TURN]!) + TERRITORIES]! > 0) return
  s[TOOK] = 0
  s[REMOVED] = 0
}

/** The defender is gone: the attackers that may advance move in. True if there are any. */
const clear = (t: Tables, s: State): boolean => {
  const from = territoryAt(s[FROM]!)
  const to = territoryAt(s[TO]!)
  const moved = t.tracksMoved ? movedForce(t, s) : 0
  const advancing = t.movedStay ? s[FORCE]! - moved : s[FORCE]!
  abandon(t, s, seatOfSide(s, DEFENDER), s[TO]!)
  if (advancing === 0) return false
  s[from + TROOPS]! -= advancing
  putTroops(t, s, s[TURN]!, s[TO]!, advancing)
  if (!t.blitz) s[to + HOLDER]! |= TAKEN
  s[TOOK]!++
  if (t.tracksMoved) {
    if (!t.movedStay) s[from + MOVED]! -= moved
    s[to + MOVED] = t.advanceMoves ? advancing : t.movedStay ? 0 : moved
  }
  return true
}
