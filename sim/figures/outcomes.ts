/** Figures of how matches end: what seats and agents score, and how many matches nobody wins. */
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { type Figure, type Paired, SHARE, sequenceOf } from './figure.ts'
import {
  type CellSums,
  drawnIn,
  drawShare,
  endedBy,
  forfeitsOf,
  matchShare,
  scoreBlocks,
  scoreOf,
} from './reading.ts'

const others = (): string => 'others'

const shareOfMatches = (count: (cell: CellSums) => number) => ({
  about: 'run' as const,
  unit: 'percent' as const,
  bounds: SHARE,
  anytime: sequenceOf(cell => matchShare(cell, count(cell))),
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
      metric: 'score',
      measure: ({ scores }, seat) => scores + seat,
      perMatch: seats => WIN_UNITS * seats,
      isShared: true,
      family: others,
    },
    member: { of: (cell, seat) => scoreOf(cell, 'seat', seat) },
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
      metric: 'own',
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
  draws: {
    ...shareOfMatches(drawnIn),
    gate: 'draws',
    paired: {
      metric: 'drawn',
      measure: ({ draws }) => draws,
      perMatch: seats => seats,
      isTold: true,
      family: others,
    },
    member: { of: drawShare },
    words: {
      name: () => 'matches that nobody won',
      title: () => 'matches without a winner',
      more: () => 'drawn more often',
      less: () => 'drawn less often',
      column: 'drawn',
    },
  },
  'turn-limit': {
    ...shareOfMatches(cell => endedBy(cell, 'length')),
    gate: 'turn-limit',
    words: { name: () => 'matches that hit the turn limit' },
  },
  forfeits: {
    ...shareOfMatches(forfeitsOf),
    gate: 'forfeits',
    words: { name: () => 'matches that were forfeited' },
  },
} satisfies Readonly<Record<string, Figure>>
