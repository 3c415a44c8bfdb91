/** Plans: what a run will likely answer and take, told from a pilot that the run continues. */
import { join } from 'node:path'
import { type PlannedQuestion, type PlanOptions, planOf } from '../../reports/findings/plan.ts'
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { countBlocks, WHOLE } from '../../sim/chunks/ranges.ts'
import { Pilot } from '../../sim/chunks/simulated-run.ts'
import { type Experiment, learns } from '../../sim/experiment/index.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import {
  experimentIn,
  headerOf,
  type JournalHeader,
  type MatchChange,
  matchChanges,
  requireSameRun,
} from '../../sim/store/header.ts'
import { headerIn, JOURNAL } from '../../sim/store/journal.ts'
import { continued } from '../folders/folder.ts'
import { addUpJournals, blocksIn, leastBlocks } from '../folders/journals.ts'
import { prepareCheck } from './check.ts'
import { defaultFolder, openRun, trained } from './run.ts'
import type { RunOptions } from './run-options.ts'

/** Default blocks of a line-up's pilot: this share of those asked for, within these bounds. */
const PILOT_SHARE = 0.1
export const PILOT_BLOCKS = 256
export const PILOT_LEAST = 16
/** Fewer blocks say nothing. */
export const PILOT_MIN = 8

export interface PlannedLineup {
  readonly name: string
  readonly pilot: number
  /** Matches of a block, and variants that play it. */
  readonly seats: number
  readonly variants: number
  /** Matches asked for in each variant; with a rule, the most. */
  readonly matches: number
  /** Matches of a variant whose sums are exact, below 2^53, as far as the pilot shows; Infinity if it shows nothing. */
  readonly fits: number
  /** CPU milliseconds of a match, if known. Measured, so no report holds it. */
  readonly cost: number | undefined
}

export interface Plan {
  readonly lineups: readonly PlannedLineup[]
  readonly questions: readonly PlannedQuestion[]
}

/**
 * The first blocks of an experiment as an experiment: a folder that holds it continues as a run of the whole.
 */
export function pilotOf(experiment: Experiment, blocks?: number): Experiment {
  const { records: _, ...whole } = experiment
  const most = (asked: number) =>
    blocks ?? Math.min(PILOT_BLOCKS, Math.max(PILOT_LEAST, Math.ceil(PILOT_SHARE * asked)))
  return {
    ...whole,
    lineups: experiment.lineups.map(lineup => ({
      ...lineup,
      blocks: Math.min(most(lineup.blocks), lineup.blocks),
    })),
  }
}

export interface PlannedRun {
  /** The experiment as a run in the folder may ask for it: with at least the matches of the run there. */
  readonly experiment: Experiment
  /** Line-ups of which the run in the folder asks for more (`was`) than was given (`now`). */
  readonly raised: readonly MatchChange[]
  /** What to play first; null if the plan comes from what the folder holds. */
  readonly pilot: Experiment | null
}

/**
 * What to plan in a folder; `blocks` is the pilot's. Matches can't be lowered, so the plan is of at least the
 * run in the folder, which isn't continued for it. Throws a RefusedError for a damaged journal.
 */
export function planIn(dir: string, given: Experiment, blocks?: number): PlannedRun {
  const before = headerIn(join(dir, JOURNAL))
  if (!before) return { experiment: given, raised: [], pilot: pilotOf(given, blocks) }
  if (!learns(given))
    requireSameRun(
      dir,
      before,
      headerOf(given, WHOLE),
      () => 'expected a run of this experiment, a different --out, or --fresh, which deletes the run',
    )
  const least = leastBlocks(dir, experimentIn({ ...headerOf(given, WHOLE), experiment: before.experiment }))
  const experiment = raisedTo(given, least)
  const usual = pilotOf(experiment, blocks)
  const pilot = raisedTo(usual, least)
  const held = blocksIn(dir, before.experiment.lineups.length)
  const lacking = pilot.lineups.map((lineup, l) => lineup.blocks > (held[l]?.count ?? 0))
  const isUnderWay = lacking.some((lacks, l) => lacks && pilot.lineups[l]!.blocks > usual.lineups[l]!.blocks)
  const isHeld = !lacking.includes(true)
  return {
    experiment,
    raised: matchChanges(headerOf(experiment, WHOLE), headerOf(given, WHOLE)),
    pilot: isUnderWay || isHeld ? null : pilot,
  }
}

