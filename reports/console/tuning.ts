/** What a tuning found, on one screen. */
import { matchesOf } from '../../sim/figures/reading.ts'
import type { TuneResult } from '../../sim/tuning/result.ts'
import type { GateVerdict } from '../findings/gate/gate.ts'
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
  obstacleOf,
  otherWords,
  type PatchFinding,
  shownOrder,
  spentWords,
  timeWords,
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
  const { confirmed, patches, candidates } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const isSettled = judged.some(({ verdict }) => verdict === 'met')
  const late = timeWords(result)
  return [
    ...wrap(paint('bold', headWords(result, judged)), width),
    ...wrap(nowWords(result), width),
    ...shownOrder(judged).flatMap((p, i) => [
      '',
      ...patchLines(result, judged[p]!, candidates[patches[p]!.candidate]!, `${i + 1}. `, width),
      ...(dir === undefined ? [] : [`   rules: ${dir}/${patches[p]!.file}`]),
    ]),
    ...(isSettled ? [] : ['', ...frontLines(result, judged, width)]),
    '',
    ...wrap(spentWords(result), width),
    ...(late === null ? [] : wrap(late, width)),
  ].join('\n')
}

/** What other players change of a patch that meets the goals in the search's line-up. */
function otherPlayers(main: GateVerdict, other: GateVerdict): string {
  if (main !== 'met' || other === 'met') return ''
  return other === 'not met' ? 'But not between other players. ' : 'Not yet shown between other players. '
}

function patchLines(
  result: TuneResult,
  { verdict, lineups }: PatchFinding,
  { changes }: TuneResult['candidates'][number],
  first: string,
  width: number,
): string[] {
  const [main, ...others] = lineups
  const says = { met: '', inconclusive: ' Inconclusive.', 'not met': ' Misses a goal.' }[verdict]
  const moved = otherWords(result.confirmed!, main!)
  const indent = ' '.repeat(first.length)
  const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  return [
    ...hanging(`${printable(changesText(changes))}.${says}`, width, first),
    ...hanging(`${sentence(goalTexts(main!).join('; '))}.`, width, indent, indent),
    ...(moved === '' ? [] : hanging(`${sentence(moved)}.`, width, indent, indent)),
    ...others.flatMap(other =>
      hanging(
        `${otherPlayers(main!.verdict, other.verdict)}${printable(other.cell.cell.lineup.name)}: ${goalTexts(other).join('; ')} (${counted(matchesOf(other.cell), 'match', 'matches')}).`,
        width,
        indent,
        indent,
      ),
    ),
  ]
}

/** The trade-off, the goal in the way, and whether more matches might help. */
function frontLines(result: TuneResult, judged: readonly PatchFinding[], width: number): string[] {
  const { goals } = result
  const front = frontOf(result).slice(0, FRONT)
  const obstacle = obstacleOf(result)
  const rows = [
    ['as it is', ...figureTexts(result, result.baseline)],
    ...front.map(one => [printable(changesText(one.changes)), ...figureTexts(result, one.known)]),
  ]
  return [
    'Nearest to the goals in the search:',
    ...textTable(
      'patch',
      rows.map(row => row[0]!),
      goals.map((goal, g) => ({ head: goalName(goal), left: false, cells: rows.map(row => row[g + 1]!) })),
      width,
    ),
    '',
    ...wrap(
      `${obstacle === null ? '' : `In the way: ${goalName(goals[obstacle.goal]!)}. `}${moreWords(result, judged)}`,
      width,
    ),
  ]
}
