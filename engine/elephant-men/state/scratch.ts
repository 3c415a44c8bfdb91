/**
 * The state of a match that is played at random in one call. An array of a module's own lies at an address that V8 builds into its
 * machine code, whereas of one that is lent it loads address and length, and checks them, again and again.
 */
import { LANE } from './lanes.ts'
import { sizeOf } from './layout.ts'

/** Room for the state of any rules. It matters to nobody between two calls. */
export const scratch = new Int32Array(sizeOf(LANE.mask, true))
