/** What a seat may know of a position: all but the other side's dice, and sealed picks. */
import { type Seat, type State, UNKNOWN } from '../../contract/index.ts'
import * as random from '../../rng.ts'
import * as layout from './layout.ts'
import * as sides from './sides.ts'

// Constants of this module, for speed: see layout.ts.
const { below } = random
const { DICE, DICE_WORDS, PHASE, PICK, PICKING, POOL, ROLLING, TO_MOVE } = layout
const { addDice, seatOfSide } = sides

/** Writes the view of a seat: the dice of other seats become UNKNOWN, and their sealed picks unmade. */
export const observe = (state: State, seat: Seat, view: State): void => {
  view.set(state)
  const phase = state[PHASE]!
  if (phase !== ROLLING && phase !== PICKING) return
  for (let side = 0; side < 2; side++) {
    const other = seatOfSide(state, side)
    if (other === seat) continue
    view.fill(UNKNOWN, DICE + side * DICE_WORDS, DICE + (side + 1) * DICE_WORDS)
    view[PICK + side] = 0
    if (phase === PICKING) view[TO_MOVE]! |= 1 << other
  }
}

/** Rolls the unknown dice of a view afresh: all values are equally likely, whatever was revealed. */
export const determinize = (view: State, faces: number, rng: Int32Array, out: State): void => {
  if (out !== view) out.set(view)
  for (let side = 0; side < 2; side++) {
    if (out[DICE + side * DICE_WORDS] !== UNKNOWN) continue
    out.fill(0, DICE + side * DICE_WORDS, DICE + (side + 1) * DICE_WORDS)
    for (let die = 0; die < out[POOL + side]!; die++) addDice(out, side, below(rng, faces), 1)
  }
}
