import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../documents/index.ts'
import { findGame, listGames, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { folder } from '../cli/command.ts'
import { refusal } from './commands.ts'

const cwd = folder()
const file = join(cwd, 'e.yaml')
const GAME = 'game: elephant-men\nmatches: 2\n'

const experimentOf = (text: string): Promise<Experiment> => resolveExperiment(parseDocument(text, file))

const range = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i))
const list = (count: number, item: (i: number) => string): string => `[${range(count, item).join(', ')}]`
const variants = list(198, i => `{rules: {favour.win: ${(i % 99) + 1}, favour.kill: ${Math.floor(i / 99)}}}`)

describe('what a few lines could ask for is bounded', () => {
  test.each([
    [
      'a sweep of 100 values for each of 12 keys',
      `sweep: {${range(12, i => `k${i}: ${list(100, String)}`).join(', ')}}`,
      '3:8: found 1e+24 variants, expected at most 200',
    ],
    [
      'a sweep of 201 values',
      `sweep: {favour.win: ${list(201, String)}}`,
      '3:8: found 201 variants, expected at most 200',
    ],
    ['201 variants', `variants: ${list(201, () => '{}')}`, '3:11: found 201 variants, expected at most 200'],
    [
      '201 line-ups',
      `lineups: ${list(201, () => '{agents: [random]}')}`,
      /^3:10: lineups is \[.*\.\.\., expected a list of 1 to 200 items$/,
    ],
    [
      'more counts than memory',
      `variants: ${variants}\nrules: {limits.turns: 1000, phases: 6}`,
      /^3:1: 198 variants with 1 line-ups need \d+ MiB for their tallies, expected at most 640 MiB/,
    ],
    [
      'more line-ups and variants than memory',
      `lineups: ${list(200, () => '{agents: [random]}')}\nvariants: ${variants}`,
      /^3:1: 198 variants with 200 line-ups need \d+ MiB for their tallies, expected at most 640 MiB/,
    ],
    [
      'a seed of 201 characters',
      `seed: ${'x'.repeat(201)}`,
      /^3:7: seed is "x+\.\.\., expected text of at most 200/,
    ],
    [
      'a name of 81 characters',
      `name: ${'x'.repeat(81)}`,
      /^3:7: found "x+\.\.\., expected at most 80 letters/,
    ],
    [
      'an agent with an option given twice',
      'lineups: [{agents: ["mcts:iterations=5:iterations=6"]}]',
      '3:21: an option is given twice in "mcts:iterations=5:iterations=6", expected once',
    ],
    [
      "an agent's option in a text",
      'lineups: [{agents: ["mcts:iterations=0"]}]',
      '3:21: mcts: iterations is 0, expected an integer from 1 to 10000000',
    ],
    [
      'a list of a rule set as long as the file may be',
      `rules: {interruptible: ${list(60_000, () => 'poke')}}\nvariants: ${variants}`,
      /^3:24: interruptible is \["poke".*\.\.\., expected a list of at most 7 items$/,
    ],
  ])('%s', async (_, text, expected) => {
    const message = await refusal(file, () => experimentOf(`${GAME}${text}\n`))
    if (typeof expected === 'string') expect(message).toBe(expected)
    else expect(message).toMatch(expected)
  })

  test('a large rule set that 200 variants name is read once', async () => {
    writeFileSync(join(cwd, 'large.yaml'), `#${'x'.repeat(4_000_000)}\n{}\n`)
    const last = '{rules: {favour.win: x}}'
    const many = list(199, i => `{name: a${i}, ruleset: ./large.yaml}`).replace(/]$/, `, ${last}]`)
    expect(await refusal(file, () => experimentOf(`${GAME}variants: ${many}\n`))).toContain(
      'favour.win is "x"',
    )
  })

  test('names that are put together from rules are cut', async () => {
    const units = list(15, i => `soldier ${'abcdefghijklmno'[i]}1`)
    const sides = `[{name: a, units: ${units}}, {name: b, units: [monk a5]}]`
    const made = await experimentOf(`${GAME}variants: [{rules: {board.files: 15, sides: ${sides}}}]\n`)
    expect(made.variants[0]!.name).toMatch(/^board\.files=15,sides=\[.*\.\.\..*monk a5.*$/)
    expect(made.variants[0]!.name.length).toBeLessThanOrEqual(200)
  })

  test.each(listGames().map(game => [game.id, game] as const))(
    'every list in the rules of %s has a greatest length',
    (_, game) => {
      const open: string[] = []
      JSON.stringify(z.toJSONSchema(game.schema, { io: 'input' }), (key, part) => {
        if (part?.type === 'array' && part.maxItems === undefined) open.push(key)
        return part
      })
      expect(open).toEqual([])
    },
  )
})

describe('rule sets as large as files may be are read or refused in time', () => {
  const game = findGame('elephant-men')
  test.each([
    [
      'keys of 62 dots',
      range(30_000, i => `k${i}${'.a'.repeat(62)}: 1`),
      'too many dotted levels, expected at most 50000',
    ],
    [
      'keys of 62 dots with all but one in common',
      range(20_000, i => `${'a.'.repeat(62)}k${i}: 1`),
      'unknown key "a"',
    ],
    [
      'names of unit kinds that are no names',
      ['units:', ...range(30_000, i => `  K${i}: 1`)],
      'a unit kind is a lower-case word',
    ],
    [
      'sides',
      ['sides:', ...range(10_000, i => `  - {name: a${i}, units: [x]}`)],
      'expected exactly two sides',
    ],
    ['merge keys', ['a: &a {b: 1}', ...range(15_000, () => '<<: {b: 1}')], 'key "<<" is given twice'],
    [
      'merge keys that multiply',
      ['a0: &a0 {x: 1}', ...range(9, i => `a${i + 1}: &a${i + 1} {<<: ${list(9, () => `*a${i}`)}}`)],
      'aliases repeat too many',
    ],
    ['dates', [`order: ${list(60_000, () => '2020-01-01')}`], 'order is ['],
    ['anchors', [`order: ${list(60_000, i => `&a${i} move`)}`], 'too much data'],
    ['aliases', ['a: &a 1', `order: ${list(60_000, () => '*a')}`], 'too many aliases, expected at most 100'],
    ['tags', [`order: ${list(60_000, () => '!!str x')}`], 'tags (!) are not allowed'],
    [
      'a unit of 60,000 characters',
      [`sides: [{name: a, units: ["${'x'.repeat(60_000)} c3"]}, {name: b, units: [monk a1]}]`],
      'unknown unit kind "xxx',
    ],
  ])('%s', async (_, lines, expected) => {
    writeFileSync(file, lines.join('\n'))
    const message = await refusal(file, () => resolveRules(game, readRuleset(game, file, '/'), []))
    expect(message).toMatch(/^\d+:\d+: /)
    expect(message).toContain(expected)
  })
})
