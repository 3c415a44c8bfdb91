import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExclusiveLock, Semaphore } from '../../sim/threads/locks.ts'

describe('ExclusiveLock', () => {
  it('lets no task run beside one that is to be alone, and all others side by side', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ alone: fc.boolean(), fails: fc.boolean(), wait: fc.nat(3) }), { maxLength: 12 }),
        async errands => {
          const gate = new ExclusiveLock()
          let inside = 0
          let most = 0
          const passed = errands.map(({ alone, fails, wait }) =>
            gate.run(alone, async () => {
              inside++
              most = Math.max(most, inside)
              if (alone) expect(inside).toBe(1)
              await sleep(wait)
              if (alone) expect(inside).toBe(1)
              inside--
              if (fails) throw new Error('failed')
              return wait
            }),
          )
          const ended = await Promise.allSettled(passed)
          expect(ended.map(({ status }) => status)).toEqual(
            errands.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          )
          for (const one of ended) if (one.status === 'rejected') expect(one.reason.message).toBe('failed')
          if (errands.length > 1 && errands.every(({ alone }) => !alone)) expect(most).toBe(errands.length)
        },
      ),
      { numRuns: 100 },
    )
  })
})

it('the turnstile lets a fixed number in at once, in order of arrival', async () => {
  const turnstile = new Semaphore(2)
  const inside: number[] = []
  const passing = [0, 1, 2, 3].map(async n => {
    await turnstile.enter()
    inside.push(n)
  })
  await Promise.all(passing.slice(0, 2))
  await sleep(5)
  expect(inside).toEqual([0, 1])
  turnstile.leave()
  await passing[2]
  expect(inside).toEqual([0, 1, 2])
  turnstile.leave()
  await passing[3]
  for (let i = 0; i < 2; i++) turnstile.leave()
  await Promise.all([turnstile.enter(), turnstile.enter()])
})
