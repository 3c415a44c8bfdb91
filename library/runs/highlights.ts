/** The highlights of a run as records: which of them are kept, and the file that keeps them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Highlight, highlightsOf } from '../../reports/findings/highlights.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import {
  type Experiment,
  isLearner,
  isLearningExploiter,
  type Lineup,
  type Participant,
  shareOfDefault,
} from '../../sim/experiment/index.ts'
import type { CellReplay } from '../../sim/records/details.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import { type ReplayOptions, replayMatches } from '../../sim/run.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'
import type { RunFolder } from '../folders/folder.ts'
import { POLICIES, placedIn } from '../learning/policy-folder.ts'

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
    return (
      foreignIn(lineup) !== undefined || shareOfDefault(lineup, count) <= QUICK || count <= SHARE_MAX * played
    )
  })
  return all.filter(({ lineup }) => isWorth[lineup]).slice(0, MATCHES_MAX)
}

/** How highlights are played again. */
export interface KeepOptions extends ReplayOptions {
  /** The experiment as it can be played here, if not that of the result. */
  readonly experiment?: Experiment
  /** Whether the agents of a line-up are at hand; those of all are if absent. */
  readonly has?: (lineup: Lineup) => boolean
  /** Called before matches are played again, with their number. */
  readonly onReplay?: ((matches: number) => void) | undefined
}

/**
 * Writes the highlights of a whole run into a file of its folder: those that it holds already stay, the others are played again. A run that is
 * stopped meanwhile writes nothing. Resolves with the number of matches that were left out, for their agents are not at hand. Rejects with a DiskError.
 */
export async function keepHighlights(
  result: RunResult,
  { dir, check }: Pick<RunFolder, 'dir' | 'check'>,
  { experiment = result.experiment, has = () => true, onReplay, ...options }: KeepOptions = {},
): Promise<number> {
  const { lineups } = result.experiment
  const kept = keptOf(result)
  const file = join(dir, HIGHLIGHTS)
  const writer = new RecordWriter(result.experiment)
  const startOf = (one: CellReplay): string => writer.start(one.variant, one.lineup, one.block, one.rotation)
  const held = linesIn(file)
  const lines = new Map<string, string>()
  for (const one of kept) {
    const start = startOf(one)
    const line = held.find(text => text.startsWith(start))
    if (line !== undefined) lines.set(start, line)
  }
  const missing = kept.filter(one => !lines.has(startOf(one)))
  if (missing.length === 0 && held.length === kept.length) return 0
  const due = missing.filter(({ lineup }) => has(lineups[lineup]!))
  if (due.length > 0) onReplay?.(due.length)
  await replayMatches(
    experiment,
    due,
    (...match) => lines.set(writer.start(match[0], match[1], match[2], match[3]), writer.line(...match)),
    options,
  )
  if (options.signal?.aborted) return 0
  check()
  onDisk(file, () => writeWhole(file, textOf(kept.flatMap(one => lines.get(startOf(one)) ?? []))))
  return missing.length - due.length
}

/** Lines of a file, without their ends; none if it is absent. */
function linesIn(file: string): string[] {
  const text = onDisk(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''), 'read')
  return text.split('\n').slice(0, -1)
}

/** The first lines as a text, as many as a file may hold. */
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

/** The first agent by path of a line-up; undefined if it has none. A journal does not know where its module lies. */
export function foreignIn({ participants }: Lineup): string | undefined {
  return participants.find(({ module }) => module !== undefined)?.agent
}

/** Why the matches of a line-up with such an agent cannot be played again, as a clause. */
export function foreignWords(agent: string): string {
  return `played with ${agent}, and its folder does not say where that lies`
}

/** The same of a line-up of players that learned, whose policies are not here. */
export const UNLEARNED = `played by players that learned, whose policies are not in ${POLICIES}`

/** The experiment of a journal as it can be played here, and which of its line-ups can. */
export function playableOf(asked: Experiment): {
  readonly experiment: Experiment
  readonly has: (lineup: Lineup) => boolean
} {
  const learned = placedIn(asked)
  const learns = (one: Participant): boolean => isLearner(one) || isLearningExploiter(one)
  const has = (lineup: Lineup): boolean =>
    foreignIn(lineup) === undefined && (learned !== null || !lineup.participants.some(learns))
  return { experiment: learned ?? asked, has }
}
