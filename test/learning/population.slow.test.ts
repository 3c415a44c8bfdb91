/** Experiments that teach their players: what is learned, kept, found again, and who plays which block. */
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPolicy } from '../../agents/index.ts'
import {
  defaultFolder,
  defineExperiment,
  type Experiment,
  type ExperimentDefinition,
  fingerprint,
  openRun,
  readRun,
  resume,
  run,
  tablesOf,
} from '../../library/index.ts'
import { learnAll } from '../../library/learning/learn.ts'
import { populationOf } from '../../library/learning/population.ts'
import { playableOf } from '../../library/runs/highlights.ts'
import { inlinePool } from '../../sim/chunks/pool.ts'
import { Results } from '../../sim/chunks/results.ts'
import { membersOf } from '../../sim/experiment/index.ts'
import { evenhand, folder } from '../cli/command.ts'

const SMALL = { rounds: 1, matches: 4, tests: 4, seeds: 2 }
const DEFINITION: ExperimentDefinition = {
  name: 'population',
  game: 'nim',
  matches: 12,
  learn: SMALL,
  variants: [{ name: 'usual' }, { name: 'small', rules: { piles: [1, 2, 3] } }],
  lineups: [
    { agents: ['learned'] },
    { agents: ['random', 'planner:plans=2:replies=2'] },
    { agents: ['random'] },
  ],
}

const define = async (changes: Partial<ExperimentDefinition> = {}): Promise<Experiment> =>
  await defineExperiment({ ...DEFINITION, ...changes })

const policiesIn = (dir: string): string[] => readdirSync(dir).sort()

/** Plays on this thread, with a folder of policies. */
const play = async (experiment: Experiment, policies: string) =>
  await run(experiment, { threads: 0, policies })

