import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { MAIN } from '../built.ts'
import { evenhand, folder, TINY } from '../cli/command.ts'
import { type Refusal, testRefusals } from './commands.ts'

const LONG = 'x'.repeat(100_000)
const ESCAPE = 'contains a control character, expected plain text'
const MODULES: Readonly<Record<string, string>> = {
  'escape.mjs': 'export default { id: "\\x1b[31m", summary: "", make: () => ({ choose: () => 0 }) }',
  'formula.mjs': 'export default { id: "=1+1", summary: "", make: () => ({ choose: () => 0 }) }',
  'path.mjs': 'export default { id: "../x", summary: "", make: () => ({ choose: () => 0 }) }',
  'long.mjs': 'export default { id: "x".repeat(41), summary: "", make: () => ({ choose: () => 0 }) }',
  'nothing.mjs': '',
  'nameless.mjs': 'export default { summary: "", make: () => ({ choose: () => 0 }) }',
  'silent.mjs': 'export default { id: "x", make: () => ({ choose: () => 0 }) }',
  'idle.mjs': 'export default { id: "x", summary: "" }',
  'games.mjs': 'export default { id: "x", summary: "", games: [1], make: () => ({ choose: () => 0 }) }',
  'throws.mjs': 'throw new Error("a\\x1b[31m" + "b".repeat(1e6) + "\\nc")',
  'null.mjs': 'throw null',
  'bare.mjs': 'throw Object.create(null)',
  'spite.mjs': 'throw { toString() { throw 3 } }',
  'getter.mjs': 'export default { get id() { throw new Error("no") } }',
  'syntax.mjs': '{{{',
  'import.mjs': 'import "./none.js"',
  'schema.mjs':
    'export default { id: "x", summary: "", options: { parse() {} }, make: () => ({ choose: () => 0 }) }',
}
const cwd = folder({ 'tiny.yaml': TINY, ...MODULES })

const play = (option: string, value: string): string[] => ['play', 'elephant-men', option, value]

/** In every place of the command line. */
const CONTROL = ['\x1b[31m', '\u009b31m', '\x7f', '\u202eabc', '\u2066', '\u2028', 'a\rb'].flatMap(
  (text): Refusal[] =>
    [
      [text],
      ['run', text],
      ['run', 'tiny.yaml', text],
      ['run', 'tiny.yaml', `--${text}`],
      ['run', 'tiny.yaml', `-${text}`],
      ['run', 'tiny.yaml', '--out', text],
      ['run', 'tiny.yaml', '--seed', text],
      ['run', 'tiny.yaml', '--threads', text],
      ['replay', text],
      ['play', text],
      play('--agents', `./${text}.js`),
      play('--ruleset', `./${text}.yaml`),
      play('--rules', `favour.win=${text}`),
      play('--rules', `${text}=1`),
      play('--records-file', text),
      ['compare', 'elephant-men', text, 'v0.1'],
      ['rules', 'elephant-men', '--diff', text, 'v0.1'],
    ].map(args => [args, ESCAPE]),
)

const LINES: Refusal[] = ['a\nb', 'a\tb'].flatMap(text => [
  [['run', 'tiny.yaml', '--out', text], '--out: "a\\'],
  [['run', 'tiny.yaml', '--seed', text], 'contains a tab or a line break, expected one line'],
  [play('--records-file', text), '--records-file: '],
  [play('--ruleset', text), '--ruleset: '],
  [['run', text], /^a\\u000[9a]b: no such file/],
  [['replay', text], /^a\\u000[9a]b: no such file/],
])

