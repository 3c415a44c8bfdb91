/** The results of a run so far: the sums of every cell, and which blocks are in them. */
import { assetNamed, type CompiledGame, type Game } from '../../engine/contract/index.ts'
import {
  type Cell,
  cellsOf,
  type Experiment,
  gameOf,
  isMirror,
  membersOf,
  referenceOf,
} from '../experiment/index.ts'
import { type Metric, metricsOf, metricsWithout } from '../figures/registry.ts'
import type { Fault, GivenUp, LostBlock } from '../match/fault.ts'
import { lookAfter, type RuleStatus, ruleStatus } from '../stopping.ts'
import { checkHighlights, type Highlights, highlightWords, mergeHighlights } from '../tally/highlights.ts'
import { layoutTally, type Tally, type TallyLayout } from '../tally/layout.ts'
import { unpack, unpackSparse } from '../tally/packing.ts'
import { PAIR_SIZE } from '../tally/pairs.ts'
import { addTimes, requireExact, type Sparse, wordAt } from '../tally/sparse.ts'
import {
  blocksCounted,
  type Chunk,
  FAULTS_LISTED,
  mostLost,
  unpairedIn,
  type VariantResult,
} from './chunk.ts'
import { countBlocks, type Range, Ranges, type Shard, shareOf, WHOLE } from './ranges.ts'

/** A cell with the sums of its matches. Buffers belong to the Results and keep growing. */
export interface CellResult {
  readonly cell: Cell
  readonly game: CompiledGame
  readonly layout: TallyLayout
  readonly tally: Tally
  /** Of a population, the sums of each member's matches; empty where nobody takes turns. */
  readonly members: readonly Tally[]
  /** The first faults by block, at most FAULTS_LISTED; the tally counts all of them. */
  readonly faults: readonly Fault[]
  /** Its blocks that are lost: they are in no sum. */
  readonly lost: readonly LostBlock[]
  /** Why it is played no further, since the game of the user's fails in it; absent of all others. */
  readonly givenUp?: string
  /** Blocks that count here, but not in the reference's cell: they are in no difference. Absent if there are none. */
  readonly unpaired?: number
  /** What is compared with the reference's cell of the same line-up; empty for the first variant. */
  readonly metrics: readonly Metric[]
  /** Sums over blocks of the differences from the reference, as `addPair` adds them, PAIR_SIZE words a metric. */
  readonly pairs: Float64Array
  /** Which matches are worth looking at (sim/tally/highlights). */
  readonly highlights: Highlights
}

/** The results of a run, complete or not. */
export interface RunResult {
  readonly experiment: Experiment
  /** By variant, then by line-up; without those of handicaps and probes. */
  readonly cells: readonly CellResult[]
  /** The cells of variants in which the first agent does without an asset, in the same order: they say what the asset is worth, and nothing else. */
  readonly handicaps: readonly CellResult[]
  /** The cells of variants that only one key is about, in the same order. */
  readonly probes: readonly CellResult[]
  /** False if the run was stopped before all matches were played. */
  readonly complete: boolean
}

/** A chunk's sums, from a thread or from a journal; `chunk` covers only the blocks that were played. */
export interface ChunkSums {
  readonly chunk: Chunk
  readonly variants: readonly Omit<VariantResult, 'records'>[]
  /** As a ChunkResult has them. */
  readonly lost?: readonly LostBlock[] | undefined
  /** Milliseconds on a processor; absent where they are not known. */
  readonly processor?: number | undefined
}

/** A cell whose sums grow. */
type Growing = { -readonly [K in keyof CellResult]: CellResult[K] }

/** How far the rule of a line-up is from stopping it. */
interface Stopping {
  /** Blocks at the next look. */
  look: number
  /** Chunks beyond it, which count once it is over, unless it stops the line-up. */
  held: ChunkSums[]
  /** Of every variant at the last look; empty before the first. */
  standings: readonly RuleStatus[]
}

/**
 * Adds chunks up, each block once. A line-up with a rule is looked at once all blocks before a look are counted, and chunks of later ones wait until
 * then: so what counts depends neither on the order of chunks nor on how far anybody has played ahead.
 */
export class Results {
  readonly experiment: Experiment
  /** Blocks counted, by line-up. */
  readonly ranges: readonly Ranges[]
  /** Blocks counted or held, by line-up. */
  readonly #present: readonly Ranges[]
  /** Blocks that count in the end, by line-up: the most that it has, until its rule stops it. */
  readonly #ends: number[]
  /** By line-up; null without a rule. */
  readonly #stopping: readonly (Stopping | null)[]
  /** Milliseconds on a processor, and the blocks that took them, by line-up. */
  readonly #costs: { milliseconds: number; blocks: number }[]
  readonly #cells: Growing[]
  /** Matches of blocks that are counted without them, since their variants were given up before. */
  #unplayed = 0

