/** What each decision and each outcome of chance does, by the phase in which it falls. */
import type { Action, Seat, State } from '../../contract/index.ts'
import { DONE } from '../rules/actions.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import {
  ATTACKING,
  EXCHANGE,
  MIXED,
  MOVING,
  MULLIGAN,
  PHASE,
  PICKING,
  PLACING,
  RAISING,
  REDRAW,
  RETURN,
  ROLLING,
  SENDING,
  SETUP_DRAW,
  START,
  START_COUNT,
  TURN,
} from '../state/layout.ts'
import { beginAttack, pick, roll } from './attack.ts'
import { chooseCount } from './counts.ts'
import { drawCard } from './deck.ts'
import { mulligan, muster, setupDrawn, startOn } from './setup.ts'
import {
  beginMissions,
  comeBack,
  declare,
  endMoving,
  endTurn,
  exchange,
  goOn,
  missionDrawn,
  move,
  placeOne,
  raise,
} from './turn.ts'

/** A die, or a card. */
export const happen = (t: Tables, s: State, outcome: Action, events: Int32Array): void => {
  const phase = s[PHASE]!
  if (phase === ROLLING) roll(t, s, outcome)
  else if (drawCard(t, s, s[TURN]!, outcome, events)) {
    if (phase === SETUP_DRAW || phase === REDRAW) setupDrawn(t, s, events)
    else missionDrawn(t, s, events)
  }
}

export const decide = (t: Tables, s: State, seat: Seat, action: Action, events: Int32Array): void => {
  switch (s[PHASE]) {
    case PLACING: {
      const at = action - t.placeAction
      const type = (at / t.territories) | 0
      placeOne(t, s, ranked(t, seat, at % t.territories), type, action, events)
      break
    }
    case MOVING: {
      const at = action - t.moveAction
      if (action === DONE) endMoving(t, s, events)
      else move(t, s, (at / TYPE_COUNT) | 0, at % TYPE_COUNT, action, events)
      break
    }
    case MIXED: {
      const at = action - t.moveAction
      if (action === DONE) endMoving(t, s, events)
      else if (action >= t.attackAction) declare(t, s, action - t.attackAction, events)
      else move(t, s, (at / TYPE_COUNT) | 0, at % TYPE_COUNT, action, events)
      break
    }
    case ATTACKING:
      if (action === DONE) beginMissions(t, s, events)
      else declare(t, s, action - t.attackAction, events)
      break
    case PICKING:
      if (pick(t, s, seat, action, events)) goOn(t, s, events)
      break
    case EXCHANGE:
      if (action === DONE) endTurn(s)
      else exchange(t, s, action - t.exchangeAction, events)
      break
    case MULLIGAN:
      mulligan(t, s, seat, action - t.mulliganAction, events)
      break
    case START:
      startOn(t, s, ranked(t, seat, action - t.territoryAction), events)
      break
    case RETURN:
      comeBack(t, s, ranked(t, seat, action - t.territoryAction), events)
      break
    default:
      count(t, s, seat, t.noneAction - action, events)
  }
}

const ranked = (t: Tables, seat: Seat, rank: number): number => {
  return t.order[seat * t.territories + rank]!
}

const count = (t: Tables, s: State, seat: Seat, count: number, events: Int32Array): void => {
  if (chooseCount(t, s, seat, count)) return
  const phase = s[PHASE]
  if (phase === START_COUNT) muster(t, s, events)
  else if (phase === SENDING) beginAttack(t, s, events)
  else if (phase === RAISING) raise(t, s, events)
}
