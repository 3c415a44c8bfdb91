/** What a column, a figure or a word of a report means: from the declarations of the tables and the glossary. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { didYouMean, InputError, show } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import {
  ABOUT,
  ARCHIVE_TABLES,
  CELL_COLUMNS,
  diffTable,
  FIGURES,
  FORMATS,
  matches,
  RUN_COLUMNS,
  TABLES,
  tuneTable,
} from '../../library/command.ts'

interface Entry {
  readonly name: string
  readonly text: string
}

/** Entries that an answer has room for. */
const SHOWN = 4

/** Throws an InputError for a word that nothing explains. */
export function explain(word: string): string {
  // Tables of the console write units behind a comma.
  const wanted = word.trim().toLowerCase().replace(/, %$/, '')
  const all = entries()
  const named = all.filter(({ name }) => namesOf(name).includes(wanted))
  const near = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  const about = all.filter(({ text }) => text.toLowerCase().includes(wanted))
  const found = [named, near, about].find(some => some.length > 0)
  if (wanted === '' || !found) {
    const names = [...new Set(all.flatMap(({ name }) => namesOf(name)))]
    throw new InputError(
      'word',
      `found ${show(word)}, expected a column such as score_low, a figure such as first-seat, or a word of a report${didYouMean(wanted, names)}`,
    )
  }
  const more = found.length > SHOWN ? [`and ${found.length - SHOWN} more with ${show(word)}`] : []
  return [...found.slice(0, SHOWN).map(({ name, text }) => `${name}: ${text}`), ...more].join('\n')
}

/** `rules, rule set` are two names. */
const namesOf = (name: string): string[] => name.toLowerCase().split(', ')

/** Columns of the same meaning once, with the files that have them. */
function entries(): Entry[] {
  const tables = [...TABLES, matches, tuneTable, diffTable, ...ARCHIVE_TABLES]
  const columns = new Map<string, { entry: Entry; files: string[] }>()
  const add = (
    file: string,
    list: Readonly<Record<string, { format: keyof typeof FORMATS; meaning: string }>>,
  ) => {
    for (const [name, { format, meaning }] of Object.entries(list)) {
      const text = `${meaning} Written as: ${FORMATS[format].says}`.replaceAll('`', '')
      const known = columns.get(`${name} ${text}`) ?? { entry: { name, text }, files: [] }
      known.files.push(file)
      columns.set(`${name} ${text}`, known)
    }
  }
  add('every file', { ...CELL_COLUMNS, ...RUN_COLUMNS })
  for (const { id, columns } of tables) add(`${id}.csv`, columns)
  return [
    ...figures(),
    ...glossary(),
    ...[...columns.values()].map(({ entry: { name, text }, files }) => ({
      name,
      text: `${text}. In: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ' and others' : ''}`,
    })),
  ]
}

/** What goals and gates may bound. */
function figures(): Entry[] {
  return Object.values(FIGURES).flatMap(({ about, first, gate, paired, unit }) => {
    if (gate === null) return []
    const patterns = ABOUT[about].patterns.map(pattern => gate + pattern)
    const text = `${paired?.meaning ?? gate.replaceAll('-', ' ')}, in ${unit === 'percent' ? '%' : unit}; goals and gates may bound it`
    return [{ name: [...(first ? [first] : []), ...patterns].join(', '), text }]
  })
}

/** The rows of the glossary's tables. */
function glossary(): Entry[] {
  const page = readFileSync(join(ROOT, 'docs', 'reference', 'glossary.md'), 'utf8')
  return [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)]
    .map(([, name, text]) => ({ name: name!.replaceAll('`', ''), text: text! }))
    .filter(({ name }) => name !== 'word' && !name.startsWith('---'))
}
