/** quality.csv, leaders.csv and comeback.csv: how matches feel. */
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  hasLeads,
  QUALITY_FIGURES,
  type QualityColumn,
  qualityCount,
  qualityOf,
} from '../../sim/figures/qualities.ts'
import { FEW, orEmpty, playedOut, safeShare } from '../../sim/figures/reading.ts'
import type { Interval } from '../../sim/stats/interval.ts'
import type { Quality } from '../../sim/tally/layout.ts'
import { FOLLOWED } from '../../sim/tally/match.ts'
import {
  chancesOf,
  type Leaders,
  lastingShare,
  leadersOf,
  noReturnOf,
  type WinChance,
} from '../findings/feel.ts'
import { thousands } from '../formatting.ts'
import { cellTable, columnsFor, type IntervalIds, type ReadColumn, text } from './column.ts'

const { count, interval, share } = columnsFor<CellResult>()

/** A quality with its interval; empty where it means nothing. */
function told(cell: CellResult, quality: Quality): Interval | null {
  const { isOfLeads, isRest } = QUALITY_FIGURES[quality]
  if (isOfLeads && !hasLeads(cell.game.info)) return null
  const { n, mean, low, high } = qualityOf(cell, quality)
  return isRest ? { n, mean: 1 - mean, low: 1 - high, high: 1 - low } : { n, mean, low, high }
}

const figures = Object.assign(
  {},
  ...(Object.keys(QUALITY_FIGURES) as Quality[]).map(quality => {
    const { column: id, is, meaning } = QUALITY_FIGURES[quality]
    return interval(id, is === 'share' ? 'share' : 'decimal', meaning, cell => told(cell, quality))
  }),
) as Readonly<Record<IntervalIds<QualityColumn>, ReadColumn<'share' | 'decimal', CellResult>>>

/** The blocks that are FOLLOWED, in words. */
const FOLLOWED_BLOCKS = `the first ${thousands(FOLLOWED.first)} blocks of a line-up and one in ${FOLLOWED.every} of the others`

/** A row per variant and line-up. */
export const quality = cellTable({
  id: 'quality',
  question:
    'How does the game feel: do matches have a winner, when are they decided, and does the lead change?',
  row: 'One row for each variant and line-up. Forfeited matches are left out. Figures about leads are empty if the headline gauge has weight 0.',
  columns: {
    matches: count('Matches played to their end.', playedOut),
    ...figures,
    branching_decisions: count('The number of decisions behind `branching`.', cell =>
      qualityCount(cell, 'options'),
    ),
    followed_matches: count(
      `Matches followed step by step, which \`lead_changes\` to \`late_uncertainty\` and the point of no return rest on: those of ${FOLLOWED_BLOCKS}.`,
      cell => qualityCount(cell, 'leadChanges'),
    ),
    no_return_step: count(
      `Point of no return: the first step from which the leader wins at least 95 % of matches that are still in play and that one seat wins. This must hold at every later step with a leader in ${FEW} matches or more. Empty if there is none.`,
      cell => noReturnOf(cell)?.step ?? Number.NaN,
    ),
    no_return_reached: share('Share of matches that last that long.', cell => {
      const noReturn = noReturnOf(cell)
      return noReturn ? lastingShare(cell, noReturn.step) : Number.NaN
    }),
  },
  key: [],
  rows: cell => [cell],
})

const leading = columnsFor<Leaders>()

/** A row per step. */
export const leaders = cellTable({
  id: 'leaders',
  question: 'How often does the leader go on to win, step by step?',
  row: `One row for each step, over the matches that lasted this long, from ${FOLLOWED_BLOCKS}. Forfeited matches are left out. The file has only a header if the headline gauge has weight 0.`,
  columns: {
    step: count('Steps played so far.'),
    matches: count('Matches in these blocks that lasted this long.'),
    led: count(
      'Those of these matches that have one winner and had a leader in the headline gauge at this step.',
    ),
    ...leading.interval(
      'leader_wins',
      'share',
      'Share of these matches that the leader won.',
      ({ wins }) => orEmpty(wins),
      {
        low: "Lower end of its 95 % interval (Wilson's with a continuity correction, which treats the matches of a block as one).",
      },
    ),
  },
  key: ['step'],
  rows: leadersOf,
})

export interface Valued extends WinChance {
  readonly gauge: string
  readonly width: number
  /** At most as many seats of a block have one value. */
  readonly perBlock: number
}

const valued = columnsFor<Valued>()

/** A row per step and value. */
export const comeback = cellTable({
  id: 'comeback',
  question: 'How often does a seat win when its headline gauge has this value after this step?',
  row: 'One row for each step and value of the headline gauge, over all seats. Forfeited matches are left out. The file has only a header if the gauge is zero-sum and its values are counted in bins.',
  columns: {
    gauge: text("The headline gauge's id."),
    step: count('Steps played so far.'),
    gauge_value: count("A seat's own value; the lower edge of its bin if bins are wider than 1."),
    bin_width: valued.count('Width of the bins of values.', ({ width }) => width),
    seats: count('Seats that had this value, over all matches that lasted this long.'),
    ...valued.interval(
      'win_share',
      'share',
      'Share of these seats that were the only winner.',
      ({ perBlock, seats, wins }) => safeShare(wins, seats, perBlock),
      {
        low: "Lower end of its 95 % interval: Wilson's with a continuity correction, as if the seats of a block that had this value always won or lost together.",
      },
    ),
  },
  key: ['step', 'gauge_value'],
  rows: cell => {
    const { gauge: at, width } = cell.layout.curves[0]!
    const { seats } = cell.layout
    const gauge = cell.game.info.gauges[at]!.id
    return chancesOf(cell).map(one => ({
      ...{ ...one, gauge, gauge_value: one.value, width, perBlock: seats * seats },
    }))
  },
})
