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
  lengthWords,
  moreWords,
  nextCommands,
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
import { commandLines, hanging, painter, textTable, wrap } from './layout.ts'

/** Rows of the trade-off front. */
const FRONT = 8

/** The answer: the patches, or what stands in the way. */
export function tuneReport(
  result: TuneResult,
  {
    width,
    color,
    dir,
    folder,
  }: {
    readonly width: number
    readonly color: boolean
    /** Where the rule files are. */
    readonly dir?: string | undefined
    /** As for `consoleReport`. */
    readonly folder?: string
  },
): string {
  const paint = painter(color)
  const { confirmed } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const isSettled = judged.some(({ verdict }) => verdict === 'met')
  const late = timeWords(result)
  const patches = shownPatches(result, judged)
  const length = confirmed && lengthWords(result, patches)
  const best = patches.find(({ finding }) => finding.verdict !== 'not met')
  const next = dir === undefined || !best ? null : nextCommands(result, `${dir}/${best.file}`, folder)
  return [
    ...wrap(paint('bold', headWords(result, judged)), width),
    ...wrap(nowWords(result), width),
    ...patches.flatMap(shown => [
      '',
      ...patchLines(result, shown, width),
      ...(dir === undefined ? [] : [`   rules: ${dir}/${shown.file}`]),
    ]),
    ...(isSettled ? [] : ['', ...frontLines(result, judged, width)]),
    ...(length === null ? [] : ['', ...wrap(length, width)]),
    '',
    ...wrap(spentWords(result), width),
    ...(late === null ? [] : wrap(late, width)),
    ...(next === null || !best
      ? []
      : [
          '',
          ...commandLines(`To try patch ${best.number} with stronger players:`, next.compare, width, ''),
          ...commandLines('To play it yourself:', next.play, width, ''),
        ]),
  ].join('\n')
}

function patchLines(
  result: TuneResult,
  { number, candidate: { changes }, finding: { verdict, lineups } }: ShownPatch,
  width: number,
): string[] {
  const first = `${number}. `
  const [main, ...others] = lineups
  const missed = result.goals.length === 1 ? ' Misses the goal.' : ' Misses a goal.'
  const says = { met: '', inconclusive: ' Inconclusive.', 'not met': missed }[verdict]
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
