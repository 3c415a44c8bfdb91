/** Counts what seats and agents did with assets, block by block. */
import { CONCEDED, EVENTS, FIELDED, LOST, SCORED, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import {
  ASSET_RATIOS,
  ASSET_SIZE,
  RATED,
  RATED_EVENTS,
  RATED_SIZE,
  RATIO,
  RATIO_SIZE,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import type { FinishedMatch } from './match.ts'
import { addRatio } from './ratios.ts'

/**
 * Words of an asset in a block: fielded, used, lost, and the results of the matches that used and that lost
 * it.
 */
const WORDS = 5
const B_FIELDED = 0
const B_USED = 1
const RESULTS_USED = 2
const B_LOST = 3
const RESULTS_LOST = 4

/**
 * Results of matches are one word: their number from this bit on, their returns below. Six seats in six
 * rotations fit.
 */
const RESULTS_BIT = 16
const RESULT = 1 << RESULTS_BIT
const RETURNS_MASK = RESULT - 1

/** Where a ratio's sums are, and those of RATED_EVENTS. */
const [X, Y, XX, XY, YY] = RATIO.keys() as Iterable<number> as [number, number, number, number, number]
const [RATED_XX, RATED_XY, RATED_BLOCKS] = RATED.keys() as Iterable<number> as [number, number, number]
const RATED_FIELDED = RATED.length * RATED_EVENTS.indexOf(FIELDED)
const RATED_USED = RATED.length * RATED_EVENTS.indexOf(USED)

/** Where each of ASSET_RATIOS begins among an asset's words. */
const [WON_WHEN_USED, WON_WHEN_LOST, SURVIVED] = ASSET_RATIOS.map(
  (_, r) => EVENTS.length + r * RATIO_SIZE,
) as [number, number, number]

/**
 * What only a ratio's own sums say. Of `wonWhenUsed`: the matches of blocks that did not use it, their
 * squares and products with x. Of `survived`: the squares of what was lost, and its products with what was
 * fielded.
 */
const REST = 5
const UNUSED = 0
const UNUSED_X = 1
const UNUSED_SQUARES = 2
const FIELDED_LOST = 3
const LOST_SQUARES = 4

/** Up to so many rows of seats, zeros are written for assets that do not come up. */
const FEW_ROWS = 16

/** Most blocks of a batch, and words that these may take: a part of the processor's nearest cache. */
const BATCH_BLOCKS = 16
const BATCH_WORDS = 4096

/**
 * The assets of matches, by seat and by agent. Blocks are added a batch at a time, which keeps a row's sums
 * in registers. Allocates nothing once made.
 */
export class AssetCounts {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  /** Rows of seats, [seat * assets + asset]; those of agents come after them. */
  readonly #half: number
  readonly #areFew: boolean
  /** By row: its asset. */
  readonly #assetOf: Int32Array
  /** Words of a row, one block of the batch after the other, and where the current one begins there. */
  readonly #rowSize: number
  #at = 0
  /** [row * #rowSize + block * WORDS]. An agent in all seats has no row: its sums are those of the seats. */
  readonly #batch: Int32Array
  /** By block of the batch: its steps. */
  readonly #steps: Int32Array
  /** By block of the batch: its matches with a fault; and whether there are any. */
  readonly #faulty: Int32Array
  #hasFaulty = false
  /** The rows that came up in the batch, and their number; by row, whether it is one of them. */
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
    this.#areFew = this.#half <= FEW_ROWS
    this.#assetOf = Int32Array.from({ length: rows }, (_, row) => row % layout.assets)
    const counted = layout.agents === 1 ? this.#half : rows
    const blocks = Math.max(1, Math.min(BATCH_BLOCKS, Math.floor(BATCH_WORDS / (counted * WORDS))))
    this.#rowSize = blocks * WORDS
    this.#batch = new Int32Array(counted * this.#rowSize)
    this.#steps = new Int32Array(blocks)
    this.#faulty = new Int32Array(blocks)
    this.#rows = new Int32Array(rows)
    this.#isListed = new Uint8Array(rows)
    this.#rest = new Float64Array(rows * REST)
    this.#lacking = new Float64Array(rows * RATED_EVENTS.length)
  }

  clear(): void {
    this.#batch.fill(0)
    this.#beginBatch()
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
      for (const end = row + assets; row < end; row++, from += EVENTS.length) {
        const fielded = events[from + FIELDED]!
        const used = events[from + USED]!
        const scored = events[from + SCORED]!
        const conceded = events[from + CONCEDED]!
        const lost = events[from + LOST]!
        // Write nothing where most assets don't come up; where most of a few do, writing zeros costs less
        // than asking.
        if (!this.#areFew && (fielded | used | scored | conceded | lost) === 0) continue
        this.#add(row, fielded, used, won)
        if (agents > 1) this.#add(agentRow + row, fielded, used, won)
        if ((scored | conceded | lost) === 0) continue
        this.#addRare(row, scored, conceded, lost, won)
        if (agents > 1) this.#addRare(agentRow + row, scored, conceded, lost, won)
      }
    }
  }

  /** Adds to a row what was fielded and used of an asset in a match. */
  #add(row: number, fielded: number, used: number, won: number): void {
    const batch = this.#batch
    const at = row * this.#rowSize + this.#at
    this.#list(row)
    // 1 or 0, without a branch, which would often be mispredicted.
    const isUsed = (0 - used) >>> 31
    batch[at + B_FIELDED]! += fielded
    batch[at + B_USED]! += used
    batch[at + RESULTS_USED]! += (RESULT | won) & (0 - isUsed)
  }

  /** Adds to a row, which is listed, what an asset scored, conceded and lost in a match. */
  #addRare(row: number, scored: number, conceded: number, lost: number, won: number): void {
    const words = this.#wordsOf(row)
    this.#tally[words + SCORED]! += scored
    this.#tally[words + CONCEDED]! += conceded
    if (lost > 0) {
      const batch = this.#batch
      const at = row * this.#rowSize + this.#at
      batch[at + B_LOST]! += lost
      batch[at + RESULTS_LOST]! += RESULT | won
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
      if (row < this.#half)
        uses[at + this.#assetOf[row]!]! += this.#batch[row * this.#rowSize + this.#at + B_USED]!
    }
  }

  /** Ends a block of `faulty` matches with a fault and `steps` steps in the others, and begins the next. */
  endBlock(faulty: number, steps: number): void {
    this.#steps[this.#at / WORDS] = steps
    if (faulty > 0) {
      this.#faulty[this.#at / WORDS] = faulty
      this.#hasFaulty = true
    }
    this.#at += WORDS
    if (this.#at === this.#rowSize) this.#endBatch()
  }

  /** Adds the batch to the tally and begins the next. */
  #endBatch(): void {
    const { agents, seats } = this.#layout
    const half = this.#half
    const listed = this.#listed
    for (let i = 0; i < listed; i++) {
      const row = this.#rows[i]!
      this.#closeRow(row, row, 1)
      if (agents === 1) this.#list(half + this.#assetOf[row]!)
    }
    for (let i = listed; i < this.#listed; i++) this.#closeRow(this.#rows[i]!, this.#rows[i]! - half, seats)
    if (agents > 1) this.#closeTogether()
    for (let i = 0; i < listed; i++) {
      const from = this.#rows[i]! * this.#rowSize
      for (let at = from; at < from + this.#at; at++) this.#batch[at] = 0
    }
    this.#beginBatch()
  }

  #beginBatch(): void {
    for (let i = 0; i < this.#listed; i++) this.#isListed[this.#rows[i]!] = 0
    this.#listed = 0
    if (this.#hasFaulty) this.#faulty.fill(0)
    this.#hasFaulty = false
    this.#at = 0
  }

  /**
   * Adds a row's blocks to the tally, except what other sums say. Counts what the row `first` does, and of
   * several seats also what the next seats' rows of the asset do.
   */
  #closeRow(row: number, first: number, seats: number): void {
    const batch = this.#batch
    const stride = this.#layout.assets * this.#rowSize
    const matches = seats * this.#layout.seats
    let fieldedSum = 0
    let fieldedSquares = 0
    let fieldedBlocks = 0
    let usedSum = 0
    let usedSquares = 0
    let usedBlocks = 0
    let usedSteps = 0
    let wonSum = 0
    let wonSquares = 0
    let unusedSum = 0
    let unusedWon = 0
    let unusedSquares = 0
    const from = first * this.#rowSize
    for (let block = from, b = 0; block < from + this.#at; block += WORDS, b++) {
      const end = block + seats * stride
      let fielded = batch[block + B_FIELDED]!
      let used = batch[block + B_USED]!
      let results = batch[block + RESULTS_USED]!
      let lost = batch[block + B_LOST]!
      for (let at = block + stride; at < end; at += stride) {
        fielded += batch[at + B_FIELDED]!
        used += batch[at + B_USED]!
        results += batch[at + RESULTS_USED]!
        lost += batch[at + B_LOST]!
      }
      if (fielded !== 0) {
        fieldedBlocks++
        fieldedSum += fielded
        fieldedSquares += fielded * fielded
      }
      if (used !== 0) {
        const won = results & RETURNS_MASK
        const unused = matches - (results >> RESULTS_BIT)
        usedBlocks++
        usedSum += used
        usedSquares += used * used
        usedSteps += used * this.#steps[b]!
        wonSum += won
        wonSquares += won * won
        unusedSum += unused
        unusedWon += unused * won
        unusedSquares += unused * unused
      }
      if (lost !== 0) this.#closeLost(row, block, end, fielded, lost)
      if (this.#hasFaulty) this.#closeFaulty(row, b, fielded, used)
    }
    const t = this.#tally
    const words = this.#wordsOf(row)
    const rate = this.#layout.assetRates + row * RATED_SIZE
    const rest = row * REST
    t[words + FIELDED]! += fieldedSum
    t[words + USED]! += usedSum
    t[words + WON_WHEN_USED + X]! += wonSum
    t[words + WON_WHEN_USED + XX]! += wonSquares
    t[rate + RATED_FIELDED + RATED_XX]! += fieldedSquares
    t[rate + RATED_FIELDED + RATED_BLOCKS]! += fieldedBlocks
    t[rate + RATED_USED + RATED_XX]! += usedSquares
    t[rate + RATED_USED + RATED_BLOCKS]! += usedBlocks
    t[this.#layout.assetSteps + row]! += usedSteps
    this.#rest[rest + UNUSED]! += unusedSum
    this.#rest[rest + UNUSED_X]! += unusedWon
    this.#rest[rest + UNUSED_SQUARES]! += unusedSquares
  }

  /** Adds what all seats together used of each asset in the blocks of the batch, where their agents differ. */
  #closeTogether(): void {
    const { assets, assetUses } = this.#layout
    for (let asset = 0; asset < assets; asset++) {
      let squares = 0
      for (let at = 0; at < this.#at; at += WORDS) {
        let used = 0
        for (let row = asset; row < this.#half; row += assets)
          used += this.#batch[row * this.#rowSize + at + B_USED]!
        squares += used * used
      }
      this.#tally[assetUses + asset]! += squares
    }
  }

  /** Adds a block in which a row lost some of an asset. */
  #closeLost(row: number, block: number, end: number, fielded: number, lost: number): void {
    const t = this.#tally
    const words = this.#wordsOf(row)
    const stride = this.#layout.assets * this.#rowSize
    let results = 0
    for (let at = block; at < end; at += stride) results += this.#batch[at + RESULTS_LOST]!
    t[words + LOST]! += lost
    addRatio(t, words + WON_WHEN_LOST, results & RETURNS_MASK, WIN_UNITS * (results >> RESULTS_BIT))
    this.#rest[row * REST + FIELDED_LOST]! += fielded * lost
    this.#rest[row * REST + LOST_SQUARES]! += lost * lost
  }

  /** Adds what a row lacks by the faults of a block. */
  #closeFaulty(row: number, block: number, fielded: number, used: number): void {
    const faulty = this.#faulty[block]!
    const lacking = RATED_EVENTS.length * row
    this.#lacking[lacking + RATED_EVENTS.indexOf(FIELDED)]! += fielded * faulty
    this.#lacking[lacking + RATED_EVENTS.indexOf(USED)]! += used * faulty
  }

  /**
   * Writes what follows from other sums: parts of ratios, products with matches, and what an agent in all
   * seats scored.
   */
  write(): void {
    if (this.#at > 0) this.#endBatch()
    const { agents, assetRates, assets, seats } = this.#layout
    const t = this.#tally
    const rows = this.#half + agents * assets
    for (let row = 0; row < rows; row++) {
      this.#writeRatios(row, agents === 1 && row >= this.#half ? seats * seats : seats)
      for (const [e, event] of RATED_EVENTS.entries())
        t[assetRates + row * RATED_SIZE + e * RATED.length + RATED_XY] =
          seats * t[this.#wordsOf(row) + event]! - this.#lacking[RATED_EVENTS.length * row + e]!
    }
    if (agents === 1) this.#writeMirror()
  }

  /**
   * The sums of RATIO that `#closeRow` leaves out, for a seat or agent that plays this many times in a block.
   */
  #writeRatios(row: number, matches: number): void {
    const { assetRates } = this.#layout
    const t = this.#tally
    const rest = this.#rest
    const at = row * REST
    const words = this.#wordsOf(row)
    const rate = assetRates + row * RATED_SIZE
    const blocks = t[rate + RATED_USED + RATED_BLOCKS]!
    const x = t[words + WON_WHEN_USED + X]!
    const unused = rest[at + UNUSED]!
    t[words + WON_WHEN_USED + Y] = WIN_UNITS * (blocks * matches - unused)
    t[words + WON_WHEN_USED + XY] = WIN_UNITS * (matches * x - rest[at + UNUSED_X]!)
    t[words + WON_WHEN_USED + YY] =
      WIN_UNITS ** 2 * (matches * (blocks * matches - 2 * unused) + rest[at + UNUSED_SQUARES]!)
    const fielded = t[words + FIELDED]!
    const squares = t[rate + RATED_FIELDED + RATED_XX]!
    const products = rest[at + FIELDED_LOST]!
    t[words + SURVIVED + X] = fielded - t[words + LOST]!
    t[words + SURVIVED + Y] = fielded
    t[words + SURVIVED + XX] = squares - 2 * products + rest[at + LOST_SQUARES]!
    t[words + SURVIVED + XY] = squares - products
    t[words + SURVIVED + YY] = squares
  }

  /** Adds up what the seats scored and conceded for the agent that plays all of them. */
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
