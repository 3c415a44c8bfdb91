/** Figures of how long matches last, and of where their seats stand at the end. */
import { payoffGauge } from '../../engine/contract/index.ts'
import { type Figure, type Paired, sequenceOf } from './figure.ts'
import { qualityOf } from './qualities.ts'
import {
  finalBlocks,
  finalBounds,
  leadBlocks,
  leadBounds,
  leadOf,
  lengthBlocks,
  lengthShare,
  longestIn,
  payoffBounds,
  payoffOf,
  stakesOf,
} from './reading.ts'

/** Measures at the end of matches, only for gates. */
const AT_END = { isSigned: true, isTold: false, family: () => 'ends' } satisfies Partial<Paired>

export const COURSE = {
  length: {
    about: 'run',
    unit: 'steps',
    gate: 'length',
    bounds: ({ layout }) => ({ min: 0, max: layout.steps }),
    anytime: sequenceOf(lengthBlocks, ({ layout }) => layout.steps),
    paired: {
      meaning: 'match length in steps, 0 for a forfeit',
      alone: cell => qualityOf(cell, 'length'),
      measure: ({ length }) => length,
      perMatch: seats => seats,
      isTold: true,
      family: () => 'others',
    },
    member: {
      of: (cell, _, most) => lengthShare(cell, most),
      // The longest that was met: bounds of games may be far away, and would hide how far members differ.
      most: cells => Math.max(1, ...cells.map(longestIn)),
    },
    columns: [
      {
        tables: ['summary', 'members'],
        id: 'length_steps',
        format: 'decimal',
        meaning: 'Mean length in steps, such as phases, without forfeited matches.',
        read: cell => qualityOf(cell, 'length'),
      },
    ],
    words: {
      name: (_, { step }) => `mean length in ${step.label}s`,
      title: () => 'length',
      more: () => 'longer',
      less: () => 'shorter',
      column: '',
      disputed: () => 'the length',
    },
  },
  lead: {
    about: 'seat or all',
    unit: 'gauge',
    gate: 'lead',
    bounds: leadBounds,
    anytime: sequenceOf(leadBlocks),
    paired: {
      ...AT_END,
      measure: ({ leads }, seat) => leads + seat,
      perMatch: seats => seats,
    },
    columns: [
      {
        tables: ['summary'],
        id: 'lead',
        format: 'decimal',
        meaning:
          "Mean lead in the headline gauge at the end: the highest seat's value minus the second highest, without forfeited matches.",
        read: cell => leadOf(cell, cell.layout.seats),
      },
      {
        tables: ['seats'],
        id: 'lead',
        format: 'decimal',
        meaning:
          'Mean lead over the best other seat in the headline gauge at the end, negative if behind, without forfeited matches.',
        read: one => leadOf(one, one.index),
      },
    ],
    words: {
      name: (label, { gauges }) =>
        `mean lead in ${gauges[0]!.label} at the end, of ${label === '' ? 'whoever leads' : label}`,
    },
  },
  gauge: {
    about: 'gauge',
    unit: 'gauge',
    gate: 'gauge',
    bounds: finalBounds,
    anytime: sequenceOf(finalBlocks),
    paired: {
      ...AT_END,
      measure: ({ finals }, index) => finals + index,
      // Without a seat, it is the mean over all of them.
      perMatch: (seats, index) => (index % (seats + 1) === seats ? seats * seats : seats),
    },
    words: {
      name: (label, { gauges, seats }, index) =>
        `mean ${gauges[Math.floor(index / (seats.length + 1))]!.label} at the end, ${label === '' ? 'over all seats' : `of ${label}`}`,
    },
  },
  payoff: {
    about: 'seat',
    unit: 'payoff',
    gate: 'payoff',
    isIn: info => payoffGauge(info) >= 0,
    bounds: payoffBounds,
    anytime: sequenceOf((cell, seat) => stakesOf(cell, 'seat', seat)),
    paired: {
      meaning: 'payoff of a seat, in games with payoffs, 0 for a forfeit',
      alone: (cell, seat) => payoffOf(cell, 'seat', seat),
      measure: ({ payoffs }, seat) => payoffs + seat,
      perMatch: seats => seats,
      isSigned: true,
      isShared: true,
      isTold: true,
      family: () => 'others',
    },
    columns: [
      {
        tables: ['summary', 'seats'],
        id: 'payoff',
        format: 'decimal',
        meaning:
          'Mean payoff per match, in the unit of the game, without forfeited matches; empty in games without payoffs.',
        read: one => payoffOf(one, one.side, one.index),
      },
    ],
    words: {
      name: label => `mean payoff of ${label}`,
      title: label => `payoff of ${label}`,
      more: label => `${label} gets more`,
      less: label => `${label} gets less`,
    },
  },
} as const satisfies Readonly<Record<string, Figure>>
