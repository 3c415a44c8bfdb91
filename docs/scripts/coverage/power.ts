/** The chances that plans give for supposed truths, compared with runs for which these hold. */
import { WIN_UNITS } from '../../../engine/contract/index.ts'
import { comparisonsOf, SIGNIFICANT } from '../../../reports/findings/changes/comparisons.ts'
import { planOf, SUPPOSED, type Supposed } from '../../../reports/findings/plan.ts'
import { kindOf, seatVerdicts } from '../../../reports/findings/verdicts/verdicts.ts'
import type { RunResult } from '../../../sim/chunks/results.ts'
import { Pilot } from '../../../sim/chunks/simulated-run.ts'
import { metricsOf } from '../../../sim/figures/registry.ts'
import { PLANNED } from '../../../sim/stats/looks.ts'
import { DEFAULT_MARGIN } from '../../../sim/stats/verdict.ts'
import { addTimes, pack, type Sparse, sparse } from '../../../sim/tally/packing.ts'
import { layoutPairs, PAIR_SIZE } from '../../../sim/tally/pairs.ts'
import { cellOf, type PaperMatch, resultOf, TIE, TWO } from '../../../test/reports/fixture.ts'
import { drawBlocks, generator, type Model, pairModel } from '../../../test/stats/blocks.ts'

const [won, lost] = [
  [60, 0],
  [0, 60],
].map((returns): PaperMatch => ({ returns, steps: 2 })) as [PaperMatch, PaperMatch]
const drawn: PaperMatch = { returns: [30, 30], steps: 2, ending: TIE }

/** Blocks by their sum, in halves of a match. */
export const BLOCKS: readonly (readonly PaperMatch[])[] = [
  [lost, lost],
  [lost, drawn],
  [won, lost],
  [won, drawn],
  [won, won],
]
/** A block's matches under the rules of the reference, and under those of the variant. */
interface Outcome {
  readonly blocks: readonly (readonly PaperMatch[])[]
  readonly chance: number
}

/** A game, or a change of its rules, whose truth is known. */
export interface Truth {
  readonly name: string
  readonly question: 'fair' | 'score'
  readonly seats: readonly string[]
  readonly outcomes: readonly Outcome[]
}

/** A game of two seats whose first is so far off its half. */
export function seatTruth(name: string, model: Model): Truth {
  const outcomes = model.chances.map((chance, sum) => ({ blocks: [BLOCKS[sum]!], chance }))
  return { name, question: 'fair', seats: TWO, outcomes }
}

/**
 * A game of several seats without draws. The first seat wins more often than its share, the others less,
 * evenly. In a share `link` of the blocks the seed decides for an agent, who wins in each of its seats once.
 */
export function tableTruth(name: string, count: number, effect: number, link: number): Truth {
  const seats = Array.from({ length: count }, (_, seat) => `seat ${seat + 1}`)
  const lead = effect / (1 - link)
  const odds = seats.map((_, seat) => 1 / count + (seat === 0 ? lead : -lead / (count - 1)))
  const wins = seats.map(
    (_, winner): PaperMatch => ({
      ...{ returns: seats.map((_, seat) => (seat === winner ? WIN_UNITS : 0)), steps: 2 },
    }),
  )
  const outcomes = [...blockCounts(count, count)].map(counts => {
    const blocks = [counts.flatMap((times, seat) => Array.from({ length: times }, () => wins[seat]!))]
    const free = counts.reduce(
      (product, times, seat) => product * (odds[seat]! ** times / factorial(times)),
      1,
    )
    const linked = counts.every(times => times === 1) ? link : 0
    return { blocks, chance: (1 - link) * factorial(count) * free + linked }
  })
  return { name, question: 'fair', seats, outcomes }
}

/** Every way to share out this many matches among this many winners. */
function* blockCounts(matches: number, winners: number): Generator<number[]> {
  if (winners === 1) yield [matches]
  else
    for (let first = 0; first <= matches; first++)
      for (const rest of blockCounts(matches - first, winners - 1)) yield [first, ...rest]
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}

/**
 * A change that moves the score of the first seat from one half, and leaves a share `same` of the blocks
 * unchanged. A share `draws` of the matches are drawn.
 */
export function changeTruth(name: string, effect: number, draws: number, same: number): Truth {
  const before = pairModel(0.5, draws, 0)
  const after = pairModel(0.5 + effect / (1 - same) / (1 - draws), draws, 0)
  const outcomes = before.chances.flatMap((first, i) =>
    after.chances.map((second, j) => ({
      blocks: [BLOCKS[i]!, BLOCKS[j]!],
      chance: first * ((i === j ? same : 0) + (1 - same) * second),
    })),
  )
  return { name, question: 'score', seats: TWO, outcomes }
}

const scored = (block: readonly PaperMatch[]): number =>
  block.reduce((sum, { returns }) => sum + returns[0]!, 0)

const drawnOf = (block: readonly PaperMatch[]): number => block.filter(({ ending }) => ending === TIE).length

/** What is added to each cell's tally and differences by a block that comes out so. */
interface Unit {
  readonly tally: Sparse
  readonly pairs: Sparse
}

/** A table of runs of a truth, as reports and plans take them. */
export class Runs {
  readonly #truth: Truth
  readonly #empty: RunResult
  /** [outcome][variant]. */
  readonly #units: readonly (readonly Unit[])[]
  readonly #model: Model

