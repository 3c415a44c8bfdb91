/** A thread that calls the author's functions goes on, however long; one that calls none is told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsMemory } from '../../engine/modules/index.ts'
import { checkSeconds } from '../../sim/threads/check-game.ts'
import { afterTicks, whenStalled } from '../../sim/threads/watchdog.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a thread that calls nothing for too long is told, and one that calls again and again is not', () => {
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

it('a thread that takes too long is ended once, though it calls again and again', () => {
  const onEnd = vi.fn()
  const timer = afterTicks(10, onEnd)
  vi.advanceTimersByTime(9000)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
  clearInterval(timer)
})

it('a check may take the longer, the more matches it is to play', () => {
  expect([1, 20, 21, 200].map(matches => checkSeconds(10, matches))).toEqual([300, 300, 600, 3000])
})
