/** Learning: the same seed gives the same file, what is learned plays, and what came of it is told. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newState } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { Decisions } from '../../sim/learning/decisions.ts'
import { Pupil } from '../../sim/learning/pupil.ts'
import { classicOf } from '../classics/load.ts'
import { evenhand, folder } from '../cli/command.ts'

const SMALL = ['--rounds', '2', '--matches', '40', '--tests', '40']

describe('decisions', () => {
  const game = classicOf('tic-tac-toe')
  const view = newState(game.info)

  test('are kept of winners alone', () => {
    const decisions = new Decisions(game)
    for (let i = 0; i < 5; i++) decisions.add(view.fill(i), i & 1, i)
    decisions.close(Int32Array.of(0, 60), 30)
    decisions.add(view.fill(5), 0, 5)
    decisions.close(Int32Array.of(30, 30), 30)
    decisions.add(view.fill(6), 0, 6)
    decisions.close(Int32Array.of(60, 0), 30)
    const kept = Array.from({ length: decisions.count }, (_, i) => {
      decisions.view(i, view)
      return [decisions.seat(i), decisions.action(i), view[0], view.at(-1)]
    })
    expect(kept).toEqual([
      [1, 1, 1, 1],
      [1, 3, 3, 3],
      [0, 6, 6, 6],
    ])
  })

  test('have as much room as they need', () => {
    const decisions = new Decisions(game)
    for (let i = 0; i < 10_000; i++) decisions.add(view.fill(i), 0, i)
    decisions.close(Int32Array.of(60, 0), 30)
    decisions.view(9999, view)
    expect([decisions.count, decisions.action(0), decisions.action(9999), view[0]]).toEqual([
      10_000, 0, 9999, 9999,
    ])
  })

  test('are those that were meant, whatever noise played', () => {
    const decisions = new Decisions(game)
    const pupil = new Pupil({ choose: () => 4 }, decisions, 50)
    const legal = Int32Array.from({ length: 9 }, (_, i) => i)
    const rng = rootOf('noise')
    const played = Array.from({ length: 400 }, () => pupil.choose(view, 0, legal, 9, rng))
    const other = played.filter(action => action !== 4).length / 400
    expect(other).toBeGreaterThan(0.35)
    expect(other).toBeLessThan(0.55)
    decisions.close(Int32Array.of(60, 0), 30)
    expect(Array.from({ length: 400 }, (_, i) => decisions.action(i))).toEqual(new Array(400).fill(4))
  })
})

describe.concurrent('evenhand learn', () => {
  test('gives the same file for the same seed, and another for another', async () => {
    const cwd = folder()
    const learn = (out: string, seed: string) =>
      evenhand(['learn', 'connect-four', ...SMALL, '--seed', seed, '--out', out, '--quiet'], { cwd })
    const first = await learn('a.policy', 'one')
    expect(first.err).toBe('')
    expect(first.out).toMatch(
      /^round \d (beats|does not beat) greedy .*\npolicy: a\.policy \([\d,]+ bytes\)\n$/,
    )
    await learn('b.policy', 'one')
    await learn('c.policy', 'two')
    const [a, b, c] = ['a', 'b', 'c'].map(name => readFileSync(join(cwd, `${name}.policy`)))
    expect(b!.equals(a!)).toBe(true)
    expect(c!.equals(a!)).toBe(false)
    const played = await evenhand(
      ['play', 'connect-four', '--agents', 'learned:file=a.policy,random', '--matches', '40', '--json'],
      { cwd },
    )
    expect(played.code, played.err).toBe(0)
  })

  test('tells every round, and ends with 1 where greedy is not beaten', async () => {
    const { code, out, err } = await evenhand(
      ['learn', 'nim', '--rounds', '1', '--matches', '4', '--tests', '10', '--json'],
      { cwd: folder() },
    )
    const { rounds, beatsGreedy, ...rest } = JSON.parse(out)
    expect(rest).toMatchObject({ game: 'nim', ruleset: 'standard', file: 'nim-standard.policy' })
    expect(rounds).toHaveLength(2)
    expect(rounds[1].strength.map(({ against }: { against: string }) => against)).toEqual([
      'round 0',
      'greedy',
    ])
    expect(code).toBe(beatsGreedy ? 0 : 1)
    expect(err).toMatch(
      /^round 0: [\d,]+ decisions; [\d.]+ % against greedy \([\d.]+ to [\d.]+, n = 10\)\nround 1: /,
    )
  })

  test('ends at a signal after the match being played, and writes nothing', async () => {
    const cwd = folder()
    const args = ['learn', 'nim', '--rounds', '1000', '--matches', '4', '--tests', '2', '--out', 'n.policy']
    const { code, err } = await evenhand(args, {
      cwd,
      meanwhile: child => child.stderr!.once('data', () => child.kill('SIGINT')),
    })
    expect(code).toBe(130)
    expect(err).toMatch(/\nSIGINT: [^\n]*\n(?:round [^\n]*\n)*interrupted: nothing is written\n$/)
    expect(existsSync(join(cwd, 'n.policy'))).toBe(false)
  })

  test('refuses what it cannot do in one line', async () => {
    const cwd = folder()
    await expectErrors(
      cwd,
      ['learn', 'nim', '--out', ''],
      /^--out: is empty, expected a file for the policy$/,
    )
    await expectErrors(cwd, ['learn', 'nim', '--rounds', 'many'], /^--rounds: found "many", expected/)
    await expectErrors(
      cwd,
      ['play', 'nim', '--agents', 'learned,random'],
      /agent learned does not play this nim: it has no file, expected file=PATH/,
    )
    await expectErrors(
      cwd,
      ['play', 'nim', '--agents', 'learned:file=none.policy,random'],
      /none\.policy" can't be read: .*; expected a file that evenhand learn wrote/,
    )
  })
})

async function expectErrors(cwd: string, args: string[], message: RegExp): Promise<void> {
  const { code, err } = await evenhand(args, { cwd })
  expect([code, err.trim()]).toEqual([2, expect.stringMatching(message)])
}
