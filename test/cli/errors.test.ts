import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HERE } from '../own/own.ts'
import { evenhand, folder, TINY } from './command.ts'
import { expectError, expectWords } from './messages.ts'

const RACE = join(HERE, 'race.js')

const FILES = {
  'tiny.yaml': TINY,
  'syntax.yaml': TINY.replace('[random]', '[random'),
  'key.yaml': TINY.replace('matches:', 'matchs:'),
  'value.yaml': TINY.replace('24', '0'),
  'game.yaml': TINY.replace('elephant-men', 'elephant'),
  'agent.yaml': TINY.replace('greedy', 'gredy'),
  'ruleset.yaml': `${TINY}ruleset: v9\n`,
  'pairs.yaml': `${TINY.replace('elephant-men', 'matrix-game')}rules:\n  row: [a, b]\n`,
  'rule.yaml': `${TINY}rules:\n  favour.wim: 3\n`,
  'record.yaml': 'name: tiny\ngame: elephant-men\ndecisions: []\n',
  'broken.js': 'export default 3\n',
  'missing.yaml': `${TINY}ruleset: ./none.yaml\n`,
  'records.jsonl':
    '{"game":"elephant-men","decisions":[]}\n{"game":"elephant-men","ruleset":"./none.yaml","decisions":[]}\n',
}

