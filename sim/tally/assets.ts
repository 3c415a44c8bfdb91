/** Counts what seats and agents did with assets, block by block. */
import { CONCEDED, EVENTS, FIELDED, LOST, SCORED, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import {
  ASSET_RATIOS,
  ASSET_SIZE,
  RATED_EVENTS,
  RATED_SIZE,
  RATIO_SIZE,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import type { FinishedMatch } from './match.ts'

/** Words of an asset in a block: EVENTS, then x and y of ASSET_RATIOS. */
const RATIOS = EVENTS.length
const WON_WHEN_USED = RATIOS + 2 * ASSET_RATIOS.indexOf('wonWhenUsed')
const WON_WHEN_LOST = RATIOS + 2 * ASSET_RATIOS.indexOf('wonWhenLost')
const SURVIVED = RATIOS + 2 * ASSET_RATIOS.indexOf('survived')
const WORDS = RATIOS + 2 * ASSET_RATIOS.length

/** The assets of the current block, by seat and by agent. Allocates nothing once made. */
export class AssetCounts {
  readonly #layout: TallyLayout
  /** [(seat * assets + asset) * WORDS], then the same by agent. */
  readonly #block: Float64Array

  constructor(layout: TallyLayout) {
    this.#layout = layout
    this.#block = new Float64Array((layout.seats + layout.agents) * layout.assets * WORDS)
  }

  clear(): void {
    this.#block.fill(0)
  }

  /** Adds a match that was played to its end. */
  add({ events, returns, rotation }: FinishedMatch): void {
    const { agents, assets, seats } = this.#layout
    let from = 0
    let row = 0
    for (let seat = 0; seat < seats; seat++) {
      const won = returns[seat]!
      // The agent's row of an asset is that much further on.
      const further = (seats + ((seat + rotation) % seats) - seat) * assets * WORDS
      for (let asset = 0; asset < assets; asset++) {
        const fielded = events[from + FIELDED]!
        const used = events[from + USED]!
        const scored = events[from + SCORED]!
        const conceded = events[from + CONCEDED]!
        const lost = events[from + LOST]!
        // Most assets do not come up in a match: nothing is written for them.
        if ((fielded | used | scored | conceded | lost) !== 0) {
          this.#count(row, fielded, used, scored, conceded, lost, won)
          if (agents > 1) this.#count(row + further, fielded, used, scored, conceded, lost, won)
        }
        from += EVENTS.length
        row += WORDS
      }
    }
  }

  #count(
    row: number,
    fielded: number,
    used: number,
    scored: number,
    conceded: number,
    lost: number,
    won: number,
  ): void {
    const block = this.#block
    block[row + FIELDED]! += fielded
    block[row + USED]! += used
    block[row + SCORED]! += scored
    block[row + CONCEDED]! += conceded
    block[row + LOST]! += lost
    if (used > 0) {
      block[row + WON_WHEN_USED]! += won
      block[row + WON_WHEN_USED + 1]! += WIN_UNITS
    }
    if (lost > 0) {
      block[row + WON_WHEN_LOST]! += won
      block[row + WON_WHEN_LOST + 1]! += WIN_UNITS
    }
    block[row + SURVIVED]! += fielded - lost
    block[row + SURVIVED + 1]! += fielded
  }

  /**
   * Adds the block to the tally and begins the next. `finished` are the block's matches without a fault. How often all seats together used each asset is
   * written to `uses` from `at` on.
   */
  endBlock(tally: Tally, finished: number, uses: Int32Array, at: number): void {
    const { agents, assets, seats } = this.#layout
    const block = this.#block
    const half = seats * assets
    for (let asset = 0; asset < assets; asset++) {
      let used = 0
      for (let i = asset; i < half; i += assets) {
        const row = i * WORDS
        if (this.#isEmpty(row)) continue
        used += block[row + USED]!
        if (agents === 1)
          for (let k = 0; k < WORDS; k++) block[(half + asset) * WORDS + k]! += block[row + k]!
        this.#close(tally, i, finished)
      }
      uses[at + asset] = used
    }
    for (let i = half; i < half + agents * assets; i++)
      if (!this.#isEmpty(i * WORDS)) this.#close(tally, i, finished)
  }

  #isEmpty(row: number): boolean {
    const block = this.#block
    for (let event = row; event < row + EVENTS.length; event++) if (block[event] !== 0) return false
    return true
  }

  /** Adds a row to the tally, and empties it: those of agents come after those of seats. */
  #close(t: Tally, i: number, finished: number): void {
    const { assetSums, agentAssetSums, assetRates, seats, assets } = this.#layout
    const block = this.#block
    const half = seats * assets
    const row = i * WORDS
    let at = i < half ? assetSums + i * ASSET_SIZE : agentAssetSums + (i - half) * ASSET_SIZE
    let rate = assetRates + i * RATED_SIZE
    for (let e = 0; e < RATED_EVENTS.length; e++) {
      const x = block[row + RATED_EVENTS[e]!]!
      if (x !== 0) {
        t[rate]! += x * x
        t[rate + 1]! += x * finished
        t[rate + 2]!++
      }
      rate += 3
    }
    for (let k = row; k < row + RATIOS; k++, at++) {
      t[at]! += block[k]!
      block[k] = 0
    }
    for (let k = row + RATIOS; k < row + WORDS; k += 2, at += RATIO_SIZE) {
      const x = block[k]!
      const y = block[k + 1]!
      if (x === 0 && y === 0) continue
      t[at]! += x
      t[at + 1]! += y
      t[at + 2]! += x * x
      t[at + 3]! += x * y
      t[at + 4]! += y * y
      block[k] = 0
      block[k + 1] = 0
    }
  }
}
