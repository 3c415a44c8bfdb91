/** What curves plot and evaluations add up, measured. info.ts describes the gauges. */
import type { State } from '../../contract/index.ts'
import { ODDS_MAX, ODDS_SIZE } from '../rules/odds.ts'
import type { Tables } from '../rules/tables.ts'
import { holderIn, totalIn } from './fields.ts'
import {
  BOARD,
  DOSSIER,
  HOLDER,
  INCOMING,
  PRESTIGE,
  seatAt,
  TERRITORIES,
  TROOPS,
  territoryAt,
} from './layout.ts'
import { nearness, PER } from './missions.ts'

/** The gauges in their order. */
export const GAUGES = ['prestige', 'territories', 'troops', 'missions', 'prospects'] as const
const PRESTIGE_GAUGE = GAUGES.indexOf('prestige')
const TERRITORIES_GAUGE = GAUGES.indexOf('territories')
const TROOPS_GAUGE = GAUGES.indexOf('troops')
const MISSIONS_GAUGE = GAUGES.indexOf('missions')
const PROSPECTS_GAUGE = GAUGES.indexOf('prospects')

/** Missions and prospects are measured in hundredths. */
export const HUNDRED = 100

/** Writes the gauges of all seats from out[at] on. */
export const measureGauges = (t: Tables, s: State, out: Int32Array, at: number): void => {
  const { seats } = t
  const prospects = at + PROSPECTS_GAUGE * seats
  for (let seat = 0; seat < seats; seat++) {
    const mine = seatAt(seat)
    out[at + PRESTIGE_GAUGE * seats + seat] = s[mine + PRESTIGE]!
    out[at + TERRITORIES_GAUGE * seats + seat] = s[mine + TERRITORIES]!
    out[at + TROOPS_GAUGE * seats + seat] = totalIn(s[mine + BOARD]! + s[mine + INCOMING]!)
    out[prospects + seat] = 0
  }
  addProspects(t, s, out, prospects)
  for (let seat = 0; seat < seats; seat++)
    out[at + MISSIONS_GAUGE * seats + seat] = withinReach(t, s, seat, out[prospects + seat]!)
}

/** The prestige of a seat's missions, each by the square of its nearness. */
const withinReach = (t: Tables, s: State, seat: number, prospects: number): number => {
  const mine = seatAt(seat)
  let sum = 0
  for (let p = 0; p < t.dossier; p++) {
    const card = s[mine + DOSSIER + p]! - 1
    if (card < 0) continue
    const near = nearness(t, s, seat, card, prospects)
    sum += ((HUNDRED * t.cardPrestige[card]! * near * near) / (PER * PER)) | 0
  }
  return sum
}

/**
 * For each territory and each enemy of its holder, the best odds that one attack of that enemy conquers it: added to the
 * seats' words from out[prospects] on. One walk along the neighbours finds the attackers of all seats; sets would take one each.
 */
const addProspects = (t: Tables, s: State, out: Int32Array, prospects: number): void => {
  const { neighbourFrom, neighbours, odds: table, territories } = t
  for (let to = 0; to < territories; to++) {
    const owner = holderIn(s[territoryAt(to) + HOLDER]!)
    if (owner === 0) continue
    let attackers = 0
    for (let i = neighbourFrom[to]!; i < neighbourFrom[to + 1]!; i++) {
      const from = territoryAt(neighbours[i]!)
      const holder = holderIn(s[from + HOLDER]!)
      if (holder === owner || holder === 0) continue
      attackers = withMost(attackers, holder - 1, totalIn(s[from + TROOPS]!) - t.guard)
    }
    if (attackers === 0) continue
    const troops = totalIn(s[territoryAt(to) + TROOPS]!)
    const defenders = troops < ODDS_MAX ? troops : ODDS_MAX
    for (let at = prospects; attackers !== 0; at++, attackers >>>= ABLE_BITS) {
      const able = attackers & ABLE_MASK
      if (able !== 0) out[at]! += table[able * ODDS_SIZE + defenders]!
    }
  }
}

/** The most attackers that one territory of each seat could send, up to ODDS_MAX, in one word: this many bits for each of SEATS_MAX seats. */
const ABLE_BITS = 8
const ABLE_MASK = (1 << ABLE_BITS) - 1

/** The same if one more territory of the seat could send this many, or none. */
const withMost = (attackers: number, seat: number, able: number): number => {
  const shift = seat * ABLE_BITS
  const most = (attackers >>> shift) & ABLE_MASK
  const count = able < ODDS_MAX ? able : ODDS_MAX
  return count > most ? attackers + ((count - most) << shift) : attackers
}
