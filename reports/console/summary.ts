/** A run on one screen: the answer, the players, how matches feel, and warnings. `consoleReport` has the rest. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { matchesOf, scoreOf, stakesOf } from '../../sim/figures/reading.ts'
import { lookInterval } from '../../sim/stats/looks.ts'
import { judgedIn, judgedNames } from '../../sim/stopping.ts'
import { type Answer, answerOf, type RunKind } from '../findings/answer/answer.ts'
import { feelAnswer } from '../findings/feel.ts'
import { decideOf, fixOf } from '../findings/fix.ts'
import type { Ladder } from '../findings/ladder/ladder.ts'
import { ladderWords } from '../findings/ladder/words.ts'
import { inOrder, mirrorsOf } from '../findings/order.ts'
import { agentNames, contests } from '../findings/verdicts/strength.ts'
import { cellFinding, verdictsOf } from '../findings/verdicts/verdicts.ts'
import { warningsOf } from '../findings/verdicts/warnings.ts'
import { shownVerdict } from '../findings/verdicts/words.ts'
import { counted, cut, meanOf, percentOf, printable, thousands } from '../formatting.ts'
import { changeSummary } from './changes.ts'
import { decideLines, fixLines, gateLines } from './gate.ts'
import { gridLines, isGrid } from './grid.ts'
import { answerLines, stopLines } from './head.ts'
import { eloText, ladderIn } from './ladder.ts'
import { hanging, type Paint, painter, type TextColumn, textTable } from './layout.ts'
import { leverSummary } from './levers.ts'
import { endings, meanTurns } from './matches.ts'
import { worthSummary } from './usefulness.ts'
import { STYLES } from './verdicts.ts'

interface SummaryOptions {
  readonly color: boolean
  /** Columns of the terminal; more than 80 are not used. */
  readonly width: number
  /** Whether the reader knows how far the run is. */
  readonly progressTold?: boolean
  /** As for `consoleReport`. */
  readonly ladder?: boolean | undefined
  /** As for `consoleReport`. */
  readonly folder?: string
}

const WIDEST = 80
/** The paths below it take the rest of 25. */
const LINES_MAX = 20
const WARNINGS_MAX = 3
const ROWS_MAX = 8
const NAME_MAX = 24

/** What a run shows, in at most 20 lines of at most 80 columns, ending with a line end. */
export function consoleSummary(result: RunResult, options: SummaryOptions): string {
  const { color, width, progressTold = false, ladder, folder } = options
  const paint = painter(color)
  const columns = Math.min(WIDEST, width)
  const told = progressTold ? { ...result, complete: true } : result
  const answer = answerOf(told)
  // A grid shows what the further sentences on a sweep say.
  const short = isGrid(result) ? answer.answer.slice(0, 1) : answer.answer
  const first = [
    ...answerLines(result, { ...answer, answer: short }, columns, paint),
    ...stopLines(result, columns, paint),
  ]
  const last = warningLines(answer, warningsOf(told).length, columns, paint)
  const lines = [...first]
  const blocks = blocksOf(result, answer.kind, { width: columns, paint, ladder, folder })
  for (const [i, block] of blocks.entries()) {
    const gap = block.isTable || blocks[i - 1]?.isTable !== false ? [''] : []
    const room = LINES_MAX - lines.length - last.length - gap.length
    // Half a sentence is useless; a table without its last rows isn't.
    if (block.text.length <= room) lines.push(...gap, ...block.text)
    else if (block.isTable && room > 2)
      lines.push('', ...block.text.slice(0, room - 1), '  ... (all with --details)')
  }
  return `${[...lines, ...last].slice(0, LINES_MAX).join('\n')}\n`
}

interface BodyOptions {
  readonly width: number
  readonly paint: Paint
  readonly ladder?: boolean | undefined
  readonly folder: string | undefined
}

interface Block {
  readonly text: readonly string[]
  readonly isTable: boolean
}

const table = (text: readonly string[]): Block => ({ text, isTable: true })
const words = (text: readonly string[]): Block => ({ text, isTable: false })

