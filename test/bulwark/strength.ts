/** How much better one agent of Bulwark is than another, in either seat. */
import { expect } from 'vitest'
import { literal } from '../../documents/index.ts'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { scoreInterval } from '../../sim/stats/interval.ts'

export interface Strength {
  /** Lower end of the 95 % interval of the first agent's score. */
  readonly low: number
  /** Its mean score in the first and in the second seat. */
  readonly bySeat: readonly [first: number, second: number]
}

/** The first agent's scores against the second, seeded, on this thread. */
export async function strength(agents: readonly string[], matches: number): Promise<Strength> {
  const document = literal({ game: 'bulwark', seed: 'strength', matches, lineups: [{ agents }] }, 'test')
  const { cells } = await playRun(newRun(await resolveExperiment(document)), { threads: 0 })
  const { layout, tally, faults } = cells[0]!
  expect(faults).toEqual([])
  const scores = (offset: number) =>
    scoreInterval(tally.subarray(offset, offset + layout.scoreBins), WIN_UNITS * layout.seats)
  const agent = scores(layout.participantScores)
  // Mean scores a in the first seat and b in the second: the agent's is (a + b) / 2, the first seat's (a + 1 - b) / 2.
  const lean = scores(layout.seatScores).mean - 0.5
  return { low: agent.low, bySeat: [agent.mean + lean, agent.mean - lean] }
}
