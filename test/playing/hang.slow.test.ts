/** An agent that never answers a person. */
import { expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'

const HANGS = `export default {
  id: 'hangs',
  summary: 'never answers',
  make: () => ({ choose: () => { for (;;) {} } }),
}
`

test('an agent that hangs ends after --decision-seconds, and the match is kept', async () => {
  const cwd = folder({ 'hangs.mjs': HANGS })
  const agents = ['--agents', 'human,./hangs.mjs', '--decision-seconds', '1']
  const args = ['play', 'tic-tac-toe', ...agents, '--terminal']
  const { code, err } = await evenhand(args, { cwd, stdin: 'a1\n', own: true })
  expect([code, err]).toEqual([1, expect.stringContaining('took more than 1 s (--decision-seconds)')])
  const { out } = await evenhand(['play', 'tic-tac-toe', '--records'], { cwd })
  expect(out).toMatch(/left before the end/)
})
