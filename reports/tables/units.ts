/** units.csv and agent_units.csv: the use and worth of each unit kind, action or other asset, to seats and to agents. */
import { FIELDED, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { eventRate, eventsOf, playedOut, type Side, shareOf } from '../figures.ts'
import { isMirror } from '../findings/verdicts.ts'
import { cellTable, column, type Row } from './column.ts'

/** The columns of an asset of a seat or of an agent. */
const assetColumns = (whose: 'seat' | 'agent') => ({
  group: column('text', 'The kind of asset: `unit`, `action`, ...'),
  asset: column('text', "The asset's id."),
  fielded: column(
    'count',
    `Times it came under the ${whose}'s command, including the start; for actions, times it was ordered.`,
  ),
  used: column('count', 'Times it acted.'),
  scored: column('count', `Headline gauge, such as favour, that it won for its ${whose}.`),
  conceded: column('count', 'Headline gauge that it gave away.'),
  lost: column(
    'count',
    `Times it left the ${whose}'s command; for actions, times it was ordered and failed.`,
  ),
  fielded_per_match: column('decimal', '`fielded` per match that was not forfeited.'),
  fielded_per_match_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  fielded_per_match_high: column('decimal', 'Upper end of that interval.'),
  used_per_match: column('decimal', '`used` per match.'),
  used_per_match_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  used_per_match_high: column('decimal', 'Upper end of that interval.'),
  scored_per_match: column('decimal', '`scored` per match.'),
  conceded_per_match: column('decimal', '`conceded` per match.'),
  lost_per_match: column('decimal', '`lost` per match.'),
  price: column(
    'count',
    'Cost of fielding one; this and the next two columns are empty for what is not bought.',
  ),
  gold_spent: column('count', `Total paid by the ${whose}: \`fielded\` times \`price\`.`),
  scored_per_gold: column('decimal', '`scored` divided by `gold_spent`; empty if nothing was spent.'),
  survival: column(
    'share',
    'Share of those fielded that were not lost (for actions: share of orders that did not fail); empty if none were fielded.',
  ),
  survival_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  survival_high: column('share', 'Upper end of that interval.'),
  used_matches: column('count', `Matches in which the ${whose} used it at least once.`),
  score_when_used: column('share', `Mean share of a whole win for the ${whose} in those matches.`),
  score_when_used_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  score_when_used_high: column('share', 'Upper end of that interval.'),
  lost_matches: column('count', `Matches in which the ${whose} lost it at least once.`),
  score_when_lost: column('share', `Mean share of a whole win for the ${whose} in those matches.`),
  score_when_lost_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  score_when_lost_high: column('share', 'Upper end of that interval.'),
})

/** A row per seat and asset. */
export const units = cellTable({
  id: 'units',
  question: 'What is each unit kind and each action worth, and to which seat?',
  row: 'An asset of a seat. Forfeited matches and assets that never occurred are left out.',
  columns: { seat: column('text', 'The seat whose asset it is.'), ...assetColumns('seat') },
  key: ['seat', 'group', 'asset'],
  rows: cell =>
    cell.game.info.seats.flatMap((name, seat) =>
      occurring(cell).map(asset => ({ seat: name, ...cellsOf(cell, 'seat', seat, asset) })),
    ),
})

/** A row per agent and asset. */
export const agentUnits = cellTable({
  id: 'agent_units',
  question: 'What does each agent buy, use and lose?',
  row: 'An asset of an agent, in all seats that it took. Where one agent plays all seats, it is one row, the sum over the seats: a match counts once for each seat that used or lost the asset. Forfeited matches and assets that never occurred are left out.',
  columns: {
    agent: column('text', 'The agent.'),
    position: column('count', 'Its position in the line-up, from 1.'),
    ...assetColumns('agent'),
  },
  key: ['position', 'group', 'asset'],
  rows: cell =>
    agentsOf(cell).flatMap(({ label }, participant) =>
      occurring(cell).map(asset => ({
        agent: label,
        position: participant + 1,
        ...cellsOf(cell, 'participant', participant, asset),
      })),
    ),
})

/** The participants whose assets are counted apart. */
function agentsOf({ cell: { lineup } }: CellResult) {
  return isMirror(lineup) ? lineup.participants.slice(0, 1) : lineup.participants
}

/** The assets that any seat ever used or fielded: a rule set need not use everything that its engine knows. */
function occurring(cell: CellResult): number[] {
  const { assets, seats } = cell.game.info
  return [...assets.keys()].filter(asset =>
    seats.some((_, seat) => Object.values(eventsOf(cell, 'seat', seat, asset)).some(count => count > 0)),
  )
}

function cellsOf(
  cell: CellResult,
  side: Side,
  index: number,
  asset: number,
): Row<ReturnType<typeof assetColumns>> {
  const { id, group, price = Number.NaN } = cell.game.info.assets[asset]!
  const events = eventsOf(cell, side, index, asset)
  const matches = playedOut(cell)
  const spent = events.fielded * price
  const fielding = eventRate(cell, side, index, asset, FIELDED)
  const using = eventRate(cell, side, index, asset, USED)
  const survived = shareOf(cell, side, index, asset, 'survived')
  const used = shareOf(cell, side, index, asset, 'wonWhenUsed')
  const lost = shareOf(cell, side, index, asset, 'wonWhenLost')
  return {
    group,
    asset: id,
    ...events,
    fielded_per_match: fielding.mean,
    fielded_per_match_low: fielding.low,
    fielded_per_match_high: fielding.high,
    used_per_match: using.mean,
    used_per_match_low: using.low,
    used_per_match_high: using.high,
    scored_per_match: events.scored / matches,
    conceded_per_match: events.conceded / matches,
    lost_per_match: events.lost / matches,
    price,
    gold_spent: spent,
    scored_per_gold: spent > 0 ? events.scored / spent : Number.NaN,
    survival: survived.mean,
    survival_low: survived.low,
    survival_high: survived.high,
    used_matches: used.of / WIN_UNITS,
    score_when_used: used.mean,
    score_when_used_low: used.low,
    score_when_used_high: used.high,
    lost_matches: lost.of / WIN_UNITS,
    score_when_lost: lost.mean,
    score_when_lost_low: lost.low,
    score_when_lost_high: lost.high,
  }
}
