/** The page of a run, of whatever its folder holds, and the pages of its matches. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InputError, parseDocument } from '../../documents/index.ts'
import { MATCH_PAGES } from '../../reports/files/names.ts'
import { holdsMatchPages, removeMatchPages, writePage } from '../../reports/files/write.ts'
import type { Lacking } from '../../reports/findings/highlights.ts'
import type { MatchPages } from '../../reports/page/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { type MatchRecord, RecordReader } from '../../sim/records/record.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'
import type { RunHighlight } from './highlights.ts'
import { LostMatch, openMatches, type RunMatches } from './matches.ts'

/** A page that was written. */
export interface Reported {
  readonly file: string
  readonly result: RunResult
  /** Pages of matches that were written beside it. */
  readonly matchPages: number
  /** Where such pages were written: the line-ups of which some matches, or all, have none, and why. */
  readonly lacking: readonly Lacking[]
}

export interface ReportOptions {
  /** Whether the matches that the page names get pages of their own, in a folder beside it, to which it links. */
  readonly matchPages?: boolean
  /** Called before the page of each match is written; one whose record was not kept is played again first. */
  readonly onMatch?: (done: number, of: number) => void
}

/** Pages of matches, at most, and their characters. */
const PAGES_MAX = 60
const LENGTH_MAX = 30_000_000
const BEYOND = `beyond the ${PAGES_MAX} pages and ${LENGTH_MAX / 1e6} MB that are written`

/**
 * Writes report.html into the folder of a run, complete or not, or of its shards, which are added up; with `matchPages` the pages of its
 * matches, too, in place of those that were there, or else if there are some. A run in progress is not disturbed. Rejects with an InputError or a RefusedError as
 * `readRun` throws them, and with a DiskError.
 */
export async function report(
  dir: string,
  { matchPages = false, onMatch = () => {} }: ReportOptions = {},
): Promise<Reported> {
  const { pageOf } = await loadPages()
  const matches = openMatches(dir)
  const isWanted = matchPages || holdsMatchPages(dir)
  onDisk(dir, () => removeMatchPages(dir))
  const written = isWanted ? await writeMatchPages(dir, matches, onMatch) : undefined
  const { result } = matches
  const file = onDisk(dir, () => writePage(dir, result, shown => pageOf(shown, written)))
  return { file, result, matchPages: written?.pages.size ?? 0, lacking: written?.lacking ?? [] }
}

type Pages = typeof import('../../reports/page/index.ts')

function loadPages(): Promise<Pages> {
  return import('../../reports/page/index.ts')
}

/** Writes the pages of the matches that the page of a run names: of every line-up one, then of every line-up another, as far as they go. */
async function writeMatchPages(
  dir: string,
  matches: RunMatches,
  onMatch: (done: number, of: number) => void,
): Promise<MatchPages> {
  const { matchKey, matchPage } = await loadPages()
  const wanted = await shownOf(matches)
  const folder = join(dir, MATCH_PAGES)
  onDisk(folder, () => mkdirSync(folder))
  const reader = new RecordReader()
  const pages = new Map<string, { href: string; outcome: string }>()
  const lost: { readonly cell: CellResult; readonly why: string }[] = []
  let length = 0
  for (const [done, highlight] of wanted.entries()) {
    const { cell, index, words } = highlight
    if (done >= PAGES_MAX || length > LENGTH_MAX) {
      lost.push({ cell, why: BEYOND })
      continue
    }
    onMatch(done, Math.min(wanted.length, PAGES_MAX))
    try {
      const document = parseDocument(await matches.pick(highlight), `${cell.cell.lineup.name}.json`)
      await reader.open(document, dir)
      const record = reader.read(document, dir)
      const page = matchPage(record, words)
      length += page.length
      const key = matchKey(index, highlight)
      const file = join(folder, `${key}.html`)
      onDisk(file, () => writeWhole(file, page))
      pages.set(key, { href: `${MATCH_PAGES}/${key}.html`, outcome: record.outcome })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      lost.push({ cell, why: error instanceof LostMatch ? error.why : error.text })
    }
  }
  return { pages, lacking: lackingOf(matches.result, lost) }
}

/** By line-up and reason; line-ups of which no match is counted have nothing to show. */
function lackingOf(
  { cells }: RunResult,
  lost: readonly { readonly cell: CellResult; readonly why: string }[],
): Lacking[] {
  return cells.flatMap((cell): Lacking[] => {
    const { variant, lineup } = cell.cell
    const lacking = (matches: number, why: string): Lacking => {
      return { variant: variant.name, lineup: lineup.name, matches, why }
    }
    if (matchesOf(cell) === 0) return [lacking(0, 'no match is counted yet')]
    const reasons = lost.filter(one => one.cell === cell).map(({ why }) => why)
    return [...new Set(reasons)].map(why => lacking(reasons.filter(one => one === why).length, why))
  })
}

/** Each match once, of all line-ups the first highlight, then of all the second. */
async function shownOf({ result, highlights }: RunMatches): Promise<RunHighlight[]> {
  const { matchKey, picturedOf } = await loadPages()
  const ofCells = picturedOf(result).map(cell => {
    const seen = new Set<string>()
    return highlights.filter(one => {
      const key = matchKey(one.index, one)
      const isNew = one.cell === cell && !seen.has(key)
      if (isNew) seen.add(key)
      return isNew
    })
  })
  const most = Math.max(0, ...ofCells.map(all => all.length))
  return Array.from({ length: most }, (_, rank) => ofCells.flatMap(all => all[rank] ?? [])).flat()
}

/**
 * The text of an HTML page that shows a match: positions drawn or as text, what was decided and what came of it, the gauges, and the turning point. It
 * is one file that loads nothing, headed by why it is shown (such as "the largest comeback") if that is given; the same record gives the same bytes. Rejects with an InputError at the first decision that is not possible.
 */
export async function matchPage(record: MatchRecord, why = ''): Promise<string> {
  return (await loadPages()).matchPage(record, why)
}
