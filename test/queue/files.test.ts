/** What a worker of a queue refuses: files that are not those of the coordinator. */
import { beforeAll, describe, expect, test } from 'vitest'
import { defineExperiment, type Experiment } from '../../library/index.ts'
import { refuseOtherFiles } from '../../sim/queue/files.ts'

describe('a worker', () => {
  let experiment: Experiment

  beforeAll(async () => {
    experiment = await defineExperiment({
      ...{ name: 'shipped', game: 'frontline', ruleset: 'lean', matches: 2 },
      lineups: [{ agents: ['learned'] }],
    })
  })

  const withPolicy = (changes: object): Experiment => ({
    ...experiment,
    variants: experiment.variants.map(one => ({ ...one, policy: { ...one.policy!, ...changes } })),
  })

  test('plays a run by policies that are the same here', () => {
    expect(() => refuseOtherFiles(experiment)).not.toThrow()
  })

  test.each([
    ['has other bytes', { sha256: 'f'.repeat(64) }, 'frontline-lean.policy'],
    ['is missing', { file: 'nowhere.policy' }, 'nowhere.policy'],
    ['lies outside their folder', { file: '../list.json' }, '../list.json'],
  ])('refuses a run whose shipped policy %s', (_, changes, name) => {
    expect(() => refuseOtherFiles(withPolicy(changes))).toThrow(
      `worker: the shipped policy ${name} differs on this machine, or is missing, expected the file that the run uses`,
    )
  })
})
