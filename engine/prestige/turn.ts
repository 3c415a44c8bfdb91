/** A turn, step by step: placing, moving, attacking, missions, incoming, exchange. */
import { EVENTS, FIELDED, RESOLVE_BIT, SCORED, USED } from '../contract/index.ts'
import * as actions from './actions.ts'
import * as attack from './attack.ts'
import * as board from './board.ts'
import * as counts from './counts.ts'
import * as deck from './deck.ts'
import * as layout from './layout.ts'
import * as missions from './missions.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = actions
const { canAttack, canMove, emptyLands, firstOf, settle } = board
const { ask } = counts
const { deal, giveUp } = deck
const { meets } = missions
const { ACTORS, ATTACKING, BACK, BOARD, CURSOR, DISCARDED, DOSSIER, EMPTY, EMPTY_DRAW, EXCHANGE } = layout
const { EXCHANGE_DRAW, FORCE, FROM, INCOMING, LAND, LAND_SIZE, LEFT, MET_DRAW, MOVED, MOVING } = layout
const { OUTCOME, PHASE, PLACE, PLACING, PRESTIGE, RAISING, RETURN, SENDING } = layout
const { TERRITORIES, TO, TROOPS, TURN, TURN_END, countIn, landAt, seatAt, totalIn, troop } = layout

/** Endings: see index.ts. */
export const BY_PRESTIGE = 0
export const BY_LASTING = 1
export const BY_LENGTH = 2

export const endMatch = (s: Int32Array, ending: number, winner: number): void => {
  s[OUTCOME] = (1 + ending) | ((winner + 1) << 4)
}

/** The seat in turn is to decide. */
const askFor = (s: Int32Array, phase: number): void => {
  s[PHASE] = phase
  s[ACTORS] = 1 << s[TURN]!
}

/** Step 1: incoming troops are placed. */
export const beginTurn = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const mine = seatAt(s[TURN]!)
  const incoming = s[mine + INCOMING]!
  if (s[mine + TERRITORIES] === 0) {
    if (incoming === 0) beginRaising(t, s, events)
    else if (emptyLands(t, s) === 1) comeBack(t, s, firstOf(s, 0), events)
    else askFor(s, RETURN)
  } else if (incoming === 0) beginMoving(t, s, events)
  else if (s[mine + TERRITORIES] === 1) {
    place(s, firstOf(s, 1 + s[TURN]!), incoming)
    beginMoving(t, s, events)
  } else askFor(s, PLACING)
}

const place = (s: Int32Array, territory: number, troops: number): void => {
  const mine = seatAt(s[TURN]!)
  settle(s, s[TURN]!, territory, troops)
  s[mine + BOARD]! += troops
  s[mine + INCOMING]! -= troops
}

/** All incoming troops come back on one empty territory. */
export const comeBack = (t: Tables, s: Int32Array, territory: number, events: Int32Array): void => {
  place(s, territory, s[seatAt(s[TURN]!) + INCOMING]!)
  beginMoving(t, s, events)
}

/** One incoming troop is placed. */
export const placeOne = (
  t: Tables,
  s: Int32Array,
  territory: number,
  type: number,
  action: number,
  events: Int32Array,
): void => {
  place(s, territory, troop(type))
  s[CURSOR] = action
  if (s[seatAt(s[TURN]!) + INCOMING] === 0) beginMoving(t, s, events)
}

/** Step 2: moves, as long as any is possible. */
const beginMoving = (t: Tables, s: Int32Array, events: Int32Array): void => {
  s[CURSOR] = 0
  if (canMove(t, s)) askFor(s, MOVING)
  else beginAttacks(t, s, events)
}

/** One troop moves along a link, numbered as the seat in turn does. */
export const move = (
  t: Tables,
  s: Int32Array,
  link: number,
  type: number,
  action: number,
  events: Int32Array,
): void => {
  const seat = s[TURN]!
  const from = t.edgeFrom[seat * t.edges + link]!
  const to = t.edgeTo[seat * t.edges + link]!
  s[landAt(from) + TROOPS]! -= troop(type)
  settle(s, seat, to, troop(type))
  s[landAt(to) + MOVED]! += troop(type)
  if (action > s[CURSOR]!) s[CURSOR] = action
  s[BACK] = 0
  // A last troop that could not leave when its territory was passed can leave now that another has come.
  const ranks = seat * t.territories
  const reached = t.edgeFrom[seat * t.edges + linkOf(t, s[CURSOR]!)]!
  const released = totalIn(s[landAt(to) + TROOPS]!) === 2 && totalIn(s[landAt(to) + MOVED]!) === 1
  if (released && t.rank[ranks + to]! <= t.rank[ranks + reached]!) s[BACK] = 1 + to
  if (!canMove(t, s)) endMoving(t, s, events)
}

const linkOf = (t: Tables, action: number): number => ((action - t.moveAction) / TYPE_COUNT) | 0

export const endMoving = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const end = LAND + t.territories * LAND_SIZE
  for (let at = LAND + MOVED; at < end; at += LAND_SIZE) s[at] = 0
  s[CURSOR] = 0
  s[BACK] = 0
  beginAttacks(t, s, events)
}

