/** Samples of blocks: the number of a block alone decides, and everybody who takes turns has a share. */
import { describe, expect, it } from 'vitest'
import { defineExperiment } from '../../library/index.ts'
import { leadersOf } from '../../reports/findings/feel.ts'
import { quality } from '../../reports/tables/index.ts'
import { qualityCount } from '../../sim/figures/qualities.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { COUNTED, FOLLOWED, isSampled } from '../../sim/tally/match.ts'

const blocksUpTo = (count: number) => Array.from({ length: count }, (_, block) => block)

describe.each([
  ['followed', FOLLOWED],
  ['counted', COUNTED],
])('the blocks that are %s', (_name, sample) => {
  it('are the first, and as many of all others as the sample says', () => {
    const { first, every } = sample
    expect(blocksUpTo(first).every(block => isSampled(sample, block))).toBe(true)
    for (const from of [2 ** 14, 2 ** 31 - 2 ** 13, 2 ** 40]) {
      const found = blocksUpTo(every * 40).filter(block => isSampled(sample, from + block))
      expect(Math.abs(found.length - 40)).toBeLessThanOrEqual(1)
    }
  })
})

it('players who take turns block by block are followed about as often', () => {
  const followed = blocksUpTo(2 ** 18).filter(block => isSampled(FOLLOWED, block))
  for (const players of [2, 3, 4, 5, 8]) {
    const counts = new Array<number>(players).fill(0)
    for (const block of followed) counts[block % players]!++
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.2)
  }
})

it('a run that is longer than its first blocks comes to the same sums in chunks of any size, and says what they are of', async () => {
  const blocks = FOLLOWED.first + 900
  const experiment = await defineExperiment({
    game: 'tic-tac-toe',
    matches: 2 * blocks,
    lineups: [{ agents: ['random'] }],
  })
  const results = []
  for (const chunk of [blocks, 1777, 640])
    results.push(await playRun(newRun(experiment), { threads: 0, chunk }))
  const [whole] = results
  for (const { cells } of results) {
    expect(cells[0]!.tally).toEqual(whole!.cells[0]!.tally)
    expect(cells[0]!.highlights).toEqual(whole!.cells[0]!.highlights)
  }
  const [cell] = whole!.cells
  const followed = 2 * blocksUpTo(blocks).filter(block => isSampled(FOLLOWED, block)).length
  expect(followed).toBeGreaterThan(2 * FOLLOWED.first + 20)
  expect(followed).toBeLessThan(2 * FOLLOWED.first + 40)
  expect(leadersOf(cell!)[0]!.matches).toBe(followed)
  expect(quality.rows(whole!)[0]).toMatchObject({ matches: 2 * blocks, followed_matches: followed })
  // What is of all matches, and what is of these.
  expect(qualityCount(cell!, 'decisive')).toBe(2 * blocks)
  expect(qualityCount(cell!, 'swing')).toBeLessThan(followed)
})
