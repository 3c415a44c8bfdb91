/** The policies that ship still play: tokens and aspects of a game mean what they meant when they were learned. */
import { expect, test } from 'vitest'
import { shippedFile, shippedPolicies } from '../../agents/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { defineExperiment, run, tablesOf } from '../../library/index.ts'

test.each(shippedPolicies())('$file beats greedy on its rules', async ({ file, game, rules }) => {
  const { seats } = (await loadGame(game)).compile(rules).info
  const others = seats.slice(1).map(() => 'greedy')
  const experiment = await defineExperiment({
    ...{ name: 'still', game, rules, seed: 'still', matches: 240 },
    lineups: [{ agents: [`learned:file=${shippedFile(file)}`, ...others] }],
  })
  const [row] = tablesOf(await run(experiment, { threads: 0 })).summary
  expect(Number(row!.score_low)).toBeGreaterThan(1 / seats.length)
})
