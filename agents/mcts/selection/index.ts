/** The policies of selection, a file each, by the options of a search. */
import type { Options } from '../options.ts'
import type { Selection } from './selection.ts'
import { Ucb } from './ucb.ts'

export type { Selection } from './selection.ts'

export function makeSelection({ exploration, rave, iterations }: Options): Selection {
  return new Ucb(exploration, rave, iterations)
}
