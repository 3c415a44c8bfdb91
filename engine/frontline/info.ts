/** What describes a game of Frontline: its type, its sizes, its gauges, assets and endings. */
import { type Asset, type Ending, type GameInfo, type Gauge, WIN_UNITS } from '../contract/index.ts'
import { ASPECTS, tokensOf } from './learning.ts'
import { KINDS, RECRUITS, type Rules, SIDES } from './rules.ts'
import { ARMY, BASE, GOLD, lowest, sizeOf, UNITS } from './state.ts'

const ENDINGS: readonly Ending[] = [
  { id: 'base', kind: 'win', label: 'a base was destroyed' },
  { id: 'base-lead', kind: 'win', label: 'the turn limit was reached, and one base has more hit points' },
  { id: 'turns', kind: 'length', label: 'the turn limit was reached' },
]
/** Only where `base.falls` lets a round go on. */
const BOTH: Ending = { id: 'both-bases', kind: 'draw', label: 'both bases were destroyed in one round' }
export const BY_BOTH = ENDINGS.length
export const BY_BASE = 0
export const BY_BASE_LEAD = 1
export const BY_TURNS = 2

/** Gauges, in the order in which `gauge` writes them. */
export const BASE_GAUGE = 0
export const GOLD_GAUGE = 1
export const FRONT_GAUGE = 2
export const ARMY_GAUGE = 3

export function infoOf(id: string, rules: Rules): GameInfo {
  return {
    id,
    type: {
      dynamics: 'sequential',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: SIDES,
    stateSize: sizeOf(rules.cells),
    actionCount: 1 + RECRUITS,
    legalMax: 1 + RECRUITS,
    decisionMax: 2 * rules.turns,
    stepMax: 2 * rules.turns,
    step: { label: 'half-turn', perTurn: 2 },
    // A unit crosses the lane in about that time. Of 3, 12, 20, 40 and all steps, 20 won most with 12 cells and a purse of 150 gold.
    horizon: Math.max(3, 2 * (rules.cells - 2)),
    search: { reuse: true },
    learning: { tokens: tokensOf(rules), aspects: ASPECTS },
    gauges: gaugesOf(rules),
    assets: assetsOf(rules),
    endings: rules.base.falls === 'roundEnd' ? [...ENDINGS, BOTH] : ENDINGS,
  }
}

function assetsOf({ units }: Rules): Asset[] {
  return KINDS.map(kind => {
    const asset = { id: kind, group: 'unit', label: kind }
    return kind === 'super-soldier' ? { ...asset, automatic: true } : { ...asset, price: units[kind].price }
  })
}

function gaugesOf({ base, cells, gold, turns, units }: Rules): Gauge[] {
  const attacks = KINDS.map(kind => units[kind].attack)
  const income = gold.start + turns * gold.perTurn
  const dearest = Math.max(units.infantry.price, units.archer.price, units.catapult.price)
  return [
    {
      id: 'base',
      label: 'hit points of the base',
      // A last blow may take more than there is; so may all blows of a turn, two a unit, if the turn continues.
      min: Math.min(0, 1 - Math.max(...attacks) * (base.falls === 'atOnce' ? 1 : 2 * cells)),
      max: base.hp,
      zeroSum: false,
      weight: WIN_UNITS / 2 / base.hp,
      decides: ['base', 'base-lead'],
    },
    {
      id: 'gold',
      label: 'gold',
      min: 0,
      // What the other side spends comes back as bounties at that rate, and so on to and fro.
      max: Math.max(1, Math.floor(income * (1 + gold.bounty / 100))),
      zeroSum: false,
      weight: 0.1,
    },
    {
      id: 'front',
      label: 'cells reached by the foremost unit',
      min: 0,
      max: cells,
      zeroSum: false,
      weight: 0.1,
    },
    {
      id: 'army',
      label: 'price of the units on the lane',
      min: 0,
      max: Math.max(1, cells * dearest),
      zeroSum: false,
      weight: 0.1,
    },
  ]
}

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
