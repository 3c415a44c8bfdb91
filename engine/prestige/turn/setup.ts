/** Setup: missions are drawn, some put back, and each player's first troops placed. */
import { EVENTS, FIELDED, type State, USED } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { clearBoard, countEmpty, firstOf, putTroops } from '../state/board.ts'
import { ASIDE, LOWER } from '../state/fields.ts'
import {
  BOARD,
  DOSSIER,
  FORCE,
  LEFT,
  MULLIGAN,
  PHASE,
  PICK,
  PLACE,
  REDRAW,
  SETUP_DRAW,
  START,
  START_COUNT,
  STILL_IN,
  seatAt,
  TO,
  TO_MOVE,
  TURN,
} from '../state/layout.ts'
import { putBackBy, sealPutBack } from '../state/views.ts'
import { askCount } from './counts.ts'
import { beginDeck, deal, dropMission, moveCards } from './deck.ts'
import { beginTurn, countRaised } from './turn.ts'

export const beginMatch = (t: Tables, s: State, events: Int32Array): void => {
  s.fill(0)
  s[STILL_IN] = (1 << t.seats) - 1
  clearBoard(t, s)
  beginDeck(t, s)
  for (let seat = 0; seat < t.seats; seat++) {
    const asset = seat * t.seatEvents + (t.factionAsset + t.faction[seat]!) * EVENTS.length
    events[asset + FIELDED]!++
    events[asset + USED]!++
  }
  s[PHASE] = SETUP_DRAW
  fill(t, s, events)
}

/** Draws for the empty places of all dossiers, in turn order, from PLACE on. */
const fill = (t: Tables, s: State, events: Int32Array): void => {
  for (; s[TURN]! < t.seats; s[TURN]!++) {
    for (; s[PLACE]! < t.dossier; s[PLACE]!++)
      if (s[seatAt(s[TURN]!) + DOSSIER + s[PLACE]!] === 0 && deal(t, s)) return
    s[PLACE] = 0
  }
  s[TURN] = 0
  if (s[PHASE] === SETUP_DRAW) askMulligan(t, s, events)
  else {
    if (t.startsBackward) s[TURN] = t.seats - 1
    askStart(t, s, events)
  }
}

export const setupDrawn = (t: Tables, s: State, events: Int32Array): void => {
  s[PLACE]!++
  fill(t, s, events)
}

/** Asks the seat in turn, or all at once. With one place there is nothing to choose: its mission is put back. */
const askMulligan = (t: Tables, s: State, events: Int32Array): void => {
  s[PHASE] = MULLIGAN
  if (t.dossier > 1 || t.mulliganMin === 0) s[TO_MOVE] = t.together ? (1 << t.seats) - 1 : 1
  else {
    for (let seat = 0; seat < t.seats; seat++) putBack(t, s, seat, 1, events)
    redraw(t, s, events)
  }
}

/** A seat puts back the missions of the places in the mask, or seals them until all have chosen. */
export const mulligan = (t: Tables, s: State, seat: number, mask: number, events: Int32Array): void => {
  if (t.together) {
    sealPutBack(s, seat, mask)
    s[TO_MOVE]! &= ~(1 << seat)
    if (s[TO_MOVE] !== 0) return
    for (let other = 0; other < t.seats; other++) putBack(t, s, other, putBackBy(s, other), events)
    s[PICK] = 0
    redraw(t, s, events)
    return
  }
  putBack(t, s, seat, mask, events)
  if (++s[TURN]! < t.seats) s[TO_MOVE] = 1 << s[TURN]!
  else redraw(t, s, events)
}

const putBack = (t: Tables, s: State, seat: number, mask: number, events: Int32Array): void => {
  for (let p = 0; p < t.dossier; p++) if ((mask >> p) & 1) dropMission(t, s, seat, p, ASIDE, true, events)
}

/** All have chosen: the missions put back go under the deck, and as many are drawn. */
const redraw = (t: Tables, s: State, events: Int32Array): void => {
  moveCards(t, s, ASIDE, LOWER)
  s[TURN] = 0
  s[PHASE] = REDRAW
  fill(t, s, events)
}

const askStart = (t: Tables, s: State, events: Int32Array): void => {
  s[PHASE] = START
  if (countEmpty(t, s) > 1) s[TO_MOVE] = 1 << s[TURN]!
  else startOn(t, s, firstOf(s, 0), events)
}

/** The seat in turn starts on an empty territory. */
export const startOn = (t: Tables, s: State, territory: number, events: Int32Array): void => {
  const seat = s[TURN]!
  const asset = seat * t.seatEvents + (t.startAsset + territory) * EVENTS.length
  events[asset + FIELDED]!++
  events[asset + USED]!++
  s[TO] = territory
  s[LEFT] = t.setupTroops
  s[PHASE] = START_COUNT
  if (askCount(t, s, seat, 0)) s[TO_MOVE] = 1 << seat
  else muster(t, s, events)
}

/** Puts the chosen troops on the start. After the last seat, the first turn begins. */
export const muster = (t: Tables, s: State, events: Int32Array): void => {
  const seat = s[TURN]!
  putTroops(t, s, seat, s[TO]!, s[FORCE]!)
  s[seatAt(seat) + BOARD] = s[FORCE]!
  countRaised(t, seat, s[FORCE]!, events)
  s[TO] = 0
  s[FORCE] = 0
  s[TURN]! += t.startsBackward ? -1 : 1
  if (s[TURN]! >= 0 && s[TURN]! < t.seats) {
    askStart(t, s, events)
    return
  }
  s[TURN] = 0
  beginTurn(t, s, events)
}
