/** Limits of threads count their CPU time; a thread that sleeps may take longer, but not for ever. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsMemory } from '../../engine/modules/index.ts'
import { checkSeconds } from '../../sim/threads/check-game.ts'
import { afterSeconds, Stopwatch, WAIT_TIMES, whenStalled } from '../../sim/threads/watchdog.ts'

/** Unknown, so that the process's CPU time counts. */
const THREAD = 0
const used = { user: 0, system: 0 }

/** Lets time pass, of which the thread has a share of a processor. */
function pass(seconds: number, share: number): void {
  for (let tick = 0; tick < 10 * seconds; tick++) {
    used.user += 1e5 * share
    vi.advanceTimersByTime(100)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ ...used }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a thread', () => {
  it('that calls nothing for too long is reported, and one that keeps calling is not', () => {
    const memory = callsMemory()
    const onStall = vi.fn()
    const timer = whenStalled(memory, THREAD, () => 10, onStall)
    for (let second = 0; second < 60; second++) {
      pass(1, 1)
      memory[0]!++
    }
    expect(onStall).not.toHaveBeenCalled()
    pass(9, 1)
    expect(onStall).not.toHaveBeenCalled()
    pass(2, 1)
    expect(onStall).toHaveBeenCalledWith('10 s of CPU time')
    clearInterval(timer)
  })

  it('that has a fifth of a processor has five times as long', () => {
    const stopwatch = new Stopwatch()
    stopwatch.start(THREAD)
    pass(49, 0.2)
    expect(stopwatch.isOver(10)).toBe(false)
    pass(2, 0.2)
    expect(stopwatch.isOver(10)).toBe(true)
  })

  it('that uses no processor is not waited for for ever', () => {
    const stopwatch = new Stopwatch()
    stopwatch.start(THREAD)
    pass(10 * WAIT_TIMES - 1, 0)
    expect(stopwatch.isOver(10)).toBe(false)
    pass(2, 0)
    expect(stopwatch.isOver(10)).toBe(true)
    expect(stopwatch.limitWords(10)).toBe('50 s, most of them waiting')
  })

  it('that takes too long is ended once, though it calls again and again', () => {
    const onEnd = vi.fn()
    const timer = afterSeconds(THREAD, 10, onEnd)
    pass(9, 1)
    expect(onEnd).not.toHaveBeenCalled()
    pass(60, 1)
    expect(onEnd).toHaveBeenCalledTimes(1)
    clearInterval(timer)
  })
})

it('a check may take the longer, the more matches it is to play', () => {
  expect([null, 1, 20, 21, 200].map(matches => checkSeconds(10, matches))).toEqual([300, 300, 300, 600, 3000])
})
