/** The command that reports end with where something is amiss. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import '../../engine/registry/shipped.ts'
import { defineExperiment } from '../../library/experiment.ts'
import { run } from '../../library/runs/run.ts'
import { decideOf, fixOf } from '../../reports/findings/fix.ts'
import { counting, own } from '../own/own.ts'

/** The fix for a run that misses `gate`, as if `folder` were the current one. */
const fixFor = async (parts: object, folder?: string): Promise<string | null> => {
  const experiment = await defineExperiment({
    game: 'pig',
    lineups: [{ agents: ['random'], matches: 400 }],
    ...parts,
  })
  return fixOf(await run(experiment, { threads: 0 }), folder)
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

  it('has the path of an own game, from the current folder or beside the game', async () => {
    const dir = own({ 'my games/race.mjs': counting('rules: { goal: 10 },') })
    const parts = { game: join(dir, 'my games', 'race.mjs'), gate: { length: '..1' } }
    const rest = "--goal 'length ..1' --agents random"
    expect(await fixFor(parts)).toBe(`evenhand tune ./race.mjs ${rest}`)
    expect(await fixFor(parts, dir)).toBe(`evenhand tune 'my games/race.mjs' ${rest}`)
    expect(await fixFor(parts, join(dir, 'my games'))).toBe(`evenhand tune ./race.mjs ${rest}`)
  })

  it('asks for even seats where one is favoured, and for nothing else', async () => {
    expect(await fixFor({ game: 'nim', rules: { piles: [1] } })).toContain("--goal 'first-seat 48..52'")
    expect(await fixFor({ margin: 20 })).toBeNull()
  })
})

describe('the command that plays until there is a verdict', () => {
  const decideFor = async (parts: object) =>
    decideOf(
      await run(
        await defineExperiment({ game: 'pig', lineups: [{ agents: ['random'], matches: 400 }], ...parts }),
        { threads: 0 },
      ),
    )

  it('asks for other matches, and so many that a fair game is found fair', async () => {
    const found = await decideFor({ rules: { goal: 50 }, seed: '7' })
    expect(found).toMatch(
      /^evenhand play pig --rules goal=50 --agents random --decide 'fair within 2' --matches \d{4,5} --seed 8$/,
    )
    expect(
      await decideFor({ seed: 'ink', margin: 1.5, lineups: [{ agents: ['random'], matches: 40 }] }),
    ).toMatch(/'fair within 1.5' .* --seed ink-2$/)
  })

  it('is none where there is a verdict, a rule, or hardly a match', async () => {
    expect(await decideFor({ margin: 20 })).toBeNull()
    expect(await decideFor({ game: 'nim', rules: { piles: [1] } })).toBeNull()
    expect(await decideFor({ stop: { decide: 'fair within 2' } })).toBeNull()
    expect(await decideFor({ lineups: [{ agents: ['random'], matches: 10 }] })).toBeNull()
  })
})
