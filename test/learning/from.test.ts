/** LearnedPolicy that goes on from a policy instead of an imitation of greedy. */
import { createHash } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPolicy } from '../../agents/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { type LearnedPolicy, type LearnSettings, learnAll, policyOf } from '../../library/learning/learn.ts'
import { trainingKey } from '../../sim/learning/checkpoints.ts'
import { countMatches } from '../../sim/learning/learn.ts'
import { environmentOf } from '../../sim/learning/tasks.ts'
import { folder } from '../cli/command.ts'

const game = await loadGame('tic-tac-toe')
const rules = resolveRules(game, readRuleset(game, 'standard', '.'), [])
const SETTINGS = { rounds: 1, matches: 24, tests: 8, seed: 'from' }
const dir = folder()

async function learnt(settings: LearnSettings): Promise<LearnedPolicy> {
  let found: LearnedPolicy | undefined
  const checkpoints = join(dir, 'rounds')
  await learnAll([{ name: '', game, ruleset: 'standard', rules, settings, checkpoints }], {
    threads: 0,
    onLearned: (_, policy) => {
      found = policy
    },
  })
  return found!
}

const file = join(dir, 'base.policy')
writeFileSync(file, (await learnt(SETTINGS)).bytes)
const from = policyOf(game, file, rules)

test('round 0 of a learning from a policy is that policy, and takes no matches', async () => {
  const settings = { ...SETTINGS, rounds: 0, from }
  const { bytes, description } = await learnt(settings)
  const again = join(dir, 'again.policy')
  writeFileSync(again, bytes)
  expect(readPolicy(again).weights).toEqual(readPolicy(file).weights)
  expect(description.rounds.map(({ decisions }) => decisions)).toEqual([0])
  expect(countMatches(settings, 2).round(0).training).toBe(0)
})

test('learning from a policy comes to the same bytes every time, other than without one', async () => {
  const hash = async (settings: LearnSettings) =>
    createHash('sha256')
      .update((await learnt(settings)).bytes)
      .digest('hex')
  const carried = await hash({ ...SETTINGS, from })
  expect(await hash({ ...SETTINGS, from })).toBe(carried)
  expect(carried).not.toBe(from.sha256)
})

test('rounds on disk are told apart by the bytes of the policy they began with, not by its place', () => {
  const environment = environmentOf(game, rules)
  const moved = join(dir, 'moved.policy')
  copyFileSync(file, moved)
  const key = trainingKey(environment, { ...SETTINGS, from })
  expect(trainingKey(environment, { ...SETTINGS, from: policyOf(game, moved, rules) })).toBe(key)
  expect(trainingKey(environment, { ...SETTINGS, from: { ...from, sha256: '0'.repeat(64) } })).not.toBe(key)
  expect(trainingKey(environment, SETTINGS)).not.toBe(key)
})

test('learning from a policy of another game is refused', async () => {
  const other = await loadGame('nim')
  expect(() => policyOf(other, file, {})).toThrow(
    /base\.policy.* is a policy of tic-tac-toe, expected one of nim/,
  )
})

test('learning from a policy that saw other features is refused', async () => {
  const { learning, ...info } = game.compile(rules).info
  const compile = () => ({
    ...game.compile(rules),
    info: { ...info, learning: { ...learning!, isStructural: true } },
  })
  expect(() => policyOf({ ...game, compile }, file, rules)).toThrow(
    /base\.policy was trained by an earlier version of evenhand, with other features of the game/,
  )
})
