/** quality.csv, leaders.csv and comeback.csv: how matches feel. */
import type { CellResult } from '../../sim/chunks/results.ts'
import type { Interval } from '../../sim/stats/interval.ts'
import type { Quality } from '../../sim/tally/qualities.ts'
import { FOLLOWED } from '../../sim/tally/samples.ts'
import { FEW, playedOut, qualityCount, qualityOf } from '../figures.ts'
import { chancesOf } from '../findings/chances.ts'
import { hasLeads, lastingShare, leadersOf, noReturnOf, safeShare } from '../findings/feel.ts'
import { thousands } from '../formatting.ts'
import { type Cells, type Column, type Columns, cellTable, column, type Row } from './column.ts'

/** A figure of quality.csv: what it is, and from which sums. */
interface Figure {
  readonly quality: Quality
  readonly column: Column<'share' | 'decimal'>
  /** Whether it is told by who leads, so that it means nothing where the headline gauge is worth nothing. */
  readonly isOfLeads: boolean
  /** Whether the column holds what is left to 1. */
  readonly isRest?: boolean
}

const FIGURES = {
  completion: {
    quality: 'completed',
    column: column('share', 'Share of matches that ended before the turn limit (Browne: completion).'),
    isOfLeads: false,
  },
  decisiveness: {
    quality: 'decisive',
    column: column('share', 'Share of matches that one seat won alone.'),
    isOfLeads: false,
  },
  length_steps: { quality: 'length', column: column('decimal', 'Mean length in steps.'), isOfLeads: false },
  decisions: {
    quality: 'decisions',
    column: column('decimal', 'Mean number of decisions in a match, by all seats and by chance.'),
    isOfLeads: false,
  },
  branching: {
    quality: 'options',
    column: column(
      'decimal',
      'Branching factor: mean number of actions to choose from, over decisions of seats, forced ones too. From a sample: the first 16 blocks of a line-up and every 512th.',
    ),
    isOfLeads: false,
  },
  lead_changes: {
    quality: 'leadChanges',
    column: column('decimal', 'Mean number of times that the lead went to another seat than had led last.'),
    isOfLeads: true,
  },
  drama: {
    quality: 'behind',
    column: column('share', 'Share of the steps of matches won at which the later winner was behind.'),
    isOfLeads: true,
  },
  deficit: {
    quality: 'deficit',
    column: column('decimal', "How far behind the winner was at these steps, in the headline gauge's unit."),
    isOfLeads: true,
  },
  killer_move: {
    quality: 'swing',
    column: column(
      'decimal',
      "The most that the winner's lead grew in one step of a match won, in the same unit, on average.",
    ),
    isOfLeads: true,
  },
  half_leader_wins: {
    quality: 'halfLeader',
    column: column(
      'share',
      'Share of matches won by who led half-way, of those that one seat won and in which somebody led then.',
    ),
    isOfLeads: true,
  },
  late_uncertainty: {
    quality: 'lateLeader',
    column: column(
      'share',
      'Share of matches not won by who led after three quarters of their steps, of those that one seat won and in which somebody led then.',
    ),
    isOfLeads: true,
    isRest: true,
  },
} as const satisfies Readonly<Record<string, Figure>>
type FigureId = keyof typeof FIGURES
type End = '' | '_low' | '_high'

const IDS = Object.keys(FIGURES) as FigureId[]

type FigureColumns = {
  readonly [Id in `${FigureId}${End}`]: Column<'share' | 'decimal'>
}

const figureColumns = Object.fromEntries(
  IDS.flatMap(id => {
    const { column: own } = FIGURES[id]
    return [
      [id, own],
      [`${id}_low`, column(own.format, 'Lower end of its 95 % interval, from the sums of the blocks.')],
      [`${id}_high`, column(own.format, 'Upper end of that interval.')],
    ]
  }),
) as FigureColumns

/** The blocks that are FOLLOWED, in words. */
const FOLLOWED_BLOCKS = `the first ${thousands(FOLLOWED.first)} blocks of a line-up and one in ${FOLLOWED.every} of the others`

const columns = {
  matches: column('count', 'Matches played to their end.'),
  ...figureColumns,
  branching_decisions: column('count', 'Decisions that `branching` is the mean of.'),
  followed_matches: column(
    'count',
    `Matches that were followed from step to step, of which \`lead_changes\` to \`late_uncertainty\` and the point of no return tell: those of ${FOLLOWED_BLOCKS}.`,
  ),
  no_return_step: column(
    'count',
    `Point of no return: the first step from which on the leader of a match that is still played, and that one seat wins, wins at least 95 %, at every step that somebody led in ${FEW} matches or more. Empty where there is none.`,
  ),
  no_return_reached: column('share', 'Share of matches that last as long.'),
} satisfies Columns

