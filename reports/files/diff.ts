/** Two runs compared, as data for other programs. */
import { fingerprint } from '../../sim/experiment/index.ts'
import { isShown } from '../findings/changes/comparisons.ts'
import { type DiffSide, diffRows, type RunDiff } from '../findings/diff.ts'
import { diffTable } from '../tables/index.ts'
import { CsvWriter, matchesIn } from './csv.ts'
import { jsonRows } from './json.ts'

/** The comparisons as CSV, with a header. */
export function diffCsv({ joined }: RunDiff): string {
  const writer = new CsvWriter(diffTable.columns, matchesIn(joined))
  const lines = diffTable.rows(joined).map(row => writer.line(Object.values(row)))
  return [writer.head(), ...lines].map(line => `${line}\n`).join('')
}

/** What differs, which figures moved, and all comparisons. Unknown numbers are null, infinite ones text. */
export function diffDocument(diff: RunDiff): object {
  const { before, after, caveats, joined, notCompared, rules } = diff
  const side = ({ code, complete, experiment, matches, name }: DiffSide): object => ({
    ...{ run: name, name: experiment.name, matches, complete, seed: experiment.seed },
    ...{ version: experiment.version, code, fingerprint: fingerprint(experiment) },
    ...(experiment.source && { gameFile: experiment.source.sha256 }),
  })
  return {
    game: after.experiment.game,
    before: side(before),
    after: side(after),
    rules: rules.map(({ before, after, changes }) => ({
      before: before.name,
      after: after.name,
      changes: changes.map(({ key, a, b, meaning }) => ({
        key,
        before: a ?? null,
        after: b ?? null,
        meaning,
      })),
    })),
    caveats,
    notCompared,
    moved: diffRows(diff)
      .flat()
      .filter(isShown)
      .map(({ metric, variant, words }) => ({
        ...{ variant: variant.cell.variant.name, lineup: variant.cell.lineup.name },
        ...{ metric: metric.id, words },
      })),
    comparisons: jsonRows(diffTable.rows(joined)),
  }
}
