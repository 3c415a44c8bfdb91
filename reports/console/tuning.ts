/** What a tuning found, on one screen. */
import { matchesOf } from '../../sim/figures/reading.ts'
import type { TuneResult } from '../../sim/tuning/result.ts'
import {
  changesText,
  figureTexts,
  frontOf,
  goalName,
  goalTexts,
  headWords,
  judgePatches,
  moreWords,
  nowWords,
  otherPlayersWords,
  otherWords,
  type PatchFinding,
  type ShownPatch,
  shownPatches,
  spentWords,
  timeWords,
  wayWords,
} from '../findings/tuning.ts'
import { counted, printable } from '../formatting.ts'
import { hanging, painter, textTable, wrap } from './layout.ts'

/** Rows of the trade-off front. */
const FRONT = 8

/** The answer: the patches, or what stands in the way. */
export function tuneReport(
  result: TuneResult,
  {
    width,
    color,
    dir,
  }: { readonly width: number; readonly color: boolean; readonly dir?: string | undefined },
): string {
  const paint = painter(color)
  const { confirmed } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const isSettled = judged.some(({ verdict }) => verdict === 'met')
  const late = timeWords(result)
  return [
    ...wrap(paint('bold', headWords(result, judged)), width),
    ...wrap(nowWords(result), width),
    ...shownPatches(result, judged).flatMap(shown => [
      '',
      ...patchLines(result, shown, width),
      ...(dir === undefined ? [] : [`   rules: ${dir}/${shown.file}`]),
    ]),
    ...(isSettled ? [] : ['', ...frontLines(result, judged, width)]),
    '',
    ...wrap(spentWords(result), width),
    ...(late === null ? [] : wrap(late, width)),
  ].join('\n')
}

function patchLines(
  result: TuneResult,
  { number, candidate: { changes }, finding: { verdict, lineups } }: ShownPatch,
  width: number,
): string[] {
  const first = `${number}. `
  const [main, ...others] = lineups
  const says = { met: '', inconclusive: ' Inconclusive.', 'not met': ' Misses a goal.' }[verdict]
  const moved = otherWords(result.confirmed!, main!)
  const indent = ' '.repeat(first.length)
  const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  return [
    ...hanging(`${printable(changesText(changes))}.${says}`, width, first),
    ...hanging(`${sentence(goalTexts(main!).join('; '))}.`, width, indent, indent),
    ...(moved === '' ? [] : hanging(`${sentence(moved)}.`, width, indent, indent)),
    ...others.flatMap(other => {
      const says = otherPlayersWords(result.experiment, main!.verdict, other)
      return hanging(
        `${says === null ? '' : `${says}. `}${printable(other.cell.cell.lineup.name)}: ${goalTexts(other).join('; ')} (${counted(matchesOf(other.cell), 'match', 'matches')}).`,
        width,
        indent,
        indent,
      )
    }),
  ]
}

/** The trade-off, the goal in the way, and whether more matches might help. */
function frontLines(result: TuneResult, judged: readonly PatchFinding[], width: number): string[] {
  const { goals } = result
  const front = frontOf(result).slice(0, FRONT)
  const way = wayWords(result, judged)
  const rows = [
    ['current rules', ...figureTexts(result, result.baseline)],
    ...front.map(one => [printable(changesText(one.changes)), ...figureTexts(result, one.known)]),
  ]
  return [
    'Nearest to the goals in the search:',
    ...textTable(
      'patch',
      rows.map(row => row[0]!),
      goals.map((goal, g) => ({
        head: goalName(goal.bound),
        left: false,
        cells: rows.map(row => row[g + 1]!),
      })),
      width,
    ),
    '',
    ...wrap(`${way === '' ? '' : `${way} `}${moreWords(result, judged)}`, width),
  ]
}
