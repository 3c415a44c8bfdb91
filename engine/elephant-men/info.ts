/** What describes a compiled rule set: its type, sizes, seats, gauges, assets and endings. */
import {
  type Asset,
  bitCount,
  type Ending,
  type GameInfo,
  type Gauge,
  type State,
  WIN_UNITS,
} from '../contract/index.ts'
import { ASPECTS, tokensOf } from './learning.ts'
import { ACTIONS } from './rules/actions.ts'
import type { Rules } from './rules/schema.ts'
import type { Tables } from './rules/tables.ts'
import { FAVOUR, identifyingIn, OWN, TOTAL_HP } from './state/layout.ts'

const ENDINGS: readonly Ending[] = [
  { id: 'favour', kind: 'win', label: 'enough favour' },
  { id: 'elimination', kind: 'win', label: 'the other side has no units left' },
  { id: 'both-gone', kind: 'draw', label: 'neither side has units left' },
  { id: 'length', kind: 'length', label: 'the turn limit was reached' },
]
export const BY_FAVOUR = 0
export const BY_ELIMINATION = 1
export const BOTH_GONE = 2
export const BY_LENGTH = 3
/** Only where `limits.tiebreak` asks for it. */
const TIEBREAK: Ending = {
  id: 'favour-lead',
  kind: 'win',
  label: 'the turn limit was reached, and one side leads in favour',
}
export const BY_LEAD = ENDINGS.length

/** Of 0.5, 1, 2, 3 and 5, 5 won most in v0.2 and in the golem edition; from 2 on, the differences are small. */
const BIAS = 5

/** The gauges that `readGauges` in state/gauges.ts fills, in its order. */
function gaugesOf({ rules, startHp, units }: Tables): Gauge[] {
  const { favour, limits } = rules
  const hp = startHp.reduce((sum, h) => sum + h, 0)
  const most = mostFavour(rules)
  return [
    // Half a win for the whole way to the mark, split between both seats' values.
    {
      id: 'favour',
      label: 'favour',
      min: -most,
      max: most,
      zeroSum: true,
      weight: WIN_UNITS / 4 / favour.win,
      decides: limits.tiebreak === 'favour' ? ['favour', TIEBREAK.id] : ['favour'],
    },
    {
      id: 'hp',
      label: 'total hit points',
      min: 0,
      max: hp,
      zeroSum: false,
      weight: (WIN_UNITS / 2) * (1 / hp),
    },
    { id: 'units', label: 'units', min: 0, max: units, zeroSum: false, weight: 0 },
  ]
}

function assetsOf({ kinds }: Tables): Asset[] {
  return [
    ...kinds.map(kind => ({ id: kind, group: 'unit', label: kind })),
    ...ACTIONS.map(action => ({ id: action, group: 'action', label: action })),
  ]
}

/** The description of a game that is played by these tables. */
export function infoOf(id: string, tables: Tables): GameInfo {
  const { actionCount, legalMax, orders, phases, rules, stateSize } = tables
  return {
    id,
    type: {
      dynamics: 'simultaneous',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: rules.sides.map(side => side.name),
    stateSize,
    identifying: identifyingIn(tables.squares, tables.starters > 0),
    actionCount,
    legalMax,
    // A side that stops early says so, and a full plan ends by itself.
    decisionMax: 2 * orders * rules.limits.turns,
    stepMax: phases * rules.limits.turns,
    step: { label: 'phase', perTurn: phases },
    search: { bias: BIAS },
    learning: { tokens: tokensOf(tables), aspects: ASPECTS },
    gauges: gaugesOf(tables),
    assets: assetsOf(tables),
    endings: rules.limits.tiebreak === 'favour' ? [...ENDINGS, TIEBREAK] : ENDINGS,
  }
}

/** Words that `readGauges` writes. */
export const GAUGE_WORDS = 6

/** Most favour that gauges show: one phase can carry it past the mark by what its orders earn; anything beyond shares one bin. */
export const mostFavour = ({ favour, pray }: Rules): number =>
  favour.win + 4 * Math.max(favour.kill, favour.convert, pray.favour)

/** Writes the gauges from out[at] on: favour, limited to ±`favourMax`, hit points and units, each of both seats. */
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
