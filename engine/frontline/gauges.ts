/** What a position says for each gauge of info.ts. */
import { ARMY_GAUGE, BASE_GAUGE, FRONT_GAUGE, GOLD_GAUGE } from './info.ts'
import { SIDES } from './rules.ts'
import { ARMY, BASE, GOLD, lowest, UNITS } from './state.ts'

const SEATS = SIDES.length

/** Writes out[at + gauge * SEATS + seat]. */
export function writeGauges(s: Int32Array, cells: number, out: Int32Array, at: number): void {
  for (let seat = 0; seat < SEATS; seat++) {
    out[at + BASE_GAUGE * SEATS + seat] = s[BASE + seat]!
    out[at + GOLD_GAUGE * SEATS + seat] = s[GOLD + seat]!
    out[at + FRONT_GAUGE * SEATS + seat] = cells - lowest(s[UNITS + seat]! | (1 << cells))
    out[at + ARMY_GAUGE * SEATS + seat] = s[ARMY + seat]!
  }
}