const CUT: Refusal[] = [
  [[LONG], /unknown command "x{50,}\.\.\.\n/],
  [['run', 'tiny.yaml', LONG], /unexpected argument "x{50,}/],
  [['run', 'tiny.yaml', `--${LONG}`], /unknown option --x{50,}/],
  [['run', LONG], 'the file name is too long'],
  [['run', 'tiny.yaml', '--out', LONG], /^--out: x{50,}.*expected a folder/],
  [['run', 'tiny.yaml', '--seed', LONG], /^--seed: found "x+\.\.\., expected text of at most 200 characters/],
  [['run', 'tiny.yaml', '--matches', '9'.repeat(100_000)], /^--matches: found "9+\.\.\., expected/],
  [['play', LONG], /^GAME: unknown game "x+\.\.\., expected/],
  [play('--agents', LONG), /unknown agent "x+\.\.\., expected/],
  [play('--agents', `${LONG}/x.js`), /agent module .*x{50,}\.\.\.x+.* expected/],
  [play('--agents', `mcts:iterations=${LONG}`), /mcts: iterations is "x+\.\.\., expected an integer/],
  [play('--agents', `mcts:${LONG}=1`), /mcts: unknown key "x+\.\.\., expected/],
  [play('--agents', `mcts:iterations=${'9'.repeat(400)}`), 'is not a finite number'],
  [
    play('--ruleset', LONG),
    /elephant-men has no rule set "x+\.\.\.", expected one of|elephant-men has no rule set "x+\.\.\., expected one of/,
  ],
  [play('--rules', `${LONG}=1`), /unknown key "x+\.\.\., expected/],
  [play('--rules', `${'a.'.repeat(50_000)}b=1`), 'too many nested levels'],
  [play('--rules', `favour.win=${'['.repeat(100_000)}`), 'too many nested levels'],
  [
    ['compare', 'elephant-men', LONG, 'v0.1'],
    /elephant-men has no rule set "x+\.\.\.", expected one of|elephant-men has no rule set "x+\.\.\., expected one of/,
  ],
]

const KEYS: Refusal[] = ['__proto__', 'constructor', 'prototype'].flatMap(key => [
  [play('--rules', `${key}=1`), `key "${key}" is not allowed`],
  [play('--rules', `favour.${key}.x=1`), `key "${key}" is not allowed`],
  [play('--rules', `favour={"${key}": 1}`), `key "${key}" is not allowed`],
  [play('--agents', `mcts:${key}=1`), `key "${key}" is not allowed`],
  [play('--agents', key), 'unknown agent'],
  [play('--ruleset', key), 'has no rule set'],
  [['play', key], 'unknown game'],
  [['compare', 'elephant-men', `${key}=1`, 'v0.1'], `key "${key}" is not allowed`],
  [['run', 'tiny.yaml', `--${key}=1`], /unknown option|unexpected argument/],
  [['run', 'tiny.yaml', `--seed.${key}`, '1'], 'unknown option --seed'],
])

const AGENTS: Refusal[] = [
  [play('--agents', './escape.mjs'), 'id: expected at most 40 letters'],
  [play('--agents', './formula.mjs'), 'id: expected at most 40 letters'],
  [play('--agents', './path.mjs'), 'id: expected at most 40 letters'],
  [play('--agents', './long.mjs'), 'id: expected at most 40 letters'],
  [play('--agents', './nothing.mjs'), 'expected an object with id, summary and make'],
  [play('--agents', './nameless.mjs'), 'id: expected a name'],
  [play('--agents', './silent.mjs'), 'summary: expected a sentence'],
  [play('--agents', './idle.mjs'), 'make: expected a function'],
  [play('--agents', './games.mjs'), 'games: expected a list of game ids'],
  [play('--agents', './throws.mjs'), 'cannot be loaded: a\\u001b[31mb'],
  [play('--agents', './null.mjs'), 'cannot be loaded: null'],
  [play('--agents', './bare.mjs'), 'cannot be loaded: something without a text'],
  [play('--agents', './spite.mjs'), 'cannot be loaded: something without a text'],
  [play('--agents', './getter.mjs'), 'cannot be loaded: no'],
  [play('--agents', './syntax.mjs'), 'cannot be loaded: Unexpected end of input'],
  [play('--agents', './import.mjs'), 'cannot be loaded: Cannot find module'],
  [play('--agents', './schema.mjs'), 'expected a zod schema'],
  [play('--agents', 'mcts:iterations=5:iterations=6'), 'an option is given twice'],
]

describe('control characters and marks of direction are refused anywhere on the command line', () => {
  testRefusals(cwd, CONTROL)
})

describe('tabs and line ends are refused in options of one line, and told as escapes in names of files', () => {
  testRefusals(cwd, LINES)
})

describe('long arguments are cut where they are told', () => {
  testRefusals(cwd, CUT)
})

describe('names of prototypes are no keys, options, agents, rule sets or games', () => {
  testRefusals(cwd, KEYS)
})

describe('a module that is no agent is refused in one line, whatever it throws', () => {
  testRefusals(cwd, AGENTS)
})

describe('bytes that are not UTF-8', () => {
  test.each([
    ['run', '$BAD.yaml'],
    ['run', 'tiny.yaml', '--out', '$BAD'],
    ['status', '$BAD'],
  ])('are refused: %s %s', (...args) => {
    const line = `BAD=$(printf '\\377'); exec "$0" "$1" ${args.map(arg => `"${arg}"`).join(' ')}`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, MAIN], {
      cwd,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^evenhand: found ".*", which is not UTF-8\n/)
  })
})

describe('passwords of Redis', () => {
  const SECRET = 'hunter2'
  const LONG_SECRET = 'hunter2'.repeat(60)
  test.each([
    ['worker', '--redis', `http://:${SECRET}@host`],
    ['worker', '--redis', `redis:/:${SECRET}@host`],
    ['worker', `redis://:${SECRET}@host`],
    ['worker', `redis://:${LONG_SECRET}@host`],
    ['worker', '--redis', `redis://a:${SECRET}/x@y@127.0.0.1:1?password=${SECRET}`],
    ['run', 'tiny.yaml', '--backend', `rediss://me:${SECRET}@host`],
    ['run', 'tiny.yaml', '--backend', 'bullmq', '--redis', `redis://:${SECRET}@@127.0.0.1:1/0?x=${SECRET}`],
    [`redis://:${SECRET}@host`],
  ])('are never repeated: %s %s', async (...args) => {
    const { code, out, err } = await evenhand(args, { cwd })
    expect([code, out]).toEqual([code === 1 ? 1 : 2, ''])
    expect(err).not.toContain('hunter')
    expect(err.length).toBeGreaterThan(10)
  })
})

describe.skipIf(process.platform !== 'linux')('too few files that may be open', () => {
  test.each([
    [22, 1],
    [24, 1],
    [48, 2],
  ])('are said in a line: %i of them, %i threads', (limit, threads) => {
    const line = `ulimit -n ${limit}; exec "$0" "$1" play elephant-men --matches 10 --threads ${threads}`
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, MAIN], {
      cwd,
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/^evenhand: the limit on open files is too low, .*ulimit -n 1024\)\n$/)
    expect(status).toBe(74)
  })
})
