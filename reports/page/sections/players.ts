/** Who plays? Each agent in a line, then agents against each other, and their Elo. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { kindOfRun } from '../../findings/answer/answer.ts'
import { introductionsOf } from '../../findings/introductions.ts'
import { type Ladder, ladderOf } from '../../findings/ladder/ladder.ts'
import { strengthMoves } from '../../findings/ladder/words.ts'
import type { VariantCells } from '../../findings/variants.ts'
import { agentNames, contests, strengthWords } from '../../findings/verdicts/strength.ts'
import { decimalsFor, evenShare, signed, times, unbroken, withEnds } from '../../formatting.ts'
import { ladder as ladderTable, seatings, summary } from '../../tables/index.ts'
import { heatChart } from '../charts/heat.ts'
import { intervalChart, markOf } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import { lineupName, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'
import { DIFFERENCES, marksKey } from './key.ts'

/** Most variants whose agents are listed one by one. */
const MAX_LISTED = 4

const SCORES = [
  'variant',
  'agent',
  'opponents',
  'matches',
  'score',
  'score_low',
  'score_high',
  'elo',
  'elo_low',
  'elo_high',
]

export function playersSection(subject: Subject): Markup {
  const { variants, result } = subject
  const met = variants.filter(({ cells }) => contests(cells).length > 0)
  const isLadder = kindOfRun(result) === 'ladder'
  const content = [
    met.length > 1 ? overview(subject, met) : NOTHING,
    ...met
      .slice(0, MAX_LISTED)
      .map(
        one =>
          html`${variants.length > 1 ? html`<h3>${one.variant}</h3>` : NOTHING}${variantPlayers(subject, one)}`,
      ),
    met.length > MAX_LISTED
      ? html`<p class="note">Shown: the first ${MAX_LISTED} of ${met.length} variants. All are in summary.csv, ladder.csv and pairs.csv.</p>`
      : NOTHING,
  ]
  return section('players', 'Who plays?', [
    html`<dl class="facts">${introductionsOf(result).map(
      ({ name, words }) => html`<dt>${name}</dt><dd>${unbroken(words)}</dd>
`,
    )}</dl>`,
    ...(met.length === 0 ? [] : isLadder ? content : [folded('How strong they are', content)]),
  ])
}

function variantPlayers(subject: Subject, { cells }: VariantCells): Markup {
  const ladder = ladderOf(cells)
  const { margin } = subject.result.experiment
  // Gains along a ladder follow the order of agents in the line-ups.
  const named = subject.result.cells.filter(one => cells.includes(one))
  const words = ladder.isRoundRobin
    ? strengthMoves(ladderOf(named), margin)
    : contests(cells).map(strengthWords)
  return html`<ul class="words">${words.map(text => html`<li>${unbroken(text)}</li>`)}</ul>${gallery([
    ...matrix(subject, ladder, cells),
    ...elo(subject, ladder, cells),
  ])}${folded('Every player in every seat', [gallery(seatTable(subject, cells))])}`
}

/** What each agent scores against each other one. */
function matrix(subject: Subject, { rungs, pairs }: Ladder, cells: readonly CellResult[]): Markup[] {
  if (pairs.length === 0) return []
  const names = rungs.map(({ label }) => label)
  const fair = 1 / cells[0]!.layout.seats
  const both = pairs.flatMap(({ agent, opponent, advantage, matches }) => [
    { row: agent, column: opponent, value: 100 * advantage.mean, matches },
    { row: opponent, column: agent, value: -100 * advantage.mean, matches },
  ])
  const chart = heatChart(
    both.map(one => ({
      ...one,
      written: `${one.value > 0 ? '+' : ''}${one.value.toFixed(0)}`,
      says: `${names[one.row]!} against ${names[one.column]!}: ${one.value > 0 ? '+' : ''}${one.value.toFixed(1)} points, n ${one.matches}`,
    })),
    {
      columns: names,
      rows: names,
      columnsAre: 'against',
      rowsAre: '',
      from: -100 * Math.max(fair, 1 - fair),
      to: 100 * Math.max(fair, 1 - fair),
      alt: `Points that agents score above an even share: ${pairs.map(({ agent, opponent, advantage }) => `${names[agent]!} against ${names[opponent]!} ${(100 * advantage.mean).toFixed(1)}`).join('; ')}.`,
    },
  )
  return [figure('Score above an even share, points', chart, scoreTable(subject, cells))]
}

function scoreTable(subject: Subject, cells: readonly CellResult[]): Markup {
  const rows = summary.rows(resultOf(subject, cells)).filter(({ mirror }) => !mirror)
  return rowsTable(summary.columns, SCORES, rows)
}

