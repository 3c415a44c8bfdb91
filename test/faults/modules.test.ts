/** Modules that harm the thread that loads them, or hang it while it plays nothing, are told by name, and leave the command in charge. */
import { describe, expect, test } from 'vitest'
import { type Call, type Ended, evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'

/** An agent by path, with something at its load and in its decisions. */
const agent = (load: string, choose = ''): string =>
  `${load}\nexport default { id: 'x', summary: '', make: () => ({ choose: (_, __, legal) => { ${choose}; return legal[0] } }) }\n`

function play(module: string, options: readonly string[], call: Call = {}): Promise<Ended> {
  const args = ['play', 'elephant-men', '--agents', './x.mjs,random', '--matches', '4', '--threads', '1']
  return evenhand([...args, ...options], { cwd: folder({ 'x.mjs': module }), own: true, ...call })
}

describe('a module that cannot be loaded is refused before anything is played', () => {
  test.each([
    ['it loops', agent('for (;;);'), 'it is not done after 2 s'],
    ['it waits for ever', agent('await new Promise(() => {})'), 'it waits for something that never happens'],
    [
      'it waits, and keeps its thread alive',
      agent('setInterval(() => {}, 10); await new Promise(() => {})'),
      'it is not done after 2 s',
    ],
    ['it ends its thread', agent('process.exit(5)'), 'it ended its thread with exit code 5'],
    ['it fills its memory', agent('const all = []; for (;;) all.push(new Array(1e5).fill(0.5))'), 'memory'],
    ['it uses Math.random', agent('Math.random()'), 'used randomness other than its rng'],
    [
      'checking its options loops',
      agent('').replace("summary: ''", '$&, options: { safeParse: () => { for (;;); } }'),
      'it is not done after 2 s',
    ],
  ])('%s', async (_, module, words) => {
    // Only what hangs is ended by the clock.
    const seconds = words.includes('2 s') ? '2' : '600'
    const { code, out, err } = await play(module, ['--quiet', '--decision-seconds', seconds])
    expect([code, out]).toEqual([2, ''])
    expectError(err, '--agents', ['x.mjs', 'cannot be loaded', words])
  })

  test('its options cannot be copied', async () => {
    const options = '{ safeParse: () => ({ success: true, data: () => 0 }) }'
    const { code, err } = await play(agent('').replace("summary: ''", `$&, options: ${options}`), ['--quiet'])
    expect(code).toBe(2)
    expectError(err, '--agents', ['x.mjs', "its options can't be copied", 'could not be cloned'])
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
      'hangs its threads outside every decision',
      '3 times',
    ])
  })

  test('is not told from others that are loaded on the same thread', async () => {
    // By itself, y.mjs would load.
    const cwd = folder({ 'x.mjs': agent('setImmediate(() => { for (;;); })'), 'y.mjs': agent('') })
    const args = ['play', 'elephant-men', '--agents', './x.mjs,./y.mjs', '--matches', '2', '--quiet']
    const { code, err } = await evenhand([...args, '--decision-seconds', '1'], { cwd, own: true })
    expect(code).toBe(1)
    expectError(err, 'evenhand', ['one of the agent modules', 'x.mjs', 'y.mjs', 'hangs its threads'])
  })

  test('does not keep the run from ending at a signal', async () => {
    const { code, err } = await play(hanging, [], {
      meanwhile: child => child.stderr?.once('data', () => child.kill('SIGTERM')),
    })
    expect(code, err).toBe(143)
  })
})
