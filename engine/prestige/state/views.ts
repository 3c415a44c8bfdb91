/** What a seat may know of a position: all but the other side's dice, and sealed choices. */
import { repeatedField, type Seat, type State } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import { DOSSIER_MAX, SEATS_MAX } from '../rules/shape.ts'
import { SEALED, type Tables } from '../rules/tables.ts'
import { hideDice, isHidden, putHidden, SIDES, seatOfSide, takeHidden } from './dice.ts'
import { MULLIGAN, PHASE, PICK, PICKING, ROLLING, TO_MOVE } from './layout.ts'

/** In setup, where all choose at once, PICK has the missions that each seat puts back: a mask of places, and a bit more. */
const PUT_BACK = repeatedField('putBack', DOSSIER_MAX + 1, SEATS_MAX)
const CHOSEN = 1 << DOSSIER_MAX
const { bits: PUT_BACK_BITS, mask: PUT_BACK_MASK } = PUT_BACK

/** Seals the missions that a seat puts back, by a mask of their places. */
export const sealPutBack = (s: State, seat: Seat, mask: number): void => {
  s[PICK]! |= (CHOSEN | mask) << (seat * PUT_BACK_BITS)
}

/** The mask of places that a seat has sealed. */
export const putBackBy = (s: State, seat: Seat): number =>
  (s[PICK]! >>> (seat * PUT_BACK_BITS)) & PUT_BACK_MASK & ~CHOSEN

/** Writes the view of a seat: the dice of other seats become UNKNOWN, and what they have sealed unmade. */
export const observe = (t: Tables, state: State, seat: Seat, view: State): void => {
  view.set(state)
  const phase = state[PHASE]!
  if (phase === MULLIGAN && t.together) unsealPutBack(t, state, seat, view)
  if (phase !== ROLLING && phase !== PICKING) return
  for (let side = 0; side < SIDES; side++) {
    const other = seatOfSide(state, side)
    if (other === seat) continue
    hideDice(t, view, side)
    if (t.firstPick !== SEALED) continue
    view[PICK + side] = 0
    if (phase === PICKING) view[TO_MOVE]! |= 1 << other
  }
}

const unsealPutBack = (t: Tables, state: State, seat: Seat, view: State): void => {
  view[PICK]! &= PUT_BACK_MASK << (seat * PUT_BACK_BITS)
  view[TO_MOVE] = ((1 << t.seats) - 1) & (state[TO_MOVE]! | ~(1 << seat))
}

/** Rolls the unknown dice of a view afresh: all values are equally likely, whatever was revealed. */
export const determinize = (t: Tables, view: State, rng: Int32Array, out: State): void => {
  if (out !== view) out.set(view)
  const kinds = t.ownDice ? TYPE_COUNT : 1
  for (let side = 0; side < SIDES; side++) {
    if (!isHidden(t, out, side)) continue
    for (let type = 0; type < kinds; type++) {
      const faces = t.faces[side * TYPE_COUNT + type]!
      for (let left = takeHidden(t, out, side, type); left > 0; left--)
        putHidden(t, out, side, type, below(rng, faces))
    }
  }
}
