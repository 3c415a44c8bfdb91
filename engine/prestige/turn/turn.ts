/** A turn, step by step: placing, moving, attacking, missions, incoming, exchange. */
import { EVENTS, FIELDED, packOutcome, RESOLVE_BIT, SCORED, type State, USED } from '../../contract/index.ts'
import { BY_PRESTIGE } from '../rules/assets.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { canAttack, canMove, countEmpty, firstOf, forgetMoves, putTroops } from '../state/board.ts'
import { countIn, DISCARDED, totalIn, troop } from '../state/fields.ts'
import {
  ATTACKING,
  BACK,
  BOARD,
  CURSOR,
  DOSSIER,
  EMPTY,
  EMPTY_DRAW,
  EXCHANGE,
  EXCHANGE_DRAW,
  FORCE,
  FROM,
  INCOMING,
  LEFT,
  MET_DRAW,
  MIXED,
  MOVED,
  MOVING,
  OUTCOME,
  PHASE,
  PLACE,
  PLACING,
  PRESTIGE,
  RAISING,
  RETURN,
  SENDING,
  seatAt,
  TERRITORIES,
  TO,
  TO_MOVE,
  TROOPS,
  TURN,
  TURN_END,
  territoryAt,
} from '../state/layout.ts'
import { meets } from '../state/missions.ts'
import { beginAttack } from './attack.ts'
import { askCount, unusedPieces } from './counts.ts'
import { deal, dropMission } from './deck.ts'

const askFor = (s: State, phase: number): void => {
  s[PHASE] = phase
  s[TO_MOVE] = 1 << s[TURN]!
}

const place = (t: Tables, s: State, territory: number, troops: number): void => {
  const mine = seatAt(s[TURN]!)
  putTroops(t, s, s[TURN]!, territory, troops)
  s[mine + BOARD]! += troops
  s[mine + INCOMING]! -= troops
  if (t.placingMoves) s[territoryAt(territory) + MOVED]! += troops
}

/** Ends the turn: what follows needs no decision, and is left to `resolve`. */
export const endTurn = (s: State): void => {
  s[PHASE] = TURN_END
  s[TO_MOVE] = RESOLVE_BIT
  s[PLACE] = 0
  s[EMPTY] = 0
}

/** Begins the turn of the seat in turn. Step 1: incoming troops are placed. */
export const beginTurn = (t: Tables, s: State, events: Int32Array): void => {
  const mine = seatAt(s[TURN]!)
  const incoming = s[mine + INCOMING]!
  if (s[mine + TERRITORIES] === 0) {
    if (incoming === 0) beginRaising(t, s, events)
    else if (countEmpty(t, s) === 1) comeBack(t, s, firstOf(s, 0), events)
    else askFor(s, RETURN)
  } else if (incoming === 0) beginMoving(t, s, events)
  else if (s[mine + TERRITORIES] === 1) {
    place(t, s, firstOf(s, 1 + s[TURN]!), incoming)
    beginMoving(t, s, events)
  } else askFor(s, PLACING)
}

/** All incoming troops come back on one empty territory. */
export const comeBack = (t: Tables, s: State, territory: number, events: Int32Array): void => {
  place(t, s, territory, s[seatAt(s[TURN]!) + INCOMING]!)
  beginMoving(t, s, events)
}

export const placeOne = (
  t: Tables,
  s: State,
  territory: number,
  type: number,
  action: number,
  events: Int32Array,
): void => {
  place(t, s, territory, troop(type))
  s[CURSOR] = action
  if (s[seatAt(s[TURN]!) + INCOMING] === 0) beginMoving(t, s, events)
}

/** Step 2: moves, as long as any is possible. */
const beginMoving = (t: Tables, s: State, events: Int32Array): void => {
  s[CURSOR] = 0
  if (t.mixed) beginMixed(t, s, events)
  else if (canMove(t, s)) askFor(s, MOVING)
  else endMoving(t, s, events)
}

