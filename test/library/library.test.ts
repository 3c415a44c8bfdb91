/** The library as a program uses it: define, play, resume, merge, compare, read tables. */

import { execFileSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import {
  compare,
  comparisonsOf,
  consoleReport,
  defineExperiment,
  type Experiment,
  type ExperimentDefinition,
  InputError,
  learn,
  merge,
  openRun,
  parseShard,
  plan,
  readRun,
  resume,
  run,
  statusOf,
  tablesOf,
} from '../../library/index.ts'
import { PLANNED } from '../../sim/stats/looks.ts'

const TINY: ExperimentDefinition = {
  name: 'tiny',
  game: 'frontline',
  seed: 'library',
  matches: 20,
  rules: { cells: 5, turns: 20 },
  lineups: [{ agents: ['random'] }],
}
/** On the calling thread: other threads run the build only. */
const HERE = { threads: 0, chunk: 2 }

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'evenhand-library-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const bytesOf = (folder: string, name = 'summary.csv'): string => readFileSync(join(folder, name), 'utf8')

test.each(['index', 'game', 'agent', 'testing'])('require takes the entry point %s', door => {
  const file = fileURLToPath(new URL(`../../dist/library/${door}.js`, import.meta.url))
  const code = `console.log(Object.keys(require(${JSON.stringify(file)})).length > 1)`
  expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim()).toBe('true')
})

describe('a plan', () => {
  it('plays a pilot that the run goes on from', async () => {
    const asked = await defineExperiment({ ...TINY, matches: 200 })
    const out = join(dir, 'run')
    const { lineups, questions } = await plan(asked, { out, threads: 0, pilot: 20 })
    expect(lineups).toMatchObject([{ name: 'random vs random', matches: 200, pilot: 20 }])
    expect(questions.map(({ kind }) => kind)).toContain('fair')
    expect(statusOf(out).matches).toBe(40)
    await run(asked, { ...HERE, out })
    const whole = join(dir, 'whole')
    await run(asked, { ...HERE, out: whole })
    expect(bytesOf(out)).toBe(bytesOf(whole))
  })
})

describe('a player that learns', () => {
  const tiny = { game: 'nim', rounds: 1, matches: 20, tests: 20 }

  it('is written to a file that plays, the same for the same definition', async () => {
    const [one, two] = [join(dir, 'one.policy'), join(dir, 'two.policy')]
    const player = await learn({ ...tiny, out: one }, { threads: 0 })
    await learn({ ...tiny, out: two }, { threads: 0 })
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true)
    expect(readFileSync(one).equals(player.bytes)).toBe(true)
    expect(existsSync(`${one}.rounds`)).toBe(false)
    const agents = [`learned:file=${one}`, 'random']
    const experiment = await defineExperiment({ game: 'nim', matches: 4, lineups: [{ agents }] })
    expect((await run(experiment, HERE)).complete).toBe(true)
  })

  it('is refused with numbers out of range, and from a file that is no policy', async () => {
    const out = join(dir, 'one.policy')
    await expect(learn({ ...tiny, rounds: -1, out })).rejects.toThrow(InputError)
    await expect(learn({ ...tiny, from: join(dir, 'none'), out })).rejects.toThrow(/^from: /)
    expect(existsSync(out)).toBe(false)
  })
})

