import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FORMULAS_PAGE } from '../../docs/scripts/dictionary.ts'
import type { Columns } from '../../reports/tables/column.ts'
import { matches, TABLES } from '../../reports/tables/index.ts'

const isEnd = (id: string): boolean => /_(low|high)$/.test(id)

/** The columns that are ends of an interval, or arms. */
function endsOf(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([id, { meaning }]) =>
    isEnd(id) || meaning.includes('95 % interval') ? [id] : [],
  )
}

/** The rows of the tables of a section, each as its cells; without heads. A bar after a backslash is part of a cell. */
function cellsIn(page: string, heading: string): string[][] {
  const section = page.split(/^(?=## )/m).find(one => one.startsWith(`## ${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| method |'))
    .map(line => line.split(/(?<!\\)\|/).slice(1, -1))
}

test('docs/reference/formulas.md has the formula of every interval, and names no other', () => {
  const rows = cellsIn(readFileSync(FORMULAS_PAGE, 'utf8'), 'Intervals')
  expect(rows.filter(cells => cells.length !== 4)).toEqual([])
  const all = [...TABLES, matches].flatMap(({ id, columns }) => endsOf(columns).map(end => `${id}.${end}`))
  const named = rows.flatMap(([method, , , columns]) => {
    const names = [...columns!.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name!)
    expect(names, `columns of ${method}`).not.toEqual([])
    return names.flatMap(name => (all.includes(name) ? [name] : [`${name}_low`, `${name}_high`]))
  })
  const missing = all.filter(end => !named.includes(end))
  const unknown = named.filter(name => !all.includes(name))
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] })
})
