/** Agents that break the rules forfeit the match they break them in, and nobody else's match is any different. */
import { beforeAll, describe, expect, test } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { workshop } from './runs.ts'
import { experimentOf, ONE, run, THREE, type Told } from './sabotage.ts'

/** What costs the match alone, and what faults.csv says of it. */
const ANSWERS: Readonly<Record<string, string | RegExp>> = {
  throw: 'threw sabotage',
  throwNothing: 'threw something without a text',
  illegal: 'answered -1, which is not legal',
  nan: 'answered NaN, which is not legal',
  fraction: /^answered \d+\.5, which is not legal$/,
  text: /^answered "\d+", which is not legal$/,
  nothing: 'answered null, which is not legal',
  promise: 'answered [object Promise], which is not legal',
  view: 'changed the view that it was given',
  legal: 'changed the legal actions that it was given',
  random: 'used randomness other than its rng',
  uuid: 'threw used randomness other than its rng',
  recursion: 'threw Maximum call stack size exceeded',
  builtin: /^threw Cannot assign to read only property 'set' of /,
  math: 'threw Cannot redefine property: clz32',
  global: /^threw Cannot assign to read only property 'Int32Array' of /,
  gameClass: /^threw Cannot assign to read only property 'legal' of /,
}
/** What does no harm to any match, although it fails later. */
const HARMLESS = ['none', 'timer', 'rejection', 'workerData']
/** What costs a thread. */
const DEATHS: Readonly<Record<string, string>> = {
  exit: 'ended its thread with exit code 5',
  exitWell: 'ended its thread with exit code 0',
  loop: 'used more than 0.5 s of CPU time (--decision-seconds) or all the memory of its thread',
  wait: 'used more than 0.5 s of CPU time (--decision-seconds) or all the memory of its thread',
}

const mode = (name: string): string => `mode=${name}`

describe('an agent that breaks the rules', () => {
  let told: Told
  let clean: Told
  beforeAll(async () => {
    const modes = [...HARMLESS, ...Object.keys(ANSWERS)].map(mode)
    const plot = (saboteurs: string[]): string =>
      workshop({ 'plot.yaml': experimentOf({ ...THREE, saboteurs }) })
    clean = await run(plot([mode('none')]), 'clean')
    told = await run(plot(modes), 'spoilt')
  })

  test.each(Object.entries(ANSWERS))('forfeits the match: %s', (name, reason) => {
    expect(told.reason(mode(name), THREE.victims)).toMatch(reason)
    expect(told.rows(mode(name))).toBe(told.rows(mode('throw')))
  })

  test('forfeits these matches and no others', () => {
    expect(clean.reports['faults.csv']!.trimEnd().split('\n').length).toBe(1)
    expect(told.rows(mode('throw'))).not.toBe(told.rows(mode('none')))
    expect(told.rows(null)).toBe(clean.rows(null))
  })

  test.each(HARMLESS)('does not forfeit for what fails when the match is over: %s', name => {
    expect(told.faults(mode(name))).toEqual([])
    expect(told.rows(mode(name))).toBe(clean.rows(mode('none')))
  })
})

describe('an agent that takes its thread with it', () => {
  const saboteurs = ['throw', ...Object.keys(DEATHS)].map(mode)
  let told: Told
  beforeAll(async () => {
    const plot = experimentOf({ ...ONE, saboteurs, decisionSeconds: 0.5 })
    told = await run(workshop({ 'plot.yaml': plot }), 'o')
  })

  test.each(Object.entries(DEATHS))('forfeits the match: %s', (name, reason) => {
    expect(told.reason(mode(name), ONE.victims)).toBe(reason)
    expect(told.rows(mode(name))).toBe(told.rows(mode('throw')))
  })

  test('costs no other line-up anything', async () => {
    const clean = await run(workshop({ 'plot.yaml': experimentOf({ ...ONE, saboteurs: [] }) }), 'o')
    expect(told.rows(null)).toBe(clean.rows(null))
  })
})

test('a module that replaces a built-in when it is loaded is refused', async () => {
  const cwd = workshop({ 'poison.mjs': 'Int32Array.prototype.set = () => {}' })
  const args = ['play', 'elephant-men', '--agents', './poison.mjs,random', '--matches', '2']
  const { code, out, err } = await evenhand(args, { cwd, own: true })
  expect([code, out]).toEqual([2, ''])
  expectError(err, '--agents', ['poison.mjs', 'cannot be loaded', "read only property 'set'"])
})

describe('an agent that cannot be made', () => {
  test.each([['throw', ['agent saboteur', 'elephant-men', 'sabotage']]])(
    'ends the run, which says so in one line, and keeps what was played: %s',
    async (name, words) => {
      const saboteurs = [`mode=${name}:at=make`]
      const cwd = workshop({ 'plot.yaml': experimentOf({ ...ONE, saboteurs, decisionSeconds: 1 }) })
      const { code, out, err } = await evenhand(['run', 'plot.yaml', '--out', 'o', '--quiet'], {
        cwd,
        own: true,
      })
      expect([code, out]).toEqual([1, ''])
      expectError(err, 'evenhand', words)
    },
  )
})
