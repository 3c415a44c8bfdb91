/** The highlights of a run as records: which of them are kept, and the file that keeps them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Highlight, highlightsOf, watchedOf } from '../../reports/findings/highlights.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { differenceWords } from '../../sim/chunks/spot-checks.ts'
import {
  type Experiment,
  isLearner,
  isLearningExploiter,
  type Lineup,
  type Participant,
  shareOfDefault,
} from '../../sim/experiment/index.ts'
import type { RecordedMatch } from '../../sim/match/runner.ts'
import type { CellReplay, OnMatchRecord } from '../../sim/records/details.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import { type ReplayOptions, replayMatches } from '../../sim/run.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'
import { highlightDifference } from '../../sim/tally/highlights.ts'
import type { RunFolder } from '../folders/folder.ts'
import { placedIn } from '../learning/policy-folder.ts'

/** The file's limits; other highlights are replayed on demand. */
const MATCHES_MAX = 500
const BYTES_MAX = 16 << 20
/**
 * Highlights are replayed after the run. They are kept if that takes at most this share of a default run, if
 * they are at most this share of the matches, or if nobody could replay them later (agents by path).
 */
const QUICK = 1 / 20
const SHARE_MAX = 1 / 10

export interface RunHighlight extends Highlight {
  readonly cell: CellResult
  readonly index: number
}

export function runHighlights({ cells }: RunResult): RunHighlight[] {
  return cells.flatMap((cell, index) => highlightsOf(cell).map(one => ({ ...one, cell, index })))
}

export function replayOf({ experiment }: RunResult, highlight: RunHighlight): CellReplay {
  const { index, block, rotation, fault } = highlight
  const lineups = experiment.lineups.length
  return { variant: Math.floor(index / lineups), lineup: index % lineups, block, rotation, fault }
}

/** The matches to keep, each once: those that the page plays, then others cell by cell. */
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
    return (
      foreignIn(lineup) !== undefined || shareOfDefault(lineup, count) <= QUICK || count <= SHARE_MAX * played
    )
  })
  const watched = watchedOf(result)
  const isWatched = ({ variant, lineup, block, rotation }: CellReplay): boolean =>
    watched?.index === variant * experiment.lineups.length + lineup &&
    watched.highlights.some(one => one.block === block && one.rotation === rotation)
  return [
    ...all.filter(isWatched),
    ...all.filter(one => isWorth[one.lineup] && !isWatched(one)).slice(0, MATCHES_MAX),
  ]
}

export interface KeepOptions extends ReplayOptions {
  /** The experiment with the policies at hand, if not the result's. */
  readonly experiment?: Experiment
  /** Whether a line-up's agents are at hand; all are by default. */
  readonly has?: (lineup: Lineup) => boolean
  /** Called with the number of matches to replay. */
  readonly onReplay?: ((matches: number) => void) | undefined
  /** Called with a line-up in which a match came out differently, and with what to say of it. */
  readonly onMismatch?: ((lineup: number, reason: string) => void) | undefined
}

/**
 * Writes a whole run's highlights into its folder. Lines already there stay; others are replayed and compared
 * with what the run says of them. A stopped run writes nothing. Resolves with the number left out because
 * their agents aren't at hand. Rejects with a DiskError.
 */
export async function keepHighlights(
  result: RunResult,
  { dir, check }: Pick<RunFolder, 'dir' | 'check'>,
  {
    experiment = result.experiment,
    has = () => true,
    onReplay,
    onMismatch = () => {},
    ...options
  }: KeepOptions = {},
): Promise<number> {
  const { lineups } = result.experiment
  const kept = keptOf(result)
  const writer = new RecordWriter(result.experiment)
  const startOf = (one: CellReplay): string => writer.start(one.variant, one.lineup, one.block, one.rotation)
  const held = keptHighlights(dir)
  const lines = new Map<string, string>()
  for (const start of kept.map(startOf)) {
    const line = held.find(text => text.startsWith(start))
    if (line !== undefined) lines.set(start, line)
  }
  const missing = kept.filter(one => !lines.has(startOf(one)))
  if (missing.length === 0 && held.length === kept.length) return 0
  const due = missing.filter(({ lineup }) => has(lineups[lineup]!))
  if (due.length > 0) onReplay?.(due.length)
  const take: OnMatchRecord = (variant, lineup, block, rotation, match) => {
    const reason = mismatchIn(result, { variant, lineup, block, rotation }, match)
    if (reason !== null) return onMismatch(lineup, reason)
    const line = writer.line(variant, lineup, block, rotation, match)
    lines.set(writer.start(variant, lineup, block, rotation), line)
  }
  await replayMatches(experiment, due, take, options)
  if (options.signal?.aborted) return 0
  check()
  const file = join(dir, HIGHLIGHTS)
  onDisk(file, () => writeWhole(file, textOf(kept.flatMap(one => lines.get(startOf(one)) ?? []))))
  return missing.length - due.length
}

/** What differs between a highlight and the results. Forfeits don't count: a clock may have had a part. */
function mismatchIn(
  { experiment, cells }: RunResult,
  { variant, lineup, block, rotation }: Omit<CellReplay, 'fault'>,
  { fault, picked }: RecordedMatch,
): string | null {
  const { highlights, game } = cells[variant * experiment.lineups.length + lineup]!
  if (fault !== null || picked === undefined) return null
  const difference = highlightDifference(highlights, picked, { block, rotation }, game.info)
  if (difference === null) return null
  const rules =
    experiment.variants.length === 1 ? '' : ` by the rules of ${experiment.variants[variant]!.name}`
  const match = `block ${block}, rotation ${rotation} of ${experiment.lineups[lineup]!.name}${rules}`
  return differenceWords(
    experiment,
    lineup,
    `${match} gave a different result when evenhand replayed it: ${difference}`,
  )
}

/** The highlights that a folder keeps, as records. */
export function keptHighlights(dir: string): string[] {
  const file = join(dir, HIGHLIGHTS)
  const text = onDisk(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''), 'read')
  return text.split('\n').slice(0, -1)
}

/** The first lines that fit the file. */
function textOf(lines: readonly string[]): string {
  let bytes = 0
  return lines
    .filter(line => {
      bytes += Buffer.byteLength(line) + 1
      return bytes <= BYTES_MAX
    })
    .map(line => `${line}\n`)
    .join('')
}

/** A line-up's first agent by path; a journal doesn't know where its module lies. */
export function foreignIn({ participants }: Lineup): string | undefined {
  return participants.find(({ module }) => module !== undefined)?.agent
}

/** A journal's experiment as it can be played here, and which of its line-ups can. */
export function playableOf(asked: Experiment): Required<Pick<KeepOptions, 'experiment' | 'has'>> {
  const learned = placedIn(asked)
  const learns = (one: Participant): boolean => isLearner(one) || isLearningExploiter(one)
  const has = (lineup: Lineup): boolean =>
    foreignIn(lineup) === undefined && (learned !== null || !lineup.participants.some(learns))
  return { experiment: learned ?? asked, has }
}
