/** tune.csv: every patch that a tuning played, with what it showed of each goal. */

import type { TuneResult } from '../../sim/tuning/result.ts'
import { distancesOf, judgePatches } from '../findings/tuning.ts'
import { type Cells, columnsFor, rowsOf } from './column.ts'

export interface Tried {
  readonly result: TuneResult
  /** Index of the candidate; -1 for the baseline. */
  readonly at: number
  readonly goal: number
  readonly stage: string
  readonly seeds: string
  readonly blocks: number
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly verdict: string
}

const { count, decimal, text } = columnsFor<Tried>()

const candidateOf = ({ result, at }: Tried) => result.candidates[at]

const COLUMNS = {
  patch: text('The changed rules, as `evenhand compare` takes them; `baseline` for none.', one =>
    at(one, candidate => candidate.name, 'baseline'),
  ),
  changes: count('Number of changed rules.', one => candidateOf(one)?.changes.length ?? 0),
  stage: text(
    'The stage that measured it: `screen` (one rule at a time), `propose`, `deepen` or `simplify` for the stage of the search that proposed it, with all its blocks, or `confirm` (fresh seeds).',
    ({ stage }) => stage,
  ),
  lineup: text('The agents that played.', ({ result, stage, seeds }) =>
    stage === 'confirm' ? seeds.split('|')[1]! : result.experiment.lineups[0]!.name,
  ),
  seeds: text(
    'The seeds of its blocks; runs of one seed play the same blocks.',
    ({ seeds }) => seeds.split('|')[0]!,
  ),
  blocks: count('Blocks that it played.', ({ blocks }) => blocks),
  goal: text('The goal.', ({ result, goal }) => {
    const { bound } = result.goals[goal]!
    return `${bound.figure} ${bound.written}`
  }),
  measured: decimal("The goal's figure, in the unit of the goal.", ({ mean }) => mean),
  measured_low: decimal(
    'Lower end of its anytime interval: 95 % in the search, the level of the verdict in the confirmation.',
    ({ low }) => low,
  ),
  measured_high: decimal('Upper end of that interval.', ({ high }) => high),
  distance: decimal(
    'How far the figure is outside the goal, in tolerances: half a range, or a tenth of a single bound.',
    one => distancesOf(one.result, { known: knownOf(one) })[one.goal]!,
  ),
  chance: decimal(
    'The chance that the patch meets all goals, by the model of the search.',
    one => candidateOf(one)?.chance ?? Number.NaN,
  ),
  verdict: text(
    'Confirmation only: `met`, `not met` or `inconclusive`. Empty in the search; `refused` with the reason if the rules forbid the patch.',
    ({ verdict }) => verdict,
  ),
}

function at(one: Tried, read: (candidate: TuneResult['candidates'][number]) => string, none: string): string {
  const candidate = candidateOf(one)
  return candidate ? read(candidate) : none
}

const knownOf = ({ goal, mean, low, high, result }: Tried) =>
  result.goals.map((_, g) => ({ mean: g === goal ? mean : Number.NaN, error: Number.NaN, low, high }))

/** As other tables are declared, but its rows are those of a tuning. */
export const tuneTable = {
  id: 'tune',
  question: 'What did a tuning try, and what came of it?',
  row: 'One row for each patch and goal, as the search measured it. Finalists also have one for each line-up of the confirmation.',
  columns: COLUMNS,
  key: ['patch', 'stage', 'lineup', 'goal'],
  rows: (result: TuneResult): readonly Cells[] => rowsOf(COLUMNS, triedIn(result)),
}

function triedIn(result: TuneResult): Tried[] {
  const { goals, candidates, baseline, rounds, patches, confirmed } = result
  const seedsOf = (at: number): string =>
    rounds
      .filter(round => at < 0 || round.candidates.includes(at))
      .map(({ seed, blocks }) => `${seed} x${blocks}`)
      .join('; ')
  const searched = [-1, ...candidates.keys()].flatMap(at => {
    const candidate = candidates[at]
    const known = candidate?.known ?? baseline
    return goals.map((_, goal): Tried => {
      const { mean, low, high } = known[goal] ?? { mean: Number.NaN, low: Number.NaN, high: Number.NaN }
      const blocks = candidate?.blocks ?? rounds.reduce((sum, round) => sum + round.blocks, 0)
      const verdict = candidate?.refused === undefined ? '' : `refused: ${candidate.refused}`
      const stage = candidate?.stage ?? 'screen'
      return { result, at, goal, stage, seeds: seedsOf(at), blocks, mean, low, high, verdict }
    })
  })
  if (!confirmed) return searched
  const again = judgePatches(confirmed).flatMap(({ lineups }, p) =>
    lineups.flatMap(({ cell, findings }) =>
      findings.map(({ value, verdict }, goal): Tried => {
        const { mean, low, high } = value ?? { mean: Number.NaN, low: Number.NaN, high: Number.NaN }
        const seeds = `${confirmed.experiment.seed}|${cell.cell.lineup.name}`
        const blocks = cell.tally[cell.layout.blocks]!
        return {
          ...{ result, at: patches[p]!.candidate, goal, stage: 'confirm', seeds },
          blocks,
          mean,
          low,
          high,
          verdict,
        }
      }),
    ),
  )
  return [...searched, ...again]
}
