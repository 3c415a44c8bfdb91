/** All mistakes of a file are reported at once. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { literal, parseDocument, readDocument } from '../../documents/index.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { folder } from '../cli/command.ts'

async function linesOf(act: () => unknown): Promise<string[]> {
  try {
    await act()
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  throw new Error('was accepted')
}

/** The beginning of each line, up to its place, and a word of it. */
const shown = (lines: readonly string[], words: readonly string[]): void => {
  expect(lines).toHaveLength(words.length)
  for (const [i, word] of words.entries()) {
    const [place, ...rest] = word.split(' ')
    expect(lines[i]!.startsWith(`${place}: `), lines[i]).toBe(true)
    expect(lines[i]).toContain(rest.join(' '))
  }
}

const EXPERIMENT = `game: elephant-men
matchs: 100
lineups:
  - agents: [greddy, "mcts:iterations=0"]
    match: 100
  - agents: [{ agent: rndom }, random]
ruleset: v0.3
margin: 90
`

it('all mistakes of an experiment are told, in order of lines, whoever finds them', async () => {
  const lines = await linesOf(() => resolveExperiment(parseDocument(EXPERIMENT, 'a.yaml')))
  shown(lines, [
    'a.yaml:2:1 did you mean matches?',
    'a.yaml:4:14 did you mean greedy?',
    'a.yaml:4:22 iterations is 0',
    'a.yaml:5:5 did you mean matches?',
    'a.yaml:6:14 did you mean random?',
    'a.yaml:7:10 did you mean v0.2?',
    'a.yaml:8:9 margin is 90',
  ])
})

it('a mistake that several variants share is told once', async () => {
  const text = `game: elephant-men
rules: { favour.wim: 3 }
variants:
  - { name: a, rules: { orders: none } }
  - { name: b, rules: { landing: nowhere } }
`
  const lines = await linesOf(() => resolveExperiment(parseDocument(text, 'a.yaml')))
  shown(lines, [
    'a.yaml:2:10 did you mean win?',
    'a.yaml:4:33 orders is "none"',
    'a.yaml:5:34 landing is "nowhere"',
  ])
})

it('twenty mistakes of a rule set are told, and the number of the rest', async () => {
  const text = Array.from({ length: 50 }, (_, i) => `key${i}: 1\n`).join('')
  const dir = folder({ 'mine.yaml': text })
  const game = findGame('elephant-men')
  const lines = await linesOf(() => resolveRules(game, readRuleset(game, './mine.yaml', dir), []))
  expect(lines).toHaveLength(21)
  expect(lines.slice(0, 20).map(line => line.slice(dir.length))).toEqual(
    Array.from({ length: 20 }, (_, i) =>
      expect.stringContaining(`/mine.yaml:${i + 1}:1: unknown key "key${i}"`),
    ),
  )
  expect(lines[20]).toBe('and 30 more')
  expect(readDocument(join(dir, 'mine.yaml')).value).toHaveProperty('key49')
})

it('an experiment that leaves out the brackets of a list is told where they go', async () => {
  const nim = findGame('nim')
  const read = () =>
    resolveRules(nim, readRuleset(nim, nim.ruleset, '.'), [literal({ piles: '1,2' }, '--rules piles')])
  expect(await linesOf(read)).toEqual([
    '--rules piles: piles is "1,2", expected a list of 1 to 8 items in brackets: "[1,2]"',
  ])
})
