/** faults.csv: which agents forfeited, and where the game failed: in which match, and why. */
import { FAULTS_LISTED } from '../../sim/chunks/chunk.ts'
import { cellTable, count, text } from './column.ts'

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
