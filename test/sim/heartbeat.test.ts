/** Heartbeats: what a dead thread was at can be read off them. */
import { describe, expect, it } from 'vitest'
import {
  DECISION,
  heartbeatAt,
  heartbeats,
  PARTICIPANT,
  pendingDecision,
  ROTATION,
  VARIANT,
  writeBlock,
} from '../../sim/match/heartbeat.ts'

describe('a heartbeat', () => {
  it('shows nothing while no agent decides', () => {
    const heartbeat = heartbeatAt(heartbeats(1), 0)
    expect(pendingDecision(heartbeat)).toBeNull()
    heartbeat[DECISION] = 3
    writeBlock(heartbeat, 7)
    expect(pendingDecision(heartbeat)).toBeNull()
  })

  it.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5, 5e11])(
    'shows the question in block %i',
    block => {
      const heartbeat = heartbeatAt(heartbeats(3), 1)
      writeBlock(heartbeat, block)
      heartbeat[VARIANT] = 4
      heartbeat[ROTATION] = 1
      heartbeat[DECISION] = 12
      heartbeat[PARTICIPANT] = 1
      expect(pendingDecision(heartbeat)).toEqual({
        participant: 0,
        variant: 4,
        block,
        rotation: 1,
        decision: 12,
      })
    },
  )

  it('is its own: others over the same memory stay dark', () => {
    const memory = heartbeats(3)
    heartbeatAt(memory, 1).fill(-1)
    for (const slot of [0, 2]) expect(heartbeatAt(memory, slot).every(word => word === 0)).toBe(true)
  })
})
