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
  row: "A match of a line-up that stands out: typical, extreme, the first with some ending, or an agent's first forfeit.",
  columns: {
    highlight: text(
      '`typical`, `closest`, `lopsided`, `comeback`, `longest`, `ending:ID`, `forfeit:N` with the place of the agent in the line-up.',
    ),
    words: text('The same in words.'),
    block: count('Block of the match.'),
    rotation: count('By how many seats the line-up was rotated.'),
    member: count('Member of a population that played it, as in members.csv; empty without a population.'),
    agents: text('The agents, by seat.'),
    command: text('The command that shows the match. FOLDER is the folder of the run.'),
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
  row: 'A forfeited match, or one in which a game by path failed (its block is then left out). Only the first 100 of each variant and line-up. Without faults, the file has only a header.',
  columns: {
    block: count('The block: matches with the same seed, one for each rotation.'),
    rotation: count(
      'How far the line-up was rotated: agent (s + rotation) mod seats of the line-up, counted from 0, took seat s.',
    ),
    seat: text('The seat that forfeited; empty if the game failed.'),
    agent: text('The agent in that seat; empty if the game failed.'),
    decision: count('Number of the decision in the match; 1 is the first.'),
    reason: text('What the agent did wrong, or how the game failed, and where.'),
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