/** Step 3: attacks, as long as any is possible. */
export const beginAttacks = (t: Tables, s: Int32Array, events: Int32Array): void => {
  if (canAttack(t, s)) askFor(s, ATTACKING)
  else beginMissions(t, s, events)
}

/** An attack along a link is declared. */
export const declare = (t: Tables, s: Int32Array, link: number, events: Int32Array): void => {
  const seat = s[TURN]!
  s[FROM] = t.edgeFrom[seat * t.edges + link]!
  s[TO] = t.edgeTo[seat * t.edges + link]!
  s[PHASE] = SENDING
  if (!ask(t, s, seat, 0)) attack.open(t, s, events)
}

/** Step 4: missions that are met pay, in dossier order. */
export const beginMissions = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const dossier = seatAt(s[TURN]!) + DOSSIER
  let empty = 0
  for (let p = 0; p < t.dossier; p++) if (s[dossier + p] === 0) empty |= 1 << p
  s[EMPTY] = empty
  s[PLACE] = 0
  s[PHASE] = MET_DRAW
  payMissions(t, s, events)
}

/** Pays from the place in hand on, until a card is to be drawn. */
const payMissions = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const seat = s[TURN]!
  for (; s[PLACE]! < t.dossier; s[PLACE]!++) {
    const card = s[seatAt(seat) + DOSSIER + s[PLACE]!]! - 1
    if (card < 0 || !meets(t, s, seat, card)) continue
    pay(t, s, seat, card, events)
    // At once: the mission that won is not discarded any more.
    if (s[seatAt(seat) + PRESTIGE]! >= t.win) {
      endMatch(s, BY_PRESTIGE, seat)
      endTurn(s)
      return
    }
    giveUp(t, s, seat, s[PLACE]!, DISCARDED, false, events)
    if (deal(t, s)) return
  }
  s[PLACE] = 0
  s[PHASE] = EMPTY_DRAW
  fillPlaces(t, s, events)
}

const pay = (t: Tables, s: Int32Array, seat: number, card: number, events: Int32Array): void => {
  const prestige = t.cardPrestige[card]!
  s[seatAt(seat) + PRESTIGE]! += prestige
  const asset = seat * t.seatEvents + card * EVENTS.length
  events[asset + USED]!++
  events[asset + SCORED]! += prestige
}

/** Draws for the places that were empty when the step began. */
const fillPlaces = (t: Tables, s: Int32Array, events: Int32Array): void => {
  for (; s[PLACE]! < t.dossier; s[PLACE]!++) if ((s[EMPTY]! >> s[PLACE]!) & 1 && deal(t, s)) return
  s[PLACE] = 0
  s[EMPTY] = 0
  beginRaising(t, s, events)
}

/** Goes on after a draw. */
export const drawn = (t: Tables, s: Int32Array, events: Int32Array): void => {
  s[PLACE]!++
  if (s[PHASE] === MET_DRAW) payMissions(t, s, events)
  else if (s[PHASE] === EMPTY_DRAW) fillPlaces(t, s, events)
  else endTurn(s)
}

/** Step 5: new troops are set aside. */
const beginRaising = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const mine = seatAt(s[TURN]!)
  const earned = (s[mine + TERRITORIES]! / t.incomingPer) | 0
  const due = earned > t.incomingMin ? earned : t.incomingMin
  const room = t.cap - totalIn(s[mine + BOARD]! + s[mine + INCOMING]!)
  s[LEFT] = due < room ? due : room
  s[PHASE] = RAISING
  if (ask(t, s, s[TURN]!, 0)) s[ACTORS] = 1 << s[TURN]!
  else raise(t, s, events)
}

/** The chosen troops are incoming. */
export const raise = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const seat = s[TURN]!
  s[seatAt(seat) + INCOMING]! += s[FORCE]!
  countRaised(t, seat, s[FORCE]!, events)
  s[FORCE] = 0
  beginExchange(t, s)
}

/** Counts troops that come under a seat's command. */
export const countRaised = (t: Tables, seat: number, troops: number, events: Int32Array): void => {
  for (let type = 0; type < TYPE_COUNT; type++)
    events[seat * t.seatEvents + (t.typeAsset + type) * EVENTS.length + FIELDED]! += countIn(troops, type)
}

/** Step 6: a mission may be exchanged. */
const beginExchange = (t: Tables, s: Int32Array): void => {
  const dossier = seatAt(s[TURN]!) + DOSSIER
  let missionsHeld = 0
  for (let p = 0; p < t.dossier; p++) missionsHeld |= s[dossier + p]!
  if (t.exchange && missionsHeld !== 0) askFor(s, EXCHANGE)
  else endTurn(s)
}

export const exchange = (t: Tables, s: Int32Array, dossierPlace: number, events: Int32Array): void => {
  giveUp(t, s, s[TURN]!, dossierPlace, DISCARDED, true, events)
  s[PLACE] = dossierPlace
  s[PHASE] = EXCHANGE_DRAW
  if (!deal(t, s)) endTurn(s)
}

/** What counts within a turn is forgotten; the runner is to resolve what follows. */
export const endTurn = (s: Int32Array): void => {
  s[PHASE] = TURN_END
  s[ACTORS] = RESOLVE_BIT
  s[PLACE] = 0
  s[EMPTY] = 0
}
