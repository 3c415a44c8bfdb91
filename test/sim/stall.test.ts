/** A thread that calls the author's functions goes on, however long; one that calls none is told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsMemory } from '../../engine/modules/index.ts'
import { whenStalled } from '../../sim/threads/stall.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tells a thread that calls nothing for too long, and not one that calls again and again', () => {
  const memory = callsMemory()
  const onStall = vi.fn()
  const timer = whenStalled(memory, () => 10, onStall)
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000)
    memory[0]!++
  }
  expect(onStall).not.toHaveBeenCalled()
  vi.advanceTimersByTime(9000)
  expect(onStall).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(onStall).toHaveBeenCalledWith(10)
  clearInterval(timer)
})