function elo(subject: Subject, { rungs }: Ladder, cells: readonly CellResult[]): Markup[] {
  if (rungs.length < 2) return []
  const chart = intervalChart(
    rungs.map(({ label, anytimeElo: { elo: mean, low, high } }) => {
      const [at, from, to] = [mean, low, high].map(one => signed(one, decimalsFor((high - low) / 2, 0)))
      return {
        ...{ name: label, series: 0, mean, low, high, mark: markOf(low > 0 || high < 0) },
        says: `${label}: ${at} Elo (${from} to ${to})`,
      }
    }),
    {
      axis: 'Elo above the average',
      reference: 0,
      alt: `Elo: ${rungs.map(({ label, elo: { elo: mean } }) => `${label} ${signed(mean)}`).join(', ')}.`,
    },
  )
  const columns = ['agent', 'elo', 'elo_low', 'elo_high', 'gain', 'gain_low', 'gain_high', 'nash_share']
  return [
    figure(
      'Elo',
      chart
        ? html`${marksKey([['dot', 'clearly off the average'], ...DIFFERENCES.slice(1)])}${chart}<p class="note">100 Elo more means scoring 64 % against the weaker player, 200 means 76 %, 400 means 91 %.</p>`
        : html`<p class="note">Elo is unknown: these matches don't connect all players.</p>`,
      rowsTable(ladderTable.columns, columns, ladderTable.rows(resultOf(subject, cells))),
    ),
  ]
}

/** Every agent in every seat. */
function seatTable(subject: Subject, cells: readonly CellResult[]): Markup[] {
  const rows = seatings.rows(resultOf(subject, cells))
  if (rows.length === 0) return []
  const { seats } = cells[0]!.game.info
  // Of two agents, the one in the seat comes first: "A in B vs A" would be cut off before it says more.
  const isOne = cells.length === 1
  const lines = rows.map(({ lineup, position }) => {
    const names = agentNames(cells.find(({ cell }) => cell.lineup.name === lineup)!)
    const agent = names[position - 1]!
    if (names.length === 2) return `${agent} vs ${names[2 - position]!}`
    return isOne ? agent : `${agent} in ${lineup}`
  })
  const names = [...new Set(lines)]
  const chart = heatChart(
    rows.map((row, i) => ({
      column: seats.indexOf(row.seat),
      row: names.indexOf(lines[i]!),
      value: 100 * row.score,
      written: (100 * row.score).toFixed(0),
      says: `${lines[i]!}, as ${row.seat}: ${withEnds(times(100, { mean: row.score, low: row.score_low, high: row.score_high }), 1, ' %')}, n ${row.matches}`,
    })),
    {
      columns: seats,
      rows: names,
      columnsAre: `score in each seat, % (even: ${evenShare(seats.length)})`,
      rowsAre: '',
      from: 0,
      to: 200 / seats.length,
      alt: 'Score of each agent in each seat; the table below has the figures.',
    },
  )
  const columns = ['agent', 'lineup', 'seat', 'matches', 'score', 'score_low', 'score_high']
  return [figure('Every agent in every seat', chart, rowsTable(seatings.columns, columns, rows))]
}

/** Several variants: the score of the first agent of every line-up in each of them. */
function overview(subject: Subject, met: readonly VariantCells[]): Markup {
  const cells = met.flatMap(one => contests(one.cells))
  const rows = summary.rows(resultOf(subject, cells)).filter(({ position }) => position === 1)
  const columns = [...new Set(cells.map(lineupName))]
  const names = met.map(({ variant }) => variant)
  const fair = 1 / cells[0]!.layout.seats
  const chart = heatChart(
    rows.map(row => ({
      column: columns.indexOf(row.lineup),
      row: names.indexOf(row.variant),
      value: 100 * row.score,
      written: (100 * row.score).toFixed(0),
      says: `${row.variant}, ${row.lineup}: ${row.agent} scores ${(100 * row.score).toFixed(1)} %, n ${row.matches}`,
    })),
    {
      columns,
      rows: names,
      among: subject.variants.map(({ variant }) => variant),
      columnsAre: 'score of the first agent, %',
      rowsAre: '',
      from: 0,
      to: 200 * fair,
      alt: `Score of the first agent of ${columns.length} line-ups in ${names.length} variants.`,
    },
  )
  return gallery([
    figure('All variants: the first agent’s score', chart, rowsTable(summary.columns, SCORES, rows)),
  ])
}
