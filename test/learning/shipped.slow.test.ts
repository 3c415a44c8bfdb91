/** The policies that ship still play: tokens and aspects of a game mean what they meant when they were learned. */
import { expect, test } from 'vitest'
import { shippedFile, shippedPolicies } from '../../agents/index.ts'
import { defineExperiment, run, tablesOf } from '../../library/index.ts'

test.each(shippedPolicies())('$file beats greedy on its rules', async ({ file, game, rules }) => {
  const experiment = await defineExperiment({
    ...{ name: 'still', game, rules, seed: 'still', matches: 200 },
    lineups: [{ agents: [`learned:file=${shippedFile(file)}`, 'greedy'] }],
  })
  const [row] = tablesOf(await run(experiment, { threads: 0 })).summary!
  expect(Number(row!.score_low)).toBeGreaterThan(0.5)
})
