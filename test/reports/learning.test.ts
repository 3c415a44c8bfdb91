/** What reports say of how players learned. */
import { expect, test } from 'vitest'
import { defineExperiment } from '../../library/index.ts'
import { learningWords, sharedWarnings } from '../../reports/findings/learning.ts'

const SHORT = { name: 'short', rules: { 'favour.win': 5 } }
const of = async (learn: object | undefined, variants: object[] = [{ name: 'usual' }, SHORT], more = {}) =>
  await defineExperiment({
    ...{ game: 'elephant-men', variants, ...more },
    ...(learn ? { learn } : {}),
    lineups: [{ agents: ['learned'], matches: 12 }],
  } as Parameters<typeof defineExperiment>[0])

test('players of each variant, their rounds and matches', async () => {
  expect(learningWords(await of({ seeds: 3, rounds: 2, matches: 50 }))).toBe(
    '3 players of each variant: 2 rounds of 50 matches',
  )
  expect(learningWords(await of({ rounds: 1 }, [SHORT]))).toBe('1 player: 1 round of 200 matches')
})

test('rounds that variants share are told, and warned of', async () => {
  const experiment = await of({ seeds: 3, shared: 2, rounds: 1 })
  expect(learningWords(experiment)).toBe(
    "3 players of each variant: 2 rounds by the rules of usual, shared by all, then 1 round of 200 matches by the variant's own",
  )
  expect(sharedWarnings(experiment)).toEqual([
    'Players of all variants learned their first 2 rounds by the rules of usual: they may keep habits of theirs, so that variants look more alike than they are.',
  ])
})

test('no warning of what one variant shares with itself, and no words where nobody learns', async () => {
  expect(sharedWarnings(await of({ shared: 2, rounds: 1 }, [SHORT]))).toEqual([])
  const useful = await of({ shared: 2, rounds: 1 }, [SHORT], { usefulness: { assets: ['monk'] } })
  expect(useful.variants.length).toBeGreaterThan(1)
  expect(sharedWarnings(useful)).toEqual([])
  expect(sharedWarnings(await of({ seeds: 3 }))).toEqual([])
  expect(learningWords(await of(undefined))).toBe('')
})
