/** Makes the selection policy of a search. */
import type { GameInfo } from '../../../engine/contract/index.ts'
import type { ResolvedOptions } from '../options.ts'
import { Exp3, RegretMatching } from './mixed.ts'
import type { Selection } from './selection.ts'
import { Ucb, UcbTuned } from './ucb.ts'

export type { Selection } from './selection.ts'

export function makeSelection(
  { selection, exploration, rave, iterations, prior }: ResolvedOptions,
  { legalMax }: GameInfo,
): Selection {
  switch (selection) {
    case 'ucb':
      return new Ucb(exploration, rave, iterations, prior > 0)
    case 'ucb-tuned':
      return new UcbTuned(exploration, rave, iterations)
    case 'exp3':
      return new Exp3(exploration, legalMax)
    case 'regret-matching':
      return new RegretMatching(exploration, legalMax, false)
    case 'regret-matching-plus':
      return new RegretMatching(exploration, legalMax, true)
  }
}
