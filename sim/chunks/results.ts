/** A run's results so far: the sums of every cell, and which blocks they hold. */
import { assetNamed, type CompiledGame, type Game } from '../../engine/contract/index.ts'
import {
  type Cell,
  cellsOf,
  type Experiment,
  gameOf,
  isMirror,
  type Lineup,
  type Pairings,
  pairingsOf,
  referenceOf,
} from '../experiment/index.ts'
import { type Metric, metricsOf, metricsWithout } from '../figures/registry.ts'
import type { Fault, GivenUp, LostBlock } from '../match/fault.ts'
import { BETWEEN, type Look, PLANNED, PLANNED_LEAST, SEQUENTIAL } from '../stats/looks.ts'
import { nextAnalysis, type RuleStatus, ruleStatus } from '../stopping.ts'
import { RefusedError } from '../store/disk.ts'
import { checkHighlights, type Highlights, highlightWords, mergeHighlights } from '../tally/highlights.ts'
import { layoutTally, type Tally, type TallyLayout } from '../tally/layout.ts'
import { addTimes, isExact, type Sparse, unpack, unpackSparse, wordAt } from '../tally/packing.ts'
import { layoutPairs } from '../tally/pairs.ts'
import {
  type BlockDigest,
  blocksCounted,
  type Chunk,
  FAULTS_LISTED,
  mostLost,
  rangesIn,
  unpairedIn,
  type VariantResult,
} from './chunk.ts'
import { countBlocks, type Range, Ranges, type Shard, shareOf, WHOLE } from './ranges.ts'

/** A cell of another run that this one is compared with. */
export interface OtherRun {
  readonly reference: CellResult
  /** Blocks that both played with the same seeds and whose matches are known; 0 if they can't be paired. */
  readonly blocks: number
  /** The metrics that are paired in these blocks. The others are compared as independent samples. */
  readonly paired: ReadonlySet<Metric>
  /** Sums of `layoutMeasures` over these blocks, in the reference and here. */
  readonly measures: readonly [Float64Array, Float64Array]
}

/** A cell's sums. Buffers belong to the Results and keep growing. */
export interface CellResult {
  readonly cell: Cell
  readonly game: CompiledGame
  readonly layout: TallyLayout
  /** Of a population, without the blocks in which a member meets itself. */
  readonly tally: Tally
  /** The sums of these blocks that each member plays in, and of those with itself; empty without a population. */
  readonly members: readonly Tally[]
  readonly selves: readonly Tally[]
  readonly pairings: Pairings
  /** The look at which its sums are judged. */
  readonly look: Look
  /** The first FAULTS_LISTED by block; the tally counts all. */
  readonly faults: readonly Fault[]
  /** Blocks in no sum. */
  readonly lost: readonly LostBlock[]
  /** Why it was given up, if it was. */
  readonly givenUp?: string
  /** Blocks that count here, but not in the reference: in no difference. Absent if none. */
  readonly unpaired?: number
  /** Set where two runs are compared: then this is the reference. */
  readonly other?: OtherRun
  /** Compared with the reference's cell of the line-up; empty for the first variant. */
  readonly metrics: readonly Metric[]
  /** Sums of what is compared with the reference, as `addPair` adds them. */
  readonly pairs: Float64Array
  /** Matches worth looking at (sim/tally/highlights). */
  readonly highlights: Highlights
}

/** The blocks of each line-up, for every number of matches that a run was asked for. */
export type Planned = readonly (readonly number[])[]

/** The blocks of each line-up, for a run with a single planned number of matches. */
export function plannedIn({ lineups }: Experiment): Planned {
  return [lineups.map(({ blocks }) => blocks)]
}

export interface RunResult {
  readonly experiment: Experiment
  /** By variant, then by line-up; handicaps and probes apart. */
  readonly cells: readonly CellResult[]
  /** Cells of variants in which the first agent does without an asset, to value the asset. */
  readonly handicaps: readonly CellResult[]
  /** Cells of variants that probe one key. */
  readonly probes: readonly CellResult[]
  /** False if the run was stopped early. */
  readonly complete: boolean
}

