/**
 * ladder.csv, pairs.csv and exploitability.csv: how strong agents are, what seats are worth, what exploiters
 * win.
 */
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  blocksOf,
  decisionsOf,
  drawsIn,
  endedBy,
  forfeitsOf,
  lengthsOf,
  matchesOf,
  orEmpty,
  roleScore,
  scoreOf,
} from '../../sim/figures/reading.ts'
import { summarize } from '../../sim/stats/moments.ts'
import { judgedIn, judgedNames } from '../../sim/stopping.ts'
import { ladderOf, type RatedPair, type Rung } from '../findings/ladder/ladder.ts'
import { type Movement, movementsOf } from '../findings/ladder/words.ts'
import { exploitsIn, type Gains, gainsIn, unitOf } from '../findings/verdicts/exploits.ts'
import { shortVerdict } from '../findings/verdicts/words.ts'
import { type Ends, times } from '../formatting.ts'
import { cellTable, columnsFor, decimal, eloEnds, text, variantTable } from './column.ts'

export interface Climbed extends Rung {
  /** Its place, from 1. */
  readonly rung: number
  readonly moved: Movement | undefined
  readonly margin: number
}

const ladders = columnsFor<Climbed>()

/** The columns of a figure of the matches in which an agent plays all seats; empty where it plays none. */
const ofMirror = (read: (mirror: CellResult) => number) => (rung: Climbed) =>
  rung.mirror ? read(rung.mirror) : Number.NaN

const SIMPLY = { low: 'Lower end of its 95 % interval.' }

/** A row per agent, as the line-ups name them. */
export const ladder = variantTable({
  id: 'ladder',
  question: 'How strong are the agents, and does the verdict on the seats change with strength?',
  row: 'One row for each agent. Only line-ups of one or two different agents count.',
  columns: {
    rung: ladders.count(
      'Place of the agent, from 1, in the order in which line-ups name agents.',
      ({ rung }) => rung,
    ),
    agent: ladders.text('The agent.', ({ label }) => label),
    ...ladders.interval(
      'elo',
      'elo',
      "Elo above the mean of the field, by the Bradley-Terry model, from all line-ups of two agents. It counts matches won, even in games with payoffs. Empty if the pairings don't connect all agents.",
      ({ elo }) => eloEnds(elo),
    ),
    ...ladders.interval(
      'gain',
      'elo',
      'Its Elo minus that of the rung before.',
      ({ gain }) => eloEnds(gain),
      SIMPLY,
    ),
    nash_share: ladders.share(
      'Weight of the agent in the Nash equilibrium over the choice of agent: 1 if it beats all others, shared among agents that beat each other in a cycle. Empty unless every pair met.',
      ({ nash }) => nash,
    ),
    matches: ladders.count('Matches in which it plays all seats, including forfeited ones.', ({ mirror }) =>
      mirror ? matchesOf(mirror) : 0,
    ),
    seat: ladders.text('The first seat, or in games with roles the first role.', ({ mirror }) =>
      mirror ? judgedNames(mirror.game.info, judgedIn(mirror))[0]! : '',
    ),
    ...ladders.interval(
      'seat_score',
      'share',
      'Mean share of a whole win of that seat in those matches, even in games with payoffs. Of a role: the share that it won, with its fair share of matches that no role won.',
      ({ mirror }) =>
        mirror && orEmpty(judgedIn(mirror) === 'role' ? roleScore(mirror, 0) : scoreOf(mirror, 'seat', 0)),
    ),
    ...ladders.interval(
      'seat_moved',
      'points',
      '`seat_score` minus that on the rung before. In games with payoffs, the payoff is used instead, in percent of its range.',
      ({ moved }) => moved && times(100, moved),
      SIMPLY,
    ),
    draw_share: ladders.share(
      'Share of those matches that were draws, at the turn limit or before.',
      ofMirror(mirror => drawsIn(mirror) / matchesOf(mirror)),
    ),
    turn_limit_share: ladders.share(
      'Share of those matches that hit the turn limit.',
      ofMirror(mirror => endedBy(mirror, 'length') / matchesOf(mirror)),
    ),
    length_steps: ladders.decimal(
      'Mean length of those matches in steps, forfeited ones left out.',
      ofMirror(mirror => summarize(lengthsOf(mirror)).mean),
    ),
    decisions: ladders.decimal(
      'Mean number of decisions in them, by all seats and by chance.',
      ofMirror(mirror => decisionsOf(mirror) / matchesOf(mirror)),
    ),
    seat_verdict: ladders.text(
      'The verdict on the seats, or on the roles of a game with roles.',
      ({ margin, mirror }) => (mirror && matchesOf(mirror) > 0 ? shortVerdict(mirror, margin) : ''),
    ),
    ...ladders.ends(
      'gain_anytime',
      'elo',
      "Lower end of the anytime 95 % interval of `gain`. The console's statements about the ladder use it.",
      ({ anytimeGain }) => eloEnds(anytimeGain),
    ),
    ...ladders.ends(
      'seat_moved_anytime',
      'points',
      'Lower end of the anytime 95 % interval of `seat_moved`.',
      ({ moved }) => moved && times(100, moved.anytime),
    ),
  },
  key: ['rung'],
  rows: (cells, { experiment: { margin } }) =>
    ladderOf(cells).rungs.map((rung, i, all): Climbed => {
      const before = all[i - 1]?.mirror
      const moved = before && rung.mirror ? movementsOf(before, rung.mirror, margin)[0] : undefined
      return { ...rung, rung: i + 1, moved, margin }
    }),
})

