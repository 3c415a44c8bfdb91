/** What curves plot and evaluations add up, measured. info.ts describes the gauges. */
import type { State } from '../../contract/index.ts'
import * as odds from '../rules/odds.ts'
import type { Tables } from '../rules/tables.ts'
import * as fields from './fields.ts'
import * as layout from './layout.ts'
import * as nearnesses from './nearness.ts'
import * as sets from './sets.ts'

// Constants of this module, for speed: see layout.ts.
const { totalIn } = fields
const { BOARD, DOSSIER, INCOMING, PRESTIGE, TERRITORIES, TROOPS, seatAt, territoryAt } = layout
const { PER, nearness } = nearnesses
const { ODDS_MAX, ODDS_SIZE } = odds
const { lowestIn, setAt } = sets

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
 * seats' words from out[prospects] on.
 */
const addProspects = (t: Tables, s: State, out: Int32Array, prospects: number): void => {
  const { odds: table, seats, setWords } = t
  for (let owner = 0; owner < seats; owner++) {
    const held = setAt(t, 1 + owner)
    for (let w = 0; w < setWords; w++)
      for (let rest = s[held + w]!; rest !== 0; rest &= rest - 1) {
        const to = lowestIn(w, rest)
        const troops = totalIn(s[territoryAt(to) + TROOPS]!)
        const defenders = troops < ODDS_MAX ? troops : ODDS_MAX
        for (let seat = 0; seat < seats; seat++) {
          if (seat === owner) continue
          const attackers = mostAttackers(t, s, seat, to)
          if (attackers === 0) continue
          out[prospects + seat]! +=
            table[(attackers < ODDS_MAX ? attackers : ODDS_MAX) * ODDS_SIZE + defenders]!
        }
      }
  }
}

/** The most troops of the seat that one territory could send against another, 0 if none could. */
const mostAttackers = (t: Tables, s: State, seat: number, to: number): number => {
  const { guard, near, setWords } = t
  const own = setAt(t, 1 + seat)
  let most = 0
  for (let w = 0; w < setWords; w++)
    for (let rest = near[to * setWords + w]! & s[own + w]!; rest !== 0; rest &= rest - 1) {
      const able = totalIn(s[territoryAt(lowestIn(w, rest)) + TROOPS]!) - guard
      if (able > most) most = able
    }
  return most
}
