/** Counts what seats and agents did with assets, block by block. */
import { CONCEDED, EVENTS, FIELDED, LOST, SCORED, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import {
  ASSET_RATIOS,
  ASSET_SIZE,
  RATED,
  RATED_EVENTS,
  RATED_SIZE,
  RATIO_SIZE,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import type { FinishedMatch } from './match.ts'
import { addRatio } from './ratios.ts'

/** Words of an asset in a block: EVENTS, then x and y of the ratios that follow from no event. */
const WON_WHEN_USED = EVENTS.length
const WON_WHEN_LOST = WON_WHEN_USED + 2
const WORDS = WON_WHEN_LOST + 2
/** Where their ratios lie among an asset's sums. */
const ratioAt = (name: (typeof ASSET_RATIOS)[number]) =>
  EVENTS.length + ASSET_RATIOS.indexOf(name) * RATIO_SIZE
const USED_AT = ratioAt('wonWhenUsed')
const LOST_AT = ratioAt('wonWhenLost')
const SURVIVED_AT = ratioAt('survived')

/** The assets of the current block, by seat and by agent. Allocates nothing once made. */
export class AssetCounts {
  readonly #layout: TallyLayout
  /** [(seat * assets + asset) * WORDS], then the same by agent. */
  readonly #block: Float64Array
  /** The rows that are not empty, in the order in which they came up, and their number; by row, whether it is one of them. */
  readonly #rows: Int32Array
  #count = 0
  readonly #isListed: Uint8Array

  constructor(layout: TallyLayout) {
    const rows = (layout.seats + layout.agents) * layout.assets
    this.#layout = layout
    this.#block = new Float64Array(rows * WORDS)
    this.#rows = new Int32Array(rows)
    this.#isListed = new Uint8Array(rows)
  }

  clear(): void {
    this.#block.fill(0)
    this.#isListed.fill(0)
    this.#count = 0
  }

  /** Adds a match that was played to its end. */
  add({ events, returns, rotation }: FinishedMatch): void {
    const { agents, assets, seats } = this.#layout
    let from = 0
    let row = 0
    for (let seat = 0; seat < seats; seat++) {
      const won = returns[seat]!
      // The agent's row of an asset is that much further on.
      const further = (seats + ((seat + rotation) % seats) - seat) * assets
      for (let asset = 0; asset < assets; asset++) {
        const fielded = events[from + FIELDED]!
        const used = events[from + USED]!
        const scored = events[from + SCORED]!
        const conceded = events[from + CONCEDED]!
        const lost = events[from + LOST]!
        // Most assets do not come up in a match: nothing is written for them.
        if ((fielded | used | scored | conceded | lost) !== 0) {
          this.#add(row, fielded, used, scored, conceded, lost, won)
          if (agents > 1) this.#add(row + further, fielded, used, scored, conceded, lost, won)
        }
        from += EVENTS.length
        row++
      }
    }
  }

  #list(row: number): void {
    if (this.#isListed[row] === 1) return
    this.#isListed[row] = 1
    this.#rows[this.#count++] = row
  }

  #add(
    row: number,
    fielded: number,
    used: number,
    scored: number,
    conceded: number,
    lost: number,
    won: number,
  ): void {
    this.#list(row)
    const block = this.#block
    const at = row * WORDS
    block[at + FIELDED]! += fielded
    block[at + USED]! += used
    block[at + SCORED]! += scored
    block[at + CONCEDED]! += conceded
    block[at + LOST]! += lost
    if (used > 0) {
      block[at + WON_WHEN_USED]! += won
      block[at + WON_WHEN_USED + 1]! += WIN_UNITS
    }
    if (lost > 0) {
      block[at + WON_WHEN_LOST]! += won
      block[at + WON_WHEN_LOST + 1]! += WIN_UNITS
    }
  }

  /**
   * Adds the block to the tally and begins the next. `finished` are the block's matches without a fault. How often all seats together used each asset is
   * written to `uses` from `at` on.
   */
  endBlock(tally: Tally, finished: number, uses: Int32Array, at: number): void {
    const { agents, assets, seats } = this.#layout
    const block = this.#block
    const half = seats * assets
    for (let asset = 0; asset < assets; asset++) uses[at + asset] = 0
    // Where one agent plays all seats, its rows are the sums of theirs.
    for (let i = 0, listed = this.#count; i < listed; i++) {
      const row = this.#rows[i]!
      if (row >= half) continue
      const asset = row % assets
      uses[at + asset]! += block[row * WORDS + USED]!
      if (agents > 1) continue
      this.#list(half + asset)
      for (let k = 0; k < WORDS; k++) block[(half + asset) * WORDS + k]! += block[row * WORDS + k]!
    }
    for (let i = 0; i < this.#count; i++) this.#close(tally, this.#rows[i]!, finished)
    this.#count = 0
  }

  /** Adds a row to the tally, and empties it: those of agents come after those of seats. */
  #close(t: Tally, row: number, finished: number): void {
    const { assetSums, agentAssetSums, assetRates, seats, assets } = this.#layout
    const block = this.#block
    const half = seats * assets
    const from = row * WORDS
    const at = row < half ? assetSums + row * ASSET_SIZE : agentAssetSums + (row - half) * ASSET_SIZE
    for (
      let e = 0, rate = assetRates + row * RATED_SIZE;
      e < RATED_EVENTS.length;
      e++, rate += RATED.length
    ) {
      const x = block[from + RATED_EVENTS[e]!]!
      if (x === 0) continue
      t[rate]! += x * x
      t[rate + 1]! += x * finished
      t[rate + 2]!++
    }
    for (let e = 0; e < EVENTS.length; e++) t[at + e]! += block[from + e]!
    const fielded = block[from + FIELDED]!
    const whenUsed = block[from + WON_WHEN_USED + 1]!
    const whenLost = block[from + WON_WHEN_LOST + 1]!
    if (whenUsed > 0) addRatio(t, at + USED_AT, block[from + WON_WHEN_USED]!, whenUsed)
    if (whenLost > 0) addRatio(t, at + LOST_AT, block[from + WON_WHEN_LOST]!, whenLost)
    addRatio(t, at + SURVIVED_AT, fielded - block[from + LOST]!, fielded)
    for (let k = from; k < from + WORDS; k++) block[k] = 0
    this.#isListed[row] = 0
  }
}
