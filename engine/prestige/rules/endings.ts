/** How a match may end. */
import type { Ending } from '../../contract/index.ts'

/** Endings by their places in ENDINGS. */
export const BY_PRESTIGE = 0
export const BY_LASTING = 1
export const BY_LENGTH = 2

export const ENDINGS: readonly Ending[] = [
  { id: 'prestige', kind: 'win', label: 'prestige reached the mark' },
  { id: 'last', kind: 'win', label: 'all others are out' },
  { id: 'length', kind: 'length', label: 'the round limit was reached' },
]
