/** The policies of selection, a file each, by the options of a search. */
import type { GameInfo } from '../../../engine/contract/index.ts'
import type { Settled } from '../options.ts'
import { Exp3 } from './exp3.ts'
import { RegretMatching } from './regret.ts'
import type { Selection } from './selection.ts'
import { Ucb } from './ucb.ts'
import { UcbTuned } from './ucb-tuned.ts'

export type { Selection } from './selection.ts'

export function makeSelection(
  { selection, exploration, rave, iterations, prior }: Settled,
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