describe('a run', () => {
  it('needs no folder, and its tables are data', async () => {
    const result = await run(await defineExperiment(TINY), HERE)
    expect(result.complete).toBe(true)
    const { summary, seats } = tablesOf(result)
    expect(summary![0]).toMatchObject({ variant: 'default', lineup: 'random vs random', matches: 20 })
    expect(seats!.map(row => row.seat)).toEqual(['A', 'B'])
  })

  it('of a game with payoffs is judged by them, and says so', async () => {
    const { rules: _, ...rest } = TINY
    const chips = await run(await defineExperiment({ ...rest, game: 'kuhn-poker' }), HERE)
    const said = 'chips: mean chips won per match, without forfeits. Verdicts use it.\n'
    expect(consoleReport(chips, { color: false, width: 500 })).toContain(said)
    const plain = await run(await defineExperiment(TINY), HERE)
    expect(consoleReport(plain, { color: false, width: 500 })).not.toContain('Verdicts use it')
  })

  it.each([
    [['random'], 40, true],
    [['random'], 42, false],
    [['greedy'], 4, true],
    // A decision takes as long as there are tries: the calling thread must stay free for Ctrl-C.
    [['greedy:samples=1000'], 2, false],
    [['mcts:iterations=1'], 2, false],
  ])('of %j, %i matches, needs no threads: %s', async (agents, matches, without) => {
    const open = openRun(await defineExperiment({ ...TINY, matches, lineups: [{ agents }] }))
    expect(open.threads === 0).toBe(without)
    open.close()
  })

  it('stopped half-way resumes from its folder, to the same bytes', async () => {
    const experiment = await defineExperiment(TINY)
    await run(experiment, { ...HERE, out: join(dir, 'whole') })
    const half = openRun(experiment, { ...HERE, out: join(dir, 'half'), onProgress: () => half.stop() })
    await half.finish()
    expect(half.complete).toBe(false)
    half.close()
    expect(statusOf(join(dir, 'half'))).toMatchObject({ state: 'stopped', total: 20 })
    const result = await resume(join(dir, 'half'), HERE)
    expect(result.complete).toBe(true)
    expect(bytesOf(join(dir, 'half'))).toBe(bytesOf(join(dir, 'whole')))
    expect(tablesOf(readRun(join(dir, 'half')))).toEqual(tablesOf(result))
  })

  it('goes on with fewer matches than were played ahead of where its rule stopped it', async () => {
    const nim = (matches: number, stop?: object) =>
      defineExperiment({ game: 'nim', matches, lineups: [{ agents: ['random'] }], ...(stop ? { stop } : {}) })
    const play = async (experiment: Promise<Experiment>, out: string) =>
      run(await experiment, { ...HERE, out })
    const [ahead, plain] = [join(dir, 'ahead'), join(dir, 'plain')]
    // Blocks beyond the end that the looser rule finds stay in the journal.
    await play(nim(160, { width: 0.5 }), ahead)
    const { cells } = await play(nim(160, { width: 50 }), ahead)
    const { tally, layout } = cells[0]!
    expect(tally[layout.blocks]).toBe(32)
    await expect(play(nim(50), ahead)).rejects.toThrow('holds a run of 64 matches of "random vs random"')
    const last = await play(nim(101), ahead)
    const whole = await play(nim(101), plain)
    // All but the look: more matches than were asked for first are judged more strictly.
    const { look, ...sums } = last.cells[0]!
    expect(whole.cells[0]).toMatchObject({ tally: sums.tally, highlights: sums.highlights, look: PLANNED[0] })
    expect(look).toBe(PLANNED[1])
    expect(statusOf(ahead)).toMatchObject({ state: 'complete', matches: 102 })
  })

  it('ends by an AbortSignal', async () => {
    const signal = AbortSignal.abort()
    const result = await run(await defineExperiment(TINY), { ...HERE, signal })
    expect(result.complete).toBe(false)
  })

  it('leaves no listener on its AbortSignal', async () => {
    const { signal } = new AbortController()
    await run(await defineExperiment(TINY), { ...HERE, signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('whose lock another run takes ends, writes nothing more, and leaves that lock alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const lock = join(dir, 'lock')
      let kept = ''
      const lost = openRun(await defineExperiment(TINY), {
        ...HERE,
        out: dir,
        onProgress: () => {
          if (kept !== '') return
          writeFileSync(lock, 'another run')
          // The next look at the lock.
          vi.advanceTimersByTime(5_000)
          kept = bytesOf(dir, 'journal.jsonl')
        },
      })
      await expect(lost.finish()).rejects.toThrow(/lost its lock to another run/)
      lost.close()
      expect(bytesOf(dir, 'journal.jsonl')).toBe(kept)
      expect(lost.matches).toBeLessThan(lost.total)
      expect(readFileSync(lock, 'utf8')).toBe('another run')
    } finally {
      vi.useRealTimers()
    }
  })

  it('in shards is merged to the bytes of one machine', async () => {
    const experiment = await defineExperiment(TINY)
    await run(experiment, { ...HERE, out: join(dir, 'whole') })
    for (const text of ['1/2', '2/2'])
      await run(experiment, { ...HERE, out: join(dir, text.replace('/', '-')), shard: parseShard(text)! })
    const { result, missing } = await merge([join(dir, '1-2'), join(dir, '2-2')], { out: join(dir, 'all') })
    expect([result.complete, missing]).toEqual([true, [[]]])
    expect(bytesOf(join(dir, 'all'))).toBe(bytesOf(join(dir, 'whole')))
  })
})

describe('comparing', () => {
  it('plays two variants on the same seeds and says what the change did', async () => {
    const { variants: _, lineups, ...rest } = { ...TINY, variants: undefined }
    const result = await compare(
      { ...rest, lineups: lineups!, before: {}, after: { rules: { turns: 10 } } },
      HERE,
    )
    const length = comparisonsOf(result).find(({ metric }) => metric.id === 'length')!
    expect(length.difference).toBeLessThan(0)
    expect(length.blocks).toBe(10)
  })
})

describe('mistakes', () => {
  it('in a definition name the key', async () => {
    await expect(defineExperiment({ ...TINY, game: 'chess' })).rejects.toThrow(
      /^experiment: unknown game "chess"/,
    )
    await expect(defineExperiment({ ...TINY, matches: 0 })).rejects.toThrow(/matches is 0, expected/)
  })

  it.each([{ chunk: 0 }, { threads: -1 }, { threads: Number.NaN }, { memory: 0 }])(
    'in the options are refused before anything runs: %o',
    async options => {
      await expect(run(await defineExperiment(TINY), options)).rejects.toThrow(
        /^options: \w+ is .*, expected/,
      )
    },
  )

  it('in the experiment, too: it must be a resolved one', async () => {
    await expect(run(TINY as never, HERE)).rejects.toThrow(/^experiment: isn't resolved, expected/)
    await expect(resume(join(dir, 'nowhere'), HERE)).rejects.toThrow(/no such folder, expected/)
  })

  it('in the folder, which is looked at before players learn for it', async () => {
    const policies = join(dir, 'policies')
    const file = join(dir, 'a-file')
    writeFileSync(file, '')
    const taught = await defineExperiment({ ...TINY, learn: true, lineups: [{ agents: ['learned'] }] })
    const options = { ...HERE, policies, out: join(file, 'x') }
    await expect(run(taught, options)).rejects.toThrow(/can't be written: .+, expected a folder/)
    expect(existsSync(policies)).toBe(false)
  })

  it('in a folder are refused: it holds another run', async () => {
    await run(await defineExperiment(TINY), { ...HERE, out: dir })
    const other = await defineExperiment({ ...TINY, seed: 'another' })
    await expect(run(other, { ...HERE, out: dir })).rejects.toThrow(
      /holds a different run: its seed is "library"/,
    )
  })
})
