/** A thread is not ended while it holds its mutex: node would abort the whole process. */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { heartbeatAt, heartbeats, SERIAL } from '../../sim/match/heartbeat.ts'
import { seizeMutex, withMutex } from '../../sim/match/mutex.ts'

/** Holds the mutex again and again, for a moment each, and writes into SERIAL how often it let go, negative while it holds it. */
const HOLDER = `
const heartbeat = new Int32Array(require('node:worker_threads').workerData)
const moment = new Int32Array(new SharedArrayBuffer(4))
for (let times = 1; ; times++)
  mutex.withMutex(heartbeat, () => {
    heartbeat[${SERIAL}] = -times
    Atomics.wait(moment, 0, 0, 20)
    heartbeat[${SERIAL}] = times
  })`

/** A thread that runs the code, for which `mutex` is the module: threads load no TypeScript. */
async function threadOf(code: string, workerData: SharedArrayBuffer): Promise<Worker> {
  const input = fileURLToPath(new URL('../../sim/match/mutex.ts', import.meta.url))
  const bundle = await rolldown({ input, platform: 'node' })
  const { output } = await bundle.generate({ format: 'iife', name: 'mutex' })
  return new Worker(output[0].code + code, { eval: true, workerData })
}

test("seizing a thread's mutex waits for its release; the thread never holds it again, but can be ended", async () => {
  const memory = heartbeats(1)
  const heartbeat = heartbeatAt(memory, 0)
  const thread = await threadOf(HOLDER, memory)
  await once(thread, 'online')
  await expect.poll(() => heartbeat[SERIAL]).toBeLessThan(-1)
  seizeMutex(heartbeat)
  const times = heartbeat[SERIAL]!
  expect(times).toBeGreaterThan(0)
  await new Promise(done => setTimeout(done, 60))
  expect(heartbeat[SERIAL]).toBe(times)
  seizeMutex(heartbeat)
  expect(await thread.terminate()).toBe(1)
})

test('what is held is let go when the work throws', () => {
  const heartbeat = heartbeatAt(heartbeats(1), 0)
  expect(() =>
    withMutex(heartbeat, () => {
      throw new Error('full')
    }),
  ).toThrow('full')
  expect(withMutex(heartbeat, () => 7)).toBe(7)
})
