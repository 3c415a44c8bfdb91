/** What a worker of a queue refuses: files that are not those of the coordinator. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { defineExperiment, type Experiment } from '../../library/index.ts'
import { refuseOtherFiles } from '../../sim/queue/worker.ts'
import { folder } from '../cli/command.ts'

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
      `worker: the shipped policy ${name} is different or missing on this machine, expected the file that the run uses`,
    )
  })

  test.each([
    ['has another text', 'export const GOAL = 2\n'],
    ['is missing', null],
  ])('refuses a run whose game imports a file that %s, and names it', async (_, text) => {
    const cwd = folder({ 'own.mjs': OWN, 'goal.mjs': 'export const GOAL = 3\n' })
    const own = await defineExperiment({
      game: join(cwd, 'own.mjs'),
      matches: 2,
      lineups: [{ agents: ['random'] }],
    })
    expect(() => refuseOtherFiles(own)).not.toThrow()
    if (text === null) rmSync(join(cwd, 'goal.mjs'))
    else writeFileSync(join(cwd, 'goal.mjs'), text)
    expect(() => refuseOtherFiles(own)).toThrow(
      `worker: ${join(cwd, 'goal.mjs')}, which game module ${join(cwd, 'own.mjs')} imports, differs on this machine`,
    )
    writeFileSync(join(cwd, 'own.mjs'), `${OWN}\n`)
    expect(() => refuseOtherFiles(own)).toThrow(
      `worker: game module ${join(cwd, 'own.mjs')} differs on this machine`,
    )
  })
})

const OWN = `import { GOAL } from './goal.mjs'
export default { id: 'count', seats: ['a', 'b'], setup: () => ({ n: 0, turn: 0 }), toMove: ({ turn }) => turn,
  moves: () => [1, 2], apply: (s, n) => { s.n += n; s.turn = 1 - s.turn },
  outcome: ({ n, turn }) => (n >= GOAL ? { winner: 1 - turn } : null) }`
