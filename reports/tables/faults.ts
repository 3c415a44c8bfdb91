/** faults.csv: which agents forfeited, and where the game failed: in which match, and why. */
import { FAULTS_LISTED } from '../../sim/chunks/chunk.ts'
import { cellTable, column } from './column.ts'

/** A row per forfeited match, and per block that is lost to the game; the first ones of each cell. */
export const faults = cellTable({
  id: 'faults',
  question: 'Which agents failed, or did the game, and in which match?',
  row: 'A forfeited match, or one in which the code of a game of the user threw, whose block is left out; the first 100 of each variant and line-up. Without faults, the file holds its header only.',
  columns: {
    block: column('count', 'The block: matches with the same seed, one for each rotation.'),
    rotation: column(
      'count',
      'How far the line-up was rotated: agent (s + rotation) mod seats of the line-up, counted from 0, took seat s.',
    ),
    seat: column('text', 'The seat that forfeited; empty if the game failed.'),
    agent: column('text', 'The agent in that seat; empty if the game failed.'),
    decision: column('count', 'Number of the decision in the match; 1 is the first.'),
    reason: column('text', 'What the agent did wrong, or what the game threw, and where.'),
  },
  key: ['block', 'rotation'],
  rows: ({ cell, game, faults: kept, lost }, { experiment }) =>
    [
      ...kept.map(({ block, rotation, seat, participant, decision, reason }) => ({
        block,
        rotation,
        seat: game.info.seats[seat]!,
        agent: cell.lineup.participants[participant]!.label,
        decision,
        reason,
      })),
      ...lost
        .filter(({ variant }) => experiment.variants[variant] === cell.variant)
        .map(({ block, rotation, decision, reason }) => ({
          block,
          rotation,
          seat: '',
          agent: '',
          decision,
          reason,
        })),
    ]
      .sort((a, b) => a.block - b.block || a.rotation - b.rotation)
      .slice(0, FAULTS_LISTED),
})
