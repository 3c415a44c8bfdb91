/** Agents that hold a thread or its memory for long forfeit the match they do it in, and nobody else's match is any different. */
import { expect, test } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { workshop } from './runs.ts'
import { experimentOf, ONE, run } from './sabotage.ts'

const mode = (name: string): string => `mode=${name}`

test('an agent that allocates without end forfeits when all threads together have more memory than --memory', async () => {
  const saboteurs = ['throw', 'objects', 'arrays'].map(mode)
  const cwd = workshop({ 'plot.yaml': experimentOf({ ...ONE, saboteurs }) })
  const told = await run(cwd, 'o', ['--threads', '2', '--memory', '450'])
  for (const name of ['objects', 'arrays']) {
    expect(told.reason(mode(name), ONE.victims)).toMatch('the memory of its thread')
    expect(told.rows(mode(name))).toBe(told.rows(mode('throw')))
  }
})

test('an agent that is never made ends the run, which says so in one line', async () => {
  const plot = experimentOf({ ...ONE, saboteurs: ['mode=wait:at=make'], decisionSeconds: 1 })
  const cwd = workshop({ 'plot.yaml': plot })
  const { code, out, err } = await evenhand(['run', 'plot.yaml', '--out', 'o', '--quiet'], { cwd, own: true })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^evenhand: agent saboteur:mode=wait:at=make .*more than 1 s.*3 times.*\n$/)
})
