/** Plays the blocks of one cell on this thread, and adds them up. */
import { createHash } from 'node:crypto'
import type { GameInfo } from '../../engine/contract/index.ts'
import { memberOf } from '../experiment/index.ts'
import type { Metric } from '../figures/registry.ts'
import type { Fault, Quarantine } from '../match/fault.ts'
import { type MatchRunner, type RecordedMatch, recordedMatch } from '../match/runner.ts'
import { type Detail, FactCollector } from '../records/facts.ts'
import { HighlightPicker } from '../tally/highlights.ts'
import { addTally, type Tally } from '../tally/layout.ts'
import { hashMatch } from '../tally/match.ts'
import { pack } from '../tally/packing.ts'
import { addPair, layoutPairs, type PairLayout } from '../tally/pairs.ts'
import type { Tallier } from '../tally/tallier.ts'
import { FAULTS_LISTED, type VariantResult } from './chunk.ts'

/** Characters of a block's digest: 66 bits. */
export const DIGEST = 11

/** One variant with one line-up. */
export class CellRunner {
  readonly info: GameInfo
  readonly #seats: number
  /** Words of a sample of the gauges. */
  readonly #sample: number
  /** Of each member of a population; they take turns, block by block. */
  readonly #runners: readonly MatchRunner[]
  /** Of the same members, each for its own blocks. */
  readonly #talliers: readonly Tallier[]
  /** The current block's. */
  #tallier: Tallier
  readonly #compared: PairLayout
  readonly #pairs: Float64Array
  readonly #picker: HighlightPicker
  readonly #collector: FactCollector
  #detail: Detail = 'none'
  #faults: Fault[] = []
  #records: RecordedMatch[] = []

  constructor(
    info: GameInfo,
    runners: readonly MatchRunner[],
    talliers: readonly Tallier[],
    metrics: readonly Metric[],
  ) {
    this.info = info
    this.#runners = runners
    this.#talliers = talliers
    this.#tallier = talliers[0]!
    this.#seats = this.#tallier.layout.seats
    this.#sample = info.gauges.length * this.#seats
    this.#compared = layoutPairs(metrics)
    this.#pairs = new Float64Array(this.#compared.size)
    this.#picker = new HighlightPicker(info)
    this.#collector = new FactCollector(info)
  }

  /** Facts of the matches since `clear`, lost blocks included. */
  get facts(): Int32Array {
    return this.#collector.facts
  }

  /** Starts a chunk of so many blocks, which writes to this heartbeat. */
  clear(heartbeat: Int32Array, detail: Detail, blocks: number): void {
    this.#detail = detail
    this.#collector.clear(detail === 'none' ? 0 : blocks * this.#seats)
    for (const runner of this.#runners) runner.heartbeat = heartbeat
    for (const tallier of this.#talliers) tallier.clear()
    this.#pairs.fill(0)
    this.#picker.clear()
    this.#faults = []
    this.#records = []
  }

  /**
   * Plays a block in every rotation; call `endBlock` next. Returns a digest of its matches if it `isChecked`,
   * an empty one after a forfeit, which may be the clock's.
   */
  playBlock(root: Int32Array, block: number, quarantined: readonly Quarantine[], isChecked: boolean): string {
    const recording = this.#detail === 'decisions'
    const member = memberOf(this.#runners.length, block)
    const runner = this.#runners[member]!
    const tallier = this.#talliers[member]!
    this.#tallier = tallier
    const hash = isChecked ? createHash('sha256') : null
    let isForfeited = false
    for (let rotation = 0; rotation < this.#seats; rotation++) {
      runner.play(root, block, rotation, recording, quarantineOf(quarantined, block, rotation))
      tallier.add(runner.finished)
      this.#picker.add(runner.finished, tallier)
      if (hash !== null) hashMatch(hash, runner.finished, this.#sample)
      if (runner.fault !== null) isForfeited = true
      if (runner.fault !== null && this.#faults.length < FAULTS_LISTED) this.#faults.push(runner.fault)
      if (this.#detail !== 'none') this.#collector.add(runner.finished, tallier.winner, tallier.lowest)
      if (recording) this.#records.push(recordedMatch(runner))
    }
    return hash === null || isForfeited ? '' : hash.digest('base64').slice(0, DIGEST)
  }

  #runnerOf(block: number): MatchRunner {
    return this.#runners[memberOf(this.#runners.length, block)]!
  }

  /** Skips a block that is lost or not played. */
  passBlock(): void {
    if (this.#detail !== 'none') this.#collector.addLostBlock()
  }

  /** Replays a match for its record. */
  replay(root: Int32Array, block: number, rotation: number, quarantine: Quarantine | null): void {
    const runner = this.#runnerOf(block)
    runner.play(root, block, rotation, true, quarantine)
    this.#tallier.add(runner.finished)
    this.#picker.clear()
    this.#picker.add(runner.finished, this.#tallier)
    this.#records.push({ ...recordedMatch(runner), picked: this.#picker.words.slice() })
  }

  /** Replays a match in which the game hung, passing on its moves before each decision. */
  trace(
    root: Int32Array,
    block: number,
    rotation: number,
    onRecord: (moves: readonly string[]) => void,
  ): void {
    const runner = this.#runnerOf(block)
    runner.onRecord = onRecord
    runner.play(root, block, rotation, true)
    runner.onRecord = null
  }

  /**
   * Replays a match in which the game threw: its moves and decisions up to there, null if it doesn't throw
   * again.
   */
  failAgain(
    root: Int32Array,
    block: number,
    rotation: number,
  ): { readonly moves: readonly string[]; readonly decisions: number } | null {
    const runner = this.#runnerOf(block)
    try {
      runner.play(root, block, rotation, true)
      return null
    } catch {
      return { moves: runner.record, decisions: runner.finished.decisions }
    }
  }

  /** The current block's measures, in the tallier's buffer. */
  measure(): Int32Array {
    return this.#tallier.measure()
  }

  /** Adds the current block's differences from the reference's measures. */
  compare(reference: Int32Array, own: Int32Array): void {
    addPair(this.#pairs, this.#compared, reference, own)
  }

  endBlock(): void {
    this.#tallier.endBlock()
  }

  /** The results since `clear`. */
  result(): VariantResult {
    const tallies = this.#talliers.map(({ tally }) => tally)
    return {
      ...(tallies.length === 1
        ? { tally: pack(tallies[0]!) }
        : { tally: pack(sumOf(tallies)), members: tallies.map(pack) }),
      pairs: pack(this.#pairs),
      highlights: pack(this.#picker.words),
      faults: this.#faults,
      records: this.#records,
    }
  }
}

function sumOf([first, ...others]: readonly Tally[]): Tally {
  const sum = first!.slice()
  for (const tally of others) addTally(sum, tally)
  return sum
}

/** The quarantine of a match, if any. */
export function quarantineOf(
  list: readonly Quarantine[],
  block: number,
  rotation: number,
): Quarantine | null {
  for (const one of list) if (one.block === block && one.rotation === rotation) return one
  return null
}
