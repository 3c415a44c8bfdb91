/** All ways in which modules harm or hang their threads; the fast lane tries some. */
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { agent, expectUnloadable, play } from './loading.ts'

describe('a module that cannot be loaded is refused before anything is played', () => {
  test.each([
    ['it waits for ever', agent('await new Promise(() => {})'), 'it waits forever'],
    [
      'it waits, and keeps its thread alive',
      agent('setInterval(() => {}, 10); await new Promise(() => {})'),
      "it didn't finish within 5 s, most of them waiting",
    ],
    ['it ends its thread', agent('process.exit(5)'), 'it ended its thread with exit code 5'],
    ['it fills its memory', agent('const all = []; for (;;) all.push(new Array(1e5).fill(0.5))'), 'memory'],
    [
      'checking its options loops',
      agent('').replace("summary: ''", '$&, options: { safeParse: () => { for (;;); } }'),
      "it didn't finish within 1 s of CPU time",
    ],
  ])('%s', (_, module, words) => expectUnloadable(module, words))
})

describe('what a timer or a promise of an agent throws late', () => {
  test.each([
    [
      "setTimeout(() => { throw new Error('boom') })",
      /^evenhand: x\.mjs:\d+:\d+: boom, in a promise or timer/m,
    ],
    ["Promise.reject('boom')", /^evenhand: \S*x\.mjs: boom, in a promise or timer/m],
  ])('is told once, with the module: %s', async (late, told) => {
    const { code, err } = await play(agent('', late), ['--quiet'])
    expect(err).toMatch(told)
    expect(err.match(/boom/g)).toHaveLength(1)
    expect(code).toBe(0)
  })
})

describe('an agent that hangs its thread outside every decision', () => {
  const hanging = agent('', 'Promise.resolve().then(() => { for (;;); })')

  test('ends the run, which names its module', async () => {
    const { code, out, err } = await play(hanging, ['--quiet', '--decision-seconds', '1'])
    expect([code, out]).toEqual([1, ''])
    expectError(err, 'evenhand', [
      'agent module',
      'x.mjs',
      'hung its threads 3 times for more than 1 s between decisions',
    ])
  })

  test('is not told from others that are loaded on the same thread', async () => {
    // By itself, y.mjs would load.
    const cwd = folder({ 'x.mjs': agent('setImmediate(() => { for (;;); })'), 'y.mjs': agent('') })
    const args = ['play', 'elephant-men', '--agents', './x.mjs,./y.mjs', '--matches', '2', '--quiet']
    const { code, err } = await evenhand([...args, '--decision-seconds', '1'], { cwd, own: true })
    expect(code).toBe(1)
    expectError(err, 'evenhand', ['one of the agent modules', 'x.mjs', 'y.mjs', 'hung its threads'])
  })
})
