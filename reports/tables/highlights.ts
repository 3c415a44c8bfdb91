/**
 * highlights.csv and faults.csv: matches worth looking at, and matches in which an agent or the game failed.
 */

import { FAULTS_LISTED } from '../../sim/chunks/chunk.ts'
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

/** A row per forfeited match, and per block that is lost to the game; the first ones of each cell. */
export const faults = cellTable({
  id: 'faults',
  question: 'Which agents failed, or did the game, and in which match?',
  row: 'A forfeited match, or one in which the code of a game of the user threw, whose block is left out; the first 100 of each variant and line-up. Without faults, the file holds its header only.',
  columns: {
    block: count('The block: matches with the same seed, one for each rotation.'),
    rotation: count(
      'How far the line-up was rotated: agent (s + rotation) mod seats of the line-up, counted from 0, took seat s.',
    ),
    seat: text('The seat that forfeited; empty if the game failed.'),
    agent: text('The agent in that seat; empty if the game failed.'),
    decision: count('Number of the decision in the match; 1 is the first.'),
    reason: text('What the agent did wrong, or what the game threw, and where.'),
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
