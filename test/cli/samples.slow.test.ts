/** Runs that are longer than the blocks which are all followed: the same bytes for any threads and chunks, and however they were resumed. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FOLLOWED } from '../../sim/tally/match.ts'
import { evenhand, folder, hashes } from './command.ts'

const MATCHES = 2 * (FOLLOWED.first + 3000)
const LONG = `game: tic-tac-toe\nmatches: ${MATCHES}\nlineups:\n  - agents: [random]\n`

test('a long run has the same reports on one thread, on two, and resumed within and beyond the first blocks', async () => {
  const cwd = folder({ 'long.yaml': LONG })
  const ways = [
    { name: 'one', steps: [['--threads', '1']] },
    { name: 'two', steps: [['--threads', '2', '--chunk', '331']] },
    {
      name: 'resumed',
      steps: [
        ['--matches', '3000'],
        ['--matches', '10000', '--threads', '2'],
        ['--chunk', '77'],
      ],
    },
  ]
  const found = []
  for (const { name, steps } of ways) {
    for (const options of steps) {
      const { code } = await evenhand(['run', 'long.yaml', '--out', name, '--quiet', ...options], { cwd })
      expect(code).toBe(0)
    }
    const { 'journal.jsonl': journal, ...reports } = hashes(join(cwd, name))
    expect(journal).toBeDefined()
    found.push(reports)
  }
  expect(Object.keys(found[0]!)).toContain('quality.csv')
  for (const reports of found) expect(reports).toEqual(found[0])
})
