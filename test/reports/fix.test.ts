/** The command that reports end with where something is amiss. */
import { describe, expect, it } from 'vitest'
import '../../engine/registry/shipped.ts'
import { defineExperiment } from '../../library/experiment.ts'
import { run } from '../../library/runs/run.ts'
import { fixOf } from '../../reports/findings/fix.ts'

const fixFor = async (parts: object): Promise<string | null> => {
  const experiment = await defineExperiment({
    game: 'pig',
    lineups: [{ agents: ['random'], matches: 400 }],
    ...parts,
  })
  return fixOf(await run(experiment, { threads: 0 }))
}

describe('the command for a fix', () => {
  it('names the bounds that a gate misses', async () => {
    expect(await fixFor({ gate: { length: '..5', draws: '< 5 %' } })).toBe(
      "evenhand tune pig --goal 'length ..5' --agents random",
    )
  })

  it('has the rules that were played', async () => {
    expect(await fixFor({ rules: { goal: 50 }, gate: { length: '..5' } })).toBe(
      "evenhand tune pig --rules goal=50 --goal 'length ..5' --agents random",
    )
  })

  it('names the goals of levers', async () => {
    expect(await fixFor({ levers: { keys: ['sides'], goal: { length: '..5' } } })).toBe(
      "evenhand tune pig --goal 'length ..5' --agents random",
    )
  })

  it('asks for even seats where one is favoured, and for nothing else', async () => {
    expect(await fixFor({ game: 'nim', rules: { piles: [1] } })).toContain("--goal 'first-seat 48..52'")
    expect(await fixFor({ margin: 20 })).toBeNull()
  })
})
