/** Pairs the blocks of two runs by the facts that they keep of their matches. */
import { type CompiledGame, NOBODY, payoffGauge, rolesByEnding } from '../../engine/contract/index.ts'
import type { CellResult, OtherRun } from '../chunks/results.ts'
import type { FigureId, Metric } from '../figures/registry.ts'
import { addPair, layoutMeasures, layoutPairs } from '../tally/pairs.ts'
import { type FactsOfBlocks, factsAt, factWords, isLostAt } from './facts.ts'

/** The figures that facts of matches tell. */
const KNOWN: ReadonlySet<FigureId> = new Set([
  'score',
  'role',
  'draws',
  'draws-before-limit',
  'length',
  'payoff',
])

/** One side of a pair: a variant's matches in some blocks. */
interface Side {
  readonly facts: FactsOfBlocks
  readonly variant: number
}

/** Adds blocks that two runs played with the same seeds. */
export class RunPairing {
  readonly #metrics: readonly Metric[]
  readonly #sides: readonly [BlockMeasures, BlockMeasures]
  readonly #pairs: Float64Array
  readonly #layout
  readonly #sums: readonly [Float64Array, Float64Array]
  #blocks = 0

  constructor(before: CompiledGame, after: CompiledGame, metrics: readonly Metric[]) {
    this.#metrics = metrics
    this.#sides = [new BlockMeasures(before), new BlockMeasures(after)]
    this.#layout = layoutPairs(metrics)
    this.#pairs = new Float64Array(this.#layout.size)
    this.#sums = [new Float64Array(this.#sides[0].size), new Float64Array(this.#sides[1].size)]
  }

  /** Adds the blocks of `after`, which `before` holds, too. A block that either run lost counts in neither. */
  add(before: Side, after: Side): void {
    for (let block = after.facts.from; block < after.facts.to; block++) {
      const measured = [before, after].map((side, s) => this.#sides[s]!.of(side, block))
      const [was, is] = measured
      if (!was || !is) continue
      addPair(this.#pairs, this.#layout, was, is)
      for (const [s, words] of [was, is].entries())
        for (let i = 0; i < words.length; i++) this.#sums[s]![i]! += words[i]!
      this.#blocks++
    }
  }

  /** A cell as compared with its reference. */
  cell(reference: CellResult, cell: CellResult): CellResult {
    const paired = new Set(this.#metrics.filter(({ kind }) => KNOWN.has(kind)))
    const other: OtherRun = { reference, blocks: this.#blocks, paired, measures: this.#sums }
    return { ...cell, metrics: this.#metrics, pairs: this.#pairs, other }
  }
}

/** The measures of a block that facts tell, as `Tallier.measure` has them; the others are 0. */
class BlockMeasures {
  readonly #game: CompiledGame
  readonly #roles: readonly number[]
  readonly #at
  readonly #words: number

  constructor(game: CompiledGame) {
    this.#game = game
    this.#roles = rolesByEnding(game.info)
    this.#at = layoutMeasures(game.info)
    this.#words = factWords(game.info)
  }

  get size(): number {
    return this.#at.size
  }

  /** Null for a lost block. */
  of({ facts: { from, variants }, variant }: Side, block: number): Int32Array | null {
    const { info } = this.#game
    const { scores, draws, drawsBeforeLimit, length, payoffs, roles, own, size } = this.#at
    const seats = info.seats.length
    const payoff = payoffGauge(info)
    const facts = variants[variant]!
    const measured = new Int32Array(size)
    for (let rotation = 0; rotation < seats; rotation++) {
      const at = ((block - from) * seats + rotation) * this.#words
      if (isLostAt(facts, at)) return null
      const { ending, faulty, finals, returns, steps } = factsAt(facts, at, info)
      for (let seat = 0; seat < draws - scores; seat++) measured[scores + seat]! += returns[seat]!
      // Of a forfeited match, only the returns count.
      if (faulty !== NOBODY) continue
      const { kind } = info.endings[ending]!
      if (kind !== 'win') measured[draws]!++
      if (kind === 'draw') measured[drawsBeforeLimit]!++
      measured[length]! += steps
      if (this.#roles[ending]! >= 0) measured[roles + this.#roles[ending]!]!++
      if (finals.length > 0)
        for (let seat = 0; seat < own - payoffs; seat++)
          measured[payoffs + seat]! += finals[payoff * seats + seat]!
    }
    return measured
  }
}
