/** Setup: missions are drawn, some put back, and each player's first troops placed. */
import { EVENTS, FIELDED, type State, USED } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import * as board from '../state/board.ts'
import * as fields from '../state/fields.ts'
import * as layout from '../state/layout.ts'
import * as counts from './counts.ts'
import * as deck from './deck.ts'
import * as turn from './turn.ts'

// Constants of this module, for speed: see layout.ts.
const { beginTurn, countRaised } = turn
const { askCount } = counts
const { deal, dropMission, moveCards } = deck
const { ASIDE, LOWER, UPPER } = fields
const { BOARD, DOSSIER, FORCE, LEFT, MULLIGAN, PHASE, PLACE, REDRAW, SETUP_DRAW, START } = layout
const { START_COUNT, STILL_IN, TO, TO_MOVE, TURN, cardsAt, seatAt } = layout
const { countEmpty, firstOf, putTroops } = board

/** The position before the first draw. */
export const beginMatch = (t: Tables, s: State, events: Int32Array): void => {
  s.fill(0)
  s[STILL_IN] = (1 << t.seats) - 1
  const first = cardsAt(t.territories)
  for (let card = 0; card < t.cards; card++) s[first + card] = t.cardCopies[card]! << UPPER
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
  else askStart(t, s, events)
}

/** Continues after a draw. */
export const setupDrawn = (t: Tables, s: State, events: Int32Array): void => {
  s[PLACE]!++
  fill(t, s, events)
}

/** Asks the seat in turn. With one place there is nothing to choose: its mission is put back. */
const askMulligan = (t: Tables, s: State, events: Int32Array): void => {
  s[PHASE] = MULLIGAN
  if (t.dossier === 1 && t.mulliganMin === 1) mulligan(t, s, 1, events)
  else s[TO_MOVE] = 1 << s[TURN]!
}

/** The seat in turn puts back the missions of the places in the mask. After the last seat they go under the deck. */
export const mulligan = (t: Tables, s: State, mask: number, events: Int32Array): void => {
  for (let p = 0; p < t.dossier; p++) if ((mask >> p) & 1) dropMission(t, s, s[TURN]!, p, ASIDE, true, events)
  if (++s[TURN]! < t.seats) {
    askMulligan(t, s, events)
    return
  }
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
  putTroops(s, seat, s[TO]!, s[FORCE]!)
  s[seatAt(seat) + BOARD] = s[FORCE]!
  countRaised(t, seat, s[FORCE]!, events)
  s[TO] = 0
  s[FORCE] = 0
  if (++s[TURN]! < t.seats) {
    askStart(t, s, events)
    return
  }
  s[TURN] = 0
  beginTurn(t, s, events)
}
