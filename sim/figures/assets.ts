/** Figures of what seats do with the assets of a game, all seats together. */
import { type Figure, SHARE, sequenceOf } from './figure.ts'
import { useShare } from './reading.ts'

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
  /** Uses a match: compared block by block alone, for their squares are not kept. */
  uses: {
    about: 'asset',
    unit: 'uses',
    gate: 'uses',
    bounds: () => ({ min: 0, max: Infinity }),
    paired: {
      metric: 'use',
      measure: ({ uses }, asset) => uses + asset,
      perMatch: seats => seats,
      isTold: true,
      family: () => 'use',
    },
    words: {
      name: label => `uses of ${label} a match`,
      title: label => `uses of ${label}`,
      more: () => 'used more',
      less: () => 'used less',
    },
  },
} satisfies Readonly<Record<string, Figure>>
