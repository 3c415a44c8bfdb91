/** `evenhand ladder`: a round robin that is played, resumed and reported like any run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from './command.ts'

const LADDER = [
  'ladder',
  'tic-tac-toe',
  '--agents',
  'random,greedy,mcts:iterations=3',
  '--quiet',
  '--details',
]

describe.concurrent('ladder', () => {
  test('goes on where fewer matches ended, and its files are those of one go, on threads or not', async () => {
    const cwd = folder()
    const parts = [...LADDER, '--out', 'parts']
    expect((await evenhand([...parts, '--matches', '4', '--threads', '1'], { cwd })).code).toBe(0)
    const resumed = await evenhand([...parts, '--matches', '10'], { cwd })
    const whole = await evenhand([...LADDER, '--matches', '10', '--threads', '2', '--out', 'whole'], { cwd })
    expect([resumed.err, whole.err]).toEqual(['', ''])
    for (const file of ['ladder.csv', 'pairs.csv', 'manifest.json'])
      expect(readFileSync(join(cwd, 'parts', file), 'utf8')).toBe(
        readFileSync(join(cwd, 'whole', file), 'utf8'),
      )
    for (const { out } of [resumed, whole]) {
      expect(out).toContain('LADDER of standard\n  agent ')
      expect(out).toContain('VERDICT\n  At mcts:iterations=3: ')
      expect(out).toContain('\nPAIRS: % of a win against each other\n')
    }
    expect(readFileSync(join(cwd, 'whole', 'pairs.csv'), 'utf8').split('\n')).toHaveLength(1 + 3 + 1)
  })

  test('is what an experiment file with that ladder plays, of rules changed alike', async () => {
    const text =
      'name: tic-tac-toe ladder\ngame: tic-tac-toe\nvariants: [{name: standard, ruleset: standard}]\n' +
      'ladder: {agents: [random, greedy], matches: 6}\n'
    const cwd = folder({ 'x.yaml': text })
    const fromFile = await evenhand(['run', 'x.yaml', '--json', '--quiet'], { cwd })
    const called = await evenhand([...LADDER.with(3, 'random,greedy'), '--matches', '6', '--json'], { cwd })
    expect(JSON.parse(called.out)).toEqual(JSON.parse(fromFile.out))
    const { ladders, ladder, pairs } = JSON.parse(called.out)
    expect(ladders).toEqual([{ variant: 'standard', words: expect.any(Array), cycles: [] }])
    expect([ladder.length, pairs.length]).toEqual([2, 1])
  })

  test('of poker pays the first seat in chips, and counts matches won for Elo', async () => {
    const agents = 'random,greedy,cfr:iterations=20'
    const { code, out, err } = await evenhand(
      ['ladder', 'kuhn-poker', '--agents', agents, '--matches', '200', '--quiet', '--details'],
      { cwd: folder() },
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^ {2}agent +Elo +gain +first, chips +draws/m)
    const words = out.replace(/\s+/g, ' ')
    expect(words).toMatch(/first (gains|loses) \d\.\d+ ± \d\.\d+ \(chips won per match\)/)
    expect(words).toContain('Elo ignores payoffs.')
    expect(words).toContain('Elo, gain and PAIRS count wins, not payoffs')
    expect(words).not.toMatch(/weaker|stronger|points/)
  })

  test.each([
    ['--agents=random', /^--agents: ladder\.agents is .*expected a list of 2 to 12/],
    ['--agents=random,greedy,random', /^--agents: found random twice, expected every agent once$/m],
    ['--agents=random,,greedy', /^--agents: found "random,,greedy", expected names such as A,B$/m],
    ['--matches=0', /^--matches: found "0"/],
    ['--ruleset=none', /^--ruleset/],
  ])('refuses %s before anything is played', async (option, message) => {
    const { code, out, err } = await evenhand(['ladder', 'tic-tac-toe', option, '--out', 'x'], {
      cwd: folder(),
    })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
  })
})
