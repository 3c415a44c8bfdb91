/** Whether a seat of Elephant Men wins more, which its symmetric layout rules out. */
import { literal } from '../../documents/index.ts'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

/** Standard errors between the first seat's score and a half when greedy plays itself; at most 0.5 / sqrt(matches) each. */
export async function lean(matches: number): Promise<number> {
  const document = { game: 'elephant-men', seed: 'even', matches, lineups: [{ agents: ['greedy'] }] }
  const experiment = await resolveExperiment(literal(document, 'test'))
  const { cells } = await playRun(newRun(experiment), { threads: 0 })
  const { layout, tally } = cells[0]!
  let returns = 0
  for (let k = 0; k < layout.scoreBins; k++) returns += k * tally[layout.seatScores + k]!
  const score = returns / (tally[layout.matches]! * WIN_UNITS)
  return Math.abs(score - 0.5) / (0.5 / Math.sqrt(matches))
}
