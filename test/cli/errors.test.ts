import { describe, expect, test } from 'vitest'
import { evenhand, folder, TINY } from './command.ts'

const FILES = {
  'tiny.yaml': TINY,
  'syntax.yaml': TINY.replace('[random]', '[random'),
  'key.yaml': TINY.replace('matches:', 'matchs:'),
  'value.yaml': TINY.replace('24', '0'),
  'game.yaml': TINY.replace('elephant-men', 'elephant'),
  'agent.yaml': TINY.replace('greedy', 'gredy'),
  'ruleset.yaml': `${TINY}ruleset: v9\n`,
  'rule.yaml': `${TINY}rules:\n  favour.wim: 3\n`,
  'broken.js': 'export default 3\n',
}

const RULESETS = 'golems-2025-12, golems-2026-01, golems-2026-04, v0.0, v0.1, v0.2'

/** The arguments as one would type them, and all that stderr gets. */
const INPUT: readonly [string, string | RegExp][] = [
  ['run none.yaml', 'none.yaml: no such file, expected a YAML or JSON file'],
  ['run .', '.: is a directory, expected a YAML or JSON file'],
  ['run syntax.yaml', /^syntax\.yaml:7:3: not valid YAML: .*expected its closing bracket\n$/],
  ['run key.yaml', /^key\.yaml:4:1: unknown key "matchs", expected one of .*; did you mean matches\?\n$/],
  ['run value.yaml', 'value.yaml:4:10: matches is 0, expected an integer from 1 to 1000000000000'],
  [
    'run game.yaml',
    /^game\.yaml:2:7: unknown game "elephant", expected one of elephant-men, .*; did you mean elephant-men\?\n$/,
  ],
  [
    'run agent.yaml',
    /^agent\.yaml:7:14: unknown agent "gredy", expected one of random, greedy, mcts, .*; did you mean greedy\?\n$/,
  ],
  [
    'run ruleset.yaml',
    `ruleset.yaml:8:10: unknown rule set "v9" of elephant-men, expected one of ${RULESETS}, or a path`,
  ],
  [
    'run rule.yaml',
    'rule.yaml:9:3: unknown key "wim" in favour, expected one of win, kill, convert, damage; did you mean win?',
  ],
  ['run tiny.yaml --matches abc', '--matches: found "abc", expected an integer from 1 to 1000000000000'],
  ['run tiny.yaml --matches 0', '--matches: found "0", expected an integer from 1 to 1000000000000'],
  ['run tiny.yaml --matches 2.5', '--matches: found "2.5", expected an integer from 1 to 1000000000000'],
  ['run tiny.yaml --matches -4', '--matches: found "-4", expected an integer from 1 to 1000000000000'],
  ['run tiny.yaml --threads 0', '--threads: found "0", expected an integer from 1 to 256'],
  ['run tiny.yaml --chunk x', '--chunk: found "x", expected an integer from 1 to 1000000000000'],
  ['run tiny.yaml --seed 1 --seed 2', '--seed: is given twice, expected once'],
  [
    'run tiny.yaml --out tiny.yaml/x',
    "--out: tiny.yaml/x can't be written: a part of its path is not a folder, expected a folder for the reports",
  ],
  [
    'run tiny.yaml --out /proc/none/x',
    "--out: /proc/none/x can't be written: no such folder, expected a folder for the reports",
  ],
  ['run tiny.yaml --out=', '--out: is empty, expected a folder for the reports'],
  ['play elephant-men --agents greddy', /^--agents: unknown agent "greddy", .*; did you mean greedy\?\n$/],
  ['play elephant-men --ruleset v0.3', /^--ruleset: unknown rule set "v0.3" .*; did you mean v0\.\d\?\n$/],
  ['play elefant-men', /^GAME: unknown game "elefant-men", expected .*; did you mean elephant-men\?\n$/],
  [
    'play elephant-men --ruleset v9',
    `--ruleset: unknown rule set "v9" of elephant-men, expected one of ${RULESETS}, or a path`,
  ],
  [
    'play elephant-men --rules favour.win',
    '--rules: found "favour.win", expected KEY=VALUE with a key that evenhand rules elephant-men lists',
  ],
  [
    'play elephant-men --rules favour.win=x',
    '--rules favour.win: favour.win is "x", expected an integer from 1 to 99',
  ],
  [
    'play elephant-men --rules orders=2 favour.wim=1',
    '--rules favour.wim: unknown key "wim" in favour, expected one of win, kill, convert, damage; did you mean win?',
  ],
  ['play elephant-men --rules orders=2 --rules orders=3', '--rules orders: is given twice, expected once'],
  ['play elephant-men --rules favour={win:3} favour.win=4', /^--rules/],
  ['play elephant-men --rules __proto__.x=1', /^--rules __proto__\.x: key "__proto__" is not allowed/],
  [
    'play elephant-men --agents random,greedy,mcts',
    '--agents: found 3 agents, expected 1 or 2, one for each seat',
  ],
  ['play elephant-men --agents random,', '--agents: found "random,", expected names such as A,B'],
  [
    'play elephant-men --agents mcts:iterations=0',
    '--agents: mcts: iterations is 0, expected an integer from 1 to 1000000',
  ],
  [
    'play elephant-men --agents ./none.js',
    /^--agents: agent module .*none\.js does not exist, expected the path of a file\n$/,
  ],
  [
    'play elephant-men --agents ./broken.js',
    /^--agents: agent module .*broken\.js: its default export .*\n$/,
  ],
  [
    'play elephant-men --records - --json',
    '--records: found - beside --json, but stdout holds one of them only; expected a file',
  ],
  [
    'play elephant-men --records none/r.jsonl',
    "--records: none/r.jsonl can't be written: no such folder, expected a file to write to",
  ],
  ['replay none.yaml', 'none.yaml: no such file, expected a YAML or JSON file'],
  ['replay tiny.yaml', /^tiny\.yaml:1:1: unknown key "name", expected one of game, .*\n$/],
  ['replay tiny.yaml --record x', '--record: found "x", expected an integer from 1 to 9007199254740991'],
  ['rules none', /^GAME: unknown game "none", expected one of elephant-men, .*\n$/],
  [
    'rules elephant-men --diff v0.1 v9',
    `--diff: unknown rule set "v9" of elephant-men, expected one of ${RULESETS}, or a path`,
  ],
  [
    'schema mop',
    'KIND: found "mop", expected one of experiment, rules, map, deck, factions; did you mean map?',
  ],
  ['schema rules', 'GAME: is missing, expected a game that evenhand games lists'],
  ['schema map frontline', 'KIND: found "map", expected rules of frontline'],
  ['schema deck bulwark', 'KIND: found "deck", expected rules or map of bulwark'],
  ['schema experiment frontline', 'GAME: found "frontline", expected none with experiment'],
  ['agents none', /^GAME: unknown game "none", expected one of elephant-men, .*\n$/],
]

