/** curves.csv and agent_curves.csv: how the gauges of seats and of agents develop over a match. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { squaredDeviations, summarize } from '../../sim/stats/moments.ts'
import {
  addTally,
  CURVE_BINS,
  CURVE_N,
  CURVE_SQUARES,
  CURVE_SUM,
  type Curve,
  WINNER,
} from '../../sim/tally/layout.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { cellTable, count, decimal, type Row, text } from './column.ts'

const quantile = (percent: number) =>
  count(`${percent} % quantile; the lower edge of its bin if bins are wider than 1.`)

const valueColumns = {
  step: count('Steps played so far; 1 is the end of the first step.'),
  matches: count(
    "Matches that lasted this long and weren't forfeited (for `winner`, those that one seat won). In agent_curves.csv, a match counts once for every seat if one agent plays all seats.",
  ),
  mean: decimal("Mean of those matches, in the gauge's unit."),
  sd: decimal('Standard deviation between matches, in the same unit.'),
  bin_width: count('Width of the bins of values: 1 if quantiles are exact.'),
  q05: quantile(5),
  q25: quantile(25),
  q50: quantile(50),
  q75: quantile(75),
  q95: quantile(95),
}

/** A row per gauge, seat and step, up to the last step that any match reached. */
export const curves = cellTable({
  id: 'curves',
  question: 'How do favour, material and other gauges develop over a match?',
  row: 'One row for each gauge, seat and step; the winner counts as a seat, too. A match counts until it ends.',
  columns: {
    gauge: text("The gauge's id."),
    seat: text(
      'The seat whose value this is, or `winner` for the seat that won alone. For a zero-sum gauge, only the first seat is listed; the other has the negative value.',
    ),
    ...valueColumns,
  },
  key: ['gauge', 'seat', 'step'],
  rows: cell =>
    cell.layout.curves.flatMap(curve => {
      const { gauges, seats } = cell.game.info
      const seat = curve.seat === WINNER ? 'winner' : seats[curve.seat]!
      const gauge = gauges[curve.gauge]!.id
      return pointsOf(cell, curve, [curve.offset]).map(point => ({ ...point, gauge, seat }))
    }),
})

/** A row per gauge, agent and step. */
export const agentCurves = cellTable({
  id: 'agent_curves',
  question: 'How do the gauges of each agent develop over a match?',
  row: 'One row for each agent, gauge and step, over all seats that the agent took. A match counts until it ends.',
  columns: {
    agent: text('The agent.'),
    position: count('Its position in the line-up, from 1.'),
    gauge: text(
      "The gauge's id. For a zero-sum gauge, only the first agent is listed; the other has the negative value. If one agent plays all seats, a zero-sum gauge is left out, because its mean is 0.",
    ),
    ...valueColumns,
  },
  key: ['position', 'gauge', 'step'],
  rows: cell =>
    tracksOf(cell).flatMap(({ participant, curve, offsets }) => {
      const agent = cell.cell.lineup.participants[participant]!.label
      const gauge = cell.game.info.gauges[curve.gauge]!.id
      return pointsOf(cell, curve, offsets).map(point => ({
        ...point,
        agent,
        position: participant + 1,
        gauge,
      }))
    }),
})

/** The curves of a cell's agents; where one plays all seats, the sum of the seats' curves. */
function tracksOf({ cell, game, layout }: CellResult) {
  if (!isMirror(cell.lineup))
    return layout.agentCurves.map(curve => ({
      participant: curve.participant,
      curve,
      offsets: [curve.offset],
    }))
  return game.info.gauges.flatMap(({ zeroSum }, gauge) => {
    const its = layout.curves.filter(curve => curve.gauge === gauge && curve.seat !== WINNER)
    return zeroSum ? [] : [{ participant: 0, curve: its[0]!, offsets: its.map(({ offset }) => offset) }]
  })
}

/** Columns of each step of a curve, the sum of the curves that begin at `offsets`. */
function pointsOf(
  { layout, tally }: CellResult,
  { stride, min, width }: Pick<Curve, 'stride' | 'min' | 'width'>,
  offsets: readonly number[],
): Row<typeof valueColumns>[] {
  const points: Row<typeof valueColumns>[] = []
  const words = new Float64Array(stride)
  for (let step = 0; step < layout.steps; step++) {
    words.fill(0)
    for (const offset of offsets)
      addTally(words, tally.subarray(offset + step * stride, offset + (step + 1) * stride))
    const n = words[CURVE_N]!
    // A match counts at every step that it reached: after an empty step all are empty.
    if (n === 0) break
    const sum = words[CURVE_SUM]!
    const squares = squaredDeviations({ n, sum, sumSquares: words[CURVE_SQUARES]! })
    points.push({
      ...summarize(words.subarray(CURVE_BINS), min, width),
      ...{ step: step + 1, matches: n, mean: sum / n, bin_width: width },
      sd: n < 2 ? Number.NaN : Math.sqrt(squares / (n - 1)),
    })
  }
  return points
}
