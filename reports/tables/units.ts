/** units.csv: the use and worth of each unit kind, action or other asset. */
import { WIN_UNITS } from '../../engine/contract/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { eventsOf, playedOut, shareOf } from '../figures.ts'
import { cellTable, column, type Row } from './column.ts'

const columns = {
  seat: column('text', 'The seat whose asset it is.'),
  group: column('text', 'The kind of asset: `unit`, `action`, ...'),
  asset: column('text', "The asset's id."),
  fielded: column(
    'count',
    "Times it came under the seat's command, including the start; for actions, times it was ordered.",
  ),
  used: column('count', 'Times it acted.'),
  scored: column('count', 'Headline gauge, such as favour, that it won for its seat.'),
  conceded: column('count', 'Headline gauge that it gave away.'),
  lost: column('count', "Times it left the seat's command; for actions, times it was ordered and failed."),
  fielded_per_match: column('decimal', '`fielded` per match that was not forfeited.'),
  used_per_match: column('decimal', '`used` per match.'),
  scored_per_match: column('decimal', '`scored` per match.'),
  conceded_per_match: column('decimal', '`conceded` per match.'),
  lost_per_match: column('decimal', '`lost` per match.'),
  price: column(
    'count',
    'Cost of fielding one; this and the next two columns are empty for what is not bought.',
  ),
  gold_spent: column('count', 'Total paid by the seat: `fielded` times `price`.'),
  scored_per_gold: column('decimal', '`scored` divided by `gold_spent`; empty if nothing was spent.'),
  survival: column(
    'share',
    'Share of those fielded that were not lost (for actions: share of orders that did not fail); empty if none were fielded.',
  ),
  survival_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  survival_high: column('share', 'Upper end of that interval.'),
  used_matches: column('count', 'Matches in which the seat used it at least once.'),
  score_when_used: column('share', 'Mean share of a whole win for the seat in those matches.'),
  score_when_used_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  score_when_used_high: column('share', 'Upper end of that interval.'),
  lost_matches: column('count', 'Matches in which the seat lost it at least once.'),
  score_when_lost: column('share', 'Mean share of a whole win for the seat in those matches.'),
  score_when_lost_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  score_when_lost_high: column('share', 'Upper end of that interval.'),
}

/** A row per seat and asset. */
export const units = cellTable({
  id: 'units',
  question: 'What is each unit kind and each action worth, and to which seat?',
  row: 'An asset of a seat. Forfeited matches and assets that never occurred are left out.',
  columns,
  key: ['seat', 'group', 'asset'],
  rows: cell =>
    cell.game.info.seats.flatMap((_, seat) =>
      [...cell.game.info.assets.keys()]
        .filter(asset => occurs(cell, asset))
        .map(asset => rowOf(cell, seat, asset)),
    ),
})

/** Whether any seat ever used or fielded the asset: a rule set need not use everything that its engine knows. */
function occurs(cell: CellResult, asset: number): boolean {
  return cell.game.info.seats.some((_, seat) =>
    Object.values(eventsOf(cell, seat, asset)).some(count => count > 0),
  )
}

function rowOf(cell: CellResult, seat: number, asset: number): Row<typeof columns> {
  const { id, group, price = Number.NaN } = cell.game.info.assets[asset]!
  const events = eventsOf(cell, seat, asset)
  const matches = playedOut(cell)
  const spent = events.fielded * price
  const survived = shareOf(cell, seat, asset, 'survived')
  const used = shareOf(cell, seat, asset, 'wonWhenUsed')
  const lost = shareOf(cell, seat, asset, 'wonWhenLost')
  return {
    seat: cell.game.info.seats[seat]!,
    group,
    asset: id,
    ...events,
    fielded_per_match: events.fielded / matches,
    used_per_match: events.used / matches,
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
