/** Beacons: what a dead thread was at can be read off them. */
import { describe, expect, it } from 'vitest'
import {
  beaconAt,
  beacons,
  DECISION,
  PARTICIPANT,
  questionIn,
  ROTATION,
  showBlock,
  VARIANT,
} from '../../sim/match/beacon.ts'

describe('a beacon', () => {
  it('shows nothing while nobody is asked', () => {
    const beacon = beaconAt(beacons(1), 0)
    expect(questionIn(beacon)).toBeNull()
    beacon[DECISION] = 3
    showBlock(beacon, 7)
    expect(questionIn(beacon)).toBeNull()
  })

  it.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5, 5e11])(
    'shows the question in block %i',
    block => {
      const beacon = beaconAt(beacons(3), 1)
      showBlock(beacon, block)
      beacon[VARIANT] = 4
      beacon[ROTATION] = 1
      beacon[DECISION] = 12
      beacon[PARTICIPANT] = 1
      expect(questionIn(beacon)).toEqual({ participant: 0, variant: 4, block, rotation: 1, decision: 12 })
    },
  )

  it('is its own: others over the same memory stay dark', () => {
    const memory = beacons(3)
    beaconAt(memory, 1).fill(-1)
    for (const slot of [0, 2]) expect(beaconAt(memory, slot).every(word => word === 0)).toBe(true)
  })
})
