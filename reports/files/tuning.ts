/** Writes what a tuning found: tune.csv, tune.json and a rule file for each patch. */
import { join } from 'node:path'
import { stringify } from 'yaml'
import { portable } from '../../sim/experiment/index.ts'
import { writeWhole } from '../../sim/store/disk.ts'
import type { TunedCandidate, TuneResult } from '../../sim/tuning/result.ts'
import {
  changesText,
  frontOf,
  goalTexts,
  judgePatches,
  moreWords,
  obstacleOf,
  shownOrder,
} from '../findings/tuning.ts'
import { tuneTable } from '../tables/index.ts'
import { CsvWriter } from './csv.ts'

/** Writes into a folder that is there. Throws what the disk throws. */
export function writeTuning(dir: string, result: TuneResult): void {
  const writer = new CsvWriter(tuneTable.columns)
  const lines = [writer.head(), ...tuneTable.rows(result).map(row => writer.line(Object.values(row)))]
  writeWhole(join(dir, 'tune.csv'), `${lines.join('\n')}\n`)
  for (const { candidate, file } of result.patches)
    writeWhole(join(dir, file), ruleFile(result, result.candidates[candidate]!))
  writeWhole(join(dir, 'tune.json'), `${JSON.stringify(tuneDocument(result), null, 1)}\n`)
}

/** A patch as a rule set on top of the baseline's, which `run`, `compare` and `play` take by its path. */
export function ruleFile({ experiment, goals }: TuneResult, { changes, name }: TunedCandidate): string {
  const { ruleset } = experiment.variants[0]!
  const aims = goals.map(({ bound }) => `${bound.figure} ${bound.written}`).join(', ')
  const head = `${experiment.game}: ${name}\nFound by evenhand tune, for ${aims}.`
  const rules = Object.fromEntries(changes.map(({ key, to }) => [key, to]))
  return `${head.replace(/^/gm, '# ')}\n${stringify({ base: ruleset, ...rules })}`
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
