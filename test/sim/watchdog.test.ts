/** The watchdog: who thinks too long is ended, and so is who thinks longest when memory runs out. */
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  DECISION,
  ENDED,
  heartbeatAt,
  heartbeats,
  PARTICIPANT,
  PLAYING,
  SERIAL,
  STAGE,
} from '../../sim/match/heartbeat.ts'
import { type ChunkLimits, DEFAULT_MEMORY, Watchdog } from '../../sim/threads/watchdog.ts'

const EVER = Number.POSITIVE_INFINITY
const asked = (...seconds: number[]): ChunkLimits => ({
  asked: seconds,
  waiting: EVER,
  playing: EVER,
  ended: EVER,
})
const PLENTY = 1e6

let watchdog: Watchdog
afterEach(() => watchdog.end())

describe('the watchdog', () => {
  it('ends the chunk whose agent takes longer than it has, once, and no other', async () => {
    watchdog = new Watchdog(PLENTY)
    const memory = heartbeats(4)
    const kills = [0, 1, 2, 3].map(() => vi.fn())
    const watches = kills.map((kill, slot) =>
      watchdog.watch(heartbeatAt(memory, slot), asked(EVER, 0.2), kill),
    )
    // No decision is due; the first agent has no limit; the second hangs; it answers, again and again.
    heartbeatAt(memory, 1)[PARTICIPANT] = 1
    heartbeatAt(memory, 2)[PARTICIPANT] = 2
    const busy = heartbeatAt(memory, 3)
    busy[PARTICIPANT] = 2
    const questions = setInterval(() => {
      busy[SERIAL]!++
    }, 5)
    await vi.waitFor(() => expect(kills[2]).toHaveBeenCalled(), 60_000)
    await sleep(300)
    clearInterval(questions)
    expect(kills.map(kill => kill.mock.calls.length)).toEqual([0, 0, 1, 0])
    expect(watches.map(({ ended }) => ended)).toEqual([null, null, 'time', null])
  })

  it('ends a chunk that no thread begins, or whose result does not arrive, and none that is being played', async () => {
    watchdog = new Watchdog(PLENTY)
    const memory = heartbeats(4)
    const kills = [0, 1, 2, 3].map(() => vi.fn())
    const limits = [
      { asked: [], waiting: 0.2, playing: EVER, ended: EVER },
      { asked: [], waiting: EVER, playing: EVER, ended: 0.2 },
      { asked: [], waiting: 0.2, playing: EVER, ended: 0.2 },
      { asked: [], waiting: EVER, playing: EVER, ended: EVER },
    ]
    const watches = kills.map((kill, slot) => watchdog.watch(heartbeatAt(memory, slot), limits[slot]!, kill))
    heartbeatAt(memory, 1)[STAGE] = ENDED
    heartbeatAt(memory, 2)[STAGE] = PLAYING
    await vi.waitFor(() => {
      for (const kill of kills.slice(0, 2)) expect(kill).toHaveBeenCalled()
    }, 60_000)
    await sleep(300)
    expect(kills.map(kill => kill.mock.calls.length)).toEqual([1, 1, 0, 0])
    expect(watches.map(({ ended }) => ended)).toEqual(['idle', 'idle', null, null])
  })

  it('leaves a chunk alone whose watch was ended', async () => {
    watchdog = new Watchdog(PLENTY)
    const heartbeat = heartbeatAt(heartbeats(1), 0)
    const kill = vi.fn()
    const watch = watchdog.watch(heartbeat, asked(0.1), kill)
    heartbeat[PARTICIPANT] = 1
    watch.end()
    await sleep(500)
    expect(kill).not.toHaveBeenCalled()
    expect(watch.ended).toBeNull()
  })

  it('ends who was asked first when memory runs out, and then waits for it to come free', async () => {
    watchdog = new Watchdog(1)
    const memory = heartbeats(3)
    const kills = [0, 1, 2].map(() => vi.fn())
    const watches = kills.map((kill, slot) => watchdog.watch(heartbeatAt(memory, slot), asked(EVER), kill))
    heartbeatAt(memory, 1)[PARTICIPANT] = 1
    heartbeatAt(memory, 1)[DECISION] = 5
    await vi.waitFor(() => expect(kills[1]).toHaveBeenCalled(), 60_000)
    expect(watches.map(({ ended }) => ended)).toEqual([null, 'memory', null])
    heartbeatAt(memory, 2)[PARTICIPANT] = 1
    await sleep(400)
    expect(kills[2]).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(kills[2]).toHaveBeenCalled(), 60_000)
    expect(kills[0]).not.toHaveBeenCalled()
  })
})

it('by default a run may use most of the memory there is, and not all of it', () => {
  const granted = process.constrainedMemory()
  const bytes = granted > 0 ? Math.min(granted, totalmem()) : totalmem()
  expect(DEFAULT_MEMORY * 2 ** 20).toBeGreaterThan(0.7 * bytes)
  expect(DEFAULT_MEMORY * 2 ** 20).toBeLessThan(0.8 * bytes)
})
