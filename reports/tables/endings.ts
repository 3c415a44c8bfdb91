/**
 * lengths.csv, endings.csv and comebacks.csv: how long matches last, how they end, how far behind winners
 * were.
 */
import { endingCount, lengthsOf, playedOut } from '../../sim/figures/reading.ts'
import { cellTable, count, decimal, share, text } from './column.ts'

/** From the first to the last index whose count of matches is not 0, with shares of all. */
function spanOf(counts: Float64Array) {
  const all = counts.reduce((sum, matches) => sum + matches, 0)
  const last = counts.findLastIndex(matches => matches > 0)
  let upTo = 0
  return [...counts.subarray(0, last + 1)]
    .map((matches, index) => {
      upTo += matches
      return { index, matches, share: matches / all, cumulative_share: upTo / all }
    })
    .filter(row => row.cumulative_share > 0)
}

/** A row per length, from the shortest to the longest match. */
export const lengths = cellTable({
  id: 'lengths',
  question: 'How long do matches last?',
  row: 'One row for each match length that occurred, shortest first. Forfeited matches are left out.',
  columns: {
    steps: count('Length in steps, such as phases.'),
    turns: decimal('Length in turns.'),
    matches: count('Matches of exactly this length.'),
    share: share("Their share of all matches that weren't forfeited."),
    cumulative_share: share('Share of those matches that were this long or shorter.'),
  },
  key: ['steps'],
  rows: cell =>
    spanOf(lengthsOf(cell)).map(({ index, ...rest }) => ({
      ...rest,
      steps: index,
      turns: index / cell.game.info.step.perTurn,
    })),
})

/** The winner column if several seats won, or none. */
export const NOBODY_WON = 'nobody'

/** A row per ending and winner. */
export const endings = cellTable({
  id: 'endings',
  question: 'How do matches end, and which seat wins?',
  row: 'One row for each ending and winner. Forfeited matches are left out.',
  columns: {
    ending: text("The ending's id."),
    kind: text('`win`, `draw`, or `length` for the turn limit.'),
    label: text('The ending in words.'),
    winner: text(
      'The only seat above its fair share of the win, or `nobody`: a draw, a win of several seats, or the turn limit.',
    ),
    matches: count('Matches that ended this way.'),
    share: share("Their share of all matches that weren't forfeited."),
  },
  key: ['ending', 'winner'],
  rows: cell =>
    cell.game.info.endings.flatMap(({ id, kind, label }, ending) =>
      [...cell.game.info.seats, NOBODY_WON].flatMap((winner, seat) => {
        const matches = endingCount(cell, ending, seat)
        // Every pair that is possible has a row, even of 0 matches; a shared win only where it happened.
        if ((kind === 'win') === (winner === NOBODY_WON) && matches === 0) return []
        return [{ ending: id, kind, label, winner, matches, share: matches / playedOut(cell) }]
      }),
    ),
})

/** A row for each lowest value that a winner came back from. */
export const comebacks = cellTable({
  id: 'comebacks',
  question: 'From how far behind do winners come back?',
  row: 'One row for each value that a winner came back from: its lowest value of the headline gauge.',
  columns: {
    gauge: text("The headline gauge's id."),
    lowest: count(
      "The winner's lowest value if the gauge is zero-sum, otherwise its lowest lead over the best other seat; the lower edge of its bin if bins are wider than 1.",
    ),
    bin_width: count('Width of the bins of values, from this one upwards: 1 if `lowest` is exact.'),
    matches: count("Matches whose winner's lowest value was this."),
    share: share('Their share of the matches that one seat won without a forfeit.'),
    cumulative_share: share('Share of those matches whose winner was once at this value or lower.'),
  },
  key: ['lowest'],
  rows: ({ game, layout, tally }) => {
    const { min, width, bins, offset } = layout.comebacks
    const gauge = game.info.gauges[0]!.id
    return spanOf(tally.subarray(offset, offset + bins)).map(({ index, ...rest }) => ({
      ...rest,
      ...{ gauge, lowest: min + index * width, bin_width: width },
    }))
  },
})