describe('an experiment that teaches its players', () => {
  test('learns a population for every variant, once', async () => {
    const dir = folder()
    const first = await play(await define(), dir)
    const names = policiesIn(dir)
    expect(names).toHaveLength(4)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}-[0-9a-f]{64}\.policy$/)
    const { policies } = first.experiment.learn!
    expect(policies!.map(members => members.length)).toEqual([2, 2])
    expect(new Set(policies!.flat().map(({ sha256 }) => sha256)).size).toBe(4)
    expect((await populationOf(await define(), dir))!.jobs).toEqual([])
    const again = await play(await define(), dir)
    expect(tablesOf(again)).toEqual(tablesOf(first))
    expect(policiesIn(dir)).toEqual(names)
  })

  test('comes to the same policies and figures in another folder', async () => {
    const [one, two] = [folder(), folder()]
    const [first, second] = [await play(await define(), one), await play(await define(), two)]
    expect(policiesIn(two)).toEqual(policiesIn(one))
    expect(tablesOf(second)).toEqual(tablesOf(first))
    expect(fingerprint(second.experiment)).toBe(fingerprint(first.experiment))
  })

  test('keeps its players as the population grows, and learns others for other settings', async () => {
    const dir = folder()
    await play(await define({ learn: { ...SMALL, seeds: 1 } }), dir)
    const jobs = async (learn: object) =>
      (await populationOf(await define({ learn: { ...SMALL, ...learn } }), dir))!.jobs.length
    expect(await jobs({ seeds: 1 })).toBe(0)
    expect(await jobs({ seeds: 3 })).toBe(4)
    for (const other of [{ rounds: 2 }, { matches: 6 }, { tests: 6 }, { seed: 'x' }])
      expect(await jobs({ seeds: 1, ...other }), JSON.stringify(other)).toBe(2)
  })

  test('learns a damaged policy again, to the same bytes', async () => {
    const dir = folder()
    await play(await define(), dir)
    const names = policiesIn(dir)
    const file = join(dir, names[0]!)
    const bytes = readFileSync(file)
    writeFileSync(
      file,
      bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte)),
    )
    expect((await populationOf(await define(), dir))!.jobs).toHaveLength(1)
    await play(await define(), dir)
    expect(policiesIn(dir)).toEqual(names)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  test('keeps what was used last, and no more than it may', async () => {
    const dir = folder()
    for (let i = 0; i < 300; i++) {
      const key = i.toString(16).padStart(64, '0')
      const name = i % 2 === 0 ? `${key}-${key}.policy` : `${key}.rounds`
      if (i % 2 === 0) writeFileSync(join(dir, name), '')
      else mkdirSync(join(dir, name))
      utimesSync(join(dir, name), i, i)
    }
    writeFileSync(join(dir, 'notes.txt'), '')
    await play(await define(), dir)
    const left = policiesIn(dir)
    expect(left).toHaveLength(256 + 4 + 1)
    const old = left
      .filter(name => name.startsWith('0000'))
      .map(name => Number.parseInt(name.slice(0, 64), 16))
    expect(old).toEqual(Array.from({ length: 256 }, (_, i) => 44 + i))
  })

  test('has one name and folder before and after, and a fingerprint that covers the policies', async () => {
    const asked = await define()
    const { experiment } = await play(asked, folder())
    expect(defaultFolder(experiment)).toBe(defaultFolder(asked))
    expect(fingerprint(experiment)).not.toBe(fingerprint(asked))
    const { policies, ...rest } = experiment.learn!
    const moved = policies!.map(members =>
      members.map(policy => ({ ...policy, file: `/else/${policy.sha256}` })),
    )
    expect(fingerprint({ ...experiment, learn: { ...rest, policies: moved } })).toBe(fingerprint(experiment))
    const other = policies!.map(members =>
      members.map(({ file }) => ({ sha256: '0'.repeat(64), file: file! })),
    )
    expect(fingerprint({ ...experiment, learn: { ...rest, policies: other } })).not.toBe(
      fingerprint(experiment),
    )
  })

  test('has members meet each other, and themselves, only where a line-up names them', async () => {
    const asked = await define()
    expect(asked.lineups.map(lineup => membersOf(asked, lineup))).toEqual([2, 2, 1])
    const [dir, out] = [folder(), join(folder(), 'run')]
    const lines = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n')
    const decisions = (all: string[], block: number): unknown[] =>
      all.map(line => JSON.parse(line)).flatMap(match => (match.block === block ? [match.decisions] : []))
    const own = { variants: [{ name: 'usual' }], lineups: [{ agents: ['learned'] }], matches: 8 }
    const whole = join(folder(), 'whole.jsonl')
    const { experiment } = await run(await define(own), {
      threads: 0,
      policies: dir,
      out,
      records: { file: whole },
    })
    const { policies } = experiment.learn!
    for (const [member, { file }] of policies![0]!.entries()) {
      const { learn: _, ...alone } = {
        ...DEFINITION,
        ...own,
        lineups: [{ agents: [{ agent: 'learned', file: file! }] }],
      }
      const records = join(folder(), 'alone.jsonl')
      await run(await defineExperiment(alone), { threads: 0, records: { file: records } })
      for (const block of [0, 1, 2, 3]) {
        const [mixed, single] = [decisions(lines(whole), block), decisions(lines(records), block)]
        expect(mixed).toHaveLength(2)
        // The first two blocks are the pairing of both, the others of each with itself.
        if (block === 2 + member) expect(mixed).toEqual(single)
      }
    }
    // Players of different seeds do differ somewhere.
    expect(policies![0]![0]!.sha256).not.toBe(policies![0]![1]!.sha256)
  })

  test("counts a chunk only if its players' sums are those of all of them", async () => {
    const { experiment } = await play(await define(), folder())
    const pool = inlinePool({ experiment, stop: new Int32Array(1), memory: 1000 })
    const result = await pool.run({ lineup: 0, from: 0, to: 4 }, 'none')
    const [first, second] = result.variants
    const [one, two] = first!.members!
    const [self] = first!.selves!
    const add = (members: readonly string[]) =>
      new Results(experiment).add({ ...result, variants: [{ ...first!, members }, second!] })
    expect(add([one!, two!])).toBe(true)
    expect(() => add([one!])).toThrow(/^holds a different number of players than the run$/)
    expect(() => add([one!, self!])).toThrow(/^holds sums of players that don't add up to the whole$/)
  })

  test('resumes from its folder, and refuses policies that are not those of the run', async () => {
    const [dir, out] = [folder(), join(folder(), 'run')]
    const { experiment } = await run(await define(), { threads: 0, policies: dir, out })
    const again = await resume(out, { threads: 0, policies: dir })
    expect(again.complete).toBe(true)
    expect(tablesOf(again)).toEqual(tablesOf(readRun(out)))
    expect(tablesOf(again).members).toHaveLength(32)
    expect(fingerprint(again.experiment)).toBe(fingerprint(experiment))
    const other = await define({ learn: { ...SMALL, seed: 'other' } })
    await expect(run(other, { threads: 0, policies: dir, out })).rejects.toThrow(
      /holds a different run: its learn\.seed is/,
    )
  })

  test('cannot be opened before it has learned, nor be played over a queue', async () => {
    const asked = await define()
    expect(() => openRun(asked)).toThrow(
      /^learn: isn't done yet, expected run, which trains before it plays$/,
    )
    const { experiment } = await play(asked, folder())
    const pool = () => expect.unreachable()
    expect(() => openRun(experiment, { pool })).toThrow(/^learn: can't use a queue, /)
  })

  test('needs a line-up of players that learn', async () => {
    await expect(define({ lineups: [{ agents: ['greedy'] }] })).rejects.toThrow(
      /found learn, expected a line-up of learned, planner or mcts with a prior that names no file/,
    )
    const { learn: _, ...without } = DEFINITION
    await expect(defineExperiment(without)).rejects.toThrow(
      /no policy for it ships, .* \(play --learn, or learn in an experiment file\)/,
    )
    const asked = await define({ learn: true })
    expect(asked.learn).toEqual({ seeds: 3, rounds: 6, matches: 200, tests: 200, seed: '1' })
  })
})

