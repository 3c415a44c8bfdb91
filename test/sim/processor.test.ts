import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { processorTime } from '../../sim/match/processor.ts'

const known = 'threadCpuUsage' in process || existsSync('/proc/thread-self/schedstat')

describe('the processor time of a thread', () => {
  it.runIf(known)('grows while it works, in milliseconds', () => {
    const began = performance.now()
    const first = processorTime()!
    // Whatever else runs: it ends once this thread was on a processor for so long.
    while (processorTime()! - first < 5);
    // Some systems count in ticks.
    expect(performance.now() - began).toBeGreaterThan(2)
  })

  it.skipIf(known)('is not known on other systems', () => {
    expect(processorTime()).toBeUndefined()
  })
})
