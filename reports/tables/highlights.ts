/** highlights.csv: the matches that are worth looking at. */
import { highlightsOf } from '../findings/highlights.ts'
import { cellTable, column } from './column.ts'

/** A row per highlight. A match may be several. */
export const highlights = cellTable({
  id: 'highlights',
  question: 'Which matches are worth looking at?',
  row: 'A match of a line-up that stands out: the typical one, the extremes, the first of each ending, the first that each agent forfeited.',
  columns: {
    highlight: column(
      'text',
      '`typical`, `closest`, `lopsided`, `comeback`, `longest`, `ending:ID`, `forfeit:N` with the place of the agent in the line-up.',
    ),
    words: column('text', 'The same in words.'),
    block: column('count', 'Block of the match.'),
    rotation: column('count', 'How far the line-up was turned.'),
    member: column(
      'count',
      'Which member of a population played it, from 1, as in members.csv; empty where nobody takes turns.',
    ),
    agents: column('text', 'Who played, by seat.'),
    command: column('text', 'Shows the match; FOLDER is that of the run.'),
  },
  key: ['highlight'],
  rows: (cell, { experiment: { variants, lineups } }) =>
    highlightsOf(cell).map(({ id, words, member, block, rotation }) => {
      const { participants } = cell.cell.lineup
      const agents = participants.map(
        (_, seat) => participants[(seat + rotation) % participants.length]!.label,
      )
      return {
        highlight: id,
        words,
        block,
        rotation,
        member,
        agents: agents.join(' vs '),
        command: `evenhand replay FOLDER ${variants.length * lineups.length > 1 ? `--cell ${1 + cell.cell.index} ` : ''}--pick ${id}`,
      }
    }),
})