describe('rounds that all variants share', () => {
  const shared = (changes: object = {}, others: Partial<ExperimentDefinition> = {}) =>
    define({ ...others, learn: { ...SMALL, shared: 2, ...changes } })
  /** The names of what is to be learned next. */
  const next = async (experiment: Experiment, dir: string): Promise<string[]> => {
    const population = (await populationOf(experiment, dir))!
    return population.jobs.map(({ name }) => name)
  }

  test('are learned first, once, and each variant goes on from them', async () => {
    const dir = folder()
    const asked = await shared()
    const first = (await populationOf(asked, dir))!
    expect(await next(asked, dir)).toEqual(['shared rounds, player 1', 'shared rounds, player 2'])
    // Two players of two variants learn in one more round: of six matches, four in whole blocks, and 25 batches of four.
    expect(first.later).toMatchObject({ imitation: 0, planning: 24, practice: 400, fits: 4 })
    await learnAll(first.jobs, {
      threads: 0,
      onLearned: (job, policy) => first.keep(job, policy),
    })
    const second = (await populationOf(asked, dir))!
    expect(second.jobs.map(({ name }) => name)).toEqual([
      'usual, player 1',
      'usual, player 2',
      'small, player 1',
      'small, player 2',
    ])
    // Seeds of their own, or a round after the last one shared might be that one again.
    const settings = second.jobs.map(({ settings }) => settings)
    expect(settings.map(({ seed }) => seed)).toEqual(['1 after 2', '1-2 after 2', '1 after 2', '1-2 after 2'])
    expect(settings.map(({ from }) => from!.sha256)).toEqual([0, 1, 0, 1].map(i => settings[i]!.from!.sha256))
    expect(settings[0]!.from!.sha256).not.toBe(settings[1]!.from!.sha256)
    const { experiment } = await play(asked, dir)
    expect(policiesIn(dir)).toHaveLength(6)
    const { policies } = experiment.learn!
    expect(new Set(policies!.flat().map(({ sha256 }) => sha256)).size).toBe(4)
    expect((await populationOf(asked, dir))!.jobs).toEqual([])
    // As many rounds of the baseline alone are the same players, learned already.
    const { variants: _, ...alone } = DEFINITION
    expect(await next(await defineExperiment({ ...alone, learn: { ...SMALL, rounds: 2 } }), dir)).toEqual([])
  })

  test("are learned by the first variant's rules, wherever that stands when it is played again", async () => {
    const dir = folder()
    const asked = await shared()
    await play(asked, dir)
    const variants = [...DEFINITION.variants!].reverse()
    expect(await next(await shared({}, { variants }), dir)).toEqual([
      'shared rounds, player 1',
      'shared rounds, player 2',
    ])
    expect(await next({ ...asked, variants: [...asked.variants].reverse() }, dir)).toEqual([])
  })

  test('count once for variants of the same rules', async () => {
    const same = await shared({}, { variants: [...DEFINITION.variants!, { name: 'the same' }] })
    expect((await populationOf(same, folder()))!.later).toMatchObject({ planning: 24, fits: 4 })
  })

  test('stay in the folder as long as others go on from them, and players as long as exploiters learn', async () => {
    const dir = folder()
    const soon = Date.now() / 1000 + 10_000
    for (let i = 0; i < 300; i++) {
      const key = i.toString(16).padStart(64, '0')
      writeFileSync(join(dir, `${key}-${key}.policy`), '')
      utimesSync(join(dir, `${key}-${key}.policy`), soon + i, soon + i)
    }
    const { experiment } = await play(
      await shared({}, { exploit: { matches: 4, by: 'learned:rounds=1' } }),
      dir,
    )
    const left = policiesIn(dir).filter(name => !name.startsWith('0000'))
    for (const { file } of experiment.learn!.policies!.flat()) expect(left).toContain(basename(file!))
    expect((await populationOf(await shared({ rounds: 2 }), dir))!.jobs).toHaveLength(4)
  })

  test('are where the players of each variant begin', async () => {
    const dir = folder()
    const { experiment } = await play(await shared({ rounds: 0 }), dir)
    const { variants: _, ...alone } = DEFINITION
    const base = await play(await defineExperiment({ ...alone, learn: { ...SMALL, rounds: 2 } }), dir)
    const weights = ({ file }: { readonly file?: string }) => readPolicy(file!).weights
    const bases = base.experiment.learn!.policies![0]!.map(weights)
    for (const members of experiment.learn!.policies!) expect(members.map(weights)).toEqual(bases)
  })

  test('decide the fingerprint, and the figures are the same in another folder', async () => {
    const [first, second] = [await play(await shared(), folder()), await play(await shared(), folder())]
    expect(tablesOf(second)).toEqual(tablesOf(first))
    expect(fingerprint(second.experiment)).toBe(fingerprint(first.experiment))
    expect(defaultFolder(await shared())).not.toBe(defaultFolder(await define()))
  })

  test('are among those that an exploiter has', async () => {
    const { lineups } = await define({
      learn: { ...SMALL, shared: 2, rounds: 3 },
      exploit: { matches: 4, by: 'learned' },
    })
    const labels = lineups.flatMap(({ participants }) => participants.map(({ label }) => label))
    expect(labels.filter(label => label.includes('rounds=5'))).not.toEqual([])
  })

  test('are one at least', async () => {
    await expect(shared({ shared: 0 })).rejects.toThrow(
      /learn\.shared is 0, expected an integer from 1 to 1000/,
    )
  })

  test('do not keep a match of a later variant from being played again', async () => {
    const cwd = folder()
    const file = {
      ...DEFINITION,
      learn: { ...SMALL, shared: 1 },
      lineups: [{ agents: ['learned'] }],
    }
    writeFileSync(join(cwd, 'shared.yaml'), JSON.stringify(file))
    const ran = await evenhand(['run', 'shared.yaml', '--out', 'run', '--quiet'], { cwd })
    expect(ran.code, ran.err).toBe(0)
    // The shared rounds are not needed any more, only what came of them.
    const kept = join(cwd, 'runs', 'policies')
    const { experiment } = JSON.parse(readFileSync(join(cwd, 'run', 'manifest.json'), 'utf8'))
    const played: string[] = experiment.learn.policies.flat().map(({ sha256 }: { sha256: string }) => sha256)
    const others = readdirSync(kept).filter(name => !played.some(sha256 => name.includes(sha256)))
    expect(others).toHaveLength(2)
    for (const name of others) rmSync(join(kept, name))
    const { out, err, code } = await evenhand(['replay', 'run', '--cell', '2', '--block', '1'], { cwd })
    expect(code, err).toBe(0)
    expect(out).toMatch(/pile 1: o\n *pile 2: oo\n *pile 3: ooo\n/)
    for (const name of readdirSync(kept)) rmSync(join(kept, name))
    const lost = await evenhand(['replay', 'run', '--cell', '2', '--block', '1'], { cwd })
    expect(lost.err).toContain("whose policies aren't in runs/policies")
    expect(lost.code).toBe(2)
  })
})

