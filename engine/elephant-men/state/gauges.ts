/** Reading the gauges of a position. */
import * as contract from '../../contract/index.ts'
import type { Rules } from '../rules/schema.ts'
import { WORDS } from './layout.ts'

// Constants of this module, for speed: see layout.ts.
const { FAVOUR, OWN, TOTAL_HP } = WORDS
const { bitCount } = contract

/** Words that `readGauges` writes. */
export const GAUGE_WORDS = 6

/** Most favour that gauges show: one phase can carry it past the mark by what its orders earn; anything beyond shares one bin. */
export const mostFavour = ({ favour, pray }: Rules): number =>
  favour.win + 4 * Math.max(favour.kill, favour.convert, pray.favour)

/** Writes the gauges, of which favour is held to +-`favourMax`, from out[at] on. */
export function readGauges(s: contract.State, favourMax: number, out: Int32Array, at: number): void {
  const favour = shownFavour(s[FAVOUR]!, favourMax)
  writeGauges(out, at, favour, s[TOTAL_HP]!, s[TOTAL_HP + 1]!, bitCount(s[OWN]!), bitCount(s[OWN + 1]!))
}

/** Favour as gauges show it. */
export const shownFavour = (favour: number, most: number): number =>
  favour > most ? most : favour < -most ? -most : favour

/** Writes favour, hit points and units, each for both seats, from out[at] on. */
export function writeGauges(
  out: Int32Array,
  at: number,
  favour: number,
  hp0: number,
  hp1: number,
  units0: number,
  units1: number,
): void {
  out[at] = favour
  out[at + 1] = -favour
  out[at + 2] = hp0
  out[at + 3] = hp1
  out[at + 4] = units0
  out[at + 5] = units1
}