  constructor(truth: Truth) {
    this.#truth = truth
    const { seats } = truth
    const variants = truth.outcomes[0]!.blocks.length
    const agents = seats.map(() => 'ann')
    const plain = Array.from({ length: variants }, (_, v) => ({
      ...cellOf(seats, agents, [], { variant: `v${v}` }),
      look: PLANNED[0]!,
    }))
    const { lineup } = plain[0]!.cell
    const { game } = plain[0]!
    const cells = plain.map((one, index) => {
      const metrics = index === 0 ? [] : metricsOf(game, game)
      const pairs = new Float64Array(layoutPairs(metrics).size)
      return { ...one, cell: { ...one.cell, index, lineup }, metrics, pairs }
    })
    this.#empty = resultOf(cells)
    this.#model = { name: truth.name, chances: truth.outcomes.map(({ chance }) => chance), mean: Number.NaN }
    this.#units = truth.outcomes.map(({ blocks }) =>
      blocks.map((block, v) => {
        const differences: Record<string, number> = {
          score: scored(block) - scored(blocks[0]!),
          draws: drawnOf(block) - drawnOf(blocks[0]!),
          'draws-before-limit': drawnOf(block) - drawnOf(blocks[0]!),
        }
        const pairs = new Float64Array(cells[v]!.pairs.length)
        for (const [i, { kind, per }] of cells[v]!.metrics.entries()) {
          const difference = differences[kind] ?? 0
          if (per === undefined)
            pairs.set([difference, difference * difference, Number(difference !== 0)], PAIR_SIZE * i)
        }
        return {
          tally: sparse(cellOf(seats, agents, [block]).tally),
          pairs: sparse(pairs),
        }
      }),
    )
  }

  /** A run of this many blocks, by how many come out in which way. */
  #run(counts: readonly number[]): RunResult {
    const cells = this.#empty.cells.map((one, v) => {
      const [tally, pairs] = [one.tally.slice(), one.pairs.slice()]
      for (const [outcome, times] of counts.entries()) {
        addTimes(tally, this.#units[outcome]![v]!.tally, times)
        addTimes(pairs, this.#units[outcome]![v]!.pairs, times)
      }
      return { ...one, tally, pairs }
    })
    return { ...this.#empty, cells }
  }

  /** Whether a run of this many blocks shows the seats, or the change, to be off. */
  isShown(blocks: number, random: () => number): boolean {
    const result = this.#run(drawBlocks(this.#model, blocks, random))
    if (this.#truth.question === 'fair')
      return kindOf(seatVerdicts(result.cells[0]!, DEFAULT_MARGIN)) === 'favours'
    return comparisonsOf(result).some(
      ({ metric, anytimeAdjusted }) => metric.kind === 'score' && anytimeAdjusted < SIGNIFICANT,
    )
  }

  /** What `evenhand plan` tells of a run of this many blocks from a pilot; null if the pilot shows no spread. */
  told(pilot: number, blocks: number, random: () => number): readonly Supposed[] | null {
    const counts = drawBlocks(this.#model, pilot, random)
    const begun = new Pilot(this.#run(counts))
    const units = counts.flatMap((count, outcome) =>
      Array.from({ length: count }, () => this.#units[outcome]!),
    )
    for (const [from, unit] of units.entries()) {
      const variants = unit.map(({ tally, pairs }, v) => {
        const { layout, highlights } = this.#empty.cells[v]!
        return {
          tally: pack(dense(tally, layout.size)),
          pairs: pack(dense(pairs, pairs.size)),
          highlights: pack(highlights),
          faults: [],
        }
      })
      begun.take({ chunk: { lineup: 0, from, to: from + 1 }, variants })
    }
    const { experiment } = this.#empty
    const lineups = experiment.lineups.map(lineup => ({ ...lineup, blocks }))
    const asked = planOf(begun, { ...experiment, lineups }, { runs: 1 })
    const { ifTrue } = asked.findLast(({ kind }) => kind === this.#truth.question)!
    return ifTrue ?? null
  }
}

function dense(words: Sparse, size: number): Float64Array {
  const all = new Float64Array(size)
  addTimes(all, words)
  return all
}

/** The truths of the table, of which each of SUPPOSED is one. */
export const GAMES: readonly {
  readonly name: string
  readonly seed: number
  readonly of: (effect: number) => Truth
}[] = [
  { name: 'seats, no draws', seed: 5010, of: effect => seatTruth('', pairModel(0.5 + effect, 0, 0)) },
  {
    name: 'seats, half of the seeds decide for an agent',
    seed: 5210,
    of: effect => seatTruth('', pairModel(0.5 + effect, 0, -0.5)),
  },
  {
    name: 'a change, half of the blocks as before',
    seed: 5410,
    of: effect => changeTruth('', effect, 0.3, 0.5),
  },
  { name: 'four seats', seed: 5810, of: effect => tableTruth('', 4, effect, 0) },
]

/** What runs of one truth showed, beside what pilots of that truth told of it. */
export interface Held {
  readonly effect: number
  readonly shown: number
  readonly told: readonly number[]
  /** Pilots without a spread, which tell nothing. */
  readonly silent: number
}

/** Holds what pilots tell of each supposition to runs of which it is the truth. */
export function heldChances(
  of: (effect: number) => Truth,
  {
    pilot,
    blocks,
    pilots,
    runs,
    seed,
  }: { pilot: number; blocks: number; pilots: number; runs: number; seed: number },
): readonly Held[] {
  return SUPPOSED.map((effect, i) => {
    const random = generator(seed + i)
    const truth = new Runs(of(effect))
    let shown = 0
    for (let run = 0; run < runs; run++) shown += Number(truth.isShown(blocks, random))
    const all = Array.from({ length: pilots }, () => truth.told(pilot, blocks, random))
    const told = all.flatMap(one => one?.filter(its => its.effect === effect).map(its => its.shown) ?? [])
    return { effect, shown: shown / runs, told, silent: pilots - told.length }
  })
}
