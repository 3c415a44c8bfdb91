/** A run's page, of whatever its folder holds, and the pages of its matches. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InputError, parseDocument } from '../../documents/index.ts'
import { MATCH_PAGES } from '../../reports/files/names.ts'
import { keptMatches } from '../../reports/files/watched.ts'
import { holdsMatchPages, removeMatchPages, writePage } from '../../reports/files/write.ts'
import { type Lacking, watchedOf } from '../../reports/findings/highlights.ts'
import type { MatchPages, WatchedMatch } from '../../reports/page/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { shareOfDefault } from '../../sim/experiment/index.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { type MatchRecord, RecordReader } from '../../sim/records/record.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'
import { holdsTuning, reportTuning } from '../tuning/folder.ts'
import type { RunHighlight } from './highlights.ts'
import { LostMatch, openMatches, type RunMatches } from './matches.ts'

export interface Reported {
  readonly file: string
  readonly result: RunResult
  /** Pages of matches written beside it. */
  readonly matchPages: number
  /** If there are such pages: line-ups with matches that have none, and why. */
  readonly lacking: readonly Lacking[]
}

export interface ReportOptions {
  /** Whether the page links to a page for each match it names. */
  readonly matchPages?: boolean
  /** Called before each of these is written; a match that wasn't kept is replayed first. */
  readonly onMatch?: (done: number, of: number) => void
}

/** Limits of the matches' pages, in pages and characters. */
const PAGES_MAX = 60
const LENGTH_MAX = 30_000_000
const BEYOND = `beyond the limit of ${PAGES_MAX} pages and ${LENGTH_MAX / 1e6} MB`

/**
 * Writes report.html into the folder of a run, complete or not, or of its shards; renews the pages of matches
 * if asked to, or if there are some. Of a finished tuning, whose result is then that of its confirmation, it
 * writes only the page. Disturbs no run. Rejects as `readRun` throws, and with a DiskError.
 */
export async function report(
  dir: string,
  { matchPages = false, onMatch = () => {} }: ReportOptions = {},
): Promise<Reported> {
  if (holdsTuning(dir)) {
    const { file, result } = await reportTuning(dir)
    return { file, result: result.confirmed!, matchPages: 0, lacking: [] }
  }
  const { pageOf } = await loadPages()
  const matches = openMatches(dir)
  const isWanted = matchPages || holdsMatchPages(dir)
  onDisk(dir, () => removeMatchPages(dir))
  const written = isWanted ? await writeMatchPages(dir, matches, onMatch) : undefined
  const { result } = matches
  const watched = await watchedIn(dir, matches)
  const file = onDisk(dir, () => writePage(dir, result, shown => pageOf(shown, { ...written, watched })))
  return { file, result, matchPages: written?.pages.size ?? 0, lacking: written?.lacking ?? [] }
}

type Pages = typeof import('../../reports/page/index.ts')

function loadPages(): Promise<Pages> {
  return import('../../reports/page/index.ts')
}

/**
 * The matches that the page plays: as the folder keeps them, else replayed where that is possible; `quick` ones
 * are replayed only by players that don't search.
 */
export async function watchedIn(
  dir: string,
  { pick, result, highlights }: RunMatches,
  replayed: 'all' | 'quick' = 'all',
): Promise<WatchedMatch[]> {
  const watched = watchedOf(result)
  const lineup = watched?.cell.cell.lineup
  if (replayed === 'quick' && lineup && !Number.isFinite(shareOfDefault(lineup, 1)))
    return keptMatches(dir, result)
  const reader = new RecordReader()
  const found: WatchedMatch[] = []
  for (const { id } of watched?.highlights ?? []) {
    const highlight = highlights.find(one => one.index === watched!.index && one.id === id)!
    try {
      const document = parseDocument(await pick(highlight), `${highlight.cell.cell.lineup.name}.json`)
      await reader.open(document, dir)
      found.push({ id, record: reader.read(document, dir) })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
    }
  }
  return found
}

/** Writes pages of the named matches: the first of every line-up, then the second, up to the limits. */
async function writeMatchPages(
  dir: string,
  matches: RunMatches,
  onMatch: (done: number, of: number) => void,
): Promise<Pick<MatchPages, 'pages' | 'lacking'>> {
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

/** By line-up and reason. */
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

/** Each match once: the first highlight of all line-ups, then the second. */
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
 * A match as one HTML page that loads nothing: positions, decisions and what came of them, gauges, the
 * turning point; `why` heads it. The same record gives the same bytes. Rejects with an InputError at a
 * decision that isn't possible.
 */
export async function matchPage(record: MatchRecord, why = ''): Promise<string> {
  return (await loadPages()).matchPage(record, why)
}
