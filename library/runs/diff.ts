/** Compares two runs of one game, such as last spring's and today's. */
import { basename, join, resolve } from 'node:path'
import { InputError, show } from '../../documents/index.ts'
import {
  caveatsOf,
  type DiffSide,
  matchRuns,
  playedIn,
  type RunDiff,
  rulesChange,
} from '../../reports/findings/diff.ts'
import { type Ranges, shardText, WHOLE } from '../../sim/chunks/ranges.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import type { Experiment, Lineup, Variant } from '../../sim/experiment/index.ts'
import { metricsOf } from '../../sim/figures/registry.ts'
import { FACTS, FactsFile } from '../../sim/records/facts-file.ts'
import { RunPairing } from '../../sim/records/pairing.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'
import { type JournalHeader, runIdOf } from '../../sim/store/header.ts'
import { addUpJournals, journalFolders } from '../folders/journals.ts'
import { factsShape } from './table.ts'

/** Characters of a hash that are shown. */
const HASH_SHOWN = 12

interface ReadRun extends DiffSide {
  readonly dir: string
  readonly result: RunResult
  readonly header: JournalHeader
  /** Counted blocks, by line-up. */
  readonly ranges: readonly Ranges[]
}

/** A variant or line-up of the first run, and the same of the second. */
type Both<T> = readonly [before: T, after: T]

/**
 * What differs between two runs of one game, complete or not. Blocks are paired where both runs have one seed and
 * keep the facts of their matches (`matchesTable`); other figures are compared as independent samples. Throws an
 * InputError for different games or numbers of seats, and otherwise as `readRun` does.
 */
export function diffRuns(beforeDir: string, afterDir: string): RunDiff {
  const runs = readBoth(beforeDir, afterDir)
  const [before, after] = runs
  const { variants, lineups, notCompared } = matchRuns(before, after)
  const { gate: _, probing: __, tuning: ___, ...rest } = after.experiment
  const experiment: Experiment = {
    ...rest,
    name: `${before.name} and ${after.name}`,
    variants: variants.flatMap(namedApart),
    lineups: lineups.map(([, lineup]) => lineup),
    against: 'baseline',
  }
  const facts = openFacts(runs)
  try {
    const cells = variants.flatMap((pair, v) => {
      const found = lineups.map(its => comparedCells(runs, pair, its, facts))
      return [0, 1].flatMap(side =>
        found.map((cell, l) => {
          const variant = experiment.variants[2 * v + side]!
          const index = (2 * v + side) * lineups.length + l
          return { ...cell[side]!, cell: { index, variant, lineup: experiment.lineups[l]! } }
        }),
      )
    })
    return {
      before,
      after,
      rules: variants.map(([was, is]) => rulesChange(after.experiment, was, is)),
      notCompared,
      caveats: caveatsOf(before, after, variants),
      joined: { experiment, cells, handicaps: [], probes: [], complete: before.complete && after.complete },
    }
  } finally {
    for (const file of facts ?? []) file.close()
  }
}

function readBoth(...dirs: [string, string]): Both<ReadRun> {
  const [was, is] = dirs.map(dir => basename(resolve(dir))) as [string, string]
  const names = was === is ? dirs : [was, is]
  const [before, after] = dirs.map((dir, side): ReadRun => {
    const { header, results } = addUpJournals(journalFolders(dir))
    const result = results.result()
    const { experiment, complete } = result
    return {
      ...{ dir, name: names[side]!, result, header, experiment, complete, ranges: results.ranges },
      ...{ code: header.code.slice(0, HASH_SHOWN), matches: playedIn(result) },
    }
  }) as [ReadRun, ReadRun]
  refuseOtherGame(before, after)
  return [before, after]
}

function refuseOtherGame({ dir: first, experiment: was }: ReadRun, { dir, experiment: is }: ReadRun): void {
  if (was.game !== is.game)
    throw new InputError(dir, `is a run of ${show(is.game)}, expected ${show(was.game)} as in ${first}`)
  const [seats, expected] = [is.seats.length, was.seats.length]
  if (seats !== expected)
    throw new InputError(dir, `is a run with ${seats} seats, expected ${expected} as in ${first}`)
}

/** Variants by names that differ. */
function namedApart([was, is]: Both<Variant>): Variant[] {
  if (was.name !== is.name) return [was, is]
  return [
    { ...was, name: `${was.name}, before` },
    { ...is, name: `${is.name}, after` },
  ]
}

/** The cells of both runs, the second compared with the first. */
function comparedCells(
  runs: Both<ReadRun>,
  pair: Both<Variant>,
  its: Both<Lineup>,
  facts: Both<FactsFile> | null,
): CellResult[] {
  const [before, after] = runs.map(
    ({ result }, side) =>
      result.cells.find(({ cell }) => cell.variant === pair[side] && cell.lineup === its[side])!,
  ) as [CellResult, CellResult]
  const metrics = metricsOf(before.game, after.game)
  const pairing = new RunPairing(before.game, after.game, metrics)
  const isOfOne = [before, after].every(({ pairings }) => pairings.members === 1)
  if (facts && isOfOne) addFacts(pairing, facts, runs, pair, its)
  return [{ ...before, metrics: [], pairs: new Float64Array() }, pairing.cell(before, after)]
}

/** Adds the blocks whose matches both runs know. */
function addFacts(
  pairing: RunPairing,
  [before, after]: Both<FactsFile>,
  runs: Both<ReadRun>,
  pair: Both<Variant>,
  its: Both<Lineup>,
): void {
  const [was, is] = runs.map(({ experiment, ranges }, side) => {
    const lineup = experiment.lineups.indexOf(its[side]!)
    return { variant: experiment.variants.indexOf(pair[side]!), lineup, counted: ranges[lineup]!.list }
  }) as [Place, Place]
  for (const first of before.of(was.lineup, was.counted))
    for (const second of after.of(is.lineup, [first]))
      pairing.add({ facts: first, variant: was.variant }, { facts: second, variant: is.variant })
}

interface Place {
  readonly variant: number
  readonly lineup: number
  readonly counted: Ranges['list']
}

/** The facts of both runs, if their blocks can be paired. */
function openFacts([before, after]: Both<ReadRun>): Both<FactsFile> | null {
  if (before.experiment.seed !== after.experiment.seed) return null
  const [was, is] = [before, after].map(({ dir, experiment, header }) => {
    const run = runIdOf({ ...header, shard: shardText(WHOLE) })
    return FactsFile.toRead(join(dir, FACTS), { ...factsShape(experiment), run })
  })
  if (was && is) return [was, is]
  was?.close()
  is?.close()
  return null
}

/** Writes the page of a comparison. Rejects with a DiskError. */
export async function writeDiffPage(file: string, diff: RunDiff): Promise<void> {
  const { diffPage } = await import('../../reports/page/index.ts')
  onDisk(file, () => writeWhole(file, diffPage(diff)))
}
