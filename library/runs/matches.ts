/** Single matches of a run, from its folder: kept, or replayed from rules, line-up and seed. */
import { InputError } from '../../documents/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import type { Experiment } from '../../sim/experiment/index.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { RecordWriter } from '../../sim/records/line.ts'
import { replayMatches } from '../../sim/run.ts'
import { codeHash } from '../../sim/store/code.ts'
import { addUpJournals, journalFolders } from '../folders/journals.ts'
import { POLICIES, placedIn } from '../learning/policy-folder.ts'
import { foreignIn, keptHighlights, type RunHighlight, replayOf, runHighlights } from './highlights.ts'

const UNLEARNED = `played by trained players whose policies aren't in ${POLICIES}`

/** A run whose matches can be shown. */
export interface RunMatches {
  readonly result: RunResult
  /** Cell by cell. */
  readonly highlights: readonly RunHighlight[]
  /** Whether this build played the run: another may play its matches differently. */
  readonly sameCode: boolean
  /** A highlight's record: as the run kept it, else replayed. Rejects as `play` does. */
  pick(highlight: RunHighlight): Promise<string>
  /**
   * Replays a block of a cell, in one rotation or in all, and resolves with its records. Rejects with a
   * LostMatch if an agent came from a module, or a policy isn't here.
   */
  play(cell: number, block: number, rotation?: number): Promise<string[]>
}

/** A match that was not kept and can't be replayed here. */
export class LostMatch extends InputError {
  /** Why, as a clause. */
  readonly why: string

  constructor(dir: string, why: string, expected: string) {
    super(dir, `was ${why}, expected ${expected}`)
    this.name = 'LostMatch'
    this.why = why
  }
}

/** Opens a run's folder, or one of its shards. Throws as `readRun` does. */
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
      const { variant, lineup, block, rotation } = replayOf(result, highlight)
      const start = new RecordWriter(result.experiment).start(variant, lineup, block, rotation)
      const kept = keptHighlights(dir).find(line => line.startsWith(start))
      return kept ?? (await play(highlight.index, block, rotation))[0]!
    },
  }
}

function cellAt({ lineups }: Experiment, cell: number): { variant: number; lineup: number } {
  return { variant: Math.floor(cell / lineups.length), lineup: cell % lineups.length }
}

async function playAgain(
  dir: string,
  result: RunResult,
  index: number,
  block: number,
  wanted: number | undefined,
): Promise<string[]> {
  const { faults, cell } = result.cells[index]!
  const foreign = foreignIn(cell.lineup)
  if (foreign !== undefined)
    throw new LostMatch(
      dir,
      `played with ${foreign}, but its folder doesn't say where the module is`,
      `a match from ${HIGHLIGHTS}, or from a run with records`,
    )
  const experiment = placedIn(alone(result.experiment, index))
  if (!experiment) throw new LostMatch(dir, UNLEARNED, 'a recorded match')
  const rotations = [...result.experiment.seats.keys()]
  const replays = rotations
    .filter(rotation => wanted === undefined || rotation === wanted)
    .map(rotation => {
      const fault = faults.find(one => one.block === block && one.rotation === rotation) ?? null
      return { variant: 0, lineup: 0, block, rotation, fault }
    })
  const lines: string[] = []
  const { variant, lineup } = cellAt(result.experiment, index)
  const writer = new RecordWriter(result.experiment)
  await replayMatches(experiment, replays, (_v, _l, b, rotation, match) =>
    lines.push(writer.line(variant, lineup, b, rotation, match)),
  )
  return lines
}

/** One cell as an experiment: its matches are the same. */
function alone(experiment: Experiment, cell: number): Experiment {
  const { variant, lineup } = cellAt(experiment, cell)
  const { learn, variants, lineups } = experiment
  const { participants, ...rest } = lineups[lineup]!
  const own = participants.map(one =>
    one.policies ? { ...one, policies: one.policies.slice(variant, variant + 1) } : one,
  )
  const cellAlone = {
    ...experiment,
    variants: [variants[variant]!],
    lineups: [{ ...rest, participants: own }],
  }
  if (!learn?.policies) return cellAlone
  return { ...cellAlone, learn: { ...learn, policies: learn.policies.slice(variant, variant + 1) } }
}