/** The arguments as one would type them, where the mistake is, and words of what is said about it. */
const INPUT: readonly [line: string, place: string, words: string[]][] = [
  ['run none.yaml', 'none.yaml', ['no such file']],
  ['run .', '.', ['directory', 'expected']],
  ['run broken.js', 'broken.js', ['is a module', 'evenhand check-game broken.js']],
  ['replay runs/none --pick typical', 'runs/none', ['no such file or folder', 'the folder of a run']],
  [`play ${RACE} --rules goal:9`, '--rules', ['"goal:9"', 'KEY=VALUE', '/race.js lists']],
  [`compare ${RACE} default far`, 'far', ['"far"', 'default, long', 'rules/far.yaml']],
  ['run syntax.yaml', 'syntax.yaml:7:3', ['YAML', 'closing bracket']],
  ['run key.yaml', 'key.yaml:4:1', ['"matchs"', 'expected one of', 'did you mean matches?']],
  ['run value.yaml', 'value.yaml:4:10', ['matches is 0', '1 to 1000000000000']],
  ['run game.yaml', 'game.yaml:2:7', ['"elephant"', 'expected one of', 'did you mean elephant-men?']],
  ['run agent.yaml', 'agent.yaml:7:14', ['"gredy"', 'random, greedy, mcts', 'did you mean greedy?']],
  ['run ruleset.yaml', 'ruleset.yaml:8:10', ['"v9"', 'elephant-men', 'expected one of', 'v0.2', 'a path']],
  ['run rule.yaml', 'rule.yaml:9:3', ['"wim"', 'favour', 'expected one of', 'kill', 'did you mean win?']],
  ['run tiny.yaml --matches abc', '--matches', ['"abc"', '1 to 1000000000000']],
  ['run tiny.yaml --matches 0', '--matches', ['"0"', '1 to 1000000000000']],
  ['run tiny.yaml --matches 2.5', '--matches', ['"2.5"', 'integer']],
  ['run tiny.yaml --matches -4', '--matches', ['"-4"', '1 to 1000000000000']],
  ['run tiny.yaml --threads 0', '--threads', ['"0"', '1 to 256']],
  ['run tiny.yaml --chunk x', '--chunk', ['"x"', '1 to 1000000000000']],
  ['run tiny.yaml --seed 1 --seed 2', '--seed', ['twice']],
  ['play kalah --agents random --agents greedy', '--agents', ['twice', 'random,greedy']],
  ['run tiny.yaml --out tiny.yaml/x', '--out', ['tiny.yaml/x', "isn't a folder"]],
  ['run tiny.yaml --out /proc/none/x', '--out', ['/proc/none/x', 'no such folder']],
  ['run tiny.yaml --out=', '--out', ['empty', 'a folder']],
  ['play elephant-men --agents greddy', '--agents', ['"greddy"', 'did you mean greedy?']],
  ['play elephant-men --ruleset v0.3', '--ruleset', ['"v0.3"', 'did you mean v0.2?']],
  ['play elephant-men --ruleset ./none.yml', '--ruleset', ['none.yml', 'no such file']],
  ['play elephant-men --ruleset none.yml', '--ruleset', ['none.yml', 'no such file']],
  ['rules elephant-men --diff v0.3 v0.2', '--diff', ['"v0.3"', 'did you mean v0.2?']],
  ['compare elephant-men v0.3 v0.2', 'v0.3', ['"v0.3"', 'did you mean v0.2?']],
  ['compare elephant-men v0.2 v0.2', 'AFTER', ['is the same as BEFORE', 'v0.2,KEY=VALUE']],
  ['compare elephant-men v0.2 v0.1 --agents greddy', '--agents', ['"greddy"', 'did you mean greedy?']],
  [
    'compare elephant-men v0.2 favour.kill',
    'favour.kill',
    ['"favour.kill" without a value', 'KEY=VALUE such as favour.kill=3'],
  ],
  ['compare elephant-men v0.2 v0.1,favour', 'v0.1,favour', ['"favour" without a value', 'favour.win=7']],
  ['compare elephant-men v0.2 favour.kil', 'favour.kil', ['"favour.kil"', 'did you mean favour.kill?']],
  ['compare prestige two two,tie', 'two,tie', ['"tie"', 'evenhand rules prestige']],
  ['run tiny.yaml --backend bulmq', '--backend', ['"bulmq"', 'did you mean bullmq?']],
  [
    'play elephant-men --agents random,restricted:inner=greddy:forbid=x',
    '--agents',
    ['did you mean greedy?'],
  ],
  [
    'play kuhn-poker --agents exploiter:against=mcts:iterations=5,mcts',
    '--agents',
    ['unknown key "iterations"', 'separated by spaces: "against=mcts iterations=5"'],
  ],
  ['play elefant-men', 'GAME', ['"elefant-men"', 'did you mean elephant-men?']],
  [
    'play elephant-men --ruleset v9',
    '--ruleset',
    ['"v9"', 'elephant-men', 'expected one of', 'v0.2', 'a path'],
  ],
  [
    'play elephant-men --rules favour.win',
    '--rules',
    ['"favour.win"', 'KEY=VALUE', 'evenhand rules elephant-men'],
  ],
  ['play elephant-men --rules favour.win=x', '--rules favour.win', ['"x"', '1 to 99']],
  [
    'play elephant-men --rules orders=2 favour.wim=1',
    '--rules favour.wim',
    ['"wim"', 'favour', 'did you mean win?'],
  ],
  ['play elephant-men --rules orders=2 --rules orders=3', '--rules orders', ['twice']],
  ['play elephant-men --rules favour={"win":3} favour.win=4', '--rules', ['favour.win', 'twice']],
  ['play connect-four --rules columns=40', '--rules columns', ['columns is 40', '1 to 8']],
  ['play connect-four --rules columns=8 rows=8', '--rules rows', ['rows is 8', 'at most 7 with 8 columns']],
  ['play connect-four --rules columns=2 rows=13', '--rules rows', ['rows is 13', '1 to 12']],
  ['play matrix-game --rules row=[a,b]', '--rules row', ['payoffs has length 3', 'each of 2']],
  ['play matrix-game --ruleset biased-rps --rules row=[a,b]', '--rules row', ['payoffs has length 3']],
  ['play matrix-game --rules row=[a,b] payoffs=[[1,2,3]]', '--rules payoffs', ['payoffs has length 1']],
  ['play matrix-game --rules row=[a] column=[b,c,d]', '--rules', ['payoffs has length 3', 'each of 1']],
  ['run pairs.yaml', 'pairs.yaml:9:3', ['payoffs has length 3', 'each of 2']],
  ['play elephant-men --rules __proto__.x=1', '--rules __proto__.x', ['"__proto__"', 'not allowed']],
  ['play elephant-men --agents random,greedy,mcts', '--agents', ['3 agents', '1, or 2 (one for each seat)']],
  ['play elephant-men --agents random,', '--agents', ['"random,"', 'A,B']],
  ['play elephant-men --agents mcts:iterations=0', '--agents', ['mcts', 'iterations is 0', '1 to 1000000']],
  ['play elephant-men --agents ./none.js', '--agents', ['none.js', 'does not exist']],
  ['play elephant-men --agents ./broken.js', '--agents', ['broken.js', 'default export']],
  ['play elephant-men --records-file - --json', '--records-file', ['--json', 'stdout']],
  ['play elephant-men --records-file none/r.jsonl', '--records-file', ['none/r.jsonl', 'no such folder']],
  ['run missing.yaml', 'missing.yaml:8:10', ['"./none.yaml"', 'no such file']],
  ['replay records.jsonl --record 2', 'records.jsonl:2:34', ['"./none.yaml"', 'no such file']],
  ['replay none.yaml', 'none.yaml', ['no such file']],
  ['replay record.yaml', 'record.yaml:1:1', ['"name"', 'expected one of game']],
  ['replay tiny.yaml', 'tiny.yaml', ['is an experiment, expected a record', 'evenhand run']],
  ['replay tiny.yaml --record x', '--record', ['"x"', 'integer']],
  ['rules none', 'GAME', ['"none"', 'expected one of', 'elephant-men']],
  ['rules elephant-men --diff v0.1 v9', '--diff', ['"v9"', 'elephant-men', 'expected one of', 'v0.2']],
  ['schema mop', 'KIND', ['"mop"', 'experiment, rules, map, deck, factions', 'did you mean map?']],
  ['schema rules', 'GAME', ['missing', 'evenhand games']],
  ['schema map frontline', 'KIND', ['"map"', 'rules of frontline']],
  ['schema deck bulwark', 'KIND', ['"deck"', 'rules or map of bulwark']],
  ['schema experiment frontline', 'GAME', ['"frontline"', 'no game']],
  ['agents none', 'GAME', ['"none"', 'expected one of', 'elephant-men']],
]

