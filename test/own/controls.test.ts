/** Control characters and marks of direction in a game's texts: shown as escapes, played and replayed like any text. */
import { expect, test } from 'vitest'
import { CONTROL_CLASS } from '../../documents/index.ts'
import { evenhand, folder } from '../cli/command.ts'

const MARKED = 'a\\u200fb\\u2066c\\u0007\\u001b[31md\\u202e'
const GAME = `const mark = '${MARKED}'
export default {
  id: 'marked', summary: mark, seats: ['a', 'b'],
  rules: z => z.strictObject({ stones: z.int().min(2).max(20).default(7).describe('stones' + mark) }),
  setup: ({ rules }) => ({ left: rules.stones, turn: 0 }),
  toMove: s => s.turn, moves: s => [1, 2, 3].filter(n => n <= s.left),
  apply: (s, n) => { s.left -= n; s.turn = 1 - s.turn },
  outcome: s => s.left > 0 ? null : { winner: 1 - s.turn, by: 'empty' },
  endings: { empty: 'empty' + mark },
  gauges: { left: { label: 'left' + mark, min: 0, max: 20, of: (s, { seat }) => s.turn === seat ? s.left : 0 } },
  format: n => 'take' + mark + n, render: s => 'left' + mark + s.left,
}
`
/** What no terminal may get; line ends are ours. */
const RAW = new RegExp(`(?!\\n)${CONTROL_CLASS}`, 'u')

test('a terminal sees control characters of a game as escapes, and its records replay', async () => {
  const cwd = folder({ 'marked.js': GAME })
  const call = async (...args: string[]) => {
    const said = await evenhand(args, { cwd })
    expect(said).toMatchObject({ code: 0 })
    expect(said.out + said.err).not.toMatch(RAW)
    return said.out
  }
  expect(await call('rules', './marked.js')).toContain('\\u202e')
  expect(await call('check-game', './marked.js')).toContain('sound')
  await call(
    'play',
    './marked.js',
    '--matches',
    '4',
    '--out',
    'run',
    '--records-file',
    'r.jsonl',
    '--threads',
    '1',
  )
  expect(await call('replay', 'run', '--list')).toContain('empty')
  expect(await call('replay', 'r.jsonl', '--record', '1')).toContain('take')
  expect(await call('replay', 'run', '--pick', 'typical')).toContain('take')
  await call('status', 'run')
})