/** From a thread or a journal; `chunk` covers only the blocks played. */
export interface ChunkSums {
  readonly chunk: Chunk
  /** The blocks of a journal's sum of several chunks; absent if these are all of `chunk`. */
  readonly ranges?: readonly Range[] | undefined
  readonly variants: readonly Omit<VariantResult, 'records'>[]
  readonly lost?: readonly LostBlock[] | undefined
  readonly checks?: readonly BlockDigest[] | undefined
  readonly worker?: string | undefined
  readonly passed?: readonly Range[] | undefined
  /** CPU milliseconds, if known. */
  readonly processor?: number | undefined
}

export interface CountedDigest extends BlockDigest {
  /** Who answered it over a queue. */
  readonly worker?: string | undefined
}

type Growing = { -readonly [K in keyof CellResult]: CellResult[K] }

/** Where a line-up with a rule stands. */
interface Stopping {
  next: number
  /** Chunks beyond the next interim analysis: they count after it, unless it stops the line-up. */
  held: ChunkSums[]
  /** By variant, at the last interim analysis; empty before. */
  standings: readonly RuleStatus[]
}

const playersOf = ({ members, selves }: CellResult) => [...members, ...selves]

function blocksThatFit(cells: readonly CellResult[]): number {
  const each = cells.map(cell => {
    const most = [cell.tally, cell.pairs, ...playersOf(cell)].reduce(
      (largest, words) => words.reduce((one, word) => Math.max(one, Math.abs(word)), largest),
      0,
    )
    return Math.floor((cell.tally[cell.layout.blocks]! / most) * Number.MAX_SAFE_INTEGER)
  })
  return Math.min(...each.map(blocks => (Number.isNaN(blocks) ? Infinity : blocks)))
}

/** Sums of a line-up are at the end of what is exact, or would be before the run is. */
export class SumsFull extends RefusedError {
  constructor({ lineups }: Experiment, lineup: number, matches: number) {
    const most = Number(matches.toPrecision(2)).toLocaleString('en')
    super(
      lineups[lineup]!.name,
      `only about ${most} matches of a variant fit into a run, because its sums are exact below 2^53; ` +
        'split it into runs of fewer matches with different seeds',
    )
    this.name = 'SumsFull'
  }
}

/** With fewer blocks, too little is known of how sums grow: a single rare match may add most of one. */
const FITTING_LEAST = 20_000

/**
 * Adds chunks up, each block once. An interim analysis takes place once all blocks before it are counted, and
 * later chunks wait: so neither the order of chunks nor how far others played ahead matters.
 */
export class Results {
  readonly experiment: Experiment
  /** Blocks counted, by line-up. */
  readonly ranges: readonly Ranges[]
  /** Counted or held, by line-up. */
  readonly #present: readonly Ranges[]
  /** Blocks of each line-up that count in the end: all, until its rule stops it. */
  readonly #ends: number[]
  /** Null without a rule. */
  readonly #stopping: readonly (Stopping | null)[]
  /** CPU time, and the blocks that took it, by line-up. */
  readonly #costs: { milliseconds: number; blocks: number }[]
  readonly #cells: Growing[]
  /** By line-up: how the checked blocks that are counted came out, and blocks whose checks have passed. */
  readonly #checks: CountedDigest[][]
  readonly #passed: Ranges[]
  /** Matches of counted blocks that given-up variants didn't play. */
  #unplayed = 0
  /** By line-up, in order: the blocks that the run was planned with. */
  readonly #planned: readonly (readonly number[])[]

