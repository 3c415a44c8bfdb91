/** Between turns: what counts within one is forgotten, and players who can not come back are put out. */
import { EVENTS, LOST } from '../contract/index.ts'
import * as actions from './actions.ts'
import * as board from './board.ts'
import * as deck from './deck.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { TYPE_COUNT } = actions
const { giveUp } = deck
const { emptyLands } = board
const { DISCARDED, DOSSIER, HOLDER, INCOMING, REMOVED, STILL_IN, TAKEN, TERRITORIES, TOOK } = layout
const { countIn, landAt, seatAt } = layout

/** After a turn: resets what counts within one, and puts players out who can not come back. */
export const closeTurn = (t: Tables, s: Int32Array, events: Int32Array): void => {
  s[TOOK] = 0
  s[REMOVED] = 0
  if (!t.blitz)
    for (let territory = 0; territory < t.territories; territory++) s[landAt(territory) + HOLDER]! &= ~TAKEN
  const back = t.comeback && emptyLands(t, s) > 0
  for (let seat = 0; seat < t.seats; seat++)
    if ((s[STILL_IN]! >> seat) & 1 && s[seatAt(seat) + TERRITORIES] === 0 && !back) putOut(t, s, seat, events)
}

/** A player is out: his missions are discarded, his incoming troops lost. */
const putOut = (t: Tables, s: Int32Array, seat: number, events: Int32Array): void => {
  s[STILL_IN]! &= ~(1 << seat)
  const mine = seatAt(seat)
  for (let p = 0; p < t.dossier; p++)
    if (s[mine + DOSSIER + p] !== 0) giveUp(t, s, seat, p, DISCARDED, true, events)
  for (let type = 0; type < TYPE_COUNT; type++)
    events[seat * t.seatEvents + (t.typeAsset + type) * EVENTS.length + LOST]! += countIn(
      s[mine + INCOMING]!,
      type,
    )
  s[mine + INCOMING] = 0
  events[seat * t.seatEvents + (t.factionAsset + t.faction[seat]!) * EVENTS.length + LOST]!++
}
