/** Figures of what seats do with the assets of a game, all seats together. */
import { USED } from '../../engine/contract/index.ts'
import { type Figure, SHARE, sequenceOf } from './figure.ts'
import { eventRate, useRate, useRateSequence, useShare, usesPerMatch, usesPerTurn } from './reading.ts'

const ANY_NUMBER = () => ({ min: 0, max: Infinity })

export const ASSETS = {
  use: {
    about: 'asset',
    unit: 'percent',
    gate: 'use',
    bounds: SHARE,
    anytime: sequenceOf(useShare),
    movedBy: 'uses',
    words: { name: label => `share of seats that use ${label}` },
  },
  /** Uses per match: compared only block by block, because their squares aren't kept. */
  uses: {
    about: 'asset',
    unit: 'uses',
    gate: 'uses',
    bounds: ANY_NUMBER,
    paired: {
      meaning: 'uses of an asset by all seats together, such as a unit kind or an action',
      alone: usesPerMatch,
      measure: ({ uses }, asset) => uses + asset,
      perMatch: seats => seats,
      isTold: true,
      family: () => 'uses',
    },
    words: {
      name: label => `uses of ${label} per match`,
      title: label => `uses of ${label}`,
      more: () => 'used more',
      less: () => 'used less',
      rate: 'per match',
    },
    units: {
      id: 'used_per_match',
      format: 'decimal',
      meaning: '`used` per match, without forfeited matches.',
      read: one => eventRate(one, one.side, one.index, one.number, USED),
    },
  },
  /** A ratio of sums: uses by all seats over the steps of the same matches. */
  'use-per-turn': {
    about: 'asset',
    unit: 'uses',
    gate: 'use-per-turn',
    bounds: ANY_NUMBER,
    anytime: useRateSequence,
    paired: {
      meaning: 'uses of the asset per turn: all uses divided by all turns',
      alone: usesPerTurn,
      measure: ({ uses }, asset) => uses + asset,
      perMatch: seats => seats,
      per: ({ length }) => length,
      isPerTurn: true,
      isTold: true,
      family: () => 'use-per-turn',
    },
    words: {
      name: label => `uses of ${label} per turn`,
      title: label => `uses of ${label} per turn`,
      more: () => 'used more per turn',
      less: () => 'used less per turn',
      rate: 'per turn',
    },
    units: {
      id: 'used_per_turn',
      format: 'decimal',
      meaning: "`used` per turn, so that longer matches don't count for more.",
      read: useRate,
    },
  },
} as const satisfies Readonly<Record<string, Figure>>