/** The arguments, the line, and the command whose help is hinted at. */
const USAGE: readonly [string, string | RegExp, string][] = [
  ['', /^evenhand: no command, expected one of run, play, .*, completion\nsee evenhand --help\n$/, ''],
  ['rnu', /^evenhand: unknown command "rnu", expected .*; did you mean run\?\nsee evenhand --help\n$/, ''],
  ['run', 'found 0 of 1 arguments, expected run <experiment>', 'run '],
  ['run tiny.yaml more', 'unexpected argument "more"', 'run '],
  ['run tiny.yaml --matchs 3', 'unknown option --matchs; did you mean --matches?', 'run '],
  ['run tiny.yaml --matches', '--matches lacks a value', 'run '],
  ['run tiny.yaml --json=maybe', '--json takes no value', 'run '],
  ['run tiny.yaml -q', 'unknown option -q; did you mean --quiet?', 'run '],
  ['run -- tiny.yaml', 'found --, expected options and arguments only', 'run '],
  ['games --no-json', 'unknown option --no-json; did you mean --json?', 'games '],
  ['games --json --json', '--json is given twice, expected once', 'games '],
  [
    'compare elephant-men v0.1',
    'found 2 of 3 arguments, expected compare <game> <before> <after>',
    'compare ',
  ],
  ['run tiny.yaml --shrad 1/2', 'unknown option --shrad; did you mean --shard?', 'run '],
  ['play elephant-men --shard 1/2', 'unknown option --shard; it is an option of run', 'play '],
  ['run tiny.yaml -seed 3', 'unknown option -seed; did you mean --seed?', 'run '],
  ['run tiny.yaml --h', 'unknown option --h; did you mean -h?', 'run '],
  ['rules elephant-men --diff v0.1', '--diff lacks a value', 'rules '],
  ['hlep', /^evenhand: unknown command "hlep", expected .*; did you mean help\?\nsee evenhand --help\n$/, ''],
  [
    'help rnu',
    /^evenhand: unknown command "rnu", expected .*; did you mean run\?\nsee evenhand --help\n$/,
    '',
  ],
]

