/** Learning: the same seed gives the same file, what is learned plays, and what came of it is told. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WEIGHTS } from '../../agents/index.ts'
import { newState } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { Checkpoints, trainingKey } from '../../sim/learning/checkpoints.ts'
import { type Checkpoint, countMatches, learn } from '../../sim/learning/learn.ts'
import { RecordedAgent } from '../../sim/learning/players.ts'
import { ReplayBuffer } from '../../sim/learning/replay-buffer.ts'
import { inlinePool, Stopped } from '../../sim/learning/tasks.ts'
import { classicOf } from '../classics/load.ts'
import { evenhand, folder } from '../cli/command.ts'

const SMALL = ['--rounds', '2', '--matches', '24', '--tests', '8']

describe('decisions', () => {
  const game = classicOf('tic-tac-toe')
  const view = newState(game.info)

  test('are kept of winners alone', () => {
    const decisions = new ReplayBuffer(game)
    for (let i = 0; i < 5; i++) decisions.add(view.fill(i), i & 1, i, false)
    decisions.endMatch(Int32Array.of(0, 60), 30, false)
    decisions.add(view.fill(5), 0, 5, false)
    decisions.endMatch(Int32Array.of(30, 30), 30, false)
    decisions.add(view.fill(6), 0, 6, false)
    decisions.endMatch(Int32Array.of(60, 0), 30, false)
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

  test('are kept of planners in draws, if draws are to be learned from', () => {
    const decisions = new ReplayBuffer(game)
    for (const isDraw of [false, true]) {
      for (let i = 0; i < 4; i++) decisions.add(view.fill(i), i & 1, i, i < 2)
      decisions.endMatch(Int32Array.of(30, 30), 30, isDraw)
    }
    for (let i = 4; i < 6; i++) decisions.add(view.fill(i), i & 1, i, true)
    decisions.endMatch(Int32Array.of(0, 60), 30, true)
    expect(Array.from({ length: decisions.count }, (_, i) => decisions.action(i))).toEqual([0, 1, 5])
  })

  test('are kept whatever the match brought, if a match is closed whole', () => {
    const decisions = new ReplayBuffer(game)
    decisions.add(view.fill(1), 0, 1, false)
    decisions.endWholeMatch(() => 0)
    decisions.add(view.fill(2), 1, 2, false)
    decisions.endMatch(Int32Array.of(60, 0), 30, false)
    expect([decisions.count, decisions.action(0)]).toEqual([1, 1])
  })

  test('have as much room as they need', () => {
    const decisions = new ReplayBuffer(game)
    for (let i = 0; i < 10_000; i++) decisions.add(view.fill(i), 0, i, false)
    decisions.endMatch(Int32Array.of(60, 0), 30, false)
    decisions.view(9999, view)
    expect([decisions.count, decisions.action(0), decisions.action(9999), view[0]]).toEqual([
      10_000, 0, 9999, 9999,
    ])
  })

  test('come out of one list into another as they were', () => {
    const [one, both] = [new ReplayBuffer(game), new ReplayBuffer(game)]
    for (let i = 0; i < 5; i++) one.add(view.fill(i), 0, i, false)
    one.endMatch(Int32Array.of(60, 0), 30, false)
    for (let i = 0; i < 2; i++) both.append(one.packed())
    // What is appended is no part of the match that is being played.
    both.add(view.fill(9), 1, 9, false)
    both.endMatch(Int32Array.of(60, 0), 30, false)
    expect(Array.from({ length: both.count }, (_, i) => both.action(i))).toEqual([
      0, 1, 2, 3, 4, 0, 1, 2, 3, 4,
    ])
    both.view(9, view)
    expect(view.at(-1)).toBe(4)
  })

  test('are those that were meant, whatever noise played', () => {
    const decisions = new ReplayBuffer(game)
    const agent = new RecordedAgent({ choose: () => 4 }, decisions, 50)
    const legal = Int32Array.from({ length: 9 }, (_, i) => i)
    const rng = rootOf('noise')
    const played = Array.from({ length: 400 }, () => agent.choose(view, 0, legal, 9, rng))
    const other = played.filter(action => action !== 4).length / 400
    expect(other).toBeGreaterThan(0.35)
    expect(other).toBeLessThan(0.55)
    decisions.endMatch(Int32Array.of(60, 0), 30, false)
    expect(Array.from({ length: 400 }, (_, i) => decisions.action(i))).toEqual(new Array(400).fill(4))
  })
})

const hashOf = (weights: Float32Array): string =>
  createHash('sha256').update(new Uint8Array(weights.buffer)).digest('hex')

describe('rounds on disk', () => {
  const weights = new Float32Array(WEIGHTS).fill(0.5)
  const round = (n: number): Checkpoint => ({
    round: { round: n, decisions: 10 + n, kept: n !== 1, strength: [] },
    weights: n === 1 ? null : weights.map((_, i) => i + n),
  })
  /** What there is of a round, with its weights as a hash: comparing them one by one takes seconds. */
  const told = ({ round, weights }: Checkpoint): object => ({ round, hash: weights && hashOf(weights) })
  const first = (count: number): object[] => [0, 1, 2].slice(0, count).map(n => told(round(n)))
  const three = (dir: string): Checkpoints => {
    const rounds = new Checkpoints(dir, 'key')
    for (const n of [0, 1, 2]) rounds.write(round(n))
    return rounds
  }

  test('come back as they were, up to the last one asked for', () => {
    const rounds = three(join(folder(), 'r'))
    expect(rounds.read(9).map(told)).toEqual(first(3))
    expect(rounds.read(1).map(told)).toEqual(first(2))
  })

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['empty', () => Buffer.alloc(0)],
    [
      'changed by a bit',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 5000 ? byte ^ 1 : byte))),
    ],
  ])('count as absent from the first one on that is %s', (_, damage) => {
    const dir = folder()
    const rounds = three(dir)
    const file = join(dir, 'round-2')
    writeFileSync(file, damage(readFileSync(file)))
    expect(rounds.read(9).map(told)).toEqual(first(2))
  })

  test('count as absent under another name, and for another learning', () => {
    const dir = folder()
    const rounds = three(dir)
    expect(new Checkpoints(dir, 'other').read(9)).toEqual([])
    renameSync(join(dir, 'round-2'), join(dir, 'round-0'))
    expect(rounds.read(9)).toEqual([])
  })

  test('are removed, and nothing else', () => {
    const dir = folder({ 'notes.txt': 'mine', 'round-7.123.tmp': 'half' })
    three(dir).remove()
    expect(readdirSync(dir)).toEqual(['notes.txt'])
    const own = join(folder(), 'r')
    three(own).remove()
    expect(existsSync(own)).toBe(false)
  })

  test('belong to one game, its rules and settings, however many there are to be', () => {
    const settings = { rounds: 3, matches: 4, tests: 2, seed: 'a' }
    const environment = { game: 'nim', rules: { a: 1 } }
    const key = trainingKey(environment, settings)
    expect(trainingKey(environment, { ...settings, rounds: 9 })).toBe(key)
    const others = [
      trainingKey({ ...environment, game: 'go' }, settings),
      trainingKey({ ...environment, rules: { a: 2 } }, settings),
      ...[{ matches: 5 }, { tests: 4 }, { seed: 'b' }].map(other =>
        trainingKey(environment, { ...settings, ...other }),
      ),
    ]
    expect(new Set([key, ...others]).size).toBe(1 + others.length)
  })
})

