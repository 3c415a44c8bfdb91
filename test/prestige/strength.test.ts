/** Who plays Prestige better: the agents of the strength table in docs/rules/prestige.md, with fewer matches. */
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { Run } from '../../sim/run.ts'
import { RULE_SETS } from './load.ts'

const MCTS = 'mcts:iterations=300'
const SEATS = { two: 2, three: 3, four: 4 } as const

/** Standard errors by which one agent's score among others of one kind lies above a fair share, each seat played equally often. */
async function lead(
  strong: string,
  others: string,
  set: keyof typeof SEATS,
  matches: number,
): Promise<number> {
  const seats = SEATS[set]
  const agents = Array.from({ length: seats }, (_, seat) => (seat === 0 ? strong : others))
  const lineups = [{ agents, matches }]
  const document = literal({ game: 'prestige', ruleset: set, seed: 'strength', lineups }, 'test')
  const { cells } = await new Run(await resolveExperiment(document), { threads: 0 }).finish()
  const { layout, tally } = cells[0]!
  let parts = 0
  for (let k = 0; k < layout.scoreBins; k++) parts += k * tally[layout.participantScores + k]!
  const played = tally[layout.matches]!
  const score = parts / (played * WIN_UNITS)
  // A player of a fair share would have this spread.
  const share = 1 / seats
  return (score - share) / Math.sqrt((share * (1 - share)) / played)
}

describe('strength, from every seat in turn', () => {
  it.each(RULE_SETS)('greedy beats random in a game of %s', async set => {
    expect(await lead('greedy', 'random', set, 24)).toBeGreaterThan(3)
  })

  it('mcts beats greedy in games of two, three and four, by the three together beyond chance', async () => {
    const leads = [
      await lead(MCTS, 'greedy', 'two', 120),
      await lead(MCTS, 'greedy', 'three', 36),
      await lead(MCTS, 'greedy', 'four', 32),
    ]
    for (const one of leads) expect(one).toBeGreaterThan(0)
    // One in a hundred would be so far off if mcts were no better.
    expect(leads.reduce((sum, one) => sum + one, 0) / Math.sqrt(3)).toBeGreaterThan(2.33)
  }, 240_000)
})
