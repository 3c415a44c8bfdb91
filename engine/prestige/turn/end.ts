/** Between turns: players who cannot come back are out, and the next one, or the end of the match, follows. */
import { bitCount, EVENTS, LOST, lowest, NOBODY, packOutcome, type State } from '../../contract/index.ts'
import { BY_LENGTH, BY_SURVIVAL } from '../rules/assets.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { countEmpty } from '../state/board.ts'
import { countIn, DISCARDED, TAKEN } from '../state/fields.ts'
import {
  DOSSIER,
  HOLDER,
  INCOMING,
  OUTCOME,
  REMOVED,
  ROUND,
  STILL_IN,
  seatAt,
  TERRITORIES,
  TO_MOVE,
  TOOK,
  TURN,
  territoryAt,
} from '../state/layout.ts'
import { dropMission } from './deck.ts'
import { beginTurn } from './turn.ts'

/** Ends a turn and begins the next one, unless the match is over. True when a round is complete, or the match. */
export const resolveTurn = (t: Tables, s: State, events: Int32Array): boolean => {
  const { rounds } = t
  if (s[OUTCOME] === 0) {
    close(t, s, events)
    const left = s[STILL_IN]!
    if (bitCount(left) === 1) s[OUTCOME] = packOutcome(BY_SURVIVAL, lowest(left))
  }
  if (s[OUTCOME] !== 0) {
    s[TO_MOVE] = 0
    return true
  }
  const later = s[STILL_IN]! & (-2 << s[TURN]!)
  const over = later === 0
  if (over && ++s[ROUND]! === rounds) {
    s[OUTCOME] = packOutcome(BY_LENGTH, NOBODY)
    s[TO_MOVE] = 0
    return true
  }
  s[TURN] = lowest(over ? s[STILL_IN]! : later)
  beginTurn(t, s, events)
  return over
}

/** Resets what counts within a turn, and eliminates players who cannot come back. */
const close = (t: Tables, s: State, events: Int32Array): void => {
  s[TOOK] = 0
  s[REMOVED] = 0
  if (!t.blitz)
    for (let territory = 0; territory < t.territories; territory++)
      s[territoryAt(territory) + HOLDER]! &= ~TAKEN
  const back = t.comeback && countEmpty(t, s) > 0
  for (let seat = 0; seat < t.seats; seat++)
    if ((s[STILL_IN]! >> seat) & 1 && s[seatAt(seat) + TERRITORIES] === 0 && !back)
      eliminate(t, s, seat, events)
}

/** A player is out: missions are discarded, incoming troops lost. */
const eliminate = (t: Tables, s: State, seat: number, events: Int32Array): void => {
  s[STILL_IN]! &= ~(1 << seat)
  const mine = seatAt(seat)
  for (let p = 0; p < t.dossier; p++)
    if (s[mine + DOSSIER + p] !== 0) dropMission(t, s, seat, p, DISCARDED, true, events)
  for (let type = 0; type < TYPE_COUNT; type++)
    events[seat * t.seatEvents + (t.typeAsset + type) * EVENTS.length + LOST]! += countIn(
      s[mine + INCOMING]!,
      type,
    )
  s[mine + INCOMING] = 0
  events[seat * t.seatEvents + (t.factionAsset + t.faction[seat]!) * EVENTS.length + LOST]!++
}
