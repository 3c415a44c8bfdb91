/**
 * Fills the tables of docs/studies and docs/rules from the CSV files of runs, so that no figure there was
 * ever typed: `npm run studies -- RUNS` takes the run of configs/experiments/GAME/NAME.yaml from the folder
 * RUNS/NAME, where there is one, and leaves tables of other runs as they are. A table is what follows a
 * comment such as
 *
 *     <!-- table
 *     run: frontline-worth
 *     rows: variant
 *     columns: lineup
 *     cells: { '': '{score:%} / {lead}' }
 *     -->
 *
 * up to the next empty line. `Spec` below says what may stand there, `fieldOf` what stands between braces. A
 * comment that begins with `names` gives long texts of the reports short names, for all tables of the
 * document. The report `openings` is counted from the run's records (openings.ts).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { matchesPattern } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import { WITHHELD } from '../../reports/console/changes.ts'
import { isDisputed } from '../../reports/findings/changes/comparisons.ts'
import type { MemberDifferences } from '../../reports/findings/members.ts'
import { openingsIn } from './openings.ts'
import { isMain, pageOf } from './pages.ts'

const Spec = z.strictObject({
  /** The experiment's file, without its ending. */
  run: z.string(),
  /** The report, without its ending. */
  from: z.string().default('summary'),
  /** Rows of the report that count: patterns of texts by column. */
  where: z.record(z.string(), z.string()).default({}),
  /** Columns whose texts make a row of the table, each with its heading if that differs. */
  rows: z.union([z.string().transform(column => ({ [column]: column })), z.record(z.string(), z.string())]),
  /** A column whose texts are columns of the table. */
  columns: z.string().optional(),
  /** Templates by heading. With `columns`, each is repeated for every one of them, after its name. */
  cells: z.record(z.string(), z.string()),
})
/** With the names for long texts of reports. */
type Spec = z.infer<typeof Spec> & { names: Readonly<Record<string, string>> }

/** A row of a CSV file, by column. */
type Row = Readonly<Record<string, string>>
/** Reads a report of the table's run: summary, comparisons, ... */
type Reports = (report: string) => readonly Row[]

/** A family of comparisons holds where its corrected p-value is below this. */
const ALPHA = 0.05
const NAMES = /<!-- names\n(?<names>.*?)\n-->\n/s
const TABLE = /<!-- table\n(?<spec>.*?)\n-->\n(?<table>.*?)(?=\n\n|\n*$)/gs
/** `{column}`, `{column:%1}`: a format is `%` for percent and a number of decimals, one if it is not given. */
const FIELD = /\{(?<term>[^{}:]+(?::[^{}:]+~)?)(?::(?<percent>%?)(?<decimals>\d?))?\}/g

/** A document with its tables filled, as far as their run is known. Throws if a table is wrong. */
export function fill(text: string, reportsOf: (run: string) => Reports | undefined): string {
  const names = z.record(z.string(), z.string()).parse(parseYaml(NAMES.exec(text)?.groups?.names ?? '{}'))
  return text.replace(TABLE, (whole, spec: string) => {
    const read = specOf(spec, names)
    const reports = reportsOf(read.run)
    return reports === undefined ? whole : `<!-- table\n${spec}\n-->\n${tableOf(read, reports)}`
  })
}

/** The experiments that the tables of a document rest on. */
export function runsOf(text: string): string[] {
  return [...text.matchAll(TABLE)].map(({ groups }) => specOf(groups!.spec!, {}).run)
}

function specOf(text: string, names: Spec['names']): Spec {
  return { ...Spec.parse(parseYaml(text)), names }
}

function tableOf(spec: Spec, reports: Reports): string {
  const rows = reports(spec.from).filter(row =>
    Object.entries(spec.where).every(([column, pattern]) => matchesPattern(pattern, cellOf(row, column))),
  )
  if (rows.length === 0) throw new Error(`${spec.run}: no row of ${spec.from} is as the table wants it`)
  const keys = Object.keys(spec.rows)
  const lines = groupedBy(rows, row => keys.map(key => nameOf(cellOf(row, key), spec)).join(' | '))
  const { columns } = spec
  const across = columns === undefined ? [''] : [...groupedBy(rows, row => cellOf(row, columns)).keys()]
  const cells = Object.entries(spec.cells)
  const head = [
    ...Object.values(spec.rows),
    ...across.flatMap(text => cells.map(([heading]) => `${nameOf(text, spec)} ${heading}`.trim())),
  ]
  const body = [...lines].map(([line, group]) => [
    line,
    ...across.flatMap(text => {
      const cell = columns === undefined ? group : group.filter(row => row[columns] === text)
      return cells.map(([, template]) => (cell.length === 0 ? '' : filled(template, cell, reports)))
    }),
  ])
  return [head, head.map(() => '---'), ...body].map(line => `| ${line.join(' | ')} |`).join('\n')
}

