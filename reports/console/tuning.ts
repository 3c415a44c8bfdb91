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
  judgePatches,
  moreWords,
  obstacleOf,
  otherWords,
  type PatchFinding,
  shownOrder,
  timeWords,
} from '../findings/tuning.ts'
import { counted, inWords, printable } from '../formatting.ts'
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
  const { confirmed, goals, patches, candidates, experiment, matches } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const met = judged.filter(({ verdict }) => verdict === 'met').length
  const isSettled = met > 0
  const aims = inWords(goals.map(goalName))
  const head =
    met > 0
      ? `${counted(met, 'patch meets', 'patches meet')} ${goals.length === 1 ? 'the goal' : 'all goals'}: ${aims}.`
      : `No patch is shown to meet ${goals.length === 1 ? 'the goal' : 'all goals'}: ${aims}.`
  const base = figureTexts(result, result.baseline)
  const now = inWords(goals.map(({ bound }, g) => `${printable(bound.figure)} ${base[g]}`))
  const late = timeWords(result)
  return [
    ...wrap(paint('bold', head), width),
    ...wrap(
      `Now (${printable(experiment.variants[0]!.name)}, ${printable(experiment.lineups[0]!.name)}): ${now}.`,
      width,
    ),
    ...shownOrder(judged).flatMap((p, i) => [
      '',
      ...patchLines(result, judged[p]!, candidates[patches[p]!.candidate]!, `${i + 1}. `, width),
      ...(dir === undefined ? [] : [`   rules: ${dir}/${patches[p]!.file}`]),
    ]),
    ...(isSettled ? [] : ['', ...frontLines(result, judged, width)]),
    '',
    ...wrap(
      `Tried ${counted(candidates.length, 'patch', 'patches')} of ${counted(experiment.tuning!.space.keys.length, 'rule')} in ${counted(matches.search, 'match', 'matches')}, then measured the best on fresh seeds in ${counted(matches.confirmation, 'match', 'matches')}. Verdicts hold for all patches together (Holm) and however often you look; each interval stands for itself.`,
      width,
    ),
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
