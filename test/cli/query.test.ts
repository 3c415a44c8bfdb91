/** `evenhand query`: SQL over the tables of runs. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { defineExperiment, openRun } from '../../library/index.ts'
import { evenhand, folder } from './command.ts'

let cwd: string
beforeAll(async () => {
  cwd = folder({ secret: 'of this machine\n' })
  for (const [name, seed, format] of [
    ['a', 'one', 'csv'],
    ['b', 'two', 'parquet'],
  ] as const) {
    const out = join(cwd, 'runs', name)
    const experiment = await defineExperiment({ name, game: 'nim', seed, matches: 12, matchesTable: format })
    const open = openRun(experiment, { threads: 0, out })
    await open.finish()
    await open.writeReports({ page: false })
    open.close()
  }
  for (const [name, turns] of [
    ['long', 9],
    ['short', 5],
  ] as const)
    await evenhand(
      [
        ...[
          'play',
          'frontline',
          '--agents',
          'random',
          '--matches',
          '4',
          '--rules',
          'cells=5',
          `turns=${turns}`,
        ],
        ...['--threads', '1', '--matches-table', 'parquet', '--quiet', '--out', join('archive', name)],
      ],
      { cwd },
    )
  mkdirSync(join(cwd, 'empty'))
})

const query = (dir: string, sql: string, ...more: string[]) => evenhand(['query', dir, sql, ...more], { cwd })

describe('query', () => {
  test('queries all runs of a folder, whatever the format of their table of matches', async () => {
    const sql =
      'select run, seed, count(*) as n, count(distinct block) as blocks from matches group by all order by run'
    expect(await query('runs', sql)).toEqual({
      ...{ code: 0, err: '' },
      out: 'run  seed   n  blocks\n---  ----  --  ------\na    one   12       6\nb    two   12       6\n',
    })
    const { out } = await query('runs', sql, '--json')
    expect(JSON.parse(out)[1]).toEqual({ run: 'b', seed: 'two', n: 12, blocks: 6 })
  })

  test('queries one run, prints CSV without formulas, and keeps empty cells distinct', async () => {
    const sql =
      "select run, '=1+1' as formula, null as nothing, 0.5 as half, 'a,b' as text from seats limit 1"
    expect((await query('runs/a', sql, '--csv')).out).toBe(
      'run,formula,nothing,half,text\na,\'=1+1,,0.5,"a,b"\n',
    )
  })

  test('lists runs and their rules, and distinguishes runs by a rule', async () => {
    const asked = await query('archive', 'select * exclude (code, date, version) from runs', '--json')
    expect(JSON.parse(asked.out)).toEqual([
      {
        ...{ run: 'long', id: expect.stringMatching(/^[0-9a-f]{12}$/), name: 'frontline', kind: 'play' },
        ...{
          question: 'Is Frontline default, cells=5, turns=9 fair?',
          game: 'frontline',
          ruleset: 'default',
        },
        ...{ seed: '1', state: 'complete', matches: 4, margin: 2, completeness: 1 },
      },
      expect.objectContaining({ run: 'short', matches: 4 }),
    ])
    const { out } = await query(
      'archive',
      'select version, date < now() as past, length(code) as n from runs',
      '--json',
    )
    expect(JSON.parse(out)[0]).toEqual({ version: expect.stringMatching(/^\d/), past: true, n: 12 })
    expect((await query('archive', 'from rules select run, key, value where changed', '--csv')).out).toBe(
      'run,key,value\nlong,turns,9\nshort,turns,5\n',
    )
    for (const table of ['summary', 'matches'])
      expect(
        (
          await query(
            'archive',
            `select distinct run, "rules.turns" + 1 as next from ${table} order by run`,
            '--csv',
          )
        ).out,
      ).toBe('run,next\nlong,10\nshort,6\n')
  })

  test('writes every table as Parquet, which the notebook asks', async () => {
    const { code, out } = await evenhand(['query', 'archive', '--parquet', 'tables'], { cwd })
    expect([code, out.split('\n').length]).toEqual([0, 26])
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const database = await (await DuckDBInstance.create(':memory:')).connect()
    for (const file of readdirSync(join(cwd, 'tables')))
      await database.run(
        `CREATE VIEW ${file.split('.')[0]} AS FROM read_parquet('${join(cwd, 'tables', file)}')`,
      )
    const types = await database.runAndReadAll('DESCRIBE FROM runs')
    const found = Object.fromEntries(types.getRows().map(([name, type]) => [name, type]))
    expect(found).toMatchObject({ date: 'TIMESTAMP', matches: 'BIGINT', margin: 'DOUBLE', seed: 'VARCHAR' })
    const empty = await database.runAndReadAll(
      'select count(*), count(payoff), count("member.A") from matches, summary',
    )
    expect(empty.getRows()[0]).toEqual([16n, 0n, 0n])
    const { cells } = JSON.parse(
      readFileSync(new URL('../../docs/guides/archive.ipynb', import.meta.url), 'utf8'),
    )
    const queries = cells
      .filter((cell: { cell_type: string }) => cell.cell_type === 'code')
      .flatMap(({ source }: { source: string[] }) => [
        ...source.join('').matchAll(/sql\("""([\s\S]*?)"""\)/g),
      ])
    expect(queries).toHaveLength(5)
    const rows = []
    for (const [, sql] of queries) rows.push((await database.runAndReadAll(sql)).getRows().length)
    expect(rows).toEqual([2, 2, 2, 2, 0])
  })

  test.each([
    ['runs', 'select wrong from seats', /^SQL: Binder Error: Referenced column "wrong" not found.*\n$/],
    ['runs', 'selec', /^SQL: Parser Error: .*\n$/],
    ['runs', "from read_text('secret')", /^SQL: Permission Error: .*disabled by configuration\n$/],
    ['runs', "copy seats to 'stolen.csv'", /^SQL: Permission Error: .*disabled by configuration\n$/],
    ['runs', 'set enable_external_access = true', /^SQL: .*configuration has been locked\n$/],
    ['empty', 'from seats', /^empty: holds no run, expected the folder of a run or a folder of runs\n$/],
    [
      'nowhere',
      'from seats',
      /^nowhere: no such folder, expected the folder of a run or a folder of runs\n$/,
    ],
  ])('refuses, in %s, %j in one line', async (dir, sql, message) => {
    const { code, out, err } = await query(dir, sql)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
    expect(readdirSync(cwd)).not.toContain('stolen.csv')
  })

  test.each([
    [['archive'], 'SQL: is missing, expected a query or --parquet FOLDER\n'],
    [['archive', 'from runs', '--parquet', 'x'], '--parquet: writes all tables, expected no query\n'],
    [['archive', '--parquet', 'x', '--csv'], "--parquet: can't be combined with --csv\n"],
  ])('refuses %j', async (args, err) => {
    expect(await evenhand(['query', ...args], { cwd })).toEqual({ code: 2, out: '', err })
  })
})
