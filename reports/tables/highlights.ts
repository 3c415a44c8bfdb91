/**
 * highlights.csv and faults.csv: matches worth looking at, and matches in which an agent or the game failed.
 */

import { FAULTS_LISTED } from '../../sim/chunks/chunk.ts'
import { highlightsOf } from '../findings/highlights.ts'
import { cellTable, count, text } from './column.ts'

/** A row per highlight. A match may be several. */
export const highlights = cellTable({
  id: 'highlights',
  question: 'Which matches are worth watching?',
  row: "One row for each match that stands out: a typical match, the extremes, the first match with each ending, and each agent's first forfeit.",
  columns: {
    highlight: text(
      '`typical`, `closest`, `lopsided`, `comeback`, `longest`, `ending:ID`, or `forfeit:N` for the first forfeit of agent N of the line-up.',
    ),
    words: text('The same in words.'),
    block: count('Block of the match.'),
    rotation: count('How many seats the line-up was rotated by.'),
    members: text(
      'The members of a population that played the match, by seat, as in members.csv; empty without a population.',
    ),
    agents: text('The agents, by seat.'),
    command: text('The command that replays the match. FOLDER is the folder of the run.'),
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

/** A row per forfeited match, and per block that is lost to the game; the first ones of each cell. */
export const faults = cellTable({
  id: 'faults',
  question: 'Which agents and games failed, and in which match?',
  row: 'One row for each forfeited match, and for each match in which your own game failed (evenhand then leaves out the block). Lists the first 100 of each variant and line-up. Without faults, the file has only a header.',
  columns: {
    block: count('The block: matches with the same seed, one for each rotation.'),
    rotation: count(
      'How many seats the line-up was rotated by. Seat s was taken by agent (s + rotation) mod seats of the line-up, all counted from 0.',
    ),
    seat: text('The seat that forfeited; empty if the game failed.'),
    agent: text('The agent in that seat; empty if the game failed.'),
    decision: count('Number of the decision in the match, from 1.'),
    reason: text('What the agent did wrong, or how and where the game failed.'),
  },
  key: ['block', 'rotation'],
  rows: ({ cell, game, faults: kept, lost }, { experiment }) =>
    [
      ...kept.map(fault => ({
        ...fault,
        seat: game.info.seats[fault.seat]!,
        agent: cell.lineup.participants[fault.participant]!.label,
      })),
      ...lost
        .filter(({ variant }) => experiment.variants[variant] === cell.variant)
        .map(one => ({ ...one, seat: '', agent: '' })),
    ]
      .sort((a, b) => a.block - b.block || a.rotation - b.rotation)
      .slice(0, FAULTS_LISTED),
})
