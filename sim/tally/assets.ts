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

/** Words of an asset in a block: x and y of ASSET_RATIOS, of which the last y is what was fielded, then what was used. */
const PAIRS = 2 * ASSET_RATIOS.length
const BLOCK_FIELDED = 2 * ASSET_RATIOS.indexOf('survived') + 1
const BLOCK_USED = PAIRS
const WORDS = PAIRS + 1

/** The assets of the current block, by seat and by agent. Allocates nothing once made. */
export class AssetCounts {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  /** Rows of seats, [seat * assets + asset]; those of agents come after them. */
  readonly #half: number
  /** [row * WORDS]. */
  readonly #block: Int32Array
  /** The rows that came up in the block, and their number; by row, whether it is one of them. */
  readonly #rows: Int32Array
  #listed = 0
  readonly #isListed: Uint8Array
  /** [row * RATED_EVENTS]: the products with the matches that blocks lack by forfeits. */
  readonly #lacking: Float64Array

  constructor(layout: TallyLayout, tally: Tally) {
    const rows = (layout.seats + layout.agents) * layout.assets
    this.#layout = layout
    this.#tally = tally
    this.#half = layout.seats * layout.assets
    this.#block = new Int32Array(rows * WORDS)
    this.#rows = new Int32Array(rows)
    this.#isListed = new Uint8Array(rows)
    this.#lacking = new Float64Array(rows * RATED_EVENTS.length)
  }

  clear(): void {
    this.#block.fill(0)
    this.#isListed.fill(0)
    this.#listed = 0
    this.#lacking.fill(0)
  }

  /** Adds a match that was played to its end. */
  add({ events, returns, rotation }: FinishedMatch): void {
    const { agentAssetSums, agents, assets, assetSums, seats } = this.#layout
    const t = this.#tally
    let from = 0
    let row = 0
    for (let seat = 0; seat < seats; seat++) {
      const won = returns[seat]!
      const agentRow = ((seat + rotation) % seats) * assets
      for (let asset = 0; asset < assets; asset++) {
        const fielded = events[from + FIELDED]!
        const used = events[from + USED]!
        const scored = events[from + SCORED]!
        const conceded = events[from + CONCEDED]!
        const lost = events[from + LOST]!
        // Most assets do not come up in a match: nothing is written for them.
        if ((fielded | used | scored | conceded | lost) !== 0) {
          addEvents(t, assetSums + row * ASSET_SIZE, fielded, used, scored, conceded, lost)
          this.#add(row, fielded, used, lost, won)
          if (agents > 1) {
            const agent = agentRow + asset
            addEvents(t, agentAssetSums + agent * ASSET_SIZE, fielded, used, scored, conceded, lost)
            this.#add(this.#half + agent, fielded, used, lost, won)
          }
        }
        from += EVENTS.length
        row++
      }
    }
  }

  #list(row: number): void {
    if (this.#isListed[row] === 1) return
    this.#isListed[row] = 1
    this.#rows[this.#listed++] = row
  }

