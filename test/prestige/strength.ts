/** How much better one agent of Prestige is than another. */
import { literal } from '../../documents/index.ts'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

const SEATS = { two: 2, three: 3, four: 4 } as const

/** Standard errors by which one agent's score among others of one kind lies above a fair share, each seat played equally often. */
export async function lead(
  strong: string,
  others: string,
  set: keyof typeof SEATS,
  matches: number,
): Promise<number> {
  const seats = SEATS[set]
  const agents = Array.from({ length: seats }, (_, seat) => (seat === 0 ? strong : others))
  const lineups = [{ agents, matches }]
  const document = literal({ game: 'prestige', ruleset: set, seed: 'strength', lineups }, 'test')
  const { cells } = await playRun(newRun(await resolveExperiment(document)), { threads: 0 })
  const { layout, tally } = cells[0]!
  let parts = 0
  for (let k = 0; k < layout.scoreBins; k++) parts += k * tally[layout.participantScores + k]!
  const played = tally[layout.matches]!
  const score = parts / (played * WIN_UNITS)
  // A player of a fair share would have this spread.
  const share = 1 / seats
  return (score - share) / Math.sqrt((share * (1 - share)) / played)
}
