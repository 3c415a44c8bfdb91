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

/** Words of an asset in a block: how often it was fielded, used and lost, returns of matches that used and that lost it, and their number. */
const WORDS = 7
const WON_USED = 3
const MATCHES_USED = 4
const WON_LOST = 5
const MATCHES_LOST = 6
const B_FIELDED = 0
const B_USED = 1
const B_LOST = 2

/** Where each of ASSET_RATIOS begins among an asset's words. */
const [WON_WHEN_USED, WON_WHEN_LOST, SURVIVED] = ASSET_RATIOS.map(
  (_, r) => EVENTS.length + r * RATIO_SIZE,
) as [number, number, number]

/**
 * Of an asset's ratios, what the other sums do not say: of `wonWhenUsed` the matches of blocks that did not use it, their product with x, and their squares;
 * of `survived` the products of what was fielded and lost, and the squares of what was lost.
 */
const REST = 5
const UNUSED = 0
const UNUSED_X = 1
const UNUSED_SQUARES = 2
const FIELDED_LOST = 3
const LOST_SQUARES = 4

/** The assets of the current block, by seat and by agent. Allocates nothing once made. */
export class AssetCounts {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  /** Rows of seats, [seat * assets + asset]; those of agents come after them. */
  readonly #half: number
  /** By row: its asset. */
  readonly #assetOf: Int32Array
  /** [row * WORDS]. */
  readonly #block: Int32Array
  /** The rows that came up in the block, and their number; by row, whether it is one of them. */
  readonly #rows: Int32Array
  #listed = 0
  readonly #isListed: Uint8Array
  /** [row * REST]. */
  readonly #rest: Float64Array
  /** [row * RATED_EVENTS]: the products with the matches that blocks lack by forfeits. */
  readonly #lacking: Float64Array

  constructor(layout: TallyLayout, tally: Tally) {
    const rows = (layout.seats + layout.agents) * layout.assets
    this.#layout = layout
    this.#tally = tally
    this.#half = layout.seats * layout.assets
    this.#assetOf = Int32Array.from({ length: rows }, (_, row) => row % layout.assets)
    this.#block = new Int32Array(rows * WORDS)
    this.#rows = new Int32Array(rows)
    this.#isListed = new Uint8Array(rows)
    this.#rest = new Float64Array(rows * REST)
    this.#lacking = new Float64Array(rows * RATED_EVENTS.length)
  }

  clear(): void {
    this.#block.fill(0)
    this.#isListed.fill(0)
    this.#listed = 0
    this.#rest.fill(0)
    this.#lacking.fill(0)
  }

  /** Adds a match that was played to its end. */
  add({ events, returns, rotation }: FinishedMatch): void {
    const { agents, assets, seats } = this.#layout
    let from = 0
    let row = 0
    let participant = rotation
    for (let seat = 0; seat < seats; seat++, participant++) {
      if (participant === seats) participant = 0
      const won = returns[seat]!
      const agentRow = this.#half + participant * assets - row
      for (const end = row + assets; row < end; row++) {
        // Most assets do not come up in a match: nothing is written for them.
        if (comesUp(events, from)) {
          this.#add(row, events, from, won)
          if (agents > 1) this.#add(agentRow + row, events, from, won)
        }
        from += EVENTS.length
      }
    }
  }