/** Steps 2 and 3 in one: moves and attacks, as long as any is possible. */
const beginMixed = (t: Tables, s: State, events: Int32Array): void => {
  if (mayGoOn(t, s)) askFor(s, MIXED)
  else endMoving(t, s, events)
}

const mayGoOn = (t: Tables, s: State): boolean => canMove(t, s) || canAttack(t, s)

/** One troop moves along a link, which is numbered as the seat in turn lists links. */
export const move = (
  t: Tables,
  s: State,
  link: number,
  type: number,
  action: number,
  events: Int32Array,
): void => {
  shift(t, s, link, type, action)
  if (t.mixed ? !mayGoOn(t, s) : !canMove(t, s)) endMoving(t, s, events)
}

/** Moves the troop, and leaves it to the caller to ask whether any other move is possible. */
export const shift = (t: Tables, s: State, moved: number, type: number, action: number): void => {
  const seat = s[TURN]!
  const from = t.linkFrom[seat * t.links + moved]!
  const to = t.linkTo[seat * t.links + moved]!
  s[territoryAt(from) + TROOPS]! -= troop(type)
  putTroops(t, s, seat, to, troop(type))
  s[territoryAt(to) + MOVED]! += troop(type)
  if (action > s[CURSOR]!) s[CURSOR] = action
  s[BACK] = 0
  // A last troop that could not leave when its territory was passed can leave now that another has come.
  if (totalIn(s[territoryAt(to) + TROOPS]!) !== 2 || totalIn(s[territoryAt(to) + MOVED]!) !== 1) return
  const ranks = seat * t.territories
  const link = ((s[CURSOR]! - t.moveAction) / TYPE_COUNT) | 0
  const reached = t.linkFrom[seat * t.links + link]!
  if (t.rank[ranks + to]! <= t.rank[ranks + reached]!) s[BACK] = 1 + to
}

/** No further move; nor attack, where they mix. */
export const endMoving = (t: Tables, s: State, events: Int32Array): void => {
  if (!t.tracksMoved) forgetMoves(t, s)
  s[CURSOR] = 0
  s[BACK] = 0
  if (t.mixed) beginMissions(t, s, events)
  else beginAttacks(t, s, events)
}

export const goOn = (t: Tables, s: State, events: Int32Array): void => {
  if (t.mixed) beginMoving(t, s, events)
  else beginAttacks(t, s, events)
}

/** Step 3: attacks, as long as any is possible. */
const beginAttacks = (t: Tables, s: State, events: Int32Array): void => {
  if (canAttack(t, s)) askFor(s, ATTACKING)
  else beginMissions(t, s, events)
}

export const declare = (t: Tables, s: State, link: number, events: Int32Array): void => {
  const seat = s[TURN]!
  s[FROM] = t.linkFrom[seat * t.links + link]!
  s[TO] = t.linkTo[seat * t.links + link]!
  s[CURSOR] = 0
  s[BACK] = 0
  s[PHASE] = SENDING
  if (!askCount(t, s, seat, 0)) beginAttack(t, s, events)
}

/** Step 4: missions that are met pay, in dossier order. */
export const beginMissions = (t: Tables, s: State, events: Int32Array): void => {
  if (t.tracksMoved) forgetMoves(t, s)
  const dossier = seatAt(s[TURN]!) + DOSSIER
  let empty = 0
  for (let p = 0; p < t.dossier; p++) if (s[dossier + p] === 0) empty |= 1 << p
  s[EMPTY] = empty
  s[PLACE] = 0
  s[PHASE] = MET_DRAW
  payMissions(t, s, events)
}

