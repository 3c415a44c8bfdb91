/** Modules that break or hang the thread that loads them are named, and the command stays in charge. */
import { describe, expect, test } from 'vitest'
import { expectError } from '../cli/messages.ts'
import { agent, expectUnloadable, play } from './loading.ts'

describe('a module that cannot be loaded is refused before anything is played', () => {
  test.each([
    ['it loops', agent('for (;;);'), "it didn't finish within 1 s of CPU time"],
    ['it uses Math.random', agent('Math.random()'), 'used randomness other than its rng'],
  ])('%s', (_, module, words) => expectUnloadable(module, words))

  test('its options cannot be copied', async () => {
    const options = '{ safeParse: () => ({ success: true, data: () => 0 }) }'
    const { code, err } = await play(agent('').replace("summary: ''", `$&, options: ${options}`), ['--quiet'])
    expect(code).toBe(2)
    expectError(err, '--agents', ['x.mjs', "its options can't be copied", 'could not be cloned'])
  })
})

describe('an agent that hangs its thread outside every decision', () => {
  const hanging = agent('', 'Promise.resolve().then(() => { for (;;); })')

  test('does not keep the run from ending at a signal', async () => {
    const { code, err } = await play(hanging, [], {
      meanwhile: child => child.stderr?.once('data', () => child.kill('SIGTERM')),
    })
    expect(code, err).toBe(143)
  })
})
