/** The figures of reports whose intervals are compared with the truth. */
import { FIELDED, USED } from '../../../engine/contract/index.ts'
import type { Comparison } from '../../../reports/findings/changes/comparisons.ts'
import { usefulnessOf } from '../../../reports/findings/changes/usefulness.ts'
import { chancesOf, leadersOf } from '../../../reports/findings/feel.ts'
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { qualityOf } from '../../../sim/figures/qualities.ts'
import { eventRate, finalBlocks, leadOf, safeShare, shareOf } from '../../../sim/figures/reading.ts'
import type { Interval } from '../../../sim/stats/interval.ts'
import { sequenceP } from '../../../sim/stats/sequence.ts'
import { ASSET_RATIOS, QUALITIES } from '../../../sim/tally/layout.ts'
import type { CoverageFigure, Family } from './figures.ts'
import { ALPHA } from './runs.ts'

/** Ends and truths may be the same number, but for the last digit. */
const ROUNDING = 1e-12

function figure(id: string, { mean, low, high }: Omit<Interval, 'n'>): CoverageFigure {
  return { id, mean, holds: value => low - ROUNDING <= value && value <= high + ROUNDING }
}

/** The figures of every asset of every seat. */
function ofAssets(
  cell: CellResult,
  of: (seat: number, asset: number, id: string) => CoverageFigure[],
): CoverageFigure[] {
  const { seats, assets } = cell.game.info
  return seats.flatMap((seat, s) => assets.flatMap(({ group, id }, a) => of(s, a, `${seat} ${group} ${id}`)))
}

/** The cell of the rules as they are. */
const plain = ({ cells }: RunResult): CellResult => cells[0]!

const uses: Family = {
  name: 'purchases and uses of assets',
  of: result =>
    ofAssets(plain(result), (seat, asset, id) =>
      ([FIELDED, USED] as const).map(event =>
        figure(
          `${id} ${event === USED ? 'used' : 'fielded'}`,
          eventRate(plain(result), 'seat', seat, asset, event),
        ),
      ),
    ),
}

const shares: Family = {
  name: 'survival, score when used or lost',
  of: result =>
    ofAssets(plain(result), (seat, asset, id) =>
      ASSET_RATIOS.map(ratio => figure(`${id} ${ratio}`, shareOf(plain(result), 'seat', seat, asset, ratio))),
    ),
}

const leads: Family = {
  name: 'leads at the end',
  of: result =>
    [...plain(result).game.info.seats, 'leader'].map((seat, s) => figure(seat, leadOf(plain(result), s))),
}

const finals: Family = {
  name: 'gauges at the end (anytime interval)',
  of: result => {
    const { gauges, seats } = plain(result).game.info
    return gauges.flatMap(({ id }, gauge) =>
      [...seats, 'all seats'].map((seat, s) => {
        const blocks = finalBlocks(plain(result), gauge * (seats.length + 1) + s)
        return {
          id: `${id} of ${seat}`,
          mean: blocks.mean,
          // Quicker than both ends of the interval: a value outside it has a small p.
          holds: (value: number) => sequenceP(blocks, value) > ALPHA,
        }
      }),
    )
  },
}

const qualities = QUALITIES.map(
  (quality): Family => ({
    name: `quality: ${quality}`,
    of: result => [figure(quality, qualityOf(plain(result), quality))],
  }),
)

const comebacks: Family = {
  name: 'comeback.csv: wins by value and step',
  of: result => {
    const { seats } = plain(result).layout
    return chancesOf(plain(result)).map(one =>
      figure(`${one.value} after step ${one.step}`, safeShare(one.wins, one.seats, seats * seats)),
    )
  },
}

const leaders: Family = {
  name: 'leaders.csv: wins of the leader, by step',
  of: result => leadersOf(plain(result)).map(({ step, wins }) => figure(`step ${step}`, wins)),
}

function worth(name: string, interval: (own: Comparison) => Omit<Interval, 'n'>): Family {
  return {
    name,
    of: result =>
      usefulnessOf(result).map(({ own, name: asset, seat }) =>
        figure(`${asset} ${seat}`.trim(), { ...interval(own), mean: own.difference }),
      ),
  }
}

/** Every kind of figure whose coverage docs/explanation/statistics.md tells. */
export const FAMILIES: readonly Family[] = [
  uses,
  shares,
  leads,
  finals,
  ...qualities,
  leaders,
  comebacks,
  worth('usefulness.csv: score lost without an asset', own => ({ ...own, mean: own.difference })),
  worth('the same, anytime interval', ({ anytime }) => anytime),
]
