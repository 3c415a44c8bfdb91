import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from './command.ts'
import { expectError } from './messages.ts'

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/my-agent.js', import.meta.url))

/** The lines of a text that ends with a line end. */
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

describe.concurrent('evenhand play', () => {
  test('a map and a deck by path: records in another folder replay, one object a decision', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'out'))
    const lands = ['a', 'b', 'c'].map((name, i) => ({ name, region: 'r', next: i < 2 ? ['abc'[i + 1]] : [] }))
    const cards = [{ name: 'far', kind: 'troops', count: 9, prestige: 3, copies: 8 }]
    writeFileSync(join(cwd, 'map.yaml'), JSON.stringify({ name: 'm', territories: lands }))
    writeFileSync(join(cwd, 'deck.yaml'), JSON.stringify({ name: 'd', cards }))
    const own = ['--rules', 'map=map.yaml', 'deck=deck.yaml']
    const played = await evenhand(
      ['play', 'prestige', ...own, '--matches', '2', '--records-file', 'out/r.jsonl', '--quiet'],
      { cwd },
    )
    expect(played.code).toBe(0)
    const { seed: _, ...record } = JSON.parse(linesOf(readFileSync(join(cwd, 'out/r.jsonl'), 'utf8'))[0]!)
    writeFileSync(join(cwd, 'out/one.json'), JSON.stringify(record))
    const { code, out, err } = await evenhand(['replay', 'out/one.json', '--json'], { cwd })
    expect([code, err]).toEqual([0, ''])
    const frames = linesOf(out).map(line => JSON.parse(line))
    expect(frames).toHaveLength(record.decisions.length)
    const keys = ['territories', 'troops', 'dossiers', 'prestige', 'incoming', 'winner']
    expect(frames.every(frame => Object.keys(frame).join() === keys.join())).toBe(true)
    expect(frames.map(({ winner }) => winner !== null).indexOf(true)).toBe(frames.length - 1)
  })

  test('writes a record of every match, in order, that replays to its end', async () => {
    const cwd = folder()
    const args = [
      'play',
      'elephant-men',
      '--agents',
      'greedy,random',
      '--matches',
      '20',
      '--records-file',
      'r.jsonl',
    ]
    const played = await evenhand([...args, '--rules', 'favour.win=5', 'perPhase=one', '--seed', 's'], {
      cwd,
    })
    expect(played.code).toBe(0)
    const records = linesOf(readFileSync(join(cwd, 'r.jsonl'), 'utf8')).map(line => JSON.parse(line))
    expect(records.map(record => [record.block, record.rotation, record.agents])).toEqual(
      Array.from({ length: 20 }, (_, i) => [
        Math.floor(i / 2),
        i % 2,
        i % 2 ? ['random', 'greedy'] : ['greedy', 'random'],
      ]),
    )
    expect(Object.keys(records[0])).toEqual([
      'game',
      'ruleset',
      'rules',
      'seed',
      'block',
      'rotation',
      'agents',
      'decisions',
      'winner',
      'ending',
      'length',
    ])
    expect(records[0].rules).toEqual({ 'favour.win': 5, perPhase: 'one' })
    const replayed = await evenhand(['replay', 'r.jsonl', '--json'], { cwd })
    expect([replayed.code, replayed.err]).toEqual([0, ''])
    const frames = linesOf(replayed.out)
    expect(frames.every(frame => frame === JSON.stringify(JSON.parse(frame)))).toBe(true)
    expect(frames.filter(frame => JSON.parse(frame).winner !== null)).toHaveLength(20)
    const one = await evenhand(['replay', 'r.jsonl', '--json', '--record', '20'], { cwd })
    expect(frames.slice(-linesOf(one.out).length)).toEqual(linesOf(one.out))
  })

  test('leaves out what is not changed, and - puts records alone on stdout', async () => {
    const { code, out, err } = await evenhand([
      'play',
      'elephant-men',
      '--matches',
      '2',
      '--records-file',
      '-',
    ])
    expect(code).toBe(0)
    const records = linesOf(out).map(line => JSON.parse(line))
    expect(records.map(record => Object.keys(record).includes('rules'))).toEqual([false, false])
    expect(err).toContain('  player ')
    const { out: shown } = await evenhand(['replay', '-'], { stdin: out, own: true })
    expect(shown).toMatch(
      /^== record 1: elephant-men v0.2, random vs random, block 0, rotation 0\ns soldier, m/,
    )
    expect(shown).toMatch(/\n\n== record 2: .*\nstart\n/)
    expect(shown).toContain('\n\n== record 2: ')
  })

  test('does not depend on threads or chunks', async () => {
    const args = ['play', 'elephant-men', '--matches', '30', '--records-file', '-', '--quiet']
    const one = await evenhand([...args, '--threads', '1'])
    const three = await evenhand([...args, '--threads', '3', '--chunk', '1'])
    expect(one.out).toBe(three.out)
  })

  test('writes the rules of a rule set by path into the records, which replay without it', async () => {
    const cwd = folder({ 'mine.yaml': 'favour.win: 4\n' })
    const args = ['play', 'elephant-men', '--matches', '2', '--ruleset', 'mine.yaml', '--records-file']
    expect((await evenhand([...args, 'r.jsonl'], { cwd })).code).toBe(0)
    const { ruleset, rules } = JSON.parse(linesOf(readFileSync(join(cwd, 'r.jsonl'), 'utf8'))[0]!)
    expect([ruleset, rules]).toEqual(['v0.2', { 'favour.win': 4 }])
    rmSync(join(cwd, 'mine.yaml'))
    expect((await evenhand(['replay', join(cwd, 'r.jsonl'), '--json'])).code).toBe(0)
  })

  test('plays the example agent of the docs, by path', async () => {
    const args = [
      'play',
      'elephant-men',
      '--agents',
      `${EXAMPLE},random`,
      '--matches',
      '40',
      '--json',
      '--quiet',
    ]
    const [one, other] = await Promise.all([evenhand([...args, '--threads', '1']), evenhand(args)])
    expect([one.code, one.err]).toEqual([0, ''])
    expect(other.out).toBe(one.out)
    const [row] = JSON.parse(one.out).summary
    expect(row.lineup).toBe('busy vs random')
    expect(row.forfeits).toBe(0)
  })
})