/** The arguments, words of the line, and the command whose help is hinted at. */
const USAGE: readonly [line: string, words: string[], command: string][] = [
  ['rnu', ['unknown command "rnu"; did you mean run?'], ''],
  ['-', ['"-"', 'expected a command first'], ''],
  ['run', ['0 of 1 arguments', 'run <experiment>'], 'run '],
  ['run tiny.yaml more', ['"more"'], 'run '],
  [
    'play kalah --agents random greedy',
    ['"greedy"', 'one line-up', 'random,greedy', 'compare', 'ladder'],
    'play ',
  ],
  ['play', ['0 of 1 arguments', 'GAME'], 'play '],
  ['play kalah --records out.jsonl', ['"out.jsonl"', '--records-file FILE'], 'play '],
  ['run tiny.yaml --records r.jsonl', ['--records', 'did you mean --records-file?'], 'run '],
  ['run tiny.yaml --matchs 3', ['--matchs', 'did you mean --matches?'], 'run '],
  ['run tiny.yaml --matches', ['--matches', 'value'], 'run '],
  ['run tiny.yaml --json=maybe', ['--json', 'no value'], 'run '],
  ['games --json false', ['false', '--json', 'no value'], 'games '],
  ['replay --brief true record.yaml', ['true', '--brief', 'no value'], 'replay '],
  ['run tiny.yaml --json=events', ['--json', 'no value'], 'run '],
  ['run tiny.yaml -q', ['-q', 'did you mean --quiet?'], 'run '],
  ['run -- tiny.yaml', ['--'], 'run '],
  ['games --no-json', ['--no-json', 'did you mean --json?'], 'games '],
  ['games --json --json', ['--json', 'twice'], 'games '],
  ['compare elephant-men v0.1', ['2 of 3 arguments', 'compare <game> <before> <after>'], 'compare '],
  ['run tiny.yaml --shrad 1/2', ['--shrad', 'did you mean --shard?'], 'run '],
  ['play elephant-men --shard 1/2', ['--shard', 'an option of run'], 'play '],
  ['run tiny.yaml -seed 3', ['-seed', 'did you mean --seed?'], 'run '],
  ['run tiny.yaml --h', ['--h', 'did you mean -h?'], 'run '],
  ['rules elephant-men --diff v0.1', ['--diff', 'value'], 'rules '],
  ['hlep', ['"hlep"', 'did you mean help?'], ''],
  ['help rnu', ['"rnu"', 'did you mean run?'], ''],
]

const split = (line: string): string[] => line.split(' ').filter(Boolean)

describe.concurrent('bad input ends with 2, and one line says what it is', () => {
  test.each(INPUT)('evenhand %s', async (line, place, words) => {
    const { code, out, err } = await evenhand(split(line), { cwd: folder(FILES) })
    expect([code, out]).toEqual([2, ''])
    expectError(err, place, words)
  })
})

describe.concurrent('bad usage ends with 2 and a hint to the help', () => {
  test.each(USAGE)('evenhand %s', async (line, words, command) => {
    const env = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }
    const { code, out, err } = await evenhand(split(line), { cwd: folder(FILES), env })
    expect([code, out]).toEqual([2, ''])
    const hint = `\nsee evenhand ${command}--help\n`
    expect(err.endsWith(hint), err).toBe(true)
    expectWords(err.slice(0, -hint.length), 'evenhand', words)
  })
})

describe.concurrent('other trouble', () => {
  test('a full disk ends with 74 and names the path', async () => {
    const args = ['play', 'elephant-men', '--matches', '2', '--records-file', '/dev/full', '--quiet']
    const { code, err } = await evenhand(args, { own: true })
    expect(code).toBe(74)
    expectError(err, '/dev/full', ['no space left'])
  })

  test('an agent that cannot be made fails the run with 1, with a stack only for those who ask', async () => {
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
