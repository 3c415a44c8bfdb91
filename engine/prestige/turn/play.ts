/**
 * Random play of a step in one call: what the contract's `sampleStep` does. What does not change from one decision to the next
 * of its kind is counted once, not before each.
 */
import { CHANCE, CHANCE_BIT, lowest, RESOLVE_BIT, type Seat, type State } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import { DONE } from '../rules/actions.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import { SEALED, type Tables } from '../rules/tables.ts'
import { canMove, firstType } from '../state/board.ts'
import { ATTACKER, DEFENDER, facesToRoll, seatOfSide } from '../state/dice.ts'
import { holderIn, totalIn } from '../state/fields.ts'
import {
  BACK,
  HOLDER,
  INCOMING,
  MOVING,
  PHASE,
  PICK,
  PICKING,
  PLACING,
  ROLLING,
  SENDING,
  seatAt,
  TO_MOVE,
  TROOPS,
  TURN,
  territoryAt,
} from '../state/layout.ts'
import { beginAttack, compare, roll } from './attack.ts'
import { drawForce } from './counts.ts'
import { decide, happen } from './decisions.ts'
import { sampleCard } from './deck.ts'
import { resolveTurn } from './end.ts'
import { countMoves, cursorRank, moveAt, placedUpTo, recount, sampleAction, samplePick } from './sample.ts'
import { endMoving, goOn, placeOne, shift } from './turn.ts'

/** Plays on until a step is complete. Returns the number of decisions, or its complement if the match was over before. */
export const playStep = (
  t: Tables,
  s: State,
  rngs: readonly Int32Array[],
  events: Int32Array,
  scratch: Int32Array,
): number => {
  let made = 0
  for (;;) {
    const toMove = s[TO_MOVE]!
    if (toMove === RESOLVE_BIT) {
      if (resolveTurn(t, s, events)) return made
    } else if (toMove === 0) return ~made
    else if (toMove === CHANCE_BIT) made += playChance(t, s, rngs[CHANCE]!, events)
    else made += playDecisions(t, s, lowest(toMove), rngs, events, scratch)
  }
}

/** Draws a card, or rolls all dice that are left to roll. Returns how many outcomes that were. */
const playChance = (t: Tables, s: State, rng: Int32Array, events: Int32Array): number => {
  if (s[PHASE] !== ROLLING) {
    happen(t, s, sampleCard(t, s, rng), events)
    return 1
  }
  let rolled = 0
  for (; s[PHASE] === ROLLING; rolled++) roll(t, s, below(rng, facesToRoll(t, s)))
  return rolled
}

/** Plays the next decision, and those of its kind that follow. Returns how many decisions that were. */
const playDecisions = (
  t: Tables,
  s: State,
  seat: Seat,
  rngs: readonly Int32Array[],
  events: Int32Array,
  scratch: Int32Array,
): number => {
  const rng = rngs[seat]!
  switch (s[PHASE]) {
    case PLACING:
      return playPlacing(t, s, seat, rng, events, scratch)
    case MOVING:
      return playMoving(t, s, seat, rng, events, scratch)
    case PICKING:
      if (t.firstPick !== SEALED || t.ownDice || s[PICK] !== 0 || s[PICK + DEFENDER] !== 0) break
      return playPicks(t, s, rngs, events)
    case SENDING:
      return playSending(t, s, rng, events)
  }
  decide(t, s, seat, sampleAction(t, s, seat, rng, scratch), events)
  return 1
}

/** Places all incoming troops. The seat's territories stay the same meanwhile: they are listed once, by rank. */
const playPlacing = (
  t: Tables,
  s: State,
  seat: Seat,
  rng: Int32Array,
  events: Int32Array,
  ranks: Int32Array,
): number => {
  const n = t.territories
  const incoming = seatAt(seat) + INCOMING
  let held = 0
  for (let r = 0; r < n; r++)
    if (holderIn(s[territoryAt(t.order[seat * n + r]!) + HOLDER]!) === 1 + seat) ranks[held++] = r
  let type = firstType(s[incoming]!)
  let first = t.placeAction + type * n
  const from = placedUpTo(t, s, first)
  let k = 0
  while (ranks[k]! < from) k++
  let made = 0
  while (s[PHASE] === PLACING) {
    const next = firstType(s[incoming]!)
    if (next !== type) {
      type = next
      first = t.placeAction + type * n
      k = 0
    }
    k += below(rng, held - k)
    const r = ranks[k]!
    placeOne(t, s, t.order[seat * n + r]!, type, first + r, events)
    made++
  }
  return made
}

/** Makes moves until there is none, or the seat is done. A move changes what can be counted of few ranks. */
const playMoving = (
  t: Tables,
  s: State,
  seat: Seat,
  rng: Int32Array,
  events: Int32Array,
  moves: Int32Array,
): number => {
  const ranks = seat * t.territories
  const links = seat * t.links
  let sum = countMoves(t, s, seat, moves)
  let reached = cursorRank(t, s, seat)
  for (let made = 1; ; made++) {
    const action = moveAt(t, s, seat, below(rng, 1 + sum), moves)
    if (action === DONE) {
      endMoving(t, s, events)
      return made
    }
    const link = ((action - t.moveAction) / TYPE_COUNT) | 0
    const from = t.rank[ranks + t.linkFrom[links + link]!]!
    const to = t.linkTo[links + link]!
    const back = s[BACK]! - 1
    shift(t, s, link, action - t.moveAction - link * TYPE_COUNT, action)
    // Ranks that the cursor passes are not listed any more.
    for (; reached < from; reached++) {
      sum -= moves[reached]!
      moves[reached] = 0
    }
    sum += recount(t, s, seat, reached, moves)
    if (back >= 0) sum += recount(t, s, seat, t.rank[ranks + back]!, moves)
    // A second troop lets the first one leave.
    if (totalIn(s[territoryAt(to) + TROOPS]!) === 2) sum += recount(t, s, seat, t.rank[ranks + to]!, moves)
    if (sum === 0 && !canMove(t, s)) {
      endMoving(t, s, events)
      return made
    }
  }
}

/** Chooses the troops of an attack, and begins it. */
const playSending = (t: Tables, s: State, rng: Int32Array, events: Int32Array): number => {
  const made = drawForce(t, s, rng)
  beginAttack(t, s, events)
  return made
}

/** Picks dice on both sides and compares them until an attack is over or dice are rolled again. */
const playPicks = (t: Tables, s: State, rngs: readonly Int32Array[], events: Int32Array): number => {
  const defender = seatOfSide(s, DEFENDER)
  const first = s[TURN]! < defender ? ATTACKER : DEFENDER
  const ours = rngs[s[TURN]!]!
  const theirs = rngs[defender]!
  for (let made = 2; ; made += 2) {
    // The lower seat draws first, for the two may share a generator.
    s[PICK + first] = 1 + samplePick(t, s, first, first === ATTACKER ? ours : theirs)
    s[PICK + 1 - first] = 1 + samplePick(t, s, 1 - first, first === ATTACKER ? theirs : ours)
    s[TO_MOVE] = 0
    if (compare(t, s, events)) goOn(t, s, events)
    if (s[PHASE] !== PICKING) return made
  }
}