export interface MetPair extends RatedPair {
  readonly rungs: readonly Rung[]
  readonly seats: number
  /** The scores of both, each as a single seat. */
  readonly own: Ends | undefined
  readonly other: Ends | undefined
}

const pairings = columnsFor<MetPair>()

/** A row per pair. */
export const pairs = variantTable({
  id: 'pairs',
  question: 'Which agent beats which, and do their ratings predict it?',
  row: 'One row for each pair of agents that met. With more than two seats, both ways of filling the seats count together.',
  columns: {
    agent: pairings.text('The agent on the lower rung.', ({ agent, rungs }) => rungs[agent]!.label),
    rung: pairings.count('Its rung in ladder.csv.', ({ agent }) => agent + 1),
    opponent: pairings.text('The agent on the higher rung.', ({ opponent, rungs }) => rungs[opponent]!.label),
    opponent_rung: pairings.count('Its rung.', ({ opponent }) => opponent + 1),
    matches: pairings.count('Matches between the two, including forfeited ones.', ({ matches }) => matches),
    blocks: pairings.count('Blocks of these matches.', ({ blocks }) => blocks),
    ...pairings.interval(
      'score',
      'share',
      'Mean share of a whole win of the agent when it takes one seat and its opponent takes all others.',
      ({ own }) => own,
    ),
    ...pairings.interval(
      'opponent_score',
      'share',
      'With more than two seats, the score of the opponent when it takes one seat and the agent takes all others.',
      ({ other }) => other,
      SIMPLY,
    ),
    fair_share: pairings.share(
      'The score of either agent if both were equally strong: 1 divided by the number of seats.',
      ({ seats }) => 1 / seats,
    ),
    ...pairings.interval(
      'advantage',
      'points',
      "How far the agent is ahead: its score minus the fair share. With more than two seats, the mean of that and of the fair share minus its opponent's score.",
      ({ advantage }) => times(100, advantage),
      SIMPLY,
    ),
    p: pairings.p('Two-sided p-value for the agents being equally strong.', ({ p }) => p),
    expected: pairings.points(
      'The advantage that the ratings in ladder.csv predict.',
      ({ expected }) => 100 * expected,
    ),
    p_anytime: pairings.p(
      'The anytime p-value. evenhand reports a cycle only if these are small enough.',
      ({ anytimeP }) => anytimeP,
    ),
  },
  key: ['rung', 'opponent_rung'],
  rows: cells => {
    const { rungs, pairs: all } = ladderOf(cells)
    return all.map((pair): MetPair => {
      const { advantage, alone, among } = pair
      const { seats } = (alone ?? among)!.cell.layout
      if (seats > 2) return { ...pair, rungs, seats, own: alone?.score, other: among?.score }
      // With two seats, each is alone: whose score the line-up tells is a matter of its order.
      const fair = 1 / seats
      const own = { mean: fair + advantage.mean, low: fair + advantage.low, high: fair + advantage.high }
      return { ...pair, rungs, seats, own, other: undefined }
    })
  },
})

export type Exploited = CellResult & Gains
const { count, ends, interval } = columnsFor<Exploited>()

/** A gain; nothing without matches. */
const told = (gain: 'won' | 'anytime' | 'nashConv') => (one: Exploited) =>
  orEmpty({ n: matchesOf(one), ...one[gain] })

/** A row per exploited agent. */
export const exploitability = cellTable({
  id: 'exploitability',
  question: 'How exploitable is the play behind the verdicts?',
  row: 'One row for each agent that met an exploiter. The agent takes all seats but one. Without exploiters, the file has only a header.',
  columns: {
    agent: text('The agent to exploit. It takes all seats but one.'),
    exploiter: text(
      'The agent that exploits it, in each seat equally often. It searches with a copy of its opponent, or was trained against it.',
    ),
    matches: count('Matches between them, including forfeited ones.', matchesOf),
    blocks: count('Blocks of these matches.', blocksOf),
    forfeits: count('How many of these matches an agent forfeited.', forfeitsOf),
    unit: text('The unit of the next columns: the payoff of the game, or shares of a win.'),
    fair: decimal('What an opponent wins per match if the agent is not exploitable.'),
    ...interval(
      'won',
      'decimal',
      'Mean winnings of the exploiter per match, a lower bound on those of a best response.',
      told('won'),
    ),
    ...ends('won_anytime', 'decimal', 'Lower end of the anytime 95 % interval of `won`.', told('anytime')),
    ...interval(
      'nash_conv',
      'decimal',
      'Lower bound on NashConv: the number of seats times (`won` minus `fair`).',
      told('nashConv'),
      { low: 'Lower end of its 95 % interval.' },
    ),
  },
  // A line-up has one exploiter.
  key: [],
  rows: one =>
    exploitsIn([one]).map(({ agent, cell }) => ({
      ...{ ...cell, ...gainsIn(cell), agent: agent.label, unit: unitOf(cell.game) },
      exploiter: cell.cell.lineup.participants[0]!.label,
    })),
})
