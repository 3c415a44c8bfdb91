/** `evenhand query`: SQL over the tables of runs. */
import { mkdirSync, readdirSync } from 'node:fs'
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
  mkdirSync(join(cwd, 'empty'))
})

const query = (dir: string, sql: string, ...more: string[]) => evenhand(['query', dir, sql, ...more], { cwd })

describe('query', () => {
  test('asks all runs of a folder, whatever their table of matches is in', async () => {
    const sql =
      'select run, seed, count(*) as n, count(distinct block) as blocks from matches group by all order by run'
    expect(await query('runs', sql)).toEqual({
      ...{ code: 0, err: '' },
      out: 'run  seed   n  blocks\n---  ----  --  ------\na    one   12       6\nb    two   12       6\n',
    })
    const { out } = await query('runs', sql, '--json')
    expect(JSON.parse(out)[1]).toEqual({ run: 'b', seed: 'two', n: 12, blocks: 6 })
  })

  test('asks one run, prints CSV that begins no formula, and tells empty cells apart', async () => {
    const sql =
      "select run, '=1+1' as formula, null as nothing, 0.5 as half, 'a,b' as text from seats limit 1"
    expect((await query('runs/a', sql, '--csv')).out).toBe(
      'run,formula,nothing,half,text\na,\'=1+1,,0.5,"a,b"\n',
    )
  })

  test.each([
    ['runs', 'select wrong from seats', /^SQL: Binder Error: Referenced column "wrong" not found.*\n$/],
    ['runs', 'selec', /^SQL: Parser Error: .*\n$/],
    ['runs', "from read_text('secret')", /^SQL: Permission Error: .*disabled by configuration\n$/],
    ['runs', "copy seats to 'stolen.csv'", /^SQL: Permission Error: .*disabled by configuration\n$/],
    ['runs', 'set enable_external_access = true', /^SQL: .*configuration has been locked\n$/],
    [
      'empty',
      'from seats',
      /^empty: holds no run with reports, expected the folder of a run or a folder of runs\n$/,
    ],
    [
      'nowhere',
      'from seats',
      /^nowhere: is not a folder, expected the folder of a run or a folder of runs\n$/,
    ],
  ])('refuses, in %s, %j in one line', async (dir, sql, message) => {
    const { code, out, err } = await query(dir, sql)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
    expect(readdirSync(cwd)).not.toContain('stolen.csv')
  })
})