  #add(row: number, fielded: number, used: number, lost: number, won: number): void {
    this.#list(row)
    const block = this.#block
    const at = row * WORDS
    if (used > 0) {
      block[at]! += won
      block[at + 1]! += WIN_UNITS
      block[at + BLOCK_USED]! += used
    }
    if (lost > 0) {
      block[at + 2]! += won
      block[at + 3]! += WIN_UNITS
    }
    block[at + BLOCK_FIELDED - 1]! += fielded - lost
    block[at + BLOCK_FIELDED]! += fielded
  }

  /**
   * Adds the block to the tally and begins the next. `lacking` are the block's matches with a fault. How often all seats together used each asset is
   * written to `uses` from `at` on.
   */
  endBlock(lacking: number, uses: Int32Array, at: number): void {
    const { agents, assets } = this.#layout
    const block = this.#block
    const half = this.#half
    for (let asset = 0; asset < assets; asset++) uses[at + asset] = 0
    const listed = this.#listed
    for (let i = 0; i < listed; i++) {
      const row = this.#rows[i]!
      const from = row * WORDS
      if (row < half) {
        const asset = row % assets
        uses[at + asset]! += block[from + BLOCK_USED]!
        if (agents === 1) {
          // The rows of an agent in all seats are listed on the way.
          this.#list(half + asset)
          block[(half + asset) * WORDS + BLOCK_USED]! += block[from + BLOCK_USED]!
          block[(half + asset) * WORDS + BLOCK_FIELDED]! += block[from + BLOCK_FIELDED]!
        }
      }
      this.#rate(row, lacking)
      this.#closeRatios(row)
    }
    for (let i = listed; i < this.#listed; i++) {
      const row = this.#rows[i]!
      this.#rate(row, lacking)
      block[row * WORDS + BLOCK_FIELDED] = 0
      this.#isListed[row] = 0
    }
    this.#listed = 0
  }

  /** Adds the squares of a row's uses and purchases. */
  #rate(row: number, lacking: number): void {
    const t = this.#tally
    const from = row * WORDS
    const fielded = this.#block[from + BLOCK_FIELDED]!
    const used = this.#block[from + BLOCK_USED]!
    const rate = this.#layout.assetRates + row * RATED_SIZE
    if (fielded !== 0) {
      t[rate]! += fielded * fielded
      t[rate + 2]!++
    }
    if (used !== 0) {
      t[rate + RATED.length]! += used * used
      t[rate + RATED.length + 2]!++
      this.#block[from + BLOCK_USED] = 0
    }
    if (lacking === 0) return
    this.#lacking[2 * row]! += fielded * lacking
    this.#lacking[2 * row + 1]! += used * lacking
  }

  #closeRatios(row: number): void {
    const { agentAssetSums, assetSums } = this.#layout
    const t = this.#tally
    const block = this.#block
    const from = row * WORDS
    let at = EVENTS.length
    at += row < this.#half ? assetSums + row * ASSET_SIZE : agentAssetSums + (row - this.#half) * ASSET_SIZE
    for (let k = from; k < from + PAIRS; k += 2, at += RATIO_SIZE) {
      const x = block[k]!
      const y = block[k + 1]!
      if (x === 0 && y === 0) continue
      addRatio(t, at, x, y)
      block[k] = 0
      block[k + 1] = 0
    }
    this.#isListed[row] = 0
  }

  /** Writes into the tally what follows from its other sums: products with matches, and the sums of an agent that plays all seats. */
  write(): void {
    const { agentAssetSums, agents, assetRates, assets, assetSums, seats } = this.#layout
    const t = this.#tally
    if (agents === 1) {
      t.fill(0, agentAssetSums, agentAssetSums + assets * ASSET_SIZE)
      for (let row = 0; row < this.#half; row++)
        for (let k = 0; k < ASSET_SIZE; k++) {
          // Squares of sums are not sums of squares: of an agent's ratios nothing else is kept.
          if (k >= EVENTS.length && (k - EVENTS.length) % RATIO_SIZE > 1) continue
          t[agentAssetSums + (row % assets) * ASSET_SIZE + k]! += t[assetSums + row * ASSET_SIZE + k]!
        }
    }
    for (let row = 0; row < this.#half + agents * assets; row++) {
      const at =
        row < this.#half ? assetSums + row * ASSET_SIZE : agentAssetSums + (row - this.#half) * ASSET_SIZE
      for (const [e, event] of RATED_EVENTS.entries())
        t[assetRates + row * RATED_SIZE + e * RATED.length + 1] =
          seats * t[at + event]! - this.#lacking[RATED_EVENTS.length * row + e]!
    }
  }
}

function addEvents(
  t: Tally,
  at: number,
  fielded: number,
  used: number,
  scored: number,
  conceded: number,
  lost: number,
): void {
  t[at + FIELDED]! += fielded
  t[at + USED]! += used
  t[at + SCORED]! += scored
  t[at + CONCEDED]! += conceded
  t[at + LOST]! += lost
}