/** A row per variant and line-up. */
export const quality = cellTable({
  id: 'quality',
  question: 'How does the game feel: is it decided, when, and does the lead change?',
  row: 'A variant and line-up. Forfeited matches are left out. Figures of leads are empty where the headline gauge is worth nothing before the end (its weight is 0).',
  columns,
  key: [],
  rows: cell => [rowOf(cell)],
})

function rowOf(cell: CellResult): Row<typeof columns> {
  const matches = playedOut(cell)
  const noReturn = noReturnOf(cell)
  const figures: Cells = Object.fromEntries(
    IDS.flatMap(id => {
      const { mean, low, high } = figureOf(cell, FIGURES[id])
      return [
        [id, mean],
        [`${id}_low`, low],
        [`${id}_high`, high],
      ]
    }),
  )
  return {
    ...(figures as Row<FigureColumns>),
    matches,
    branching_decisions: qualityCount(cell, 'options'),
    followed_matches: qualityCount(cell, 'leadChanges'),
    no_return_step: noReturn?.step ?? Number.NaN,
    no_return_reached: noReturn ? lastingShare(cell, noReturn.step) : Number.NaN,
  }
}

/** A figure with its interval; all NaN where it means nothing. */
function figureOf(cell: CellResult, { quality, isOfLeads, isRest = false }: Figure): Interval {
  if (isOfLeads && !hasLeads(cell)) return { n: 0, mean: Number.NaN, low: Number.NaN, high: Number.NaN }
  const interval = qualityOf(cell, quality)
  const { n, mean, low, high } = interval
  return isRest ? { n, mean: 1 - mean, low: 1 - high, high: 1 - low } : interval
}

/** A row per step. */
export const leaders = cellTable({
  id: 'leaders',
  question: 'How often does who leads go on to win, step by step?',
  row: `A step, of the matches that lasted as long, in ${FOLLOWED_BLOCKS}. Forfeited matches are left out; without rows where leads mean nothing.`,
  columns: {
    step: column('count', 'Steps played so far.'),
    matches: column('count', 'Matches of these blocks that lasted this long.'),
    led: column(
      'count',
      'Of these, the ones that one seat won in the end, and in which a seat was ahead of all others in the headline gauge.',
    ),
    leader_wins: column('share', 'Share of those that the leader won.'),
    leader_wins_low: column(
      'share',
      "Lower end of its 95 % interval: Wilson's with a continuity correction, as if the matches of a block always went the same way.",
    ),
    leader_wins_high: column('share', 'Upper end of that interval.'),
  },
  key: ['step'],
  rows: cell =>
    leadersOf(cell).map(({ step, matches, led, wins }) => ({
      step,
      matches,
      led,
      leader_wins: wins.mean,
      leader_wins_low: led > 0 ? wins.low : Number.NaN,
      leader_wins_high: led > 0 ? wins.high : Number.NaN,
    })),
})

/** A row per step and value. */
export const comeback = cellTable({
  id: 'comeback',
  question: 'How often does a seat win that has this much of the headline gauge after this step?',
  row: 'A value of the headline gauge after a step, over all seats. Forfeited matches are left out; without rows where values of a zero-sum gauge are counted in bins.',
  columns: {
    gauge: column('text', "The headline gauge's id."),
    step: column('count', 'Steps played so far.'),
    value: column('count', "A seat's own value; the lower edge of the bin where bins are wider than 1."),
    bin_width: column('count', 'Values that are counted together.'),
    seats: column('count', 'Seats that had this value, of all matches that lasted this long.'),
    wins: column('share', 'Share of these that won alone.'),
    wins_low: column(
      'share',
      "Lower end of its 95 % interval: Wilson's with a continuity correction, as if the seats of a block that had this value always won or lost together.",
    ),
    wins_high: column('share', 'Upper end of that interval.'),
  },
  key: ['step', 'value'],
  rows: cell => {
    const { gauge, width } = cell.layout.curves[0]!
    const { seats } = cell.layout
    return chancesOf(cell).map(one => {
      // At most as many seats of a block have one value as it has matches times seats.
      const share = safeShare(one.wins, one.seats, seats * seats)
      return {
        gauge: cell.game.info.gauges[gauge]!.id,
        step: one.step,
        value: one.value,
        bin_width: width,
        seats: one.seats,
        wins: share.mean,
        wins_low: share.low,
        wins_high: share.high,
      }
    })
  },
})
