/** The sections LADDER and PAIRS: agents by strength, and whether the verdict still moves with it. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { drawsIn, matchesOf, payoffOf, roleScore, scoreOf } from '../../sim/figures/reading.ts'
import { judgedIn, judgedNames } from '../../sim/stopping.ts'
import { type Ladder, ladderOf, type RatedPair, type Rung } from '../findings/ladder/ladder.ts'
import { ladderWords } from '../findings/ladder/words.ts'
import { payoffOfCell } from '../findings/verdicts/words.ts'
import { decimalsFor, meanOf, percentOf, printable, signed, wholePercent } from '../formatting.ts'
import { hanging, type Paint, type TextColumn, textTable } from './layout.ts'

/** CPU milliseconds of a cell's match; undefined if not measured. */
export type CostOf = (cell: CellResult) => number | undefined

/** A ladder of fewer agents is as well shown line-up by line-up. */
const LADDER_MIN = 4

/** The ladder of a variant's cells, where every two of four agents or more met; null if the caller or that says otherwise. */
export function ladderIn(cells: readonly CellResult[], asked: boolean | undefined): Ladder | null {
  const ladder = ladderOf(cells)
  return (asked ?? (ladder.isRoundRobin && ladder.rungs.length >= LADDER_MIN)) ? ladder : null
}

/** A table of the rungs, the strongest first, and what they show. */
export function ladderLines(
  { rungs: ascending, pairs, cycles }: Ladder,
  {
    margin,
    width,
    paint,
    costOf,
  }: { margin: number; width: number; paint: Paint; costOf?: CostOf | undefined },
): string[] {
  const rungs = ascending.toReversed()
  const some = rungs.find(({ mirror }) => mirror)?.mirror
  const judged = some ? judgedIn(some) : 'seat'
  const first = printable(some ? judgedNames(some.game.info, judged)[0]! : '')
  const payoff = some && judged === 'seat' ? payoffOfCell(some) : undefined
  const column = (head: string, cell: (rung: Rung) => string): TextColumn => ({
    head,
    left: false,
    cells: rungs.map(cell),
  })
  const ofMirror = (read: (mirror: CellResult) => string) => (rung: Rung) =>
    rung.mirror && matchesOf(rung.mirror) > 0 ? read(rung.mirror) : '-'
  return [
    ...textTable(
      'agent',
      numbered(rungs),
      [
        column('Elo', ({ elo }) => eloText(elo, 'not yet known')),
        column('gain', ({ gain }) => eloText(gain)),
        payoff
          ? column(
              `${first}, ${printable(payoff.id)}`,
              ofMirror(mirror => meanOf(payoffOf(mirror, 'seat', 0)!, payoff)),
            )
          : column(
              `${first}, %`,
              ofMirror(mirror =>
                percentOf(judged === 'role' ? roleScore(mirror, 0) : scoreOf(mirror, 'seat', 0), ''),
              ),
            ),
        column('draws', ofMirror(drawsText)),
        ...(costOf
          ? [
              column(
                'ms',
                ofMirror(mirror => costText(costOf(mirror))),
              ),
            ]
          : []),
      ],
      width,
    ),
    '',
    paint('bold', 'VERDICT'),
    ...ladderWords({ rungs: ascending, cycles }, margin).flatMap(text =>
      hanging(printable(text), width, '  '),
    ),
    ...pairTable(rungs, pairs, width, paint),
  ]
}

function numbered(rungs: readonly Rung[]): string[] {
  const { length } = String(rungs.length)
  return rungs.map(({ label }, i) => `${String(i + 1).padStart(length)} ${printable(label)}`)
}

/** The first rung is above none. */
export function eloText({ elo, low, high }: Rung['elo'], nothing = '-'): string {
  if (Number.isNaN(elo)) return nothing
  const arm = Math.max(high - elo, elo - low)
  const decimals = decimalsFor(arm, 0)
  return `${signed(elo, decimals)} ± ${arm.toFixed(decimals)}`
}

const drawsText = (mirror: CellResult): string => wholePercent(drawsIn(mirror), matchesOf(mirror))

function costText(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '-'
  return milliseconds < 9.95 ? milliseconds.toFixed(milliseconds < 0.095 ? 2 : 1) : milliseconds.toFixed(0)
}

/** What each agent scores against each other one, as percentages; nothing where the terminal is too narrow for it. */
function pairTable(
  rungs: readonly Rung[],
  pairs: readonly RatedPair[],
  width: number,
  paint: Paint,
): string[] {
  const met = pairs[0]
  if (!met) return []
  const fair = 1 / (met.alone ?? met.among)!.cell.layout.seats
  // Pairs count from the weakest.
  const last = rungs.length - 1
  const columns = rungs.map(
    (_, opponent): TextColumn => ({
      head: String(opponent + 1),
      left: false,
      cells: rungs.map((_, agent) => scoreText(pairs, last - agent, last - opponent, fair)),
    }),
  )
  const table = textTable('agent', numbered(rungs), columns, width)
  if (table.some(line => line.length > width)) return []
  const what =
    fair === 0.5 ? '% of a win against each other' : '% of a win of one seat among those of each other'
  return ['', `${paint('bold', 'PAIRS')}: ${what}`, ...table]
}

/** What an agent scores where it is in one seat and the opponent in all others. */
function scoreText(pairs: readonly RatedPair[], agent: number, opponent: number, fair: number): string {
  const pair = pairs.find(
    one => one.agent === Math.min(agent, opponent) && one.opponent === Math.max(agent, opponent),
  )
  if (!pair) return '-'
  const first = pair.agent === agent
  const alone = first ? pair.alone : pair.among
  const score = fair === 0.5 ? fair + (first ? 1 : -1) * pair.advantage.mean : alone?.score.mean
  return score === undefined ? '-' : (100 * score).toFixed(1)
}
