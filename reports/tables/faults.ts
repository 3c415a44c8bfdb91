/** faults.csv: which agents forfeited, in which match, and why. */
import { cellTable, column } from './column.ts'

/** A row per forfeited match; the first ones of each cell. */
export const faults = cellTable({
  id: 'faults',
  question: 'Which agents failed, and in which match?',
  row: 'A forfeited match; the first 100 of each variant and line-up. Without faults, the file holds its header only.',
  columns: {
    block: column('count', 'The block: matches with the same seed, one for each rotation.'),
    rotation: column(
      'count',
      'How far the line-up was rotated: agent (s + rotation) mod seats of the line-up, counted from 0, took seat s.',
    ),
    seat: column('text', 'The seat that forfeited.'),
    agent: column('text', 'The agent in that seat.'),
    decision: column('count', 'Number of the decision in the match; 1 is the first.'),
    reason: column('text', 'What the agent did wrong.'),
  },
  key: ['block', 'rotation'],
  rows: ({ cell, game, faults: kept }) =>
    kept.map(({ block, rotation, seat, participant, decision, reason }) => ({
      block,
      rotation,
      seat: game.info.seats[seat]!,
      agent: cell.lineup.participants[participant]!.label,
      decision,
      reason,
    })),
})
