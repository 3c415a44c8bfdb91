/** The numbers of actions: where each sort of decision begins, and the outcomes of chance. */
import { wordOffsets } from '../../contract/index.ts'
import { SLOTS, TEAM_SLOTS } from '../state/layout.ts'

/** First action of each sort, ascending; sorts that name a unit add its number, or its number * tiles + a tile. */
export interface Codes {
  readonly end: number
  /** + unit */
  readonly stay: number
  /** + unit * tiles + tile, to an adjacent tile and along a ferry */
  readonly step: number
  readonly ferry: number
  /** + ability */
  readonly rally: number
  /** + ability * SLOTS + slot */
  readonly swarm: number
  /** + unit * tiles + tile */
  readonly flee: number
  /** + unit: a routed unit goes where the rules send it. */
  readonly retreat: number
  /** + unit * tiles + tile: it goes elsewhere, with Training. */
  readonly choose: number
  /** + tile */
  readonly pick: number
  readonly count: number
}

// Outcomes of chance have separate numbers: + slot, + seat.
export const FALL = 0
export const WIN = SLOTS
const OUTCOMES = WIN + SLOTS

/** The numbers for a map with that many tiles and timed abilities. */
export function codesOf(tiles: number, timed: number): Codes {
  const unitAndTile = TEAM_SLOTS * tiles
  const { at, size } = wordOffsets({
    end: 1,
    stay: TEAM_SLOTS,
    step: unitAndTile,
    ferry: unitAndTile,
    rally: timed,
    swarm: timed * SLOTS,
    flee: unitAndTile,
    retreat: TEAM_SLOTS,
    choose: unitAndTile,
    pick: tiles,
  })
  return { ...at, count: Math.max(size, OUTCOMES) }
}