test('line-ups of adversaries whose policies are not kept any more cannot be played again, others can', async () => {
  const by = 'learned:seed=kept-nowhere'
  const { learn: _, lineups: __, ...rest } = DEFINITION
  const asked = await defineExperiment({
    ...rest,
    lineups: [{ agents: ['greedy'] }],
    exploit: { matches: 4, by },
  })
  const { has } = playableOf(asked)
  expect(asked.lineups.map(has)).toEqual([true, false])
})

test('play --learn teaches the rules that it plays, with progress, and finds the policy again', async () => {
  const cwd = folder()
  const args = [
    'play',
    'nim',
    '--agents',
    'learned,random',
    '--learn',
    '--matches',
    '4',
    '--rules',
    'piles=[2,2]',
  ]
  const first = await evenhand([...args, '--policies', 'kept'], { cwd })
  expect(first.code, first.err).toBe(0)
  expect(first.err).toMatch(/^training 3 policies for nim, to be kept in kept\n/)
  expect(first.err).toMatch(/\n(?:standard[^:]*|[^:\n]+): round 5: /)
  expect(readdirSync(join(cwd, 'kept'))).toHaveLength(3)
  const second = await evenhand([...args, '--policies', 'kept'], { cwd })
  expect(second.out).toBe(first.out)
  expect(second.err).not.toContain('learning')
})
