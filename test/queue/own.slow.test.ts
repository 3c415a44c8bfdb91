/** Games of the user that fail on the workers of a queue: that costs their line-up alone, by the rules by which they fail, as it does on one machine. */
import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { MAIN } from '../built.ts'
import { evenhand } from '../cli/command.ts'
import { failing, own } from '../own/own.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

const EXPERIMENT = `game: ./bad.mjs
matches: 300
decisionSeconds: 5
baseline: { name: sound }
variants: [{ name: few, rules: { cards: 199 } }]
lineups: [{ agents: [greedy] }, { agents: [random], matches: 200 }]
`

it.skipIf(!HAS_REDIS)(
  'a game that hangs in a match of one line-up and variant costs its blocks there, over a queue, too',
  {
    timeout: 200_000,
  },
  async () => {
    const text = failing('rules.cards === 199 && seat === 1 && bold === 5 && state.gone[0] === 7')
    const cwd = own({
      'bad.mjs': text.replace('throw new Error', 'for (;;) new Error'),
      'bad.yaml': EXPERIMENT,
    })
    const redis = await RedisServer.start()
    const worker = spawn(process.execPath, [MAIN, 'worker', '--redis', redis.url, '--threads', '2'], { cwd })
    try {
      const args = ['run', 'bad.yaml', '--backend', 'bullmq', '--redis', redis.url, '--details']
      const { code, out, err } = await evenhand(args, { cwd, own: true })
      expect(out.replaceAll(/\s+/g, ' ')).toMatch(
        /greedy vs greedy: the game failed in \d+ blocks?, .* doesn't return within .*, reached by 3 moves: chance/,
      )
      expect(out.match(/random vs itself +200 /g)).toHaveLength(2)
      expect(out.match(/greedy vs itself +300 /g)).toHaveLength(1)
      expect(err).not.toContain('evenhand:')
      expect(code).toBe(0)
    } finally {
      worker.kill('SIGKILL')
      await redis.down()
    }
  },
)
