/** What a position says for each gauge of info.ts. */
import * as info from './info.ts'
import * as rules from './rules.ts'
import * as state from './state.ts'

// Constants of this module, for speed: see state.ts.
const { ARMY, BASE, GOLD, UNITS } = state.WORDS
const { ARMY_GAUGE, BASE_GAUGE, FRONT_GAUGE, GOLD_GAUGE } = info
const { lowest } = state
const SEATS = rules.SIDES.length

/** Writes out[at + gauge * SEATS + seat]. */
export function writeGauges(s: Int32Array, cells: number, out: Int32Array, at: number): void {
  for (let seat = 0; seat < SEATS; seat++) {
    out[at + BASE_GAUGE * SEATS + seat] = s[BASE + seat]!
    out[at + GOLD_GAUGE * SEATS + seat] = s[GOLD + seat]!
    out[at + FRONT_GAUGE * SEATS + seat] = cells - lowest(s[UNITS + seat]! | (1 << cells))
    out[at + ARMY_GAUGE * SEATS + seat] = s[ARMY + seat]!
  }
}