/** The answer for this kind of run, then the players, how matches feel, and who beats whom. */
function blocksOf(
  result: RunResult,
  kind: RunKind,
  { width, paint, ladder: asked, folder }: BodyOptions,
): Block[] {
  const { experiment, cells } = result
  const { margin, variants } = experiment
  const mirrors = mirrorsOf(result, 0).filter(cell => matchesOf(cell) > 0)
  if (kind === 'compare' || kind === 'sweep')
    return [table(isGrid(result) ? gridLines(result, width, 1) : changeSummary(result, width))]
  const its = inOrder(
    result,
    cells.filter(({ cell }) => cell.variant === variants[0]),
  )
  const met = contests(its)
  const ladder = kind === 'ladder' || kind === 'play' ? ladderIn(cells, asked) : null
  const feel = feelAnswer(mirrors)
  const own = {
    play: [],
    ladder: [],
    gate: gateLines(result, width, paint, folder).slice(1),
    usefulness: worthSummary(result, width),
    levers: leverSummary(result, width),
  }[kind]
  return [
    table(own),
    table(playerLines(mirrors, { margin, width, paint, ladder })),
    words(feel === '' ? [] : hanging(printable(feel), width, '')),
    words(kind === 'play' || kind === 'levers' ? fixLines(fixOf(result, folder), width) : []),
    words(kind === 'play' ? decideLines(decideOf(result, folder), width) : []),
    words(ladder || met.length === 0 ? [] : hanging(printable(meetingWords(met)), width, '')),
  ].filter(({ text }) => text.length > 0)
}

/** A row for each agent that plays all seats, and whether they agree on the seats. */
function playerLines(
  mirrors: readonly CellResult[],
  { margin, width, paint, ladder }: { margin: number; width: number; paint: Paint; ladder: Ladder | null },
): string[] {
  if (mirrors.length === 0) return []
  const shown = mirrors.slice(0, ROWS_MAX)
  const { info } = shown[0]!.game
  const column = (head: string, cell: (one: CellResult) => string, left = false): TextColumn => ({
    head,
    left,
    cells: shown.map(cell),
  })
  const payoff = info.gauges[shown[0]!.layout.payoff]
  const elo = ladder && ((one: CellResult) => ladder.rungs.find(({ mirror }) => mirror === one)!.elo)
  const { perTurn, label } = info.step
  const [first] = judgedNames(info, judgedIn(shown[0]!))
  const verdicts = shown.map(one => printable(shownVerdict(one, margin)))
  const [title, ...rows] = textTable(
    'player',
    shown.map(({ cell }) => printable(cut(cell.lineup.participants[0]!.label, NAME_MAX))),
    [
      { head: 'verdict', left: true, cells: verdicts },
      ...(elo ? [column('Elo', one => eloText(elo(one)))] : []),
      column(`${first!}, ${payoff?.id ?? '%'}`, one => scoreText(one, margin)),
      ...endings(shown),
      column(perTurn > 1 ? 'turns' : `${label}s`, meanTurns),
      column('matches', one => thousands(matchesOf(one))),
    ],
    width,
  )
  const movement = ladder ? ladderWords(ladder, margin).slice(1) : []
  return [
    title!,
    ...rows.map((row, i) =>
      row.replace(verdicts[i]!, word => paint(STYLES[cellFinding(shown[i]!, margin)], word)),
    ),
    ...movement.flatMap(text => hanging(printable(text), width, '  ', '  ')),
  ]
}

/** The first role's or seat's score or payoff, in the interval that its verdict rests on. */
function scoreText(cell: CellResult, margin: number): string {
  const [first] = verdictsOf(cell, margin)
  const gauge = cell.game.info.gauges[cell.layout.payoff]
  return gauge ? meanOf(first!.anytime, gauge) : percentOf(first!.anytime, '')
}

/** "Strength: learned beats mcts 85 : 15; mcts and greedy are about even (52 : 48)." */
function meetingWords(met: readonly CellResult[]): string {
  return `Strength: ${met.map(meetingText).join('; ')}.`
}

function meetingText(cell: CellResult): string {
  const names = agentNames(cell)
  const { seats } = cell.layout
  if (seats > 2)
    return names
      .map((name, i) => `${name} ${(100 * scoreOf(cell, 'participant', i).mean).toFixed(0)} %`)
      .join(', ')
  const score = scoreOf(cell, 'participant', 0)
  const ahead = score.mean >= 0.5 ? 0 : 1
  const [better, worse] = [names[ahead]!, names[1 - ahead]!]
  const { low } = lookInterval(stakesOf(cell, 'participant', ahead), cell.look)
  const isPaid = cell.layout.payoff >= 0
  const share = Math.round(100 * Math.max(score.mean, 1 - score.mean))
  const odds = `${share} : ${100 - share}`
  return low > (isPaid ? 0 : 0.5)
    ? `${better} beats ${worse} ${odds}`
    : `${better} and ${worse} not clear (${odds})`
}

/** What may change the answer, and how many further warnings there are. */
function warningLines({ distrust }: Answer, all: number, width: number, paint: Paint): string[] {
  const shown = distrust.slice(0, WARNINGS_MAX)
  const more = all - shown.length
  const lines = shown.flatMap(text => hanging(printable(text), width, '! '))
  return [
    ...(lines.length + more > 0 ? [''] : []),
    ...lines.map(line => paint('yellow', line)),
    ...(more > 0 ? [`! ${counted(more, 'more warning')} with --details`] : []),
  ]
}