/** Pays from PLACE on, until a card must be drawn. */
const payMissions = (t: Tables, s: State, events: Int32Array): void => {
  const seat = s[TURN]!
  for (; s[PLACE]! < t.dossier; s[PLACE]!++) {
    const card = s[seatAt(seat) + DOSSIER + s[PLACE]!]! - 1
    if (card < 0 || !meets(t, s, seat, card)) continue
    pay(t, s, seat, card, events)
    // At once: the mission that won is not discarded.
    if (s[seatAt(seat) + PRESTIGE]! >= t.win) {
      s[OUTCOME] = packOutcome(BY_PRESTIGE, seat)
      endTurn(s)
      return
    }
    dropMission(t, s, seat, s[PLACE]!, DISCARDED, false, events)
    if (deal(t, s)) return
  }
  s[PLACE] = 0
  s[PHASE] = EMPTY_DRAW
  fillPlaces(t, s, events)
}

const pay = (t: Tables, s: State, seat: number, card: number, events: Int32Array): void => {
  const prestige = t.cardPrestige[card]!
  s[seatAt(seat) + PRESTIGE]! += prestige
  const asset = seat * t.seatEvents + card * EVENTS.length
  events[asset + USED]!++
  events[asset + SCORED]! += prestige
}

/** Draws for the places that were empty when the step began. */
const fillPlaces = (t: Tables, s: State, events: Int32Array): void => {
  for (; s[PLACE]! < t.dossier; s[PLACE]!++) if ((s[EMPTY]! >> s[PLACE]!) & 1 && deal(t, s)) return
  s[PLACE] = 0
  s[EMPTY] = 0
  beginRaising(t, s, events)
}

export const missionDrawn = (t: Tables, s: State, events: Int32Array): void => {
  s[PLACE]!++
  if (s[PHASE] === MET_DRAW) payMissions(t, s, events)
  else if (s[PHASE] === EMPTY_DRAW) fillPlaces(t, s, events)
  else endTurn(s)
}

/** Step 5: new troops are set aside. */
const beginRaising = (t: Tables, s: State, events: Int32Array): void => {
  const mine = seatAt(s[TURN]!)
  const earned = ((s[mine + TERRITORIES]! + t.incomingRest) / t.incomingPer) | 0
  const due = earned > t.incomingMin ? earned : t.incomingMin
  let room = t.cap - totalIn(s[mine + BOARD]! + s[mine + INCOMING]!)
  if (t.fewPieces) room = Math.min(room, unusedPieces(t, s, s[TURN]!))
  s[LEFT] = due < room ? due : room
  s[PHASE] = RAISING
  if (askCount(t, s, s[TURN]!, 0)) s[TO_MOVE] = 1 << s[TURN]!
  else raise(t, s, events)
}

export const raise = (t: Tables, s: State, events: Int32Array): void => {
  const seat = s[TURN]!
  s[seatAt(seat) + INCOMING]! += s[FORCE]!
  countRaised(t, seat, s[FORCE]!, events)
  s[FORCE] = 0
  beginExchange(t, s)
}

export const countRaised = (t: Tables, seat: number, troops: number, events: Int32Array): void => {
  for (let type = 0; type < TYPE_COUNT; type++)
    events[seat * t.seatEvents + (t.typeAsset + type) * EVENTS.length + FIELDED]! += countIn(troops, type)
}

/** Step 6: a mission may be exchanged. */
const beginExchange = (t: Tables, s: State): void => {
  const dossier = seatAt(s[TURN]!) + DOSSIER
  let missionsHeld = 0
  for (let p = 0; p < t.dossier; p++) missionsHeld |= s[dossier + p]!
  if (t.exchange && missionsHeld !== 0) askFor(s, EXCHANGE)
  else endTurn(s)
}

/** The seat in turn discards the mission of a place, and draws another for it. */
export const exchange = (t: Tables, s: State, dossierPlace: number, events: Int32Array): void => {
  dropMission(t, s, s[TURN]!, dossierPlace, DISCARDED, true, events)
  s[PLACE] = dossierPlace
  s[PHASE] = EXCHANGE_DRAW
  if (!deal(t, s)) endTurn(s)
}
