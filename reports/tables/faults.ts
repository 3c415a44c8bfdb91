/** faults.csv: which agents forfeited, and where to look. */
import { cellTable, column } from './column.ts'

/** A row per forfeit, the first of each cell. */
export const faults = cellTable({
  id: 'faults',
  question: 'Which agents failed, and how is the failure played again?',
  row: 'A forfeited match; of each variant and line-up the first 100. Without faults the file is its header.',
  columns: {
    seed: column('text', "The experiment's seed; with block and rotation it gives the match again."),
    block: column('count', 'The block: matches of one luck, one for each rotation.'),
    rotation: column(
      'count',
      'How far the line-up was turned: seat s was taken by agent (s + rotation) mod seats.',
    ),
    seat: column('text', 'The seat that forfeited.'),
    agent: column('text', 'The agent that sat there.'),
    decision: column('count', "The decision that was asked for; 1 is the match's first."),
    reason: column('text', 'What it did.'),
  },
  rows: ({ cell, game, faults: kept }, { experiment }) =>
    kept.map(({ block, rotation, seat, participant, decision, reason }) => ({
      seed: experiment.seed,
      block,
      rotation,
      seat: game.info.seats[seat]!,
      agent: cell.lineup.participants[participant]!.label,
      decision,
      reason,
    })),
})