  constructor(experiment: Experiment) {
    this.experiment = experiment
    this.#costs = experiment.lineups.map(() => ({ milliseconds: 0, blocks: 0 }))
    this.ranges = experiment.lineups.map(() => new Ranges())
    this.#present = experiment.lineups.map(() => new Ranges())
    this.#ends = experiment.lineups.map(({ blocks }) => blocks)
    this.#stopping = experiment.lineups.map(({ stop }) =>
      stop ? { look: lookAfter(0, stop.from), held: [], standings: [] } : null,
    )
    const games = experiment.variants.map(variant => gameOf(experiment, variant))
    this.#cells = cellsOf(experiment).map(cell => {
      const v = experiment.variants.indexOf(cell.variant)
      const game = games[v]!
      const layout = layoutTally(game, isMirror(cell.lineup))
      const metrics = metricsOfVariant(experiment, games, v)
      const many = membersOf(experiment, cell.lineup)
      return {
        cell,
        game,
        layout,
        tally: new Float64Array(layout.size),
        members: Array.from({ length: many === 1 ? 0 : many }, () => new Float64Array(layout.size)),
        faults: [],
        lost: [],
        metrics,
        pairs: new Float64Array(metrics.length * PAIR_SIZE),
        highlights: new Float64Array(highlightWords(game.info.endings.length)),
      }
    })
  }

  /** Number of matches of that many blocks of a line-up, in all variants. */
  matchesIn(blocks: number): number {
    return blocks * this.experiment.seats.length * this.experiment.variants.length
  }

  /**
   * Milliseconds on a processor that a match of a line-up takes, on average over the variants; undefined where that is not known. It is for
   * people to read: no file of a report may hold it.
   */
  costOf(lineup: number): number | undefined {
    const { milliseconds, blocks } = this.#costs[lineup]!
    return blocks === 0 ? undefined : milliseconds / this.matchesIn(blocks)
  }

  /** Matches counted, those of lost blocks included, which are played no more; not those of variants that are given up, from there on. */
  get matches(): number {
    return this.matchesIn(this.ranges.reduce((sum, range) => sum + range.count, 0)) - this.#unplayed
  }

  /** Matches that a shard of the experiment asks for: of line-ups whose rule has not stopped them, the most. */
  total(shard: Shard = WHOLE): number {
    return this.matchesIn(countBlocks(this.#ends.map(blocks => shareOf(shard, blocks))))
  }

  /** About how many matches of a shard will count in the end. */
  expectedTotal(shard: Shard = WHOLE): number {
    return this.matchesIn(countBlocks(this.#ends.map((_, l) => shareOf(shard, this.expected(l)))))
  }

  /** Blocks of a line-up that count in the end: all that it asks for, or those until its rule stopped it. */
  blocksOf(lineup: number): number {
    return this.#ends[lineup]!
  }

  /** About how many blocks of a line-up will count: the most, or fewer by what its rule showed at the last look. */
  expected(lineup: number): number {
    const { standings = [] } = this.#stopping[lineup] ?? {}
    const needed = standings.length > 0 ? Math.max(...standings.map(one => one.needed)) : Infinity
    // At the last look it was not enough.
    const next = this.#stopping[lineup]?.look ?? 0
    return Math.min(this.#ends[lineup]!, Math.max(needed, next))
  }

  /** How the variants of a line-up stood with its rule at the last look; empty before the first, and without a rule. */
  standings(lineup: number): readonly RuleStatus[] {
    return this.#stopping[lineup]?.standings ?? []
  }

  /** The blocks of a line-up that are lost in any variant, ascending. */
  lost(lineup: number): readonly LostBlock[] {
    return this.#cellsOf(lineup)
      .flatMap(({ lost }) => lost)
      .sort((a, b) => a.block - b.block || a.variant - b.variant)
  }

  /** The blocks of a cell that are lost, if they are more than may be: of those that the line-up asks for, or with a rule, of those before the next look. */
  lostOften(variant: number, lineup: number): readonly LostBlock[] | null {
    const { lost } = this.#cellAt(variant, lineup)
    const blocks = Math.min(this.#ends[lineup]!, this.#stopping[lineup]?.look ?? Infinity)
    return lost.length > mostLost(blocks) ? lost : null
  }

  /** Plays a line-up no further in a variant, for this reason. Returns false, with nothing changed, where it is given up already. */
  giveUp(variant: number, lineup: number, reason: string): boolean {
    const cell = this.#cellAt(variant, lineup)
    if (cell.givenUp !== undefined) return false
    cell.givenUp = reason
    const stopping = this.#stopping[lineup]
    if (stopping) this.#look(lineup, stopping)
    return true
  }

  /** The variants in which a line-up is played no further, ascending. */
  givenUp(lineup: number): readonly GivenUp[] {
    return this.#cellsOf(lineup).flatMap(({ givenUp: reason }, variant) =>
      reason === undefined ? [] : [{ variant, reason }],
    )
  }

  /** Whether a line-up is played no further in any variant. */
  isGivenUp(lineup: number): boolean {
    return this.#cellsOf(lineup).every(({ givenUp }) => givenUp !== undefined)
  }

  /** The blocks of a line-up's share that are neither counted nor held, ascending. */
  missing(lineup: number, shard: Shard): Range[] {
    return this.#present[lineup]!.missing(shareOf(shard, this.#ends[lineup]!))
  }

  /** The number of blocks at which a chunk of a line-up that begins with `from` must end, for a look comes there; infinite without a rule. */
  boundary(lineup: number, from: number): number {
    const { stop } = this.experiment.lineups[lineup]!
    return stop ? lookAfter(from, stop.from) : Infinity
  }

  /**
   * Adds a chunk to the sums, or holds it until the look before it is over. Returns false, with nothing changed, if some of its blocks are there
   * already; nothing is changed either by blocks after those at which a rule has stopped the line-up. Throws an Error
   * if it does not fit this experiment. `beforeAdding` is called once the chunk is checked; if it throws, the chunk is not
   * added. So a journal, which is written there, never holds a chunk that cannot be counted. A chunk without blocks says what is given up, and nothing else.
   */
  add(chunkSums: ChunkSums, beforeAdding: () => void = () => {}): boolean {
    const { experiment } = this
    const { chunk, variants } = chunkSums
    const { lineup, from, to } = chunk
    const blocks = experiment.lineups[lineup]?.blocks ?? 0
    if (from === to && chunk.givenUp && lineup < experiment.lineups.length) {
      const isNew = chunk.givenUp.map(({ variant, reason }) => this.giveUp(variant, lineup, reason))
      return isNew.some(Boolean)
    }
    const fits = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= blocks
    if (!fits || variants.length !== experiment.variants.length || to > this.boundary(lineup, from))
      throw new Error('does not fit this experiment')
    if (from >= this.#ends[lineup]!) return true
    const stopping = this.#stopping[lineup]
    const isEarly = stopping && from >= stopping.look
    if (this.#present[lineup]!.overlaps(chunk)) return false
    if (isEarly) {
      beforeAdding()
      stopping.held.push(chunkSums)
    } else this.#count(chunkSums, beforeAdding)
    this.#present[lineup]!.add(chunk)
    if (stopping && !isEarly) this.#look(lineup, stopping)
    return true
  }

  /** Looks at a line-up as often as its next look is due: stops it, or counts what was held until then. */
  #look(lineup: number, stopping: Stopping): void {
    const { experiment } = this
    const { blocks, stop } = experiment.lineups[lineup]!
    const counted = this.ranges[lineup]!
    while (
      !this.#failsIn(lineup) &&
      stopping.look <= blocks &&
      counted.missing({ from: 0, to: stopping.look }).length === 0
    ) {
      const { look } = stopping
      stopping.standings = this.#cellsOf(lineup)
        .filter(({ givenUp }) => givenUp === undefined)
        .map(cell => ruleStatus(cell, cell.cell.lineup, stop!, experiment.margin))
      if (stopping.standings.every(({ met }) => met)) {
        this.#ends[lineup] = look
        stopping.held = []
        return
      }
      stopping.look = lookAfter(look, stop!.from)
      const due = stopping.held.filter(({ chunk }) => chunk.from < stopping.look)
      stopping.held = stopping.held.filter(({ chunk }) => chunk.from >= stopping.look)
      for (const sums of due) this.#count(sums)
    }
  }

  /** Whether a cell of a line-up fails too often that is not given up yet: no look is taken then. */
  #failsIn(lineup: number): boolean {
    if (this.isGivenUp(lineup)) return true
    return this.#cellsOf(lineup).some(({ givenUp }, v) => givenUp === undefined && this.lostOften(v, lineup))
  }

  #count({ chunk, variants, lost = [], processor }: ChunkSums, beforeAdding: () => void = () => {}): void {
    const { lineup, from, to } = chunk
    const lostIn = variants.map((_, v) => lost.filter(({ variant }) => variant === v))
    const sums = variants.map(({ tally, members = [], pairs, highlights }, v) => {
      const cell = this.#cellAt(v, lineup)
      const words = unpackSparse(tally, cell.layout.size)
      if (wordAt(words, cell.layout.blocks) !== blocksCounted(chunk, v, lost))
        throw new Error('holds a different number of blocks than it says')
      const picked = unpack(highlights, cell.highlights.length)
      checkHighlights(picked, cell.game.info, from, to)
      return {
        highlights: picked,
        tally: words,
        members: membersIn(cell, words, members),
        pairs: unpackSparse(pairs, cell.pairs.length),
      }
    })
    for (const [v, { tally, members, pairs }] of sums.entries()) {
      const cell = this.#cellAt(v, lineup)
      requireExact(cell.tally, tally)
      for (const [m, its] of members.entries()) requireExact(cell.members[m]!, its)
      requireExact(cell.pairs, pairs)
    }
    beforeAdding()
    this.ranges[lineup]!.add(chunk)
    if (processor !== undefined) {
      this.#costs[lineup]!.milliseconds += processor
      this.#costs[lineup]!.blocks += to - from
    }
    for (const [v, { tally, members, pairs, highlights }] of sums.entries()) {
      const cell = this.#cellAt(v, lineup)
      mergeHighlights(cell.highlights, highlights, cell.layout.endings)
      addTimes(cell.tally, tally)
      for (const [m, its] of members.entries()) addTimes(cell.members[m]!, its)
      addTimes(cell.pairs, pairs)
      if (variants[v]!.faults.length > 0) cell.faults = firstFaults([...cell.faults, ...variants[v]!.faults])
      if (lostIn[v]!.length > 0) cell.lost = [...cell.lost, ...lostIn[v]!].sort((a, b) => a.block - b.block)
      const unpaired = v === 0 ? 0 : unpairedIn(chunk, v, referenceOf(this.experiment, v), lost)
      if (unpaired > 0) cell.unpaired = (cell.unpaired ?? 0) + unpaired
    }
    for (const { variant, reason } of chunk.givenUp ?? []) {
      this.#cellAt(variant, lineup).givenUp ??= reason
      this.#unplayed += (to - from) * this.experiment.seats.length
    }
  }

  #cellAt(variant: number, lineup: number): Growing {
    return this.#cells[variant * this.experiment.lineups.length + lineup]!
  }

  /** By variant. */
  #cellsOf(lineup: number): Growing[] {
    return this.experiment.variants.map((_, v) => this.#cellAt(v, lineup))
  }

  /** The cell of a variant and line-up. */
  cell(variant: number, lineup: number): Cell {
    return this.#cellAt(variant, lineup).cell
  }

  /** The results so far. Their buffers keep growing with every `add`. */
  result(): RunResult {
    const { experiment } = this
    const [cells, handicaps, probes]: CellResult[][] = [[], [], []]
    for (const one of this.#cells) {
      const { without, probe } = one.cell.variant
      const its = without !== undefined ? handicaps : probe ? probes : cells
      its!.push(one)
    }
    return {
      experiment,
      cells: cells!,
      handicaps: handicaps!,
      probes: probes!,
      complete: this.complete(),
    }
  }

  /** Whether all blocks are counted that a shard of the experiment asks for. */
  isOver(shard: Shard = WHOLE): boolean {
    return this.matches + this.#unplayed === this.total(shard)
  }

  /** The same, in every variant. */
  complete(shard: Shard = WHOLE): boolean {
    return this.isOver(shard) && this.#cells.every(({ givenUp }) => givenUp === undefined)
  }
}

/** The members' sums of a chunk. Throws an Error unless they are those of the cell's members, and add up to the whole. */
function membersIn({ layout, members }: CellResult, whole: Sparse, packed: readonly string[]): Sparse[] {
  if (packed.length !== members.length) throw new Error('holds another number of players than the run')
  const tallies = packed.map(text => unpackSparse(text, layout.size))
  if (tallies.length === 0) return []
  const left = new Float64Array(layout.size)
  addTimes(left, whole)
  for (const tally of tallies) addTimes(left, tally, -1)
  if (left.some(word => word !== 0)) throw new Error('holds sums of its players that do not add up')
  return tallies
}

/** The first faults by block. */
function firstFaults(faults: Fault[]): Fault[] {
  return faults.sort((a, b) => a.block - b.block || a.rotation - b.rotation).slice(0, FAULTS_LISTED)
}

/** The metrics of a variant, by its index; none for the first. `games` are those of all variants. */
export function metricsOfVariant(experiment: Experiment, games: readonly Game[], variant: number): Metric[] {
  if (variant === 0) return []
  const game = games[variant]!
  const { without } = experiment.variants[variant]!
  if (without !== undefined) return metricsWithout(game, assetNamed(game.info, without))
  return metricsOf(games[referenceOf(experiment, variant)]!, game)
}
