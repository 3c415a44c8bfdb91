/** Whom a policy meets in practice: the more often who still beats it. */
import { describe, expect, test } from 'vitest'
import { OpponentPool } from '../../sim/learning/opponents.ts'

const total = (blocks: readonly number[]): number => blocks.reduce((a, b) => a + b, 0)

describe('rivals', () => {
  test('share the blocks evenly before anything is known, and none is lost', () => {
    expect(new OpponentPool(3, 0.5).allotBlocks(30)).toEqual([10, 10, 10])
    for (const blocks of [3, 4, 11, 50])
      expect(total(new OpponentPool(3, 0.5).allotBlocks(blocks))).toBe(blocks)
  })

  test('are met by (1 - p)², where p is what the policy scored against them; who is always beaten once', () => {
    const rivals = new OpponentPool(3, 0.5)
    for (let batch = 0; batch < 60; batch++) {
      rivals.record(0, 1, 20)
      rivals.record(1, 0.5, 20)
      rivals.record(2, 0, 20)
    }
    // 0.25 to 1 of the 40 that are left when each has one.
    expect(rivals.allotBlocks(43)).toEqual([1, 9, 33])
  })

  test('may be some of those that there are', () => {
    const rivals = new OpponentPool(3, 0.5)
    expect(rivals.allotBlocks(6, 1, 3)).toEqual([3, 3])
    expect(rivals.allotBlocks(6, 0, 1)).toEqual([6])
    for (let batch = 0; batch < 60; batch++) rivals.record(2, 1, 20)
    expect(rivals.allotBlocks(6, 1, 3)).toEqual([5, 1])
    expect(rivals.allotBlocks(6, 1, 1)).toEqual([])
  })

  test('that begin to win are met more often: old matches count less and less', () => {
    const rivals = new OpponentPool(2, 0.5)
    for (let batch = 0; batch < 20; batch++) rivals.record(0, 1, 10)
    expect(rivals.allotBlocks(20)).toEqual([1, 19])
    for (let batch = 0; batch < 5; batch++) rivals.record(0, 0.2, 10)
    // The last five batches weigh two thirds of all: 0.46, where a mean of all would be 0.84.
    expect(rivals.allotBlocks(20)).toEqual([11, 9])
  })

  test('who are more than the blocks are left out, the weakest first; blocks are played where all are beaten', () => {
    const rivals = new OpponentPool(4, 0.5)
    for (let batch = 0; batch < 60; batch++) for (const i of [0, 1, 2]) rivals.record(i, 1, 20)
    expect(rivals.allotBlocks(2)).toEqual([0, 0, 0, 2])
    for (let batch = 0; batch < 99; batch++) for (const i of [0, 1, 2, 3]) rivals.record(i, 1, 1e6)
    expect(total(rivals.allotBlocks(9))).toBe(9)
  })
})
