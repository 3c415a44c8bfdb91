import { describe, expect, test } from 'vitest'
import { evenhand } from './command.ts'
import { expectError } from './messages.ts'

/** A board on which the side that moves first wins. */
const WON = ['--rules', 'turns=10', 'cells=4', 'base.hp=6', 'gold.perTurn=4']

describe.concurrent('evenhand solve', () => {
  test('says who wins, by which play, how it ends, and what it took', async () => {
    const { code, out, err } = await evenhand(['solve', 'frontline', ...WON])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^frontline default, turns=10, cells=4, base\.hp=6, gold\.perTurn=4: A wins with best play \(value 1 for A, 0 for B\)\n/,
    )
    expect(out).toMatch(/\nbest play: A [^.]*\n/)
    expect(out).toMatch(/\nround \d+, A's turn\n[\s\S]*\nA wins: a base was destroyed\n\nnodes: [\d,]+\n$/)
  })

  test('--json is one document, whose line replays to the end that it tells', async () => {
    const { code, out } = await evenhand(['solve', 'frontline', ...WON, '--json'])
    const { nodes, line, ...rest } = JSON.parse(out)
    expect(code).toBe(0)
    expect(nodes).toBeGreaterThan(line.length)
    expect(rest).toEqual({
      game: 'frontline',
      ruleset: 'default',
      rules: { turns: 10, cells: 4, 'base.hp': 6, 'gold.perTurn': 4 },
      solved: true,
      winner: 'A',
      value: 1,
      ending: 'a base was destroyed',
    })
    const record = JSON.stringify({ game: 'frontline', rules: rest.rules, decisions: line })
    const replayed = await evenhand(['replay', '-', '--json'], { stdin: record })
    expect(replayed.out).toMatch(/"winner":"A"}\n$/)
  })

  test('says that nobody wins where that is so', async () => {
    const { out } = await evenhand(['solve', 'frontline', '--rules', 'turns=6', 'cells=6', 'base.hp=10'])
    expect(out).toMatch(
      /^frontline default, .*: with best play, nobody wins \(value 0\.5 for A, 0\.5 for B\)\n/,
    )
    expect(out).toContain('\nnobody wins: the turn limit was reached\n')
  })

  test('ends with 1 when the nodes did not do, and says so', async () => {
    const args = ['solve', 'frontline', '--ruleset', 'lean', '--nodes', '1e3']
    expect(await evenhand(args)).toEqual({
      code: 1,
      out: 'frontline lean: not solved within 1,000 nodes\n',
      err: '',
    })
    const { code, out } = await evenhand([...args, '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { game: 'frontline', ruleset: 'lean', rules: {}, solved: false, nodes: 1000 },
    ])
  })

  test('bounds the value of a small game with secrets', async () => {
    const { code, out } = await evenhand(['solve', 'kuhn-poker'])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^kuhn-poker standard: value -0\.05\d\d chips won for first\nCFR\+: 500 passes through 58 histories\. /,
    )
    const { value, low, high, nashConv, solved } = JSON.parse(
      (await evenhand(['solve', 'kuhn-poker', '--json'])).out,
    )
    expect([solved, low <= value, value <= high, nashConv < 0.005]).toEqual([true, true, true, true])
    expect([low <= -1 / 18, high >= -1 / 18]).toEqual([true, true])
  })

  test('samples a large one, and says what that does not promise', async () => {
    const args = ['solve', 'goofspiel', '--rules', 'cards=6', '--nodes', '2e4', '--seed', 'night']
    const { code, out } = await evenhand(args)
    expect(code).toBe(0)
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /Sampled CFR: \d+ iterations met [\d,]+ views\. .* isn't a bound on the value/,
    )
    expect(await evenhand(args)).toEqual({ code, out, err: '' })
  })

  test.each([
    ['solve elephant-men', 'GAME', ['elephant-men', 'at the same time', 'two seats']],
    ['solve frontline --nodes 0', '--nodes', ['"0"', '1 to 1000000000000']],
    ['solve frontline --ruleset fat', '--ruleset', ['"fat"', 'default, lean', 'a path']],
    ['solve frontline --rules turns', '--rules', ['"turns"', 'KEY=VALUE', 'evenhand rules frontline']],
    ['solve frontline --rules turns=0', '--rules turns', ['turns is 0', '1 to 1000']],
    ['solve frontline --rules turns=4 turns=5', '--rules turns', ['twice']],
  ])('%s is refused in one line', async (line, place, words) => {
    const { code, out, err } = await evenhand(line.split(' '))
    expect([code, out]).toEqual([2, ''])
    expectError(err, place, words)
  })
})
