/** Runs that are longer than the blocks which are all followed: the same bytes for any threads and chunks, and however they were extended. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FOLLOWED } from '../../sim/tally/match.ts'
import { evenhand, folder, hashes } from './command.ts'

const MATCHES = 2 * (FOLLOWED.first + 3000)
const LONG = `game: tic-tac-toe\nmatches: ${MATCHES}\nlineups:\n  - agents: [random]\n`

test('a long run has the same reports on one thread, on two, and on both in turn, extended within and beyond the first blocks', async () => {
  const cwd = folder({ 'long.yaml': LONG })
  // Numbers of matches that a run was asked for before make its verdicts stricter: all ways ask for the same.
  const asked = [['--matches', '3000'], ['--matches', '10000'], []]
  const ways = [
    { name: 'one', steps: asked.map(matches => [...matches, '--threads', '1']) },
    { name: 'two', steps: asked.map(matches => [...matches, '--threads', '2', '--chunk', '331']) },
    {
      name: 'mixed',
      steps: asked.map((matches, i) => [...matches, ...[[], ['--threads', '2'], ['--chunk', '77']][i]!]),
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