describe('a learning', () => {
  const settings = { rounds: 2, matches: 5, tests: 3, seed: 's' }

  test('plays as many matches as it plans', async () => {
    const pool = inlinePool({ environments: [{ game: 'nim', rules: {} }], stop: new Int32Array(1) })
    const played: number[] = [0]
    await learn(pool, 0, 2, settings, [], {
      onMatches: matches => {
        played[played.length - 1]! += matches
      },
      onRound: () => void played.push(0),
    })
    const plan = countMatches(settings, 2)
    const sums = [0, 1].map(plan.round).map(({ training, practice, tests }) => training + practice + tests)
    const [one, other] = sums
    expect(played).toEqual([one, other, other, 0])
  })

  test('that was told to end plays nothing', async () => {
    const pool = inlinePool({ environments: [{ game: 'nim', rules: {} }], stop: Int32Array.of(1) })
    const follower = { onMatches: () => expect.unreachable(), onRound: () => expect.unreachable() }
    await expect(learn(pool, 0, 2, settings, [], follower)).rejects.toThrow(Stopped)
  })
})

describe.concurrent('evenhand learn', () => {
  test('gives the same file for the same seed on 1 and 3 threads, and another for another', async () => {
    const cwd = folder()
    const learn = (out: string, seed: string, threads: string) =>
      evenhand(
        ['learn', 'connect-four', ...SMALL, '--seed', seed, '--out', out, '--threads', threads, '--quiet'],
        { cwd },
      )
    const first = await learn('1.policy', 'one', '1')
    expect(first.err).toBe('')
    expect(first.out).toMatch(
      /^The player (beats|loses to|is level with) greedy \d+ : \d+ ± \d+ in [\d,]+ matches\.\n(.*\n)*policy: 1\.policy \([\d,]+ bytes\)\n$/,
    )
    await learn('3.policy', 'one', '3')
    await learn('other.policy', 'two', '2')
    const read = (name: string): Buffer => readFileSync(join(cwd, `${name}.policy`))
    expect(read('3').equals(read('1'))).toBe(true)
    expect(read('other').equals(read('1'))).toBe(false)
    // Rounds are kept until the policy is, and not a moment longer.
    expect(readdirSync(cwd).sort()).toEqual(['1.policy', '3.policy', 'other.policy'])
    const played = await evenhand(
      ['play', 'connect-four', '--agents', 'learned:file=1.policy,random', '--matches', '40', '--json'],
      { cwd },
    )
    expect(played.code, played.err).toBe(0)
  })

  test('tells every round, and ends with 1 where greedy is not beaten', async () => {
    const { code, out, err } = await evenhand(
      ['learn', 'nim', '--rounds', '1', '--matches', '4', '--tests', '10', '--panel', '--json'],
      { cwd: folder() },
    )
    const { rounds, best, robin, beatsGreedy, panel, ...rest } = JSON.parse(out)
    expect(panel.against.map(({ name }: { name: string }) => name)).toEqual([
      'greedy',
      'mcts:400',
      'mcts:1600',
    ])
    expect(panel.mean.score).toBeGreaterThan(0)
    expect(rest).toMatchObject({ game: 'nim', ruleset: 'standard', file: 'nim-standard.policy' })
    expect(rounds).toHaveLength(2)
    expect(rounds[1].strength.map(({ against }: { against: string }) => against)).toEqual([
      'round 0',
      'mcts:iterations=50',
      'greedy',
    ])
    const kept = rounds.filter((round: { kept: boolean }) => round.kept)
    expect(robin.shares.map(({ round }: { round: number }) => round)).toEqual(
      kept.map(({ round }: { round: number }) => round),
    )
    expect(robin.circle).toEqual([])
    expect(rounds[best].kept).toBe(true)
    expect(code).toBe(beatsGreedy ? 0 : 1)
    expect(roundsIn(err)).toMatch(
      /^round 0: [\d,]+ decisions; [\d.]+ % against mcts:iterations=50 \(.* n = 4\), [\d.]+ % against greedy \([\d.]+ to [\d.]+, n = 10\)\nround 1: /,
    )
  })

  test('says so where nobody won a match to learn from', async () => {
    const { code, out } = await evenhand(
      ['learn', 'frontline', '--rounds', '0', '--matches', '4', '--tests', '4'],
      { cwd: folder() },
    )
    expect(code).toBe(1)
    expect(out).toMatch(
      /^The player is level with greedy 50 : 50 ± \d+ in 4 matches\.\nIt .*\nNobody won a match of greedy, so there was nothing to learn from\.\n/,
    )
  })

  test('ends at a signal, goes on after the rounds that were over, and comes to the same file', async () => {
    const cwd = folder()
    const learn = (out: string, rounds: number) => [
      'learn',
      'nim',
      '--rounds',
      `${rounds}`,
      '--matches',
      '4',
      '--tests',
      '2',
      '--out',
      out,
    ]
    const { code, err } = await evenhand(learn('n.policy', 1000), {
      cwd,
      meanwhile: child => {
        let heard = ''
        child.stderr!.on('data', text => {
          const before = heard.includes('round 0')
          heard += text
          if (!before && heard.includes('round 0')) child.kill('SIGINT')
        })
      },
    })
    expect(code).toBe(130)
    expect(err).toMatch(
      /\nSIGINT: stopping after the matches being played \(repeat to quit at once\)\n(?:round [^\n]*\n)*Interrupted; finished rounds are kept\. Rerun the command to resume\.\n$/,
    )
    expect(existsSync(join(cwd, 'n.policy'))).toBe(false)
    const last = readdirSync(join(cwd, 'n.policy.rounds')).length - 1
    const again = await evenhand(learn('n.policy', last + 1), { cwd })
    const held = last === 0 ? 'round 0' : `rounds 0 to ${last}`
    expect(again.err).toContain(`n.policy.rounds holds ${held}: resuming\n`)
    expect(roundsIn(again.err).startsWith(`round ${last + 1}: `)).toBe(true)
    await evenhand(learn('whole.policy', last + 1), { cwd })
    const [resumed, whole] = ['n', 'whole'].map(name => readFileSync(join(cwd, `${name}.policy`)))
    expect(resumed!.equals(whole!)).toBe(true)
    expect(readdirSync(cwd).sort()).toEqual(['n.policy', 'whole.policy'])
  })

  test('says which of the rounds that are kept is of no use, and is alone with them', async () => {
    const cwd = folder()
    const quick = ['learn', 'nim', '--matches', '4', '--tests', '2', '--out', 'n.policy']
    const kept = join(cwd, 'n.policy.rounds')
    mkdirSync(kept)
    writeFileSync(join(kept, 'round-0'), 'not a round')
    const { code, err } = await evenhand([...quick, '--rounds', '0'], { cwd })
    expect(code).toBe(1)
    expect(err).toContain(
      'round 0 in n.policy.rounds is damaged or has different rules, settings or code: training it again\n',
    )
    expect(readdirSync(cwd)).toEqual(['n.policy'])
    let other: ReturnType<typeof evenhand> | undefined
    await evenhand([...quick, '--rounds', '1000'], {
      cwd,
      meanwhile: child => {
        child.stderr!.once('data', () => {
          other = evenhand(quick, { cwd }).finally(() => child.kill('SIGINT'))
        })
      },
    })
    expect(await other).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^n\.policy\.rounds: is in use by process \d+/),
    })
  })

  test('refuses what it cannot do in one line', async () => {
    const cwd = folder()
    await expectErrors(
      cwd,
      ['learn', 'nim', '--out', ''],
      /^--out: is empty, expected a file for the policy$/,
    )
    mkdirSync(join(cwd, 'there'))
    await expectErrors(
      cwd,
      ['learn', 'nim', '--out', 'there'],
      /^--out: "there" is a folder, expected a file for the policy$/,
    )
    const quick = ['learn', 'nim', '--rounds', '0', '--matches', '2', '--tests', '2']
    const { out } = await evenhand([...quick, '--rules', 'piles=[2,2]'], { cwd })
    expect(out).toContain('policy: nim-standard-piles-2-2.policy (')
    renameSync(join(cwd, 'nim-standard-piles-2-2.policy'), join(cwd, 'nim-standard.policy'))
    await expectErrors(
      cwd,
      quick,
      /^--out: is missing, and "nim-standard\.policy" already holds a policy for other rules, expected the name of a different file$/,
    )
    await expectErrors(
      cwd,
      [...quick, '--from', 'nim-standard.policy', '--out', './nim-standard.policy'],
      /^--out: "\.\/nim-standard\.policy" is the policy to continue from, expected a different file$/,
    )
    await expectErrors(folder(), ['learn', 'nim', '--rounds', 'many'], /^--rounds: found "many", expected/)
    await expectErrors(
      cwd,
      ['play', 'nim', '--agents', 'learned,random'],
      /agent learned doesn't play this nim: no policy for it ships, expected file=PATH/,
    )
    await expectErrors(
      cwd,
      ['play', 'nim', '--agents', 'learned:file=none.policy,random'],
      /none\.policy" does not exist, expected a file that evenhand learn wrote/,
    )
  })
})

/** The lines on rounds: on a slow machine there are others, on the progress. */
const roundsIn = (err: string): string => (err.match(/^round .*\n/gm) ?? []).join('')

async function expectErrors(cwd: string, args: string[], message: RegExp): Promise<void> {
  const { code, err } = await evenhand(args, { cwd })
  expect([code, err.trim()]).toEqual([2, expect.stringMatching(message)])
}
