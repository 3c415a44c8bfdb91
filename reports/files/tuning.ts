/** Writes what a tuning found: its page, tune.csv, tune.json and a rule file for each patch. */
import { join } from 'node:path'
import { portable } from '../../sim/experiment/index.ts'
import { writeWhole } from '../../sim/store/disk.ts'
import type { TuneResult } from '../../sim/tuning/result.ts'
import {
  changesText,
  frontOf,
  goalTexts,
  judgePatches,
  moreWords,
  obstacleOf,
  ruleFile,
  shownOrder,
} from '../findings/tuning.ts'
import { tuneTable } from '../tables/index.ts'
import { CsvWriter } from './csv.ts'
import { pageFile } from './write.ts'

/** The answer and all that was tried, as data. */
export const TUNE_JSON = 'tune.json'

/** Writes into a folder that is there, with the text of the page. Throws what the disk throws. */
export function writeTuning(dir: string, result: TuneResult, page: string): void {
  const writer = new CsvWriter(tuneTable.columns)
  const lines = [writer.head(), ...tuneTable.rows(result).map(row => writer.line(Object.values(row)))]
  writeWhole(join(dir, 'tune.csv'), `${lines.join('\n')}\n`)
  for (const { candidate, file } of result.patches)
    writeWhole(join(dir, file), ruleFile(result, result.candidates[candidate]!))
  const { baseline, rounds, candidates, patches, matches, timedOut } = result
  const search = { baseline, rounds, candidates, patches, matches, timedOut }
  const document = { ...tuneDocument(result), search }
  writeWhole(join(dir, TUNE_JSON), `${JSON.stringify(document, null, 1)}\n`)
  writeWhole(pageFile(dir), page)
}

type Searched = Pick<TuneResult, 'baseline' | 'rounds' | 'candidates' | 'patches' | 'matches' | 'timedOut'>

/** What tune.json holds of a tuning that is complete. Throws a SyntaxError or a TypeError if it is damaged. */
export function searchIn(text: string): Searched {
  const { search } = JSON.parse(text) as { readonly search: Searched }
  // JSON has no infinite ends, nor the losses of patches that were refused.
  const known = (all: TuneResult['baseline']): TuneResult['baseline'] =>
    all.map(one => ({ ...one, low: one.low ?? -Infinity, high: one.high ?? Infinity }))
  return {
    ...search,
    baseline: known(search.baseline),
    candidates: search.candidates.map(one => ({
      ...{ ...one, known: known(one.known), loss: one.loss ?? Number.NaN, chance: one.chance ?? Number.NaN },
    })),
  }
}

/** A tuning as plain data for JSON: what it asked, found and tried. Unknown numbers are null. */
export function tuneDocument(result: TuneResult): object {
  const { experiment, goals, confirmed, patches, candidates, matches, complete, timedOut } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const { tuning, ...rest } = experiment
  const obstacle = obstacleOf(result)
  const isFound = judged.some(({ verdict }) => verdict === 'met')
  const number = (value: number | undefined): number | null =>
    value !== undefined && Number.isFinite(value) ? value : null
  return {
    experiment: portable(rest),
    goals: goals.map(({ bound, tolerance }) => ({ figure: bound.figure, bound: bound.written, tolerance })),
    keys: tuning!.space.keys.map(({ key }) => key),
    kept: tuning!.space.kept,
    changes: tuning!.changes,
    matches,
    complete,
    timedOut,
    found: isFound,
    patches: (confirmed ? shownOrder(judged) : [...patches.keys()]).map(p => {
      const { candidate, file } = patches[p]!
      const { name, changes } = candidates[candidate]!
      const finding = judged[p]
      return {
        ...{ patch: name, changes, file, verdict: finding?.verdict ?? null },
        words: finding ? [changesText(changes), ...goalTexts(finding.lineups[0]!)] : [],
        lineups: (finding?.lineups ?? []).map(({ cell, findings, verdict }) => ({
          ...{ lineup: cell.cell.lineup.name, verdict, matches: cell.tally[cell.layout.matches]! },
          goals: findings.map(({ bound, value, verdict }) => ({
            ...{ figure: bound.figure, bound: bound.written, verdict },
            ...{ value: number(value?.mean), low: number(value?.low), high: number(value?.high) },
          })),
        })),
      }
    }),
    front: frontOf(result).map(({ name, known, loss, chance }) => ({
      ...{ patch: name, loss: number(loss), chance: number(chance) },
      values: known.map(({ mean, low, high }) => ({
        value: number(mean),
        low: number(low),
        high: number(high),
      })),
    })),
    obstacle: obstacle && { goal: obstacle.goal, distance: obstacle.distance },
    advice: isFound ? null : moreWords(result, judged),
  }
}
