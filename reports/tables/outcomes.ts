/** Columns that count matches by how they went for an agent or a seat, the same in every table that has them. */
import type { Outcomes } from '../figures.ts'
import { column } from './column.ts'

export const OUTCOME_COLUMNS = {
  wins: column('count', 'Matches won, alone or with other seats; wins by the forfeit of another count.'),
  losses: column('count', 'Matches lost without forfeiting.'),
  draws: column('count', 'Drawn matches with a share of the win.'),
  turn_limits: column('count', 'Matches that hit the turn limit, with a share of the win.'),
  forfeits: column('count', 'Matches forfeited: an error, an illegal answer, or no answer.'),
}

/** The cells of these columns. */
export function outcomeCells({ wins, losses, draws, turnLimits, forfeits }: Outcomes) {
  return { wins, losses, draws, turn_limits: turnLimits, forfeits }
}