function raisedTo(experiment: Experiment, least: readonly number[]): Experiment {
  const lineups = experiment.lineups.map((lineup, l) => ({
    ...lineup,
    blocks: Math.max(lineup.blocks, least[l] ?? 0),
  }))
  return { ...experiment, lineups }
}

/** How a pilot is played. */
export interface PlanRunOptions
  extends Pick<RunOptions, 'threads' | 'memory' | 'signal' | 'onProgress' | 'policies'> {
  /** The folder of the pilot, below `runs` by default. A run of the experiment there continues the pilot. */
  readonly out?: string
  /** Blocks that the pilot plays for each line-up, at least 8; a tenth of the run by default. */
  readonly pilot?: number
}

/**
 * Plays a pilot of an experiment, unless the folder holds enough of its run, and says what a run would answer.
 * Throws as `run` does.
 */
export async function plan(
  asked: Experiment,
  { out = defaultFolder(asked), pilot: blocks, ...options }: PlanRunOptions = {},
): Promise<Plan> {
  const { experiment, pilot } = planIn(out, asked, blocks)
  if (pilot) {
    const planned = [experiment.lineups.map(lineup => lineup.blocks)]
    const pilotRun = openRun(await trained(pilot, { ...options, out }), {
      ...options,
      ...{ out, planned, chunk: 1, compact: false },
    })
    try {
      await pilotRun.finish()
    } finally {
      pilotRun.close()
    }
  }
  return readPlan(out, experiment)
}

/**
 * The plan of an experiment, as `planIn` gives it, from what its folder holds; `runs` is the number of
 * simulated runs. Only the costs are measured, all else is reproducible. Throws as `readRun` does, and a
 * RefusedError if the folder holds too little.
 */
export function readPlan(dir: string, asked: Experiment, { runs }: Pick<PlanOptions, 'runs'> = {}): Plan {
  const { results, header } = addUpJournals([dir])
  const experiment = continued(asked, results.experiment)
  const pilot = new Pilot(results.result())
  const costs: Cost[][] = experiment.lineups.map(() => [])
  const [seats, variants] = [experiment.seats.length, experiment.variants.length]
  // A second time: chunks need the sums first, and a journal may be too long to keep.
  addUpJournals([dir], entry => {
    const { chunk, processor } = entry
    if (chunk.from >= results.blocksOf(chunk.lineup)) return
    pilot.take(entry)
    const matches = countBlocks(rangesIn(entry)) * seats * variants
    if (processor !== undefined && matches > 0)
      costs[chunk.lineup]!.push({ milliseconds: processor, matches })
  })
  const lineups = experiment.lineups.map(({ name, blocks }, l) => ({
    ...{ name, pilot: pilot.blocksOf(l), seats, variants, cost: costOf(costs[l]!) },
    matches: blocks * seats,
    fits: results.blocksThatFit(l) * seats,
  }))
  for (const [l, { name, pilot }] of lineups.entries())
    if (pilot < Math.min(PILOT_MIN, experiment.lineups[l]!.blocks))
      throw new RefusedError(
        dir,
        `holds ${pilot} blocks of "${name}" of an unfinished run, expected at least ${PILOT_MIN}: resume it with evenhand run, or plan in a different folder (--out)`,
      )
  const { judge } = experiment.gate ? prepareCheck(experiment) : { judge: () => [] }
  return {
    lineups,
    questions: planOf(pilot, experiment, { judge, runs, earlier: earlierPlans(header, experiment) }),
  }
}

/** How many other numbers of matches the run was asked for before. */
function earlierPlans({ planned }: JournalHeader, { lineups }: Experiment): number {
  const now = lineups.map(({ blocks }) => blocks).join()
  const at = planned.findIndex(blocks => blocks.join() === now)
  return at < 0 ? planned.length : at
}

interface Cost {
  readonly milliseconds: number
  readonly matches: number
}

/** The mean of the later half, for code warms up over the first matches; undefined without any. */
function costOf(costs: readonly Cost[]): number | undefined {
  const late = costs.slice(Math.floor(costs.length / 2))
  const sum = (of: (cost: Cost) => number) => late.reduce((all, one) => all + of(one), 0)
  return late.length === 0 ? undefined : sum(one => one.milliseconds) / sum(one => one.matches)
}