describe.concurrent('evenhand replay --html', () => {
  const TWO = ['cross a2', 'nought a1'].map((_, i, all) =>
    JSON.stringify({ game: 'tic-tac-toe', decisions: all.slice(0, i + 1) }),
  )

  test('writes the page of one match, and prints where it is', async () => {
    const cwd = folder({ 'two.jsonl': `${TWO.join('\n')}\n` })
    const asked = ['replay', 'two.jsonl', '--record', '2', '--html']
    expect(await evenhand([...asked, 'out.html'], { cwd })).toEqual({ code: 0, out: 'out.html\n', err: '' })
    expect(await evenhand(asked, { cwd })).toEqual({ code: 0, out: 'match.html\n', err: '' })
    const page = readFileSync(join(cwd, 'out.html'), 'utf8')
    expect(page.match(/<li id="m/g)).toHaveLength(3)
    expect(readFileSync(join(cwd, 'match.html'), 'utf8')).toBe(page)
  })

  test.each([
    [['two.jsonl', '--html'], '--html: shows a single match; choose one with --record or --rotation'],
    [['.', '--html'], '--html: needs a match: --pick or --block'],
    [['two.jsonl', '--open', '--brief'], "--html: can't be combined with --list, --brief or --json"],
  ])('%j is refused', async (args, message) => {
    const cwd = folder({ 'two.jsonl': TWO.join('\n') })
    const { code, out, err } = await evenhand(['replay', ...args], { cwd })
    expect([code, out, err.trim()]).toEqual([2, '', message])
  })
})

describe.concurrent('evenhand replay', () => {
  const ONE = `game: elephant-men
decisions:
  - white 1 c3>c4
  - black 1 c6>c5
  - black done
  - white 3 e3 p
  - white done
`

  test('prints a position after every phase, as the rulings write it', async () => {
    const cwd = folder({ 'one.yaml': ONE })
    const { code, out } = await evenhand(['replay', 'one.yaml', '--json'], { cwd })
    expect(code).toBe(0)
    expect(linesOf(out).map(line => line.slice(0, 31))).toEqual([
      '{"turn":1,"phase":1,"favour":0,',
      '{"turn":1,"phase":2,"favour":0,',
      '{"turn":1,"phase":3,"favour":1,',
    ])
    const asJson = JSON.stringify({
      game: 'elephant-men',
      ruleset: 'v0.2',
      rules: {},
      seed: 7,
      decisions: ['white 1 c3>c4', 'black 1 c6>c5', 'black done', 'white 3 e3 p', 'white done'],
    })
    expect((await evenhand(['replay', '-', '--json'], { stdin: asJson })).out).toBe(out)
    const pretty = JSON.stringify(JSON.parse(asJson), null, 2)
    expect((await evenhand(['replay', '-', '--json'], { stdin: pretty })).out).toBe(out)
  })

  test('shows boards, from the start on', async () => {
    const { out } = await evenhand(['replay', '-'], { stdin: ONE })
    const blocks = out.split('\n\n')
    expect(blocks.map(block => block.split('\n')[0])).toEqual([
      'elephant-men',
      's soldier, m monk; upper case white, lower case black',
      'start',
      'turn 1, phase 1',
      'turn 1, phase 2',
      'turn 1, phase 3',
    ])
    expect(blocks[3]).toContain('white c3>c4: done')
  })

  test('says above the boards what was played, and below how it ended', async () => {
    const given = { agents: ['random', 'greedy'], seed: 7, winner: null, ending: 'draw', length: 2 }
    const record = { game: 'frontline', rules: { turns: 2 }, ...given, decisions: ['A none', 'B none'] }
    const { out } = await evenhand(['replay', '-'], { stdin: JSON.stringify(record) })
    expect(out.split('\n')[0]).toBe('frontline turns=2, random vs greedy, seed 7')
    expect(out).toMatch(/\n\na draw \([^\n]*\n$/)
  })

  test('explains the signs once, however many records and positions there are', async () => {
    const twice = JSON.stringify({ game: 'frontline', rules: { turns: 2 }, decisions: ['A none', 'B none'] })
    const { out } = await evenhand(['replay', '-'], { stdin: `${twice}\n${twice}\n` })
    expect(out.split('upper case A')).toHaveLength(2)
    expect(out.split("'s turn")).toHaveLength(9)
  })

  test('--labels numbers records and decisions, and names the ending in the last line of a match', async () => {
    const whole = JSON.stringify({ game: 'frontline', rules: { turns: 2 }, decisions: ['A none', 'B none'] })
    const part = JSON.stringify({ game: 'frontline', decisions: ['A archer'] })
    const stdin = `${whole}\n${part}\n`
    const labelled = linesOf((await evenhand(['replay', '-', '--json', '--labels'], { stdin })).out)
    const labels = labelled.map(line => {
      const { record, decision, ending } = JSON.parse(line)
      return [record, decision, ending]
    })
    expect(labels).toEqual([
      [1, 0, undefined],
      [1, 0, undefined],
      [1, 1, undefined],
      [1, 2, 'turns'],
      [2, 0, undefined],
      [2, 0, undefined],
      [2, 1, undefined],
    ])
    const plain = linesOf((await evenhand(['replay', '-', '--json'], { stdin })).out)
    const bare = (line: string) => {
      const { record: _, decision: __, ending: ___, ...position } = JSON.parse(line)
      return JSON.stringify(position)
    }
    expect(labelled.map(bare)).toEqual(plain)
    const second = await evenhand(['replay', '-', '--json', '--labels', '--record', '2'], { stdin })
    expect(linesOf(second.out)).toEqual(labelled.slice(4))
  })

  test('--json=events is --json --labels, and --json has no other values', async () => {
    const { out } = await evenhand(['replay', '-', '--json', '--labels'], { stdin: ONE })
    expect(await evenhand(['replay', '--json=events', '-'], { stdin: ONE })).toEqual({
      code: 0,
      out,
      err: '',
    })
    const refused = await evenhand(['replay', '-', '--json=event'], { stdin: ONE })
    expect([refused.code, refused.out]).toEqual([2, ''])
    expect(refused.err).toContain('--json takes no value, except as --json=events\n')
  })

  test('--labels without --json is refused', async () => {
    const { code, err } = await evenhand(['replay', '-', '--labels'], { stdin: ONE })
    expect([code, err]).toEqual([2, '--labels: needs --json\n'])
  })

  test('stops quietly where a record stops, and prints nothing of nothing', async () => {
    const stdin = '{"game":"elephant-men","decisions":["white done"]}'
    expect(await evenhand(['replay', '-', '--json'], { stdin })).toEqual({ code: 0, out: '', err: '' })
  })

  test.each([
    ['an unknown seat', '  - red 1 c3>c4', '8:5', ['decision 6', '"red"', 'white, black']],
    ['chance where there is none', '  - chance 4', '8:5', ['decision 6', '"chance 4"', 'white or black']],
    ['a malformed order', '  - white 1 c3-c4', '8:5', ['decision 6', '"1 c3-c4"', '"1 c3>c4"', '"done"']],
    ['an order after done', '  - white done\n  - white 1 c3>c4', '9:5', ['decision 7', 'after "done"']],
    ['no text', '  - 7', '8:5', ['decisions[5] is 7', 'text']],
  ])('refuses %s and prints nothing of the record', async (_what, more, place, words) => {
    const cwd = folder({ 'bad.yaml': `${ONE}${more}\n` })
    const { code, out, err } = await evenhand(['replay', 'bad.yaml', '--json'], { cwd })
    expect([code, out]).toEqual([2, ''])
    expectError(err, `bad.yaml:${place}`, words)
  })

  test('refuses decisions after the end', async () => {
    const stdin = `game: elephant-men
rules: { favour.win: 1 }
decisions: [white 1 e3 p, white done, black done, black done]
`
    const { code, out, err } = await evenhand(['replay', '-'], { stdin })
    expect([code, out]).toEqual([2, ''])
    expectError(err, 'stdin:3:51', ['decision 4', '"black done"', 'after the end'])
  })

  test('lets the records before a bad one stand', async () => {
    const good = '{"game":"elephant-men","decisions":["white done","black done"]}\n'
    const cwd = folder({ 'two.jsonl': `${good}\n${good.replace('black', 'blue')}${good}` })
    const { code, out, err } = await evenhand(['replay', 'two.jsonl', '--json'], { cwd })
    expect([code, linesOf(out).length]).toEqual([2, 3])
    expectError(err, 'two.jsonl:3:50', ['decision 2', '"blue"', 'white, black'])
    const third = await evenhand(['replay', 'two.jsonl', '--json', '--record', '3'], { cwd })
    expect([third.code, linesOf(third.out).length]).toEqual([0, 3])
    const fourth = await evenhand(['replay', 'two.jsonl', '--record', '4'], { cwd })
    expect([fourth.code, fourth.out]).toEqual([2, ''])
    expectError(fourth.err, '--record', ['4', '1 to 3'])
  })
})
