/** units.csv and agent_units.csv: the use and worth of each unit kind, action or other asset. */
import { type Asset, FIELDED, WIN_UNITS } from '../../engine/contract/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  type AssetSums,
  eventRate,
  eventsOf,
  playedOut,
  type Share,
  type Side,
  shareOf,
} from '../../sim/figures/reading.ts'
import { assetFigureColumns, cellTable, columnsFor } from './column.ts'

/** An asset of a seat, or of an agent. */
export interface Owned extends AssetSums, ReturnType<typeof eventsOf> {
  readonly info: Asset
  readonly whenUsed: Share
  readonly whenLost: Share
}

const { count, decimal, interval, text } = columnsFor<Owned>()

const perMatch = (event: 'scored' | 'conceded' | 'lost') => (one: Owned) => one[event] / playedOut(one)
const spentOn = ({ fielded, info: { price = Number.NaN } }: Owned): number => fielded * price

/** The columns of an asset of a seat or of an agent. */
const assetColumns = (whose: 'seat' | 'agent') => ({
  group: text('The kind of asset: `unit`, `action`, ...', ({ info }) => info.group),
  asset: text("The asset's id.", ({ info }) => info.id),
  fielded: count(
    `How often the ${whose} got it, including at the start; for actions, how often it was ordered.`,
  ),
  used: count('How often it acted.'),
  scored: count(`How much of the headline gauge, such as favour, it won for its ${whose}.`),
  conceded: count('How much of the headline gauge it gave away.'),
  lost: count(`How often the ${whose} lost it; for actions, how often it was ordered and failed.`),
  ...interval('fielded_per_match', 'decimal', '`fielded` per match, without forfeited matches.', one =>
    eventRate(one, one.side, one.index, one.number, FIELDED),
  ),
  ...assetFigureColumns(),
  scored_per_match: decimal('`scored` per match.', perMatch('scored')),
  conceded_per_match: decimal('`conceded` per match.', perMatch('conceded')),
  lost_per_match: decimal('`lost` per match.', perMatch('lost')),
  price: count(
    "The price of one. This and the next two columns are empty for assets that aren't bought.",
    ({ info }) => info.price ?? Number.NaN,
  ),
  gold_spent: count(`Total paid by the ${whose}: \`fielded\` times \`price\`.`, spentOn),
  scored_per_gold: decimal('`scored` divided by `gold_spent`; empty if nothing was spent.', one =>
    spentOn(one) > 0 ? one.scored / spentOn(one) : Number.NaN,
  ),
  ...interval(
    'survival',
    'share',
    "Share of the fielded ones that weren't lost (for actions: of the orders that didn't fail); empty if none were fielded.",
    one => shareOf(one, one.side, one.index, one.number, 'survived'),
  ),
  used_matches: count(
    `Matches in which the ${whose} used it at least once.`,
    ({ whenUsed }) => whenUsed.of / WIN_UNITS,
  ),
  ...interval(
    'score_when_used',
    'share',
    `The ${whose}'s mean share of a whole win in those matches.`,
    ({ whenUsed }) => whenUsed,
  ),
  lost_matches: count(
    `Matches in which the ${whose} lost it at least once.`,
    ({ whenLost }) => whenLost.of / WIN_UNITS,
  ),
  ...interval(
    'score_when_lost',
    'share',
    `The ${whose}'s mean share of a whole win in those matches.`,
    ({ whenLost }) => whenLost,
  ),
})

/** A row per seat and asset. */
export const units = cellTable({
  id: 'units',
  question: 'How does each seat use each unit kind and action, and how do those matches end?',
  row: 'One row for each seat and asset. Forfeited matches and assets that never occurred are left out.',
  columns: {
    seat: text('The seat whose asset it is.', ({ game, index }) => game.info.seats[index]!),
    ...assetColumns('seat'),
  },
  key: ['seat', 'group', 'asset'],
  rows: cell => cell.game.info.seats.flatMap((_, seat) => ownedBy(cell, 'seat', seat)),
})

/** A row per agent and asset. */
export const agentUnits = cellTable({
  id: 'agent_units',
  question: 'What does each agent buy, use and lose?',
  row: 'One row for each agent and asset, over all seats that the agent took. If one agent plays all seats, the row is the sum over the seats, and a match counts once for each seat that used or lost the asset. Forfeited matches and assets that never occurred are left out.',
  columns: {
    agent: text('The agent.'),
    position: count('Its position in the line-up, from 1.', ({ index }) => index + 1),
    ...assetColumns('agent'),
  },
  key: ['position', 'group', 'asset'],
  // Where one agent plays all seats, its assets are counted once.
  rows: cell =>
    cell.cell.lineup.participants
      .slice(0, cell.layout.agents)
      .flatMap(({ label }, index) =>
        ownedBy(cell, 'participant', index).map(one => ({ ...one, agent: label })),
      ),
})

/** The assets that any seat ever used or fielded: a rule set need not use everything that its engine knows. */
function ownedBy(cell: CellResult, side: Side, index: number): Owned[] {
  const { game, layout, tally, look } = cell
  const { assets, seats } = game.info
  return [...assets.keys()]
    .filter(asset =>
      seats.some((_, seat) => Object.values(eventsOf(cell, 'seat', seat, asset)).some(count => count > 0)),
    )
    .map(number => ({
      ...{ game, layout, tally, look, side, index, number, info: assets[number]! },
      ...eventsOf(cell, side, index, number),
      whenUsed: shareOf(cell, side, index, number, 'wonWhenUsed'),
      whenLost: shareOf(cell, side, index, number, 'wonWhenLost'),
    }))
}
