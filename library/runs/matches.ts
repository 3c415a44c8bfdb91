/** Single matches of a run, played again from its folder alone: rules, line-up and seed are in its journal. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import { replayMatches } from '../../sim/run.ts'
import { codeHash } from '../../sim/store/code.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { addUpJournals, journalFolders } from '../folders/journals.ts'
import { placedIn } from '../learning/policy-folder.ts'
import { foreignIn, foreignWords, type RunHighlight, runHighlights, UNLEARNED } from './highlights.ts'

/** A run whose matches can be shown. */
export interface RunMatches {
  readonly result: RunResult
  /** Cell by cell. */
  readonly highlights: readonly RunHighlight[]
  /** Whether this build is the one that played the run: another one may play its matches otherwise. */
  readonly sameCode: boolean
  /** The record of a highlight: as the run kept it, else played again. Rejects as `play` does. */
  pick(highlight: RunHighlight): Promise<string>
  /**
   * Plays a block of a cell again, in one rotation or in all, and resolves with its records. Rejects with an InputError if an agent came
   * from a module, since a journal does not know where that lies.
   */
  play(cell: number, block: number, rotation?: number): Promise<string[]>
}

/** A match that was not kept, and that cannot be played again here. */
export class LostMatch extends InputError {
  /** Why, as a clause. */
  readonly why: string

  constructor(dir: string, why: string, expected: string) {
    super(dir, `was ${why}, expected ${expected}`)
    this.name = 'LostMatch'
    this.why = why
  }
}

/** Opens the folder of a run, or of its shards, finished or not. Throws an InputError or a RefusedError as `readRun` does. */
export function openMatches(dir: string): RunMatches {
  const { header, results } = addUpJournals(journalFolders(dir))
  const result = results.result()
  const play = (cell: number, block: number, rotation?: number): Promise<string[]> =>
    playAgain(dir, result, cell, block, rotation)
  return {
    result,
    highlights: runHighlights(result),
    sameCode: header.code === codeHash(),
    play,
    pick: async highlight => {
      const { index, block, rotation } = highlight
      const kept = keptLine(dir, result.experiment, highlight)
      return kept ?? (await play(index, block, rotation))[0]!
    },
  }
}

/** Indices of a cell's variant and line-up. */
function cellAt({ lineups }: Experiment, cell: number): { variant: number; lineup: number } {
  return { variant: Math.floor(cell / lineups.length), lineup: cell % lineups.length }
}

/** The line of a highlight in the file that a run writes at its end; null if it is not there. */
function keptLine(
  dir: string,
  experiment: Experiment,
  { index, block, rotation }: RunHighlight,
): string | null {
  const file = join(dir, HIGHLIGHTS)
  const { variant, lineup } = cellAt(experiment, index)
  const start = new RecordWriter(experiment).start(variant, lineup, block, rotation)
  const text = onDisk(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''), 'read')
  return text.split('\n').find(line => line.startsWith(start)) ?? null
}

async function playAgain(
  dir: string,
  result: RunResult,
  index: number,
  block: number,
  wanted: number | undefined,
): Promise<string[]> {
  const { seats } = result.experiment
  const cell = result.cells[index]!
  refuseForeign(dir, cell)
  const rotations = [...seats.keys()].filter(rotation => wanted === undefined || rotation === wanted)
  const experiment = placedIn(alone(result.experiment, index))
  if (!experiment) throw new LostMatch(dir, UNLEARNED, 'a recorded match')
  const replays = rotations.map(rotation => ({
    ...{ variant: 0, lineup: 0, block, rotation },
    fault: cell.faults.find(fault => fault.block === block && fault.rotation === rotation) ?? null,
  }))
  const lines: string[] = []
  const { variant, lineup } = cellAt(result.experiment, index)
  const writer = new RecordWriter(result.experiment)
  await replayMatches(experiment, replays, (_v, _l, b, rotation, match) =>
    lines.push(writer.line(variant, lineup, b, rotation, match)),
  )
  return lines
}

function refuseForeign(dir: string, { cell: { lineup } }: CellResult): void {
  const foreign = foreignIn(lineup)
  if (foreign !== undefined)
    throw new LostMatch(
      dir,
      foreignWords(foreign),
      `one of the matches in ${HIGHLIGHTS} or of a run with records`,
    )
}

/** The experiment of a cell alone: its matches are the same. */
function alone(experiment: Experiment, cell: number): Experiment {
  const { variant, lineup } = cellAt(experiment, cell)
  const { learn } = experiment
  const policies = learn?.policies?.slice(variant, variant + 1)
  const { participants, ...rest } = experiment.lineups[lineup]!
  const own = participants.map(one =>
    one.policies ? { ...one, policies: one.policies.slice(variant, variant + 1) } : one,
  )
  return {
    ...experiment,
    variants: [experiment.variants[variant]!],
    lineups: [{ ...rest, participants: own }],
    ...(learn ? { learn: { ...learn, ...(policies ? { policies } : {}) } } : {}),
  }
}
