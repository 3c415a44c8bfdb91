/** Figures of how matches end: what seats and agents score, and how many are draws. */
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { scoreInterval } from '../stats/interval.ts'
import { boundedOfHistogram } from '../stats/sequence.ts'
import { type Figure, type Paired, SHARE, sequenceOf } from './figure.ts'
import { type CellSums, overPlayers } from './players.ts'
import {
  drawsIn,
  endedBy,
  forfeitsOf,
  independentShare,
  matchesOf,
  matchShare,
  orEmpty,
  roleWins,
  safeShare,
  scoreBlocks,
  scoreOf,
} from './reading.ts'

const others = (): string => 'others'

const roleWinShare = overPlayers((cell: CellSums, role: number) =>
  scoreInterval(roleWins(cell, role), cell.layout.seats),
)

/** A share of all matches with its interval for one look. */
const shareWith = (count: (cell: CellSums) => number) =>
  overPlayers((cell: CellSums) => orEmpty(safeShare(count(cell), matchesOf(cell), cell.layout.seats)))

/** A share of all matches, and its column in summary.csv. */
const shareOfMatches = <const Id extends string>(
  id: Id,
  meaning: string,
  count: (cell: CellSums) => number,
) => ({
  about: 'run' as const,
  unit: 'percent' as const,
  bounds: SHARE,
  anytime: sequenceOf(cell => matchShare(cell, count(cell))),
  columns: [
    {
      tables: ['summary'],
      id,
      format: 'share',
      meaning,
      low: "Lower end of its 95 % interval (Wilson's with a continuity correction, which treats the matches of a block as one).",
      read: shareWith(count),
    },
  ] as const,
})

/** Returns of a seat or an agent, in win units; a whole match is the least that changes hands. */
const RETURNS = { least: WIN_UNITS, isTold: true } satisfies Partial<Paired>

export const OUTCOMES = {
  score: {
    about: 'seat',
    unit: 'percent',
    gate: 'seat',
    first: 'first-seat',
    bounds: SHARE,
    anytime: sequenceOf(scoreBlocks),
    paired: {
      ...RETURNS,
      meaning: 'score of a seat (with two seats, only the first)',
      alone: (cell, seat) => scoreOf(cell, 'seat', seat),
      measure: ({ scores }, seat) => scores + seat,
      perMatch: seats => WIN_UNITS * seats,
      isShared: true,
      family: others,
    },
    member: { of: (cell, seat) => scoreOf(cell, 'seat', seat) },
    columns: [
      {
        tables: ['summary', 'seats', 'members'],
        id: 'score',
        format: 'share',
        meaning: 'Mean share of a whole win, over all matches.',
        read: one => orEmpty(scoreOf(one, one.side, one.index)),
      },
    ],
    words: {
      name: label => `score of ${label}`,
      title: label => `score of ${label}`,
      more: label => `${label} scores more`,
      less: label => `${label} scores less`,
      disputed: label => label,
    },
  },
  /** The score of a line-up's first agent, which does without an asset. */
  own: {
    about: 'agent',
    unit: 'percent',
    gate: null,
    bounds: SHARE,
    paired: {
      ...RETURNS,
      measure: ({ own }, index) => own + index,
      // An agent has one match of a block in each seat.
      perMatch: (seats, index) => (index === 0 ? WIN_UNITS * seats : WIN_UNITS),
      family: index => (index === 0 ? 'others' : 'seated'),
    },
    words: {
      name: label => `score of ${label}`,
      title: label => `score of ${label}`,
      more: () => 'scores more',
      less: () => 'scores less',
    },
  },
  /** Wins of a role of all matches, draws and forfeits included. */
  role: {
    about: 'role',
    unit: 'percent',
    gate: 'role',
    bounds: SHARE,
    anytime: sequenceOf((cell, role) => boundedOfHistogram(roleWins(cell, role), cell.layout.seats)),
    paired: {
      meaning: 'share of all matches that a role wins, in games with roles',
      alone: roleWinShare,
      measure: ({ roles }, role) => roles + role,
      perMatch: seats => seats,
      isTold: true,
      family: others,
    },
    member: { of: roleWinShare },
    words: {
      name: label => `wins of ${label}`,
      title: label => `wins of ${label}`,
      more: label => `more wins for ${label}`,
      less: label => `fewer wins for ${label}`,
    },
  },
  draws: {
    ...shareOfMatches(
      'draw_share',
      'Share of matches that were draws, at the turn limit or before.',
      drawsIn,
    ),
    gate: 'draws',
    paired: {
      meaning: 'share of draws, at the turn limit or before',
      alone: shareWith(drawsIn),
      measure: ({ draws }) => draws,
      perMatch: seats => seats,
      isTold: true,
      family: others,
    },
    member: { of: cell => independentShare(cell, drawsIn(cell)) },
    words: {
      name: () => 'draws',
      title: () => 'draws',
      more: () => 'more draws',
      less: () => 'fewer draws',
      column: 'draws',
    },
  },
  /** Draws that came about in play. */
  'draws-before-limit': {
    ...shareOfMatches(
      'draws_before_limit_share',
      'Share of all matches that ended in a draw before the turn limit.',
      cell => endedBy(cell, 'draw'),
    ),
    gate: 'draws-before-limit',
    paired: {
      meaning: 'share of draws before the turn limit, in games that also have draws at the limit',
      alone: shareWith(cell => endedBy(cell, 'draw')),
      measure: ({ drawsBeforeLimit }) => drawsBeforeLimit,
      perMatch: seats => seats,
      isTold: true,
      // Without a limit it equals all draws; if only the limit makes draws, it is 0.
      isDistinct: ({ endings }) =>
        ['draw', 'length'].every(kind => endings.some(ending => ending.kind === kind)),
      family: () => 'draws-before-limit',
    },
    member: { of: cell => independentShare(cell, endedBy(cell, 'draw')) },
    words: {
      name: () => 'draws before the turn limit',
      title: () => 'draws before the turn limit',
      more: () => 'more draws before the limit',
      less: () => 'fewer draws before the limit',
      column: 'draws before limit',
    },
  },
  'turn-limit': {
    ...shareOfMatches('turn_limit_share', 'Share of all matches that hit the turn limit.', cell =>
      endedBy(cell, 'length'),
    ),
    gate: 'turn-limit',
    words: { name: () => 'draws at the turn limit', column: 'at limit' },
  },
  forfeits: {
    ...shareOfMatches('forfeit_share', 'Share of all matches that an agent forfeited.', forfeitsOf),
    gate: 'forfeits',
    words: { name: () => 'forfeits', column: 'forfeits' },
  },
} as const satisfies Readonly<Record<string, Figure>>
