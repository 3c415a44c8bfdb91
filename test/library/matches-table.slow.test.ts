/** The table of single matches: a row each, the same bytes however a run came about. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { literal } from '../../documents/index.ts'
import {
  defineExperiment,
  type Experiment,
  type ExperimentDefinition,
  framesOf,
  merge,
  openRun,
  RecordReader,
  type RunOptions,
  type RunResult,
  run,
  tablesOf,
} from '../../library/index.ts'
import { INTERRUPTED_TABLE_MAX } from '../../library/runs/run.ts'
import { withDuckdb } from '../../reports/files/duckdb.ts'
import { matches } from '../../reports/tables/index.ts'
import { FACTS } from '../../sim/records/facts-file.ts'

const GAME: ExperimentDefinition = {
  name: 'table',
  game: 'frontline',
  seed: 'table, of "matches"',
  matches: 24,
  rules: { cells: 5 },
  variants: [
    { name: 'short', rules: { turns: 12 } },
    { name: 'long', rules: { turns: 20 } },
  ],
  lineups: [{ agents: ['random'] }, { agents: ['greedy', 'random'] }],
}
const CSV = { threads: 0, matchesTable: { format: 'csv' } } as const
type Line = Readonly<Record<string, string>>

let home: string
let experiment: Experiment
/** The table of the run that was played at once, and that run's folder. */
let whole: string
let rows: Line[]
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'evenhand-table-'))
  experiment = await defineExperiment(GAME)
  await play('whole', { ...CSV, chunk: 2, records: {} })
  whole = tableIn('whole')
  rows = parse(whole, { columns: true })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const tableIn = (dir: string): string => readFileSync(join(home, dir, 'matches.csv'), 'utf8')

/** Plays into a folder. Returns the result, and how many matches were played again. */
async function play(
  dir: string,
  options: RunOptions = {},
  asked = experiment,
): Promise<{ result: RunResult; again: number }> {
  const open = openRun(asked, { threads: 0, out: join(home, dir), ...options })
  const again = open.replays
  try {
    const result = await open.finish()
    await open.writeReports({ page: false })
    return { result, again }
  } finally {
    open.close()
  }
}

/** Plays only so many matches of each line-up and variant. */
async function begin(dir: string, options: RunOptions, matches: number): Promise<void> {
  await play(dir, options, await defineExperiment({ ...GAME, matches }))
}

/** A copy of the folder of the whole run. */
function copy(dir: string): string {
  cpSync(join(home, 'whole'), join(home, dir), { recursive: true })
  return join(home, dir)
}