const split = (line: string): string[] => line.split(' ').filter(Boolean)

describe.concurrent('bad input is told in one line and ends with 2', () => {
  test.each(INPUT)('evenhand %s', async (line, expected) => {
    const cwd = folder(FILES)
    const { code, out, err } = await evenhand(split(line), { cwd })
    expect([code, out]).toEqual([2, ''])
    if (typeof expected === 'string') expect(err).toBe(`${expected}\n`)
    else expect(err).toMatch(expected)
    expect(err.split('\n')).toHaveLength(2)
  })
})

describe.concurrent('bad usage is told with a hint to the help and ends with 2', () => {
  test.each(USAGE)('evenhand %s', async (line, expected, command) => {
    const cwd = folder(FILES)
    const ended = await evenhand(split(line), { cwd, env: { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' } })
    const hint = `see evenhand ${command}--help\n`
    const err =
      typeof expected === 'string' ? `evenhand: ${expected}\n${hint}` : expect.stringMatching(expected)
    expect(ended).toEqual({ code: 2, out: '', err })
  })
})

describe.concurrent('other trouble', () => {
  test('a full disk ends with 74 and names the path', async () => {
    const args = ['play', 'elephant-men', '--matches', '2', '--records', '/dev/full', '--quiet']
    const { code, err } = await evenhand(args, { own: true })
    expect([code, err]).toEqual([74, "/dev/full: can't be written: no space left on the device\n"])
  })

  test('an agent that can not be made fails the run with 1, with a stack only for those who ask', async () => {
    const module = 'export default { id: "m", summary: "s", make() { throw new Error("out of luck") } }\n'
    const cwd = folder({ 'm.mjs': module })
    const args = ['play', 'elephant-men', '--agents', './m.mjs', '--matches', '2', '--quiet']
    const { code, out, err } = await evenhand(args, { cwd, own: true })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^evenhand: .*out of luck \(EVENHAND_DEBUG=1 shows where\)\n$/)
    const debug = await evenhand(args, { cwd, env: { EVENHAND_DEBUG: '1' } })
    expect(debug.err).toContain('\n    at ')
  })

  test('an agent that misbehaves forfeits its matches, not the run', async () => {
    const module = 'export default { id: "m", summary: "s", make: () => ({ choose: () => 99999 }) }\n'
    const cwd = folder({ 'm.mjs': module })
    const args = ['play', 'elephant-men', '--agents', './m.mjs,random', '--matches', '4', '--json', '--quiet']
    const { code, out } = await evenhand(args, { cwd })
    expect([code, JSON.parse(out).summary[0].forfeits]).toEqual([0, 4])
  })
})
