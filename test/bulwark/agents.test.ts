/** Agents play Bulwark, and the stronger one is stronger. docs/rules/bulwark.md has figures of more matches. */
import { describe, expect, it } from 'vitest'
import { literal } from '../../engine/documents.ts'
import { PARTS } from '../../engine/game.ts'
import { resolveExperiment } from '../../sim/experiment.ts'
import { Run } from '../../sim/run.ts'

/** Score of the first agent, seeded, on this thread. */
async function score(agents: readonly string[], matches: number): Promise<number> {
  const document = literal({ game: 'bulwark', seed: 'strength', matches, lineups: [{ agents }] }, 'test')
  const { cells } = await new Run(await resolveExperiment(document), { threads: 0 }).finish()
  const { layout, tally, faults } = cells[0]!
  expect(faults).toEqual([])
  let parts = 0
  for (let k = 0; k < layout.scoreBins; k++) parts += k * tally[layout.entrantScores + k]!
  return parts / (tally[layout.matches]! * PARTS)
}

describe('agents of Bulwark', () => {
  it('greedy beats random', async () => expect(await score(['greedy', 'random'], 40)).toBeGreaterThan(0.8))

  it('mcts beats greedy', async () =>
    expect(await score(['mcts:iterations=100', 'greedy'], 20)).toBeGreaterThan(0.65))
})
