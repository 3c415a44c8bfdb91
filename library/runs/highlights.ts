/** The highlights of a run as records: which of them are kept, and the file that keeps them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Highlight, highlightsOf } from '../../reports/findings/highlights.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { shareOfDefault } from '../../sim/experiment/index.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import type { CellReplay, Run } from '../../sim/run.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { writeWhole } from '../../sim/store/files.ts'

/** Matches and bytes of the file, at most; what is left out can be played again. */
const MATCHES_MAX = 500
const BYTES_MAX = 16 << 20
/**
 * Highlights are played again once the run is over. Where that takes longer than this share of a line-up of default length, they are only
 * kept if they are at most this share of its matches, or if nobody could play them again later: agents by path are not found from a journal.
 */
const QUICK = 1 / 20
const SHARE_MAX = 1 / 10

/** A highlight of a run. */
export interface RunHighlight extends Highlight {
  readonly cell: CellResult
  /** Index of the cell. */
  readonly index: number
}

/** All highlights of a run, cell by cell. */
export function runHighlights({ cells }: RunResult): RunHighlight[] {
  return cells.flatMap((cell, index) => highlightsOf(cell).map(one => ({ ...one, cell, index })))
}

/** What plays a highlight again. */
export function replayOf({ experiment }: RunResult, highlight: RunHighlight): CellReplay {
  const { index, block, rotation, fault } = highlight
  const lineups = experiment.lineups.length
  return { variant: Math.floor(index / lineups), lineup: index % lineups, block, rotation, fault }
}

/** The matches that a run keeps: each once, in the order of the cells. */
function keptOf(result: RunResult): CellReplay[] {
  const { experiment } = result
  const matches = new Map<string, CellReplay>()
  for (const highlight of runHighlights(result)) {
    const key = `${highlight.index}/${highlight.block}/${highlight.rotation}`
    if (!matches.has(key)) matches.set(key, replayOf(result, highlight))
  }
  const all = [...matches.values()]
  const isWorth = experiment.lineups.map((lineup, l) => {
    const count = all.filter(one => one.lineup === l).length
    const played = lineup.blocks * experiment.seats.length * experiment.variants.length
    const isForeign = lineup.participants.some(({ module }) => module !== undefined)
    return isForeign || shareOfDefault(lineup, count) <= QUICK || count <= SHARE_MAX * played
  })
  return all.filter(({ lineup }) => isWorth[lineup]).slice(0, MATCHES_MAX)
}

/**
 * Plays the highlights of a whole run again and writes them into a file of its folder, unless it holds them already. A run that is
 * stopped meanwhile writes nothing. Throws a DiskError.
 */
export async function keepHighlights(run: Run, dir: string, check: () => void): Promise<void> {
  const result = run.result()
  const kept = keptOf(result)
  const file = join(dir, HIGHLIGHTS)
  const writer = new RecordWriter(result.experiment)
  const starts = kept.map(one => writer.start(one.variant, one.lineup, one.block, one.rotation))
  if (holds(file, starts)) return
  const keyOf = (variant: number, lineup: number, block: number, rotation: number): string =>
    [variant, lineup, block, rotation].join('/')
  const lines = new Map<string, string>()
  await run.replay(kept, (variant, lineup, block, rotation, match) => {
    const line = writer.line(variant, lineup, block, rotation, match)
    lines.set(keyOf(variant, lineup, block, rotation), line)
  })
  if (run.stopped) return
  check()
  const text: string[] = []
  let bytes = 0
  for (const { variant, lineup, block, rotation } of kept) {
    const line = `${lines.get(keyOf(variant, lineup, block, rotation))!}\n`
    bytes += Buffer.byteLength(line)
    if (bytes <= BYTES_MAX) text.push(line)
  }
  onDisk(file, () => writeWhole(file, text.join('')))
}

/** Whether a file holds records that begin with these texts, and nothing else. */
function holds(file: string, starts: readonly string[]): boolean {
  const lines = onDisk(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''), 'read')
    .split('\n')
    .slice(0, -1)
  return lines.length === starts.length && lines.every((line, i) => line.startsWith(starts[i]!))
}