  /** Adds to a row the events of an asset in a match, which begin at `from`. */
  #add(row: number, events: Int32Array, from: number, won: number): void {
    const block = this.#block
    const at = row * WORDS
    const used = events[from + USED]!
    const scored = events[from + SCORED]!
    const conceded = events[from + CONCEDED]!
    const lost = events[from + LOST]!
    this.#list(row)
    block[at + B_FIELDED]! += events[from + FIELDED]!
    if (used > 0) {
      block[at + B_USED]! += used
      block[at + WON_USED]! += won
      block[at + MATCHES_USED]!++
    }
    if ((scored | conceded | lost) === 0) return
    const words = this.#wordsOf(row)
    this.#tally[words + SCORED]! += scored
    this.#tally[words + CONCEDED]! += conceded
    if (lost > 0) {
      block[at + B_LOST]! += lost
      block[at + WON_LOST]! += won
      block[at + MATCHES_LOST]!++
    }
  }

  /** First word of a row's sums in the tally. */
  #wordsOf(row: number): number {
    const { agentAssetSums, assetSums } = this.#layout
    const half = this.#half
    return row < half ? assetSums + row * ASSET_SIZE : agentAssetSums + (row - half) * ASSET_SIZE
  }

  #list(row: number): void {
    if (this.#isListed[row] === 1) return
    this.#isListed[row] = 1
    this.#rows[this.#listed++] = row
  }

  /** How often all seats together used each asset in the current block is written to `uses` from `at` on. */
  measure(uses: Int32Array, at: number): void {
    for (let asset = 0; asset < this.#layout.assets; asset++) uses[at + asset] = 0
    for (let i = 0; i < this.#listed; i++) {
      const row = this.#rows[i]!
      if (row < this.#half) uses[at + this.#assetOf[row]!]! += this.#block[row * WORDS + B_USED]!
    }
  }

  /** Adds the block to the tally and begins the next. `lacking` are the block's matches with a fault. */
  endBlock(lacking: number): void {
    const { agents, seats } = this.#layout
    const isMirror = agents === 1
    const listed = this.#listed
    for (let i = 0; i < listed; i++) {
      const row = this.#rows[i]!
      // The rows of an agent in all seats are listed on the way.
      if (isMirror) this.#addToAgent(row)
      this.#closeRow(row, seats, lacking)
    }
    for (let i = listed; i < this.#listed; i++) this.#closeRow(this.#rows[i]!, seats * seats, lacking)
    this.#listed = 0
  }

  /** Adds the block of a seat's row to that of the agent which plays all seats. */
  #addToAgent(row: number): void {
    const block = this.#block
    const all = this.#half + this.#assetOf[row]!
    this.#list(all)
    const from = row * WORDS
    const to = all * WORDS
    block[to + B_FIELDED]! += block[from + B_FIELDED]!
    if (block[from + B_USED] !== 0) {
      block[to + B_USED]! += block[from + B_USED]!
      block[to + WON_USED]! += block[from + WON_USED]!
      block[to + MATCHES_USED]! += block[from + MATCHES_USED]!
    }
    if (block[from + B_LOST] !== 0) {
      block[to + B_LOST]! += block[from + B_LOST]!
      block[to + WON_LOST]! += block[from + WON_LOST]!
      block[to + MATCHES_LOST]! += block[from + MATCHES_LOST]!
    }
  }

  /** Adds the block of a row, whose seat or agent plays so many times in it, to the tally, and empties its words. What the other sums say is left out. */
  #closeRow(row: number, matches: number, lacking: number): void {
    const t = this.#tally
    const block = this.#block
    const from = row * WORDS
    const words = this.#wordsOf(row)
    const rate = this.#layout.assetRates + row * RATED_SIZE
    const fielded = block[from + B_FIELDED]!
    const used = block[from + B_USED]!
    t[words + FIELDED]! += fielded
    t[words + USED]! += used
    if (fielded !== 0) {
      t[rate]! += fielded * fielded
      t[rate + 2]!++
    }
    if (used !== 0) {
      t[rate + RATED.length]! += used * used
      t[rate + RATED.length + 2]!++
      const won = block[from + WON_USED]!
      const unused = matches - block[from + MATCHES_USED]!
      t[words + WON_WHEN_USED]! += won
      t[words + WON_WHEN_USED + 2]! += won * won
      if (unused !== 0) this.#addUnused(row, won, unused)
      block[from + B_USED] = 0
      block[from + WON_USED] = 0
      block[from + MATCHES_USED] = 0
    }
    if (lacking !== 0) {
      this.#lacking[2 * row]! += fielded * lacking
      this.#lacking[2 * row + 1]! += used * lacking
    }
    if (block[from + B_LOST] !== 0) this.#closeLost(row)
    block[from + B_FIELDED] = 0
    this.#isListed[row] = 0
  }

  #addUnused(row: number, x: number, unused: number): void {
    const rest = this.#rest
    const at = row * REST
    rest[at + UNUSED]! += unused
    rest[at + UNUSED_X]! += unused * x
    rest[at + UNUSED_SQUARES]! += unused * unused
  }

  #closeLost(row: number): void {
    const t = this.#tally
    const block = this.#block
    const from = row * WORDS
    const words = this.#wordsOf(row)
    const lost = block[from + B_LOST]!
    t[words + LOST]! += lost
    addRatio(t, words + WON_WHEN_LOST, block[from + WON_LOST]!, WIN_UNITS * block[from + MATCHES_LOST]!)
    this.#rest[row * REST + FIELDED_LOST]! += block[from + B_FIELDED]! * lost
    this.#rest[row * REST + LOST_SQUARES]! += lost * lost
    block[from + B_LOST] = 0
    block[from + WON_LOST] = 0
    block[from + MATCHES_LOST] = 0
  }

  /** Writes into the tally what follows from its other sums: parts of ratios, products with matches, and what an agent that plays all seats scored. */
  write(): void {
    const { agents, assetRates, assets, seats } = this.#layout
    const t = this.#tally
    const rows = this.#half + agents * assets
    for (let row = 0; row < rows; row++) {
      this.#writeRatios(row, agents === 1 && row >= this.#half ? seats * seats : seats)
      for (const [e, event] of RATED_EVENTS.entries())
        t[assetRates + row * RATED_SIZE + e * RATED.length + 1] =
          seats * t[this.#wordsOf(row) + event]! - this.#lacking[RATED_EVENTS.length * row + e]!
    }
    if (agents === 1) this.#writeMirror()
  }

  /** The sums of RATIO that `endBlock` leaves out, of a row whose seat or agent plays so many times in a block. */
  #writeRatios(row: number, matches: number): void {
    const { assetRates } = this.#layout
    const t = this.#tally
    const rest = this.#rest
    const at = row * REST
    const words = this.#wordsOf(row)
    const rate = assetRates + row * RATED_SIZE
    const blocks = t[rate + RATED.length + 2]!
    const x = t[words + WON_WHEN_USED]!
    const unused = rest[at + UNUSED]!
    t[words + WON_WHEN_USED + 1] = WIN_UNITS * (blocks * matches - unused)
    t[words + WON_WHEN_USED + 3] = WIN_UNITS * (matches * x - rest[at + UNUSED_X]!)
    t[words + WON_WHEN_USED + 4] =
      WIN_UNITS ** 2 * (matches * (blocks * matches - 2 * unused) + rest[at + UNUSED_SQUARES]!)
    const fielded = t[words + FIELDED]!
    const squares = t[rate]!
    const products = rest[at + FIELDED_LOST]!
    t[words + SURVIVED] = fielded - t[words + LOST]!
    t[words + SURVIVED + 1] = fielded
    t[words + SURVIVED + 2] = squares - 2 * products + rest[at + LOST_SQUARES]!
    t[words + SURVIVED + 3] = squares - products
    t[words + SURVIVED + 4] = squares
  }

  /** What the seats scored and conceded is added to their rows match by match: adds it up to the agent that plays them. */
  #writeMirror(): void {
    const { agentAssetSums, assets } = this.#layout
    const t = this.#tally
    for (let asset = 0; asset < assets; asset++) {
      const to = agentAssetSums + asset * ASSET_SIZE
      t[to + SCORED] = 0
      t[to + CONCEDED] = 0
      for (let row = asset; row < this.#half; row += assets) {
        const from = this.#wordsOf(row)
        t[to + SCORED]! += t[from + SCORED]!
        t[to + CONCEDED]! += t[from + CONCEDED]!
      }
    }
  }
}

/** Whether anything was counted of the asset whose events begin at `from`. */
function comesUp(events: Int32Array, from: number): boolean {
  return (
    (events[from + FIELDED]! |
      events[from + USED]! |
      events[from + SCORED]! |
      events[from + CONCEDED]! |
      events[from + LOST]!) !==
    0
  )
}