function groupedBy(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** A text of the report as the table shows it. An agent against itself is named once. */
function nameOf(text: string, { names }: Spec): string {
  const sides = text.split(' vs ').map(side => names[side] ?? side)
  return (names[text] ?? (new Set(sides).size === 1 ? sides[0]! : sides.join(' v '))).replaceAll('|', '\\|')
}

function filled(template: string, cell: readonly Row[], reports: Reports): string {
  return template.replace(FIELD, (_, term: string, percent?: string, decimals?: string) => {
    const scale = percent ? 100 : 1
    const places = Number(decimals || 1)
    return fieldOf(term, cell, reports, value => (value * scale).toFixed(places).replace(/^-(?=[0.]+$)/, ''))
  })
}

/**
 * Fills a template's braces from the rows of the cell:
 *
 * - `column`: a text unchanged; a number with the longer arm of its 95 % interval, if the report has one.
 * - `each column`: those of several rows, one after another.
 * - `a + b`, `sum a` (over several rows), `a / b`, `a + b / c`: sums and quotients.
 * - `report.column`: from another report's only row of that variant and line-up.
 * - `metric~`: the difference to the baseline from comparisons.csv, with its arm, bold where it stands, and †
 *   where it would but for players who disagree on it.
 * - `lost~`: the cost of doing without an asset, likewise, from usefulness.csv.
 */
function fieldOf(
  term: string,
  cell: readonly Row[],
  reports: Reports,
  show: (value: number) => string,
): string {
  if (term.endsWith('~')) return differenceOf(term.slice(0, -1), onlyOf(cell), reports, show)
  if (term.startsWith('each ')) return cell.map(row => show(Number(cellOf(row, term.slice(5))))).join(', ')
  if (/[/+]|^sum /.test(term)) {
    const value = term
      .split('/')
      .map(part => quantityOf(part, cell))
      .reduce((over, under) => over / under)
    return Number.isFinite(value) ? show(value) : ''
  }
  const [, report, column] = /^(?:(\w+)\.)?(.*)$/.exec(term)!
  const row = report === undefined ? onlyOf(cell) : onlyOf(besides(report, onlyOf(cell), reports))
  const text = cellOf(row, column!)
  if (text === '' || Number.isNaN(Number(text))) return text
  if (!text.includes('.')) return Number(text).toLocaleString('en')
  const arm = armOf(row, column!, `${column}_low`, `${column}_high`)
  return show(Number(text)) + (arm === undefined ? '' : ` ± ${show(arm)}`)
}

function quantityOf(terms: string, cell: readonly Row[]): number {
  const column = (term: string): number => {
    const [, sum, name] = /^(sum )?(.*)$/.exec(term.trim())!
    const rows = sum ? cell : [onlyOf(cell)]
    return rows.reduce((total, row) => total + Number(cellOf(row, name!)), 0)
  }
  return terms.split('+').reduce((total, term) => total + column(term), 0)
}

function onlyOf(cell: readonly Row[]): Row {
  if (cell.length !== 1) throw new Error(`${cell.length} rows fall into one cell: say which by "where"`)
  return cell[0]!
}

function cellOf(row: Row, column: string): string {
  const text = row[column]
  if (text === undefined)
    throw new Error(`no column ${column}, expected one of ${Object.keys(row).join(', ')}`)
  return text
}

/** The longer arm of an interval, if it has ends. */
function armOf(row: Row, value: string, low: string, high: string): number | undefined {
  const arm = Math.max(Number(row[value]) - Number(row[low]), Number(row[high]) - Number(row[value]))
  return Number.isFinite(arm) && row[low] !== '' ? arm : undefined
}

/** The rows of another report on the same variant and line-up. */
function besides(report: string, { variant, lineup }: Row, reports: Reports): Row[] {
  return reports(report).filter(row => row.variant === variant && row.lineup === lineup)
}

function differenceOf(metric: string, cell: Row, reports: Reports, show: (value: number) => string): string {
  const own = metric in cell
  const row = own ? cell : besides('comparisons', cell, reports).find(other => other.metric === metric)
  const column = own ? metric : 'difference'
  const arm = row && armOf(row, column, `${column}_low`, `${column}_high`)
  if (arm === undefined) return ''
  const difference = show(Number(row![column]))
  const text = `${difference.startsWith('-') ? '' : '+'}${difference} ± ${show(arm)}`
  if (Number(row!.p_adjusted) >= ALPHA) return text
  return isDisputed(Number(row![column]), membersIn(row!, column)) ? `${text} ${WITHHELD}` : `**${text}**`
}

/** The members of a population in a row; null without a population. */
function membersIn(row: Row, column: string): Pick<MemberDifferences, 'spread'> | null {
  if (!row.players_p) return null
  const [low, high] = [Number(row[`${column}_players_low`]), Number(row[`${column}_players_high`])]
  const groups = { n: Number.NaN, mean: (low + high) / 2, low, high }
  return { spread: { groups, next: groups, sd: Number.NaN, p: Number(row.players_p) } }
}

/** The reports in a folder, each read once. */
function reportsIn(folder: string): Reports {
  const read = new Map<string, Row[]>()
  return report => {
    const known = read.get(report)
    if (known) return known
    const rows =
      report === 'openings'
        ? openingsIn(folder)
        : (parseCsv(readFileSync(join(folder, `${report}.csv`), 'utf8'), { columns: true }) as Row[])
    read.set(report, rows)
    return rows
  }
}

if (isMain(import.meta.url)) {
  await loadGames()
  const [runs = 'runs'] = process.argv.slice(2)
  const files = readdirSync(pageOf(), { recursive: true, encoding: 'utf8' }).map(name => pageOf(name))
  for (const file of files.filter(name => name.endsWith('.md'))) {
    const found = (run: string): Reports | undefined =>
      existsSync(join(runs, run, 'summary.csv')) ? reportsIn(join(runs, run)) : undefined
    writeFileSync(file, fill(readFileSync(file, 'utf8'), found))
  }
}
