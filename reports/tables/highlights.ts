/** highlights.csv: the matches that are worth looking at. */
import { highlightsOf } from '../findings/highlights.ts'
import { cellTable, count, text } from './column.ts'

/** A row per highlight. A match may be several. */
export const highlights = cellTable({
  id: 'highlights',
  question: 'Which matches are worth looking at?',
  row: 'A match of a line-up that stands out: the typical one, the extremes, the first of each ending, the first that each agent forfeited.',
  columns: {
    highlight: text(
      '`typical`, `closest`, `lopsided`, `comeback`, `longest`, `ending:ID`, `forfeit:N` with the place of the agent in the line-up.',
    ),
    words: text('The same in words.'),
    block: count('Block of the match.'),
    rotation: count('How far the line-up was turned.'),
    member: count(
      'Which member of a population played it, from 1, as in members.csv; empty where nobody takes turns.',
    ),
    agents: text('Who played, by seat.'),
    command: text('Shows the match; FOLDER is that of the run.'),
  },
  key: ['highlight'],
  rows: (cell, { experiment: { variants, lineups } }) => {
    const { participants } = cell.cell.lineup
    const which = variants.length * lineups.length > 1 ? `--cell ${1 + cell.cell.index} ` : ''
    return highlightsOf(cell).map(({ id, ...place }) => ({
      ...place,
      highlight: id,
      agents: participants
        .map((_, seat) => participants[(seat + place.rotation) % participants.length]!.label)
        .join(' vs '),
      command: `evenhand replay FOLDER ${which}--pick ${id}`,
    }))
  },
})
