/** Setup: missions are drawn, some put back, and each player's first troops placed. */
import { EVENTS, FIELDED, USED } from '../contract/index.ts'
import * as board from './board.ts'
import * as counts from './counts.ts'
import * as deck from './deck.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'
import * as turn from './turn.ts'

// Constants of this module, for speed: see layout.ts.
const { ask } = counts
const { deal, giveUp, moveCards } = deck
const { ACTORS, ASIDE, BOARD, DOSSIER, FORCE, LEFT, LOWER, MULLIGAN, PHASE, PLACE, REDRAW } = layout
const { SETUP_DRAW, START, START_COUNT, STILL_IN, TO, TURN, UPPER, cardsAt, seatAt } = layout
const { emptyLands, firstOf, settle } = board
const { beginTurn, countRaised } = turn

/** The position before the first draw. */
export const begin = (t: Tables, s: Int32Array, events: Int32Array): void => {
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

/** Draws for the empty places of all dossiers, in turn order, from the place in hand on. */
const fill = (t: Tables, s: Int32Array, events: Int32Array): void => {
  for (; s[TURN]! < t.seats; s[TURN]!++) {
    for (; s[PLACE]! < t.dossier; s[PLACE]!++)
      if (s[seatAt(s[TURN]!) + DOSSIER + s[PLACE]!] === 0 && deal(t, s)) return
    s[PLACE] = 0
  }
  s[TURN] = 0
  if (s[PHASE] === SETUP_DRAW) askMulligan(t, s, events)
  else askStart(t, s, events)
}

/** Goes on after a draw. */
export const drawn = (t: Tables, s: Int32Array, events: Int32Array): void => {
  s[PLACE]!++
  fill(t, s, events)
}

/** With one place there is nothing to choose: its mission is put back. */
const askMulligan = (t: Tables, s: Int32Array, events: Int32Array): void => {
  s[PHASE] = MULLIGAN
  if (t.dossier === 1 && t.mulliganMin === 1) mulligan(t, s, 1, events)
  else s[ACTORS] = 1 << s[TURN]!
}

/** The seat in turn puts back the missions of the places in the mask. When all have, they go under the deck. */
export const mulligan = (t: Tables, s: Int32Array, mask: number, events: Int32Array): void => {
  for (let p = 0; p < t.dossier; p++) if ((mask >> p) & 1) giveUp(t, s, s[TURN]!, p, ASIDE, true, events)
  if (++s[TURN]! < t.seats) {
    askMulligan(t, s, events)
    return
  }
  moveCards(t, s, ASIDE, LOWER)
  s[TURN] = 0
  s[PHASE] = REDRAW
  fill(t, s, events)
}

const askStart = (t: Tables, s: Int32Array, events: Int32Array): void => {
  s[PHASE] = START
  if (emptyLands(t, s) > 1) s[ACTORS] = 1 << s[TURN]!
  else start(t, s, firstOf(s, 0), events)
}

/** The seat in turn starts on an empty territory. */
export const start = (t: Tables, s: Int32Array, territory: number, events: Int32Array): void => {
  const seat = s[TURN]!
  const asset = seat * t.seatEvents + (t.startAsset + territory) * EVENTS.length
  events[asset + FIELDED]!++
  events[asset + USED]!++
  s[TO] = territory
  s[LEFT] = t.setupTroops
  s[PHASE] = START_COUNT
  if (ask(t, s, seat, 0)) s[ACTORS] = 1 << seat
  else muster(t, s, events)
}

/** The chosen troops stand on the start. When all have theirs, the first turn begins. */
export const muster = (t: Tables, s: Int32Array, events: Int32Array): void => {
  const seat = s[TURN]!
  settle(s, seat, s[TO]!, s[FORCE]!)
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
