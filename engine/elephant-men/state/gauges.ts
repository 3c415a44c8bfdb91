/** Reading the gauges of a position. */
import { bitCount, type State } from '../../contract/index.ts'
import type { Rules } from '../rules/schema.ts'
import { FAVOUR, OWN, TOTAL_HP } from './layout.ts'

/** Words that `readGauges` writes. */
export const GAUGE_WORDS = 6

/** Most favour that gauges show: one phase can carry it past the mark by what its orders earn; anything beyond shares one bin. */
export const mostFavour = ({ favour, pray }: Rules): number =>
  favour.win + 4 * Math.max(favour.kill, favour.convert, pray.favour)

/** Writes the gauges from out[at] on: favour, held to +-`favourMax`, hit points and units, each of both seats. */
export function readGauges(s: State, favourMax: number, out: Int32Array, at: number): void {
  const favour = s[FAVOUR]!
  const shown = favour > favourMax ? favourMax : favour < -favourMax ? -favourMax : favour
  out[at] = shown
  out[at + 1] = -shown
  out[at + 2] = s[TOTAL_HP]!
  out[at + 3] = s[TOTAL_HP + 1]!
  out[at + 4] = bitCount(s[OWN]!)
  out[at + 5] = bitCount(s[OWN + 1]!)
}
