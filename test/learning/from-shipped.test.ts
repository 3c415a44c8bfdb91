/** Players that start from shipped ones. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAgent, shippedFile } from '../../agents/index.ts'
import { defineExperiment, fingerprint } from '../../library/index.ts'
import { continuing, populationOf } from '../../library/learning/population.ts'
import { gameOf } from '../../sim/experiment/index.ts'

const experiment = await defineExperiment({
  name: 'x',
  game: 'frontline',
  matches: 8,
  rules: { 'gold.start': 120, 'gold.perTurn': 0 },
  lineups: [{ agents: ['learned'] }],
  learn: true,
})
const { info } = gameOf(experiment, experiment.variants[0]!)
const shipped = experiment.learn!.from![0]!

test('each starts from a shipped one in turn, and has the others among its opponents', async () => {
  const learned = await findAgent('learned')
  const fileOf = (one: { options: object }): unknown => (one.options as { file?: string }).file
  for (let member = 0; member < 2 * shipped.length; member++) {
    const { from, hyperparameters, rivals = [], seed } = continuing(info, shipped, 's', member, learned)
    expect(from).toEqual({
      ...shipped[member % shipped.length],
      file: shippedFile(shipped[member % shipped.length]!.file),
    })
    const all = [from!.file, ...rivals.map(fileOf)]
    expect(new Set(all)).toEqual(new Set(shipped.map(({ file }) => shippedFile(file))))
    expect(all).toHaveLength(shipped.length)
    // They keep what they know: no planner, small steps.
    expect(hyperparameters).toMatchObject({ usesPlanner: false, practice: { rate: 0.02 } })
    // Not the seed of a player who learns from nothing: they would play the same matches.
    expect(seed).not.toBe('s')
  }
})

test('the fingerprint covers the bytes that they start from', async () => {
  const population = (await populationOf(experiment, mkdtempSync(join(tmpdir(), 'evenhand-shipped-'))))!
  const starts = population.jobs.map(({ settings }) => [settings.from!.sha256, settings.rounds])
  expect(starts).toEqual([0, 1, 2].map(member => [shipped[member % shipped.length]!.sha256, 1]))
  const from = [shipped.map(one => ({ ...one, sha256: '0'.repeat(64) }))]
  const other = { ...experiment, learn: { ...experiment.learn!, from } }
  expect(fingerprint(other)).not.toBe(fingerprint(experiment))
})
