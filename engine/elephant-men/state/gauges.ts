/** Reading the gauges of a position. */
import * as contract from '../../contract/index.ts'
import { WORDS } from './layout.ts'

// Constants of this module, for speed: see layout.ts.
const { FAVOUR, OWN, TOTAL_HP } = WORDS
const { bitCount } = contract

/** Writes favour (held to +-`favourMax`), hit points and units, each for both seats, from out[at] on. */
export function readGauges(s: contract.State, favourMax: number, out: Int32Array, at: number): void {
  const favour = Math.min(favourMax, Math.max(-favourMax, s[FAVOUR]!))
  out[at] = favour
  out[at + 1] = -favour
  out[at + 2] = s[TOTAL_HP]!
  out[at + 3] = s[TOTAL_HP + 1]!
  out[at + 4] = bitCount(s[OWN]!)
  out[at + 5] = bitCount(s[OWN + 1]!)
}
