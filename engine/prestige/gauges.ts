/** What curves plot and evaluations add up. */
import { type Gauge, WIN_UNITS } from '../contract/index.ts'
import * as layout from './layout.ts'
import * as nearnesses from './nearness.ts'
import * as odds from './odds.ts'
import { WORTH_MAX } from './parts.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { BOARD, DOSSIER, HOLDER, INCOMING, PRESTIGE, TERRITORIES, TROOPS } = layout
const { holderIn, landAt, seatAt, totalIn } = layout
const { PER, nearness } = nearnesses
const { ODDS_MAX, ODDS_SIZE } = odds

// The gauges, by their places.
const PRESTIGE_GAUGE = 0
const LANDS_GAUGE = 1
const TROOPS_GAUGE = 2
const MISSIONS_GAUGE = 3
const ODDS_GAUGE = 4

/** Hundredths of a prestige that a mission in hand shows at most. */
const FULL = 100

/**
 * The worths make a sensible player; they are no rule. A third of a win for all the prestige that wins, half a mission's prestige for
 * coming near it, and troops, for whoever has more of them wins later. Worths of twice the size would push leads past
 * what the evaluation of agents tells apart, with three and four players above all.
 */
export function gaugesOf({ rules, territories, cap, win }: Tables): Gauge[] {
  const most = Math.max(...rules.deck.cards.map(card => card.prestige))
  const prestige = WIN_UNITS / 3 / win
  const gauge = (id: string, label: string, max: number, weight: number): Gauge => ({
    id,
    label,
    min: 0,
    max,
    zeroSum: false,
    weight,
  })
  return [
    { ...gauge('prestige', 'prestige', win - 1 + most, prestige), decides: ['prestige'] },
    gauge('territories', 'territories held', territories, 0.9),
    gauge('troops', 'troops on the board and incoming', cap, 1.5),
    gauge(
      'missions',
      'hundredths of prestige within reach',
      FULL * WORTH_MAX * rules.dossier.size,
      (0.5 * prestige) / FULL,
    ),
    gauge('prospects', 'territories that attacks might take, in hundredths', FULL * territories, 1.5 / FULL),
  ]
}

/** Writes the gauges of all seats. */
export const measure = (t: Tables, s: Int32Array, out: Int32Array): void => {
  const { seats } = t
  for (let seat = 0; seat < seats; seat++) {
    const mine = seatAt(seat)
    out[PRESTIGE_GAUGE * seats + seat] = s[mine + PRESTIGE]!
    out[LANDS_GAUGE * seats + seat] = s[mine + TERRITORIES]!
    out[TROOPS_GAUGE * seats + seat] = totalIn(s[mine + BOARD]! + s[mine + INCOMING]!)
    out[ODDS_GAUGE * seats + seat] = 0
  }
  addProspects(t, s, out)
  for (let seat = 0; seat < seats; seat++)
    out[MISSIONS_GAUGE * seats + seat] = withinReach(t, s, seat, out[ODDS_GAUGE * seats + seat]!)
}

/** The prestige of a seat's missions, each by the square of its nearness. */
const withinReach = (t: Tables, s: Int32Array, seat: number, prospects: number): number => {
  const mine = seatAt(seat)
  let sum = 0
  for (let p = 0; p < t.dossier; p++) {
    const card = s[mine + DOSSIER + p]! - 1
    if (card < 0) continue
    const near = nearness(t, s, seat, card, prospects)
    sum += Math.floor((FULL * t.cardPrestige[card]! * near * near) / (PER * PER))
  }
  return sum
}

/** For each territory and each enemy of its holder, the best odds that one attack of that enemy conquers it. */
const addProspects = (t: Tables, s: Int32Array, out: Int32Array): void => {
  const { beside, besideFrom, odds: table, seats } = t
  for (let to = 0; to < t.territories; to++) {
    const at = landAt(to)
    const owner = holderIn(s[at + HOLDER]!)
    if (owner === 0) continue
    const held = totalIn(s[at + TROOPS]!)
    const defenders = held < ODDS_MAX ? held : ODDS_MAX
    for (let seat = 0; seat < seats; seat++) {
      if (seat === owner - 1) continue
      let attackers = 0
      for (let i = besideFrom[to]!; i < besideFrom[to + 1]!; i++) {
        const from = landAt(beside[i]!)
        if (holderIn(s[from + HOLDER]!) !== 1 + seat) continue
        const able = totalIn(s[from + TROOPS]!) - 1
        if (able > attackers) attackers = able
      }
      if (attackers > ODDS_MAX) attackers = ODDS_MAX
      out[ODDS_GAUGE * seats + seat]! += table[attackers * ODDS_SIZE + defenders]!
    }
  }
}