  /** `planned` are the blocks of each line-up, for every number of matches that the run was asked for, in order. */
  constructor(experiment: Experiment, planned: Planned = plannedIn(experiment)) {
    this.experiment = experiment
    this.#planned = experiment.lineups.map((_, l) => [
      ...new Set(planned.map(blocks => blocks[l]!).filter(blocks => blocks >= PLANNED_LEAST)),
    ])
    this.#costs = experiment.lineups.map(() => ({ milliseconds: 0, blocks: 0 }))
    this.ranges = experiment.lineups.map(() => new Ranges())
    this.#present = experiment.lineups.map(() => new Ranges())
    this.#checks = experiment.lineups.map(() => [])
    this.#passed = experiment.lineups.map(() => new Ranges())
    this.#ends = experiment.lineups.map(({ blocks }) => blocks)
    this.#stopping = experiment.lineups.map(({ stop }) =>
      stop ? { next: nextAnalysis(0, stop.from), held: [], standings: [] } : null,
    )
    const games = experiment.variants.map(variant => gameOf(experiment, variant))
    this.#cells = cellsOf(experiment).map(cell => {
      const v = experiment.variants.indexOf(cell.variant)
      const game = games[v]!
      const layout = layoutTally(game, isMirror(cell.lineup))
      const metrics = metricsOfVariant(experiment, games, v)
      const pairings = pairingsOf(experiment, cell.lineup)
      const { draws, members } = pairings
      const tallies = (many: number) => Array.from({ length: many }, () => new Float64Array(layout.size))
      return {
        cell,
        game,
        layout,
        tally: new Float64Array(layout.size),
        look: this.#lookAt(cell.lineup, cell.index % experiment.lineups.length),
        members: tallies(members === 1 ? 0 : members),
        selves: tallies(members === 1 || draws === 1 ? 0 : members),
        pairings,
        faults: [],
        lost: [],
        metrics,
        pairs: new Float64Array(layoutPairs(metrics).size),
        highlights: new Float64Array(highlightWords(game.info.endings.length)),
      }
    })
  }

  /** Matches of this many blocks of a line-up, in all variants. */
  matchesIn(blocks: number): number {
    return blocks * this.experiment.seats.length * this.experiment.variants.length
  }

  /** Mean CPU milliseconds of a line-up's match, if known. For people only: no report's file may hold it. */
  costOf(lineup: number): number | undefined {
    const { milliseconds, blocks } = this.#costs[lineup]!
    return blocks === 0 ? undefined : milliseconds / this.matchesIn(blocks)
  }

  /** Matches counted: with lost blocks, without those of variants given up before. */
  get matches(): number {
    return this.matchesIn(this.ranges.reduce((sum, range) => sum + range.count, 0)) - this.#unplayed
  }

  /** Matches asked of a shard; of line-ups with a rule, the most. */
  total(shard: Shard = WHOLE): number {
    return this.matchesIn(countBlocks(this.#ends.map(blocks => shareOf(shard, blocks))))
  }

  /** An estimate of the matches of a shard that will count. */
  expectedTotal(shard: Shard = WHOLE): number {
    return this.matchesIn(countBlocks(this.#ends.map((_, l) => shareOf(shard, this.expected(l)))))
  }

  /** Blocks of a line-up that count in the end: all, or those until its rule stopped it. */
  blocksOf(lineup: number): number {
    return this.#ends[lineup]!
  }

  /** Blocks of a line-up whose sums are exact, below 2^53, if all go on as they began; Infinity before the first. */
  blocksThatFit(lineup: number): number {
    return blocksThatFit(this.cellsOf(lineup))
  }

  /** Throws SumsFull if a line-up has more blocks to play than fit. A rule may stop it before. */
  requireRoom(lineup: number): void {
    const counted = this.ranges[lineup]!.count
    if (counted < FITTING_LEAST || this.experiment.lineups[lineup]!.stop) return
    const blocks = this.blocksThatFit(lineup)
    // What was counted says only about how much fits.
    if (this.#ends[lineup]! > 1.05 * blocks)
      throw new SumsFull(this.experiment, lineup, blocks * this.experiment.seats.length)
  }

  /** An estimate of the blocks of a line-up that will count, by the last interim analysis. */
  expected(lineup: number): number {
    const { standings = [] } = this.#stopping[lineup] ?? {}
    const needed = standings.length > 0 ? Math.max(...standings.map(one => one.needed)) : Infinity
    // At the last interim analysis it was not enough.
    const next = this.#stopping[lineup]?.next ?? 0
    return Math.min(this.#ends[lineup]!, Math.max(needed, next))
  }

  /** By variant, at the last interim analysis; empty before the first, and without a rule. */
  standings(lineup: number): readonly RuleStatus[] {
    return this.#stopping[lineup]?.standings ?? []
  }

  /** Blocks lost in any variant, ascending. */
  lost(lineup: number): readonly LostBlock[] {
    return this.cellsOf(lineup)
      .flatMap(({ lost }) => lost)
      .sort((a, b) => a.block - b.block || a.variant - b.variant)
  }

  /** A cell's lost blocks, if more than it may lose before its end or next interim analysis. */
  lostOften(variant: number, lineup: number): readonly LostBlock[] | null {
    const { lost } = this.#cellAt(variant, lineup)
    const blocks = Math.min(this.#ends[lineup]!, this.#stopping[lineup]?.next ?? Infinity)
    return lost.length > mostLost(blocks) ? lost : null
  }

  /** Gives a cell up. Returns false, changing nothing, if it was given up before. */
  giveUp(variant: number, lineup: number, reason: string): boolean {
    const cell = this.#cellAt(variant, lineup)
    if (cell.givenUp !== undefined) return false
    cell.givenUp = reason
    const stopping = this.#stopping[lineup]
    if (stopping) this.#analyse(lineup, stopping)
    return true
  }

  /** Ascending. */
  givenUp(lineup: number): readonly GivenUp[] {
    return this.cellsOf(lineup).flatMap(({ givenUp: reason }, variant) =>
      reason === undefined ? [] : [{ variant, reason }],
    )
  }

  /** In all variants. */
  isGivenUp(lineup: number): boolean {
    return this.cellsOf(lineup).every(({ givenUp }) => givenUp !== undefined)
  }

  /** Counted blocks whose spot checks are still to be made. */
  unchecked(lineup: number): readonly CountedDigest[] {
    const passed = this.#passed[lineup]!
    // Where the game hung once, it hangs again.
    const lost = new Set(this.lost(lineup).map(({ block }) => block))
    return this.#checks[lineup]!.filter(
      ({ block }) => !lost.has(block) && !passed.overlaps({ from: block, to: block + 1 }),
    )
  }

  /** A shard's blocks neither counted nor held, ascending. */
  missing(lineup: number, shard: Shard): Range[] {
    return this.#present[lineup]!.missing(shareOf(shard, this.#ends[lineup]!))
  }

  /** Where a chunk from block `from` must end for an interim analysis; infinite without a rule. */
  boundary(lineup: number, from: number): number {
    const { stop } = this.experiment.lineups[lineup]!
    return stop ? nextAnalysis(from, stop.from) : Infinity
  }

  /**
   * Counts a chunk, or holds it until the interim analysis before it. Returns false, changing nothing, if
   * some of its blocks are there; ignores blocks after the rule's end. Throws an Error if it doesn't fit the
   * experiment. `beforeAdding` is called after all checks, and may throw: so a journal written there never
   * holds a chunk that can't count. A chunk without blocks only says what is given up, or which checks have
   * passed.
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
    if (from === to && chunkSums.passed && lineup < experiment.lineups.length) {
      beforeAdding()
      for (const range of chunkSums.passed)
        for (const gap of this.#passed[lineup]!.missing(range)) this.#passed[lineup]!.add(gap)
      return true
    }
    const fits = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= blocks
    if (!fits || variants.length !== experiment.variants.length || to > this.boundary(lineup, from))
      throw new Error('does not fit this experiment')
    if (from >= this.#ends[lineup]!) return true
    const stopping = this.#stopping[lineup]
    const isEarly = stopping && from >= stopping.next
    const ranges = rangesIn(chunkSums)
    if (ranges.some(range => this.#present[lineup]!.overlaps(range))) return false
    if (isEarly) {
      beforeAdding()
      stopping.held.push(chunkSums)
    } else this.#count(chunkSums, beforeAdding)
    for (const range of ranges) this.#present[lineup]!.add(range)
    if (stopping && !isEarly) this.#analyse(lineup, stopping)
    return true
  }

  /** Does all interim analyses that are due: stops the line-up, or counts what was held. */
  #analyse(lineup: number, stopping: Stopping): void {
    const { experiment } = this
    const { blocks, stop } = experiment.lineups[lineup]!
    const counted = this.ranges[lineup]!
    while (
      !this.#failsIn(lineup) &&
      stopping.next <= blocks &&
      counted.missing({ from: 0, to: stopping.next }).length === 0
    ) {
      const { next } = stopping
      stopping.standings = this.cellsOf(lineup)
        .filter(({ givenUp }) => givenUp === undefined)
        .map(cell => ruleStatus(cell, cell.cell.lineup, stop!, experiment.margin))
      if (stopping.standings.every(({ met }) => met)) {
        this.#ends[lineup] = next
        stopping.held = []
        return
      }
      stopping.next = nextAnalysis(next, stop!.from)
      const due = stopping.held.filter(({ chunk }) => chunk.from < stopping.next)
      stopping.held = stopping.held.filter(({ chunk }) => chunk.from >= stopping.next)
      for (const sums of due) this.#count(sums)
    }
  }

  /** Whether to give up a cell first. */
  #failsIn(lineup: number): boolean {
    if (this.isGivenUp(lineup)) return true
    return this.cellsOf(lineup).some(({ givenUp }, v) => givenUp === undefined && this.lostOften(v, lineup))
  }

  #count(
    { chunk, ranges = [chunk], variants, lost = [], checks = [], worker, processor }: ChunkSums,
    beforeAdding: () => void = () => {},
  ): void {
    const { lineup, from, to } = chunk
    const blocks = countBlocks(ranges)
    // Only its number of blocks matters to what is counted.
    const played = { ...chunk, to: from + blocks }
    const lostIn = variants.map((_, v) => lost.filter(({ variant }) => variant === v))
    const sums = variants.map(({ tally, pairs, highlights, ...own }, v) => {
      const cell = this.#cellAt(v, lineup)
      const words = unpackSparse(tally, cell.layout.size)
      const { members, selves } = membersIn(cell, words, own)
      const counted = [words, ...selves].reduce((sum, one) => sum + wordAt(one, cell.layout.blocks), 0)
      if (counted !== blocksCounted(played, v, lost))
        throw new Error('states a number of blocks that differs from what it holds')
      const picked = unpack(highlights, cell.highlights.length)
      checkHighlights(picked, cell.game.info, from, to)
      return {
        highlights: picked,
        tally: words,
        players: [...members, ...selves],
        pairs: unpackSparse(pairs, cell.pairs.length),
      }
    })
    const fits = sums.every(({ tally, players, pairs }, v) => {
      const cell = this.#cellAt(v, lineup)
      const isExactly = playersOf(cell).every((into, m) => isExact(into, players[m]!))
      return isExactly && isExact(cell.tally, tally) && isExact(cell.pairs, pairs)
    })
    if (!fits)
      throw new SumsFull(this.experiment, lineup, this.ranges[lineup]!.count * this.experiment.seats.length)
    beforeAdding()
    for (const range of ranges) this.ranges[lineup]!.add(range)
    for (const check of checks) this.#checks[lineup]!.push({ ...check, worker })
    if (processor !== undefined) {
      this.#costs[lineup]!.milliseconds += processor
      this.#costs[lineup]!.blocks += blocks
    }
    for (const [v, { tally, players, pairs, highlights }] of sums.entries()) {
      const cell = this.#cellAt(v, lineup)
      mergeHighlights(cell.highlights, highlights, cell.layout.endings)
      addTimes(cell.tally, tally)
      for (const [m, into] of playersOf(cell).entries()) addTimes(into, players[m]!)
      addTimes(cell.pairs, pairs)
      if (variants[v]!.faults.length > 0) cell.faults = firstFaults([...cell.faults, ...variants[v]!.faults])
      if (lostIn[v]!.length > 0) cell.lost = [...cell.lost, ...lostIn[v]!].sort((a, b) => a.block - b.block)
      const unpaired = v === 0 ? 0 : unpairedIn(played, v, referenceOf(this.experiment, v), lost)
      if (unpaired > 0) cell.unpaired = (cell.unpaired ?? 0) + unpaired
    }
    for (const { variant, reason } of chunk.givenUp ?? []) {
      this.#cellAt(variant, lineup).givenUp ??= reason
      this.#unplayed += blocks * this.experiment.seats.length
    }
  }

  #cellAt(variant: number, lineup: number): Growing {
    return this.#cells[variant * this.experiment.lineups.length + lineup]!
  }

  /** By variant. */
  cellsOf(lineup: number): readonly Growing[] {
    return this.experiment.variants.map((_, v) => this.#cellAt(v, lineup))
  }

  /** The results so far; their buffers keep growing. */
  result(): RunResult {
    const { experiment } = this
    const [cells, handicaps, probes]: CellResult[][] = [[], [], []]
    for (const one of this.#cells) {
      one.look = this.#lookAt(one.cell.lineup, one.cell.index % experiment.lineups.length, one.givenUp)
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

  /** Its sums are judged as planned only if they are all that was asked for. */
  #lookAt({ stop }: Lineup, lineup: number, givenUp?: string): Look {
    if (stop) return stop.from === 0 ? SEQUENTIAL : BETWEEN
    const blocks = this.#ends[lineup]!
    const planned = PLANNED[this.#planned[lineup]!.indexOf(blocks)] ?? BETWEEN
    if (givenUp !== undefined) return BETWEEN
    return this.ranges[lineup]!.count < blocks ? { ...BETWEEN, next: planned } : planned
  }

  /** Whether all blocks of a shard are counted, given-up variants aside. */
  isOver(shard: Shard = WHOLE): boolean {
    return this.matches + this.#unplayed === this.total(shard)
  }

  /** The same, in all variants. */
  complete(shard: Shard = WHOLE): boolean {
    return this.isOver(shard) && this.#cells.every(({ givenUp }) => givenUp === undefined)
  }
}

/**
 * The members' sums. Throws an Error unless they are whole: a block counts once for each of the members that
 * it draws, so their blocks are between that of one and that of all of them.
 */
function membersIn(
  { layout, members, pairings: { draws }, selves }: CellResult,
  whole: Sparse,
  packed: Pick<VariantResult, 'members' | 'selves'>,
): { readonly members: readonly Sparse[]; readonly selves: readonly Sparse[] } {
  const [own, alone] = [packed.members ?? [], packed.selves ?? []]
  if (own.length !== members.length || alone.length !== selves.length)
    throw new Error('holds a different number of players than the run')
  const unpacked = (texts: readonly string[]) => texts.map(text => unpackSparse(text, layout.size))
  const found = { members: unpacked(own), selves: unpacked(alone) }
  if (own.length === 0) return found
  const sum = new Float64Array(layout.size)
  for (const tally of found.members) addTimes(sum, tally)
  // Two draws that differ are two members; of three or more, some may be the same.
  const [least, most] = [Math.min(2, draws), draws]
  const fits = (at: number): boolean =>
    sum[at]! >= least * wordAt(whole, at) && sum[at]! <= most * wordAt(whole, at)
  if (least === most) addTimes(sum, whole, -most)
  if (least === most ? sum.some(word => word !== 0) : !(fits(layout.blocks) && fits(layout.matches)))
    throw new Error("holds sums of players that don't add up to the whole")
  return found
}

/** The first faults by block. */
export function firstFaults(faults: Fault[]): Fault[] {
  return faults.sort((a, b) => a.block - b.block || a.rotation - b.rotation).slice(0, FAULTS_LISTED)
}

/** Metrics of a variant and its reference; none for the first variant. */
export function metricsOfVariant(experiment: Experiment, games: readonly Game[], variant: number): Metric[] {
  if (variant === 0) return []
  const game = games[variant]!
  const { without } = experiment.variants[variant]!
  if (without !== undefined) return metricsWithout(game, assetNamed(game.info, without))
  return metricsOf(games[referenceOf(experiment, variant)]!, game)
}