describe('the table of matches', () => {
  test('waits for the end of a long run that was interrupted', async () => {
    const long = await defineExperiment({ game: 'tic-tac-toe', matches: 4 * INTERRUPTED_TABLE_MAX })
    const out = join(home, 'long')
    const open = openRun(long, {
      ...CSV,
      out,
      chunk: INTERRUPTED_TABLE_MAX / 2,
      onProgress: ({ matches }) => matches > INTERRUPTED_TABLE_MAX && open.stop(),
    })
    await open.finish(() => open.writeReports({ page: false }))
    expect([open.matches > INTERRUPTED_TABLE_MAX, open.awaitsTable]).toEqual([true, true])
    expect([existsSync(join(out, 'summary.csv')), existsSync(join(out, 'matches.csv'))]).toEqual([
      true,
      false,
    ])
    open.close()
    await run(long, { ...CSV, out })
    expect(readFileSync(join(out, 'matches.csv'), 'utf8').trimEnd().split('\n').length).toBe(
      1 + 4 * INTERRUPTED_TABLE_MAX,
    )
  })

  test('tells of every match what its record tells when it is replayed', () => {
    const records = readFileSync(join(home, 'whole', 'records.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(rows).toHaveLength(records.length)
    const reader = new RecordReader()
    for (const [i, text] of records.entries()) {
      const { variant, block, rotation, agents, winner, ending, length, decisions } = JSON.parse(text)
      const row = rows[i]!
      expect(row).toMatchObject({
        ...{ game: 'frontline', seed: GAME.seed, variant, ending, winner: winner ?? 'nobody' },
        ...{ block: String(block), rotation: String(rotation), steps: String(length) },
        ...{ 'agent.A': agents[0], 'agent.B': agents[1], decision_count: String(decisions.length) },
        ...{ forfeited_by: '', 'rules.turns': variant === 'short' ? '12' : '20' },
      })
      const shares = { A: ['1.000000', '0.000000'], B: ['0.000000', '1.000000'] }[winner as string]
      expect([row['part.A'], row['part.B']]).toEqual(shares ?? ['0.500000', '0.500000'])
      const record = reader.read(literal(JSON.parse(text), 'record'), '.')
      const { gauges } = record.game.info
      const seen: Int32Array[] = []
      for (const { state, steps } of framesOf(record)) {
        const values = new Int32Array(gauges.length * 2)
        record.game.gauge(state, values, 0)
        seen[steps] = values
      }
      for (const [g, { id }] of gauges.entries())
        expect([row[`final.${id}.A`], row[`final.${id}.B`]]).toEqual(
          [...seen.at(-1)!.subarray(2 * g, 2 * g + 2)].map(String),
        )
      const seat = ['A', 'B'].indexOf(winner)
      const leads = seen.slice(1).map(values => values[seat]! - values[1 - seat]!)
      const own = seen.slice(1).map(values => values[seat]!)
      expect(row.lowest).toBe(winner === null ? '' : String(Math.min(...(gauges[0]!.zeroSum ? own : leads))))
    }
  })

  test('adds up to the other tables, and has the key and the columns that the dictionary names', async () => {
    const { summary } = tablesOf((await play('whole', CSV)).result)
    for (const one of summary!.filter(({ position }) => position === 1)) {
      const its = rows.filter(
        row => row.variant === one.variant && Number(row.lineup_number) === one.lineup_number,
      )
      expect(its).toHaveLength(Number(one.matches))
      const steps = its.reduce((sum, row) => sum + Number(row.steps), 0) / its.length
      expect(steps).toBeCloseTo(Number(one.length_steps), 9)
      expect(its[0]!.fingerprint).toBe(one.fingerprint)
    }
    const keys = rows.map(row => matches.key.map(id => row[id]).join('/'))
    expect(new Set(keys).size).toBe(rows.length)
    const families = (name: string): string =>
      name.replace(/^(agent|member|part)\..*/, '$1.SEAT').replace(/^final\..*/, 'final.GAUGE.SEAT')
    const named = [...new Set(Object.keys(rows[0]!).map(families))].filter(id => !id.startsWith('rules.'))
    expect(named).toEqual([...Object.keys(matches.columns), 'game', 'seed', 'fingerprint'])
  })

  test('is the same for other chunks, and for runs that go on with fewer matches, of which some told nothing', async () => {
    await play('chunks', { ...CSV, chunk: 5 })
    expect(tableIn('chunks')).toBe(whole)
    await begin('grown', CSV, 8)
    const short = tableIn('grown')
    await begin('grown', {}, 12)
    // One of fewer matches would not fit the other tables.
    expect(existsSync(join(home, 'grown', 'matches.csv'))).toBe(false)
    expect(short).not.toBe(whole)
    expect((await play('grown', CSV)).again).toBe(4 * 4)
    expect(tableIn('grown')).toBe(whole)
  })

  test('survives a kill: of what is cut off or damaged, the matches are played again', async () => {
    const { length } = readFileSync(join(home, 'whole', FACTS))
    for (const [dir, harm] of [
      ['cut', (file: string) => truncateSync(file, length - 7)],
      ['lost', (file: string) => rmSync(file)],
      ['other', (file: string) => writeFileSync(file, 'a file of somebody')],
      ['flipped', flipLast],
    ] as const) {
      harm(join(copy(dir), FACTS))
      rmSync(join(home, dir, 'matches.csv'))
      const { again } = await play(dir, CSV)
      // A chunk of two blocks, two variants and two rotations, or all.
      expect([dir, again]).toEqual([dir, /cut|flipped/.test(dir) ? 8 : 96])
      expect(tableIn(dir)).toBe(whole)
    }
  })

  test('costs nothing twice: once told, matches are not played again, in any format', async () => {
    const out = copy('formats')
    expect((await play('formats', { matchesTable: { format: 'csv.gz' } })).again).toBe(0)
    expect(readdirSync(out).filter(name => name.startsWith('matches'))).toEqual(['matches.csv.gz'])
    expect(gunzipSync(readFileSync(join(out, 'matches.csv.gz'))).toString()).toBe(whole)
  })

  test('is a Parquet file of the same rows, with numbers as numbers', async () => {
    const out = copy('parquet')
    await play('parquet', { matchesTable: { format: 'parquet' } })
    expect(readdirSync(out).filter(name => name.startsWith('matches'))).toEqual(['matches.parquet'])
    const found = await withDuckdb('test', async database => {
      const reader = await database.runAndReadAll(`FROM '${join(out, 'matches.parquet')}'`)
      return reader.getRowObjectsJson()
    })
    expect(found).toHaveLength(rows.length)
    for (const [i, one] of found.entries())
      for (const [id, text] of Object.entries(rows[i]!))
        if (Number.isNaN(Number(text || 'text'))) expect(one[id]).toBe(text === '' ? null : text)
        else expect(Number(one[id])).toBeCloseTo(Number(text), 6)
    expect(typeof found[0]!['part.A']).toBe('number')
    expect(found[0]!['rules.turns']).toBe('12')
  })

  test('holds what counts in a run that a rule stopped', async () => {
    const stopped = await defineExperiment({
      ...{ name: 'stopped', game: 'tic-tac-toe', matches: 2000, stop: { width: 24 } },
    })
    const { result } = await play('stopped', { ...CSV, chunk: 7 }, stopped)
    const found: Line[] = parse(tableIn('stopped'), { columns: true })
    expect(found.length).toBeLessThan(2000)
    expect(found).toHaveLength(Number(tablesOf(result).summary[0]!.matches))
  })

  test('tells who forfeited', async () => {
    const thrower = join(home, 'thrower.js')
    writeFileSync(
      thrower,
      "export default { id: 'thrower', summary: '', make: () => ({ choose() { throw new Error('no') } }) }\n",
    )
    const faulty = await defineExperiment({
      game: 'nim',
      matches: 4,
      lineups: [{ agents: [thrower, 'random'] }],
    })
    await play('faulty', CSV, faulty)
    const found: Line[] = parse(tableIn('faulty'), { columns: true })
    const [first, second] = faulty.seats
    expect(found.map(row => [row.ending, row.forfeited_by, row.winner, row.lowest])).toEqual(
      [0, 1, 0, 1].map(turn => ['forfeit', [first, second][turn], [second, first][turn], '']),
    )
  })

  test('of three seats says who sat where, and who shared', async () => {
    const three = await defineExperiment({
      ...{ game: 'prestige', ruleset: 'three', matches: 3, matchesTable: 'csv' },
      lineups: [{ agents: ['greedy', 'random', 'random'] }],
    })
    await play('three', {}, three)
    const found: Line[] = parse(tableIn('three'), { columns: true })
    expect(found).toHaveLength(3)
    const seats = three.seats
    for (const { rotation, ...row } of found) {
      expect(seats.findIndex(seat => row[`agent.${seat}`] === 'greedy')).toBe((3 - Number(rotation)) % 3)
      const parts = seats.map(seat => Number(row[`part.${seat}`]))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 5)
      expect(row.winner).toBe(seats.find((_, s) => parts[s]! > 0.34) ?? 'nobody')
    }
  })

  test('is refused where there is no place for it', () => {
    expect(() => openRun(experiment, CSV)).toThrow('matchesTable: needs a folder for the table, ')
  })

  /** Plays a shard; returns how many matches were played again. */
  async function playShard(
    dir: string,
    index: number,
    options: RunOptions,
    asked = experiment,
  ): Promise<number> {
    const shard = { index, count: 3 }
    const open = openRun(asked, { threads: 0, chunk: 2, out: join(home, dir), shard, ...options })
    try {
      const again = open.replays
      await open.finish()
      return again
    } finally {
      open.close()
    }
  }

  test('comes from shards, in order of blocks, and they are as they were', async () => {
    for (const index of [3, 1, 2]) {
      expect(await playShard(`shards/${index}`, index, CSV)).toBe(0)
      // Once told, nothing is played again, and nothing of the others' shares.
      expect(await playShard(`shards/${index}`, index, CSV)).toBe(0)
      expect(readdirSync(join(home, 'shards', `${index}`))).not.toContain('matches.csv')
    }
    const facts = (index: number): Buffer => readFileSync(join(home, 'shards', `${index}`, FACTS))
    const before = [1, 2, 3].map(facts)
    const dirs = [join(home, 'shards')]
    const out = join(home, 'merged')
    // Without the table first: then with it, and in another format, into the folder that holds all blocks already.
    await merge(dirs, { out })
    expect(existsSync(join(out, 'matches.csv'))).toBe(false)
    expect((await merge(dirs, { out, matchesTable: { format: 'csv' } })).lacking).toBe(0)
    expect(tableIn('merged')).toBe(whole)
    await merge(dirs, { out, matchesTable: { format: 'csv.gz' } })
    expect(gunzipSync(readFileSync(join(out, 'matches.csv.gz'))).toString()).toBe(whole)
    expect([1, 2, 3].map(facts)).toEqual(before)
    // What the merged folder holds is enough for a run in it.
    expect((await play('merged', CSV)).again).toBe(0)
  })

  test('of shards of which one told nothing, or less than it played, is not written until the rest is played again', async () => {
    for (const index of [1, 2, 3]) await playShard(`some/${index}`, index, index === 2 ? {} : CSV)
    const file = join(home, 'some', '3', FACTS)
    truncateSync(file, readFileSync(file).length - 5)
    const cut = readFileSync(file)
    const out = join(home, 'half')
    const { lacking } = await merge([join(home, 'some')], { out, matchesTable: { format: 'csv' } })
    // Four blocks of both line-ups, and the last frame.
    expect(lacking).toBe(10)
    expect(existsSync(join(out, 'matches.csv'))).toBe(false)
    expect(readFileSync(file)).toEqual(cut)
    const { again } = await play('half', CSV)
    expect(again).toBe(10 * 2 * 2)
    expect(tableIn('half')).toBe(whole)
  })

  test('takes no facts of another run, and of a shard only those of blocks in its journal', async () => {
    const other = await defineExperiment({ ...GAME, seed: 'another' })
    for (const index of [1, 2, 3]) {
      await playShard(`mine/${index}`, index, {})
      await playShard(`other/${index}`, index, CSV, other)
      cpSync(join(home, 'other', `${index}`, FACTS), join(home, 'mine', `${index}`, FACTS))
    }
    // Facts of the right run, but of another share than the journal beside them.
    cpSync(join(home, 'shards', '1', FACTS), join(home, 'mine', '2', FACTS))
    const out = join(home, 'mixed')
    const { lacking } = await merge([join(home, 'mine')], { out, matchesTable: { format: 'csv' } })
    expect(lacking).toBe(24)
    expect(existsSync(join(out, 'matches.csv'))).toBe(false)
  })
})

/** Changes the last byte of a file. */
function flipLast(file: string): void {
  const bytes = readFileSync(file)
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(file, bytes)
}
