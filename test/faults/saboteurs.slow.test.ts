/** Agents that hold a thread or its memory for long forfeit the match they do it in, and nobody else's match is any different. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
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
  const plot = experimentOf({ ...ONE, saboteurs: ['mode=wait:at=make'], decisionSeconds: 0.5 })
  const cwd = workshop({ 'plot.yaml': plot })
  const { code, out, err } = await evenhand(['run', 'plot.yaml', '--out', 'o', '--quiet'], { cwd, own: true })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^evenhand: agent saboteur:mode=wait:at=make .*more than 0\.5 s.*3 times.*\n$/)
})

test('an agent that takes its thread with it is told alike for any threads and chunks', async () => {
  const cwd = workshop({
    'plot.yaml': experimentOf({ ...ONE, saboteurs: [mode('exit'), mode('throw')] }),
  })
  const one = await run(cwd, 'one', ['--threads', '1', '--chunk', '12'])
  const three = await run(cwd, 'three', ['--threads', '3', '--chunk', '1'])
  expect(three.reports).toEqual(one.reports)
  expect(one.reason(mode('exit'), ONE.victims)).toBe('ended its thread with exit code 5')
})

test('an agent that allocates without end forfeits when its thread has no heap left', async () => {
  const saboteurs = ['throw', 'numbers'].map(mode)
  const told = await run(workshop({ 'plot.yaml': experimentOf({ ...ONE, saboteurs }) }), 'o')
  expect(told.reason(mode('numbers'), ONE.victims)).toMatch('the memory of its thread')
  expect(told.rows(mode('numbers'))).toBe(told.rows(mode('throw')))
})

describe('an agent that fails in begin()', () => {
  const victims = ['0,0,white,0', '0,1,black,0']

  test('forfeits every match before its first decision', async () => {
    const saboteurs = [
      'mode=throw:at=begin',
      'mode=exit:at=begin',
      'mode=wait:at=begin',
      'mode=throw:at=getter',
    ]
    const plot = experimentOf({ ...ONE, saboteurs, matches: 2, decisionSeconds: 0.5 })
    const told = await run(workshop({ 'plot.yaml': plot }), 'o')
    expect(saboteurs.map(options => told.reason(options, victims))).toEqual([
      'threw sabotage',
      'ended its thread with exit code 5',
      'used more than 0.5 s of CPU time (--decision-seconds) or all the memory of its thread',
      'threw sabotage',
    ])
    // Nothing was played: there are fewer tables with rows.
    const [thrown, ...others] = saboteurs.map(options => told.rows(options))
    for (const rows of others) expect(rows).toBe(thrown)
  })
})

test('an agent that ends its thread when it is made ends the run, which says so in one line', async () => {
  const plot = experimentOf({ ...ONE, saboteurs: ['mode=exit:at=make'], decisionSeconds: 1 })
  const cwd = workshop({ 'plot.yaml': plot })
  const { code, out, err } = await evenhand(['run', 'plot.yaml', '--out', 'o', '--quiet'], { cwd, own: true })
  expect([code, out]).toEqual([1, ''])
  expectError(err, 'evenhand', ['agent saboteur:mode=exit:at=make', 'exit code 5', '3 times'])
})

test('an agent that takes its thread with it changes no record but those of the matches that it spoils', async () => {
  const cwd = workshop()
  const records = async (name: string): Promise<string[]> => {
    const game = ['play', 'elephant-men', '--rules', 'limits.turns=20', '--seed', ONE.seed]
    const agents = ['--agents', `./saboteur.mjs:mode=${name},random`, '--matches', '24']
    const { code } = await evenhand([...game, ...agents, '--records-file', name, '--quiet'], {
      cwd,
      own: true,
    })
    expect(code).toBe(0)
    return readFileSync(join(cwd, name), 'utf8').replaceAll(mode(name), 'mode').trimEnd().split('\n')
  }
  const [clean, spoilt] = [await records('none'), await records('exit')]
  expect([clean.length, spoilt.length]).toEqual([24, 24])
  const differing = clean.flatMap((record, i) => (record === spoilt[i] ? [] : [i]))
  expect(differing.map(i => `${i >> 1},${i & 1}`)).toEqual(
    ONE.victims.map(where => where.split(',').slice(0, 2).join()),
  )
})
