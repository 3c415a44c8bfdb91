/** What analysts join and stack by: keys that no two rows share, columns that name the run, and swept keys as factors. */
import { beforeAll, describe, expect, test } from 'vitest'
import { defineExperiment, type ExperimentDefinition, type RunResult, tablesOf } from '../../library/index.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { seats, TABLES } from '../../reports/tables/index.ts'
import { fingerprint } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

/** Three seats, the same agent twice, the same line-up twice, and a sweep. */
let three: RunResult
/** Two seats, with a rule that is text, and line-ups in which a table of pairs has rows. */
let two: RunResult

async function play(definition: ExperimentDefinition): Promise<RunResult> {
  return playRun(newRun(await defineExperiment(definition)), { threads: 0 })
}

beforeAll(async () => {
  three = await play({
    game: 'prestige',
    ruleset: 'three',
    matches: 3,
    sweep: { 'dossier.size': [3, 4] },
    lineups: [{ agents: ['greedy', 'random', 'random'] }, { agents: ['random'] }, { agents: ['random'] }],
  })
  two = await play({
    game: 'elephant-men',
    matches: 4,
    variants: [{ name: 'old', ruleset: 'v0.0' }, { name: 'new' }],
    lineups: [{ agents: ['random'] }, { agents: ['greedy', 'random'] }, { agents: ['random', 'random'] }],
  })
})

describe('keys', () => {
  test.each(TABLES.map(table => [table.id, table] as const))(
    'no two rows of %s have the same',
    (_, table) => {
      for (const id of table.key) expect(Object.keys(table.columns)).toContain(id)
      for (const result of [three, two]) {
        const rows = table.rows(result)
        const keys = rows.map(row => JSON.stringify(table.key.map(id => row[id])))
        expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
      }
    },
  )

  test('are needed: without the number of the line-up, or the position, rows would be the same', () => {
    const summary = TABLES.find(({ id }) => id === 'summary')!
    const without = (column: string) =>
      summary.rows(three).map(row =>
        summary.key
          .filter(id => id !== column)
          .map(id => row[id])
          .join('/'),
      )
    for (const column of ['lineup_number', 'position', 'seat', 'variant'])
      expect(new Set(without(column)).size).toBeLessThan(without(column).length)
  })
})

describe('the columns at the end of every file', () => {
  test('name the game, the seed and the run, and hold every key in which variants differ', () => {
    for (const table of TABLES) {
      const [head, ...lines] = csvOf(table, three).trimEnd().split('\n')
      expect(head).toMatch(/,game,seed,fingerprint,rules\.dossier\.size$/)
      const run = fingerprint(three.experiment).slice(0, 12)
      for (const line of lines) expect(line).toMatch(new RegExp(`,prestige,1,${run},\\d+$`))
    }
  })

  test('hold the value of the row’s own variant, numbers as numbers', () => {
    const rows = tablesOf(three).seats
    expect(new Set(rows.map(row => `${row.variant} ${row['rules.dossier.size']}`))).toEqual(
      new Set(
        three.experiment.variants.map(
          ({ name, rules }) => `${name} ${(rules as { dossier: { size: number } }).dossier.size}`,
        ),
      ),
    )
    for (const row of rows) expect(typeof row['rules.dossier.size']).toBe('number')
  })

  test('have no rule keys where there is one variant', () => {
    const one = {
      ...three,
      experiment: { ...three.experiment, variants: three.experiment.variants.slice(0, 1) },
    }
    expect(csvOf(seats, { ...one, cells: [] })).toMatch(/,game,seed,fingerprint\n$/)
  })

  test('are the same in rows of the library', () => {
    const [row] = tablesOf(two).comparisons
    expect(row).toMatchObject({ game: 'elephant-men', seed: '1' })
    expect(Object.keys(row!).some(key => key.startsWith('rules.'))).toBe(true)
  })
})
