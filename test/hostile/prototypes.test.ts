import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { positionsOf, RecordReader } from '../../sim/records/record.ts'
import { folder } from '../cli/command.ts'
import { refusal } from './commands.ts'

const cwd = folder()
const file = join(cwd, 'e.yaml')
const GAME = 'game: elephant-men\nmatches: 2\n'

const experimentOf = (text: string): Promise<Experiment> => resolveExperiment(parseDocument(text, file))

describe('names of prototypes', () => {
  afterEach(() => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  /** A key in every place that a file has for one. */
  const places = (key: string): [string, string][] => [
    ['the top', `${key}: {x: 1}`],
    ['a variant', `variants: [{${key}: {x: 1}}]`],
    ['rules', `rules: {${key}: {x: 1}}`],
    ['rules, deeper', `rules: {favour: {${key}: {x: 1}}}`],
    ['rules, with dots', `rules: {favour.${key}.x: 1}`],
    ['rules of a variant', `variants: [{rules: {units.${key}.x: 1}}]`],
    ['a sweep', `sweep: {${key}: [{x: 1}, {x: 2}]}`],
    ['a sweep, with dots', `sweep: {favour.${key}.x: [1, 2]}`],
    ['a value of a sweep', `sweep: {favour: [{${key}: {x: 1}}, {win: 2}]}`],
    ['a line-up', `lineups: [{${key}: 1, agents: [random]}]`],
    ['options', `lineups: [{agents: [{agent: mcts, ${key}: {x: 1}}]}]`],
    ['options in a text', `lineups: [{agents: ["mcts:${key}=1"]}]`],
  ]

  test.each(
    ['__proto__', 'constructor', 'prototype'].flatMap(key =>
      places(key).map(place => [key, ...place] as const),
    ),
  )('%s is no key of %s', async (key, _, text) => {
    expect(await refusal(file, () => experimentOf(`${GAME}${text}\n`))).toContain(
      `key "${key}" is not allowed`,
    )
  })

  test.each(
    ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'toJSON'].flatMap(key =>
      places(key).map(place => [key, ...place] as const),
    ),
  )('%s is an unknown key of %s', async (key, _, text) => {
    expect(await refusal(file, () => experimentOf(`${GAME}${text}\n`))).toMatch(
      new RegExp(`unknown key "${key}"|a unit kind is a lower-case word`),
    )
  })

  test.each(['constructor', 'valueof', 'tostring', 'then'])(
    '%s as a unit kind is refused or plays',
    async kind => {
      const rules = `{units: {${kind}: {hp: 1, actions: [move]}}, sides: [{name: a, units: ["${kind} a1"]}, {name: b, units: ["${kind} a5"]}]}`
      if (kind === 'constructor') await refusal(file, () => experimentOf(`${GAME}rules: ${rules}\n`))
      else expect((await experimentOf(`${GAME}rules: ${rules}\n`)).variants).toHaveLength(1)
    },
  )
})

describe('records', () => {
  const replay = (record: object | string): void => {
    const text = typeof record === 'string' ? record : JSON.stringify(record)
    for (const _ of positionsOf(new RecordReader().read(parseDocument(text, file), cwd)));
  }
  const good = { game: 'elephant-men', decisions: [] as string[] }

  test.each([
    [
      'a long seat',
      { ...good, decisions: ['x'.repeat(60_000)] },
      /^1:\d+: decision 1: unknown seat "x+\.\.\., expected/,
    ],
    [
      'a long order',
      { ...good, decisions: [`white ${'x'.repeat(60_000)}`] },
      /decision 1: found "x+\.\.\., expected/,
    ],
    [
      'an order of two lines',
      { ...good, decisions: ['white\n1 c3>c4'] },
      /decision 1: .*one space after white/,
    ],
    ['an escape', { ...good, decisions: ['white \x1b[31m'] }, /contains a control character/],
    ['a long game', { ...good, game: 'x'.repeat(60_000) }, /unknown game "x+\.\.\., expected/],
    ['a path to a device', { ...good, ruleset: '/dev/zero' }, /is not a regular file/],
    [
      'a prototype',
      '{"game":"elephant-men","decisions":[],"__proto__":{"x":1}}',
      /key "__proto__" is not allowed/,
    ],
    ['dots to a prototype', { ...good, rules: { 'a.__proto__.x': 1 } }, /key "__proto__" is not allowed/],
    [
      'a block beyond all numbers',
      '{"game":"elephant-men","decisions":[],"block":1e400}',
      /is not a finite number/,
    ],
  ])('%s', async (_, record, expected) => {
    expect(await refusal(file, () => replay(record))).toMatch(expected)
  })
})
