/** Plays the blocks of one cell on this thread, and adds them up. */
import { createHash } from 'node:crypto'
import type { GameInfo } from '../../engine/contract/index.ts'
import { lonerIn, memberAt, type Pairings } from '../experiment/index.ts'
import type { Metric } from '../figures/registry.ts'
import type { MatchAgent } from '../match/asker.ts'
import type { Fault, Quarantine } from '../match/fault.ts'
import { type MatchRunner, type RecordedMatch, recordedMatch } from '../match/runner.ts'
import { type Detail, FactCollector } from '../records/facts.ts'
import { HighlightPicker } from '../tally/highlights.ts'
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
  readonly #pairings: Pairings
  /** [member][participant] */
  readonly #agents: readonly (readonly MatchAgent[])[]
  readonly #runner: MatchRunner
  /** Of all blocks but those in which a member meets itself. */
  readonly #tallier: Tallier
  /** Of each member of a population: of its blocks among these, and of those with itself. */
  readonly #members: readonly Tallier[]
  readonly #selves: readonly Tallier[]
  /** The current block's. */
  #current: readonly Tallier[]
  readonly #compared: PairLayout
  readonly #pairs: Float64Array
  readonly #picker: HighlightPicker
  readonly #collector: FactCollector
  #detail: Detail = 'none'
  #faults: Fault[] = []
  #records: RecordedMatch[] = []

  constructor(
    info: GameInfo,
    pairings: Pairings,
    agents: readonly (readonly MatchAgent[])[],
    runner: MatchRunner,
    newTallier: () => Tallier,
    metrics: readonly Metric[],
  ) {
    this.info = info
    this.#pairings = pairings
    this.#agents = agents
    this.#runner = runner
    const { draws, members } = pairings
    const many = (count: number) => Array.from({ length: count }, newTallier)
    this.#tallier = newTallier()
    this.#members = many(members === 1 ? 0 : members)
    this.#selves = many(members === 1 || draws === 1 ? 0 : members)
    this.#current = [this.#tallier]
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

  /** Starts a chunk of this many blocks, which writes to this heartbeat. */
  clear(heartbeat: Int32Array, detail: Detail, blocks: number): void {
    this.#detail = detail
    this.#collector.clear(detail === 'none' ? 0 : blocks * this.#seats)
    this.#runner.heartbeat = heartbeat
    for (const tallier of [this.#tallier, ...this.#members, ...this.#selves]) tallier.clear()
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
    const runner = this.#runner
    this.#seat(block)
    const [tallier] = this.#current as readonly [Tallier]
    const hash = isChecked ? createHash('sha256') : null
    let isForfeited = false
    for (let rotation = 0; rotation < this.#seats; rotation++) {
      runner.play(root, block, rotation, recording, quarantineOf(quarantined, block, rotation))
      for (const one of this.#current) one.add(runner.finished)
      this.#picker.add(runner.finished, tallier)
      if (hash !== null) hashMatch(hash, runner.finished, this.#sample)
      if (runner.fault !== null) isForfeited = true
      if (runner.fault !== null && this.#faults.length < FAULTS_LISTED) this.#faults.push(runner.fault)
      if (this.#detail !== 'none') this.#collector.add(runner.finished, tallier.winner, tallier.lowest)
      if (recording) this.#records.push(recordedMatch(runner))
    }
    return hash === null || isForfeited ? '' : hash.digest('base64').slice(0, DIGEST)
  }

  /** Gives a block's members their places, and finds the talliers that count it. */
  #seat(block: number): void {
    const pairings = this.#pairings
    const { drawOf, draws, members } = pairings
    if (members === 1) return
    const drawn = Array.from({ length: draws }, (_, draw) => memberAt(pairings, block, draw))
    this.#runner.use(drawOf.map((draw, p) => this.#agents[drawn[Math.max(0, draw)]!]![p]!))
    const loner = lonerIn(pairings, block)
    this.#current =
      loner < 0
        ? [this.#tallier, ...[...new Set(drawn)].map(member => this.#members[member]!)]
        : [this.#selves[loner]!]
  }

  /** Skips a block that is lost or not played. */
  passBlock(): void {
    if (this.#detail !== 'none') this.#collector.addLostBlock()
  }

  /** Replays a match for its record. */
  replay(root: Int32Array, block: number, rotation: number, quarantine: Quarantine | null): void {
    const runner = this.#runner
    this.#seat(block)
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
    const runner = this.#runner
    this.#seat(block)
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
    const runner = this.#runner
    this.#seat(block)
    try {
      runner.play(root, block, rotation, true)
      return null
    } catch {
      return { moves: runner.record, decisions: runner.finished.decisions }
    }
  }

  /** The current block's measures, in the tallier's buffer. */
  measure(): Int32Array {
    return this.#current[0]!.measure()
  }

  /** Adds the current block's differences from the reference's measures, unless a member meets itself. */
  compare(reference: Int32Array, own: Int32Array): void {
    if (this.#current[0] === this.#tallier) addPair(this.#pairs, this.#compared, reference, own)
  }

  endBlock(): void {
    for (const tallier of this.#current) tallier.endBlock()
  }

  /** The results since `clear`. */
  result(): VariantResult {
    const packed = (talliers: readonly Tallier[]) => talliers.map(({ tally }) => pack(tally))
    return {
      tally: pack(this.#tallier.tally),
      ...(this.#members.length > 0 && { members: packed(this.#members) }),
      ...(this.#selves.length > 0 && { selves: packed(this.#selves) }),
      pairs: pack(this.#pairs),
      highlights: pack(this.#picker.words),
      faults: this.#faults,
      records: this.#records,
    }
  }
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
