/** Games of the user that fail on the workers of a queue: that costs their line-up alone, as it does on one machine. */
import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { MAIN } from '../built.ts'
import { evenhand } from '../cli/command.ts'
import { failing, own } from '../own/own.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

const EXPERIMENT = `game: ./bad.mjs
matches: 300
decisionSeconds: 5
lineups: [{ agents: [greedy] }, { agents: [random], matches: 200 }]
`

// Chunks of a line-up that is known to hang are tried once, and may be answered first.
it.skipIf(!HAS_REDIS).each([
  [
    'hangs',
    'for (;;) new Error',
    /game module .*bad\.mjs hangs .*, (once|\d times), in bad\.mjs:8:\d+, in block \d+/,
  ],
  [
    'uses up memory',
    'for (const all = []; ; ) all.push(new Array(1000).fill(all.length)); new Error',
    /game module .*bad\.mjs(: a thread .* memory| hangs its threads).*, (once|\d times), in .*block \d+/,
  ],
])(
  'a game that %s in a match of one line-up costs that alone, over a queue, too',
  {
    timeout: 200_000,
  },
  async (_, fails, told) => {
    const text = failing('seat === 1 && bold === 5 && state.gone[0] === 7').replace('throw new Error', fails)
    const cwd = own({ 'bad.mjs': text, 'bad.yaml': EXPERIMENT })
    const redis = await RedisServer.start()
    const worker = spawn(process.execPath, [MAIN, 'worker', '--redis', redis.url, '--threads', '2'], { cwd })
    try {
      const args = ['run', 'bad.yaml', '--backend', 'bullmq', '--redis', redis.url]
      const { code, out, err } = await evenhand(args, { cwd, own: true })
      expect(err).toMatch(told)
      expect(out).toMatch(/random vs itself +200 /)
      expect(code).toBe(1)
    } finally {
      worker.kill('SIGKILL')
      await redis.down()
    }
  },
)
