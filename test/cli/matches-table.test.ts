/** `--matches-table` on the command line. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evenhand, folder, hashes } from './command.ts'

const PLAY = ['play', 'frontline', '--rules', 'cells=5', 'turns=20', '--matches', '24', '--quiet']

describe('--matches-table', () => {
  test('writes the same bytes for one thread and for two, and for any chunks', async () => {
    const cwd = folder()
    for (const [out, ...how] of [
      ['one', '--threads', '1'],
      ['two', '--threads', '2', '--chunk', '3'],
    ]) {
      const { code, err } = await evenhand([...PLAY, '--matches-table', 'csv', '--out', out!, ...how], {
        cwd,
      })
      expect([code, err]).toEqual([0, ''])
    }
    const [one, two] = ['one', 'two'].map(dir => hashes(join(cwd, dir))['matches.csv'])
    expect(one).toBeDefined()
    expect(one).toBe(two)
  })

  test.each([
    [['xlsx'], '--matches-table: found "xlsx", expected one of csv, csv.gz, parquet\n'],
    [
      ['csv', '--no-keep'],
      '--matches-table: needs a folder for the table, expected a run without --no-keep\n',
    ],
  ])('refuses %j in one line', async (words, err) => {
    expect(await evenhand([...PLAY, '--matches-table', ...words])).toEqual({ code: 2, out: '', err })
  })
})
