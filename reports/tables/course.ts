/** lengths.csv, endings.csv and comebacks.csv: how long matches last, how they end, how often they turn. */

import { endingCount, lengthsOf, playedOut } from '../figures.ts'
import { cellTable, column } from './column.ts'

/** Indices from the first to the last count that is not 0, with the running total. */
function spanOf(counts: Float64Array): { index: number; count: number; upTo: number }[] {
  const last = counts.findLastIndex(count => count > 0)
  let upTo = 0
  const all = [...counts.subarray(0, last + 1)].map((count, index) => {
    upTo += count
    return { index, count, upTo }
  })
  return all.filter(row => row.upTo > 0)
}

/** A row per length, from the shortest to the longest match. */
export const lengths = cellTable({
  id: 'lengths',
  question: 'How long do matches last?',
  row: 'A length, from the shortest to the longest match; only matches played to their end.',
  columns: {
    steps: column('count', 'Length in steps (such as phases).'),
    turns: column('decimal', 'The same in turns.'),
    matches: column('count', 'Matches that lasted exactly so long.'),
    share: column('share', 'Their share of the matches played to their end.'),
    cumulative_share: column('share', 'Share of those matches that lasted so long or less.'),
  },
  rows: cell => {
    const all = playedOut(cell)
    return spanOf(lengthsOf(cell)).map(({ index, count, upTo }) => ({
      steps: index,
      turns: index / cell.game.info.step.perTurn,
      matches: count,
      share: count / all,
      cumulative_share: upTo / all,
    }))
  },
})

/** What the winner column says where no seat won alone. */
const NOBODY = 'nobody'

/** A row per ending and winner. */
export const endings = cellTable({
  id: 'endings',
  question: 'How do matches end, and for whom?',
  row: 'An ending with its winner; forfeited matches are in no row.',
  columns: {
    ending: column('text', "The ending's id."),
    kind: column('text', '`win`, `draw`, or `length` for the cap on the length of a match.'),
    label: column('text', 'What happened, in words.'),
    winner: column('text', 'The seat that won alone, or `nobody`: drawn, shared or stopped.'),
    matches: column('count', 'Matches that ended so.'),
    share: column('share', 'Their share of the matches played to their end.'),
  },
  rows: cell =>
    cell.game.info.endings.flatMap(({ id, kind, label }, ending) =>
      [...cell.game.info.seats, NOBODY].flatMap((winner, seat) => {
        const matches = endingCount(cell, ending, seat)
        // Every pair that may occur has its row, though it be of 0; a shared win only where it happened.
        if ((kind === 'win') === (winner === NOBODY) && matches === 0) return []
        return [{ ending: id, kind, label, winner, matches, share: matches / playedOut(cell) }]
      }),
    ),
})

/** A row per lowest value that winners came back from. */
export const comebacks = cellTable({
  id: 'comebacks',
  question: 'Can a match still be turned: from how far behind do winners come?',
  row: 'How far behind in the headline gauge the seat that won in the end had ever been.',
  columns: {
    gauge: column('text', "The headline gauge's id."),
    lowest: column(
      'count',
      "The lowest value of a zero-sum gauge, of any other the lowest lead over the best of the others; the bin's lower edge where bins are wider than 1.",
    ),
    matches: column('count', 'Matches whose winner had exactly this as its lowest.'),
    share: column('share', 'Their share of the matches that one seat won in play.'),
    cumulative_share: column('share', 'Share of those matches whose winner had been at this or below.'),
  },
  rows: ({ game, layout, tally }) => {
    const { min, width, bins, offset } = layout.comebacks
    const counts = tally.subarray(offset, offset + bins)
    const all = counts.reduce((sum, count) => sum + count, 0)
    return spanOf(counts).map(({ index, count, upTo }) => ({
      gauge: game.info.gauges[0]!.id,
      lowest: min + index * width,
      matches: count,
      share: count / all,
      cumulative_share: upTo / all,
    }))
  },
})
