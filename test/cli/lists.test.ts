import { describe, expect, test } from 'vitest'
import { table, wrap } from '../../cli/terminal/output.ts'
import { clock, Pace } from '../../library/command.ts'
import { evenhand } from './command.ts'

describe.concurrent('evenhand games', () => {
  test('lists games with their seats and rule sets', async () => {
    const { code, out } = await evenhand(['games'])
    expect(code).toBe(0)
    expect(out).toMatch(/^elephant-men +white, black +v0\.2, /m)
    const rows = JSON.parse((await evenhand(['games', '--json'])).out)
    expect(rows[0]).toMatchObject({ id: 'elephant-men', seats: ['white', 'black'], ruleset: 'v0.2' })
    expect(rows[0].rulesets).toContain('v0.0')
  })

  test('lists classics separately', async () => {
    const idsOf = async (args: string[]): Promise<string[]> =>
      JSON.parse((await evenhand(['games', '--json', ...args])).out).map((row: { id: string }) => row.id)
    const [games, classics] = [await idsOf([]), await idsOf(['--classics'])]
    expect(games).toHaveLength(5)
    expect(classics).toContain('tic-tac-toe')
    expect(classics.filter(id => games.includes(id))).toEqual([])
  })
})

describe.concurrent('evenhand rules', () => {
  test('lists every key with value, range and meaning', async () => {
    const { code, out } = await evenhand(['rules', 'elephant-men'])
    expect(code).toBe(0)
    expect(out).toMatch(/^favour\.win +7 +integer 1\.\.99 +favour needed to win/m)
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(100)
  })

  test('has the values of the requested rule set', async () => {
    const { out } = await evenhand(['rules', 'elephant-men', '--ruleset', 'v0.1', '--json'])
    const { ruleset, keys } = JSON.parse(out)
    const value = (key: string) => keys.find((row: { key: string }) => row.key === key).value
    expect([ruleset, value('perPhase')]).toEqual(['v0.1', 'one'])
    expect(value('units.<kind>.hp')).toEqual({ soldier: 3, monk: 2 })
    expect(value('sides[].name')).toEqual(['white', 'black'])
  })

  test('--diff tells what two rule sets differ in', async () => {
    const args = ['rules', 'elephant-men', '--diff', 'v0.1', 'v0.2']
    expect((await evenhand(args)).out).toMatch(/^perPhase +one +any +any: any number of orders/m)
    const { differences } = JSON.parse((await evenhand([...args, '--json'])).out)
    expect(differences).toEqual([expect.objectContaining({ key: 'perPhase', a: 'one', b: 'any' })])
    const same = await evenhand(['rules', 'elephant-men', '--diff', 'v0.2', 'v0.2'])
    expect(same.out).toBe('v0.2 and v0.2 are the same rules\n')
  })
})

describe.concurrent('evenhand agents', () => {
  test('lists agents with their options and how to name them', async () => {
    const { code, out } = await evenhand(['agents', 'elephant-men'])
    expect(code).toBe(0)
    expect(out).toMatch(/^mcts: /m)
    expect(out).toMatch(/^ {2}iterations +\d+ +integer 1\.\.10000000 +iterations per decision/m)
    expect(out).toContain('--agents ./my-agent.js,random')
    const rows = JSON.parse((await evenhand(['agents', '--json'])).out)
    expect(rows.find((row: { id: string }) => row.id === 'random').options).toEqual([])
  })
})

describe.concurrent('evenhand schema', () => {
  test.each([
    [[], 'evenhand: experiment'],
    [['experiment'], 'evenhand: experiment'],
    [['rules', 'elephant-golems'], 'evenhand: rule set of elephant-men'],
    [['deck', 'prestige'], 'evenhand: deck of prestige'],
  ])('%j prints a JSON schema', async (args, title) => {
    const { code, out, err } = await evenhand(['schema', ...args])
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', title })
  })
})

describe('tables and times', () => {
  test('a table wraps cells within their columns', () => {
    const columns = [{ title: 'a', max: 6 }, { title: 'b' }]
    expect(table(columns, [['one two', 'x'.repeat(30)]], 30)).toBe(
      `a       b
------  ${'-'.repeat(24)}
one     ${'x'.repeat(24)}
two     ${'x'.repeat(6)}`,
    )
    expect(wrap('never|miss|always', 12)).toEqual(['never|miss|', 'always'])
    expect(wrap('', 5)).toEqual([''])
  })

  test('the time left counts line-ups of unknown pace as the slowest one', () => {
    const pace = new Pace([1000, 100, 100])
    expect(pace.left).toBe(Number.POSITIVE_INFINITY)
    pace.record(100, 0, 5000)
    pace.record(300, 0, 6000)
    expect([pace.rate, pace.left]).toEqual([200, 700 / 200 + 1])
    pace.record(1000, 0, 9500)
    pace.record(1010, 1, 10500)
    expect([pace.rate, pace.left]).toEqual([10, 9 + 10])
  })

  test('a time is written as minutes and seconds, with hours if there are any', () => {
    expect([0, 4.2, 75, 3700].map(clock)).toEqual(['0:00', '0:05', '1:15', '1:01:40'])
  })
})
