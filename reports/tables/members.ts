/** members.csv: what each member of a population shows, and how far they differ. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import type { SpreadInterval } from '../../sim/stats/interval.ts'
import { summarize } from '../../sim/stats/moments.ts'
import { blocksOf, lengthsOf, matchesOf, orEmpty, type Side, scoreOf } from '../figures.ts'
import { memberCells, memberScores } from '../findings/members.ts'
import { isMirror } from '../findings/verdicts.ts'
import { cellTable, column, type Row } from './column.ts'

const columns = {
  member: column('count', 'Number of the player, from 1; empty in the row of all of them together.'),
  policy: column('text', 'SHA-256 of its policy; empty in the row of all of them.'),
  seat: column('text', 'The seat whose score it is, where one agent plays all seats; otherwise empty.'),
  agent: column('text', 'The agent whose score it is.'),
  position: column(
    'count',
    "The agent's position in the line-up, from 1; empty where one agent plays all seats.",
  ),
  matches: column('count', 'Matches played, including forfeited ones.'),
  blocks: column('count', 'Blocks played; members take turns block by block.'),
  score: column('share', 'Mean share of a whole win.'),
  score_low: column(
    'share',
    'Lower end of the 95 % interval of score, from the sums of the blocks: what sampling leaves open.',
  ),
  score_high: column('share', 'Upper end of that interval.'),
  length_steps: column('decimal', 'Mean length in steps, of matches played to their end.'),
  spread: column(
    'share',
    'Row of all: standard deviation between the true scores of players learned from different seeds, beyond sampling (method of moments).',
  ),
  players_low: column(
    'share',
    "Row of all: lower end of the 95 % interval of the mean score of such players, by Student's t on the members' scores: it covers sampling and spread.",
  ),
  players_high: column('share', 'Row of all: upper end of that interval.'),
  p: column(
    'p',
    "Row of all: probability of members' scores so different if they were one player, by Welch's test of means (1951).",
  ),
}

/** For each score of a population: a row for each member, then one for all. */
export const members = cellTable({
  id: 'members',
  question: 'Do players that learned the same rules from different seeds agree?',
  row: 'A member of a population, or all of them together: a row for each seat where one agent plays all, else for each agent. Without a population, the file holds its header only.',
  columns,
  key: ['member', 'seat', 'position'],
  rows: (cell, { experiment }) => (cell.members.length === 0 ? [] : rowsOf(cell, experiment)),
})

function rowsOf(cell: CellResult, { learn, variants }: RunResult['experiment']): Row<typeof columns>[] {
  const { participants } = cell.cell.lineup
  const mirror = isMirror(cell.cell.lineup)
  const policies = learn?.policies?.[variants.indexOf(cell.cell.variant)] ?? []
  const side: Side = mirror ? 'seat' : 'participant'
  return participants.flatMap(({ label }, index) => {
    const named = {
      seat: mirror ? cell.game.info.seats[index]! : '',
      agent: label,
      position: mirror ? Number.NaN : index + 1,
    }
    const { spread } = memberScores(cell, side, index)
    const each = memberCells(cell).map((one, member) => ({
      member: member + 1,
      policy: policies[member]?.sha256 ?? '',
      ...named,
      ...figuresOf(one, scoreOf(one, side, index)),
      ...NO_SPREAD,
    }))
    const all = {
      member: Number.NaN,
      policy: '',
      ...named,
      ...figuresOf(cell, scoreOf(cell, side, index)),
      ...(spread
        ? {
            spread: spread.sd,
            players_low: spread.groups.low,
            players_high: spread.groups.high,
            p: spread.p,
          }
        : NO_SPREAD),
    }
    return [...each, all]
  })
}

const NO_SPREAD = { spread: Number.NaN, players_low: Number.NaN, players_high: Number.NaN, p: Number.NaN }

function figuresOf(cell: CellResult, interval: SpreadInterval) {
  const { mean, low, high } = orEmpty(interval)
  return {
    matches: matchesOf(cell),
    blocks: blocksOf(cell),
    score: mean,
    score_low: low,
    score_high: high,
    length_steps: summarize(lengthsOf(cell)).mean,
  }
}
