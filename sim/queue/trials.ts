/**
 * Trials of workers. A worker's first answer is played again on this machine, and none of its answers counts
 * before: a machine that computes wrong, or plays another seed, answers in a way that agrees with itself.
 */
import type { Chunk, ChunkResult } from '../chunks/chunk.ts'
import { type ChunkPool, LineupError } from '../chunks/pool.ts'
import { differenceWords, isForeign } from '../chunks/spot-checks.ts'
import type { Experiment } from '../experiment/index.ts'
import type { Detail } from '../records/facts.ts'
import { isSamePacked } from '../tally/packing.ts'

/** Open: the answer can't be compared, so the worker's next one is tried. */
type Verdict = 'right' | 'wrong' | 'open'

export class Trials {
  readonly #experiment: Experiment
  readonly #openPool: () => Promise<ChunkPool>
  #pool: Promise<ChunkPool> | null = null
  /** By worker. */
  readonly #verdicts = new Map<string, Promise<Verdict>>()
  /** One trial at a time: this machine may have a single thread for them. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(experiment: Experiment, openPool: () => Promise<ChunkPool>) {
    this.#experiment = experiment
    this.#openPool = openPool
  }

  /**
   * The verdict on the worker of an answer. Rejects with a LineupError if it is code by path that plays the
   * chunk differently each time, or if the chunk can't be played here.
   */
  async judge(worker: string, result: ChunkResult, detail: Detail): Promise<Verdict> {
    for (let known = this.#verdicts.get(worker); known; known = this.#verdicts.get(worker)) {
      const verdict = await known.catch(() => 'open' as const)
      if (verdict !== 'open') return verdict
    }
    const trial = this.#last.then(() => this.#try(result, detail))
    const forget = () => this.#verdicts.delete(worker)
    const verdict = trial.then(
      one => {
        if (one === 'open') forget()
        return one
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    this.#verdicts.set(worker, verdict)
    this.#last = verdict.catch(() => {})
    return await verdict
  }

  async #try(result: ChunkResult, detail: Detail): Promise<Verdict> {
    if (!isComparable(result)) return 'open'
    this.#pool ??= this.#openPool()
    const pool = await this.#pool
    const chunk = { ...result.chunk, to: result.done }
    const own = await pool.run(chunk, detail)
    if (!isComparable(own) || own.done < result.done) return 'open'
    if (isSame(result, own)) return 'right'
    if (!isForeign(this.#experiment, chunk.lineup)) return 'wrong'
    // An honest worker must not pay for an agent with a clock.
    const again = await pool.run(chunk, detail)
    if (!isComparable(again) || again.done < result.done) return 'open'
    if (isSame(own, again)) return 'wrong'
    throw new LineupError(this.#words(chunk))
  }

  #words({ lineup, from, to }: Chunk): string {
    const { name } = this.#experiment.lineups[lineup]!
    const blocks = to - from === 1 ? `block ${from} of ${name}` : `blocks ${from} to ${to - 1} of ${name}`
    return differenceWords(this.#experiment, lineup, `${blocks} gave a different result each time`)
  }

  /** Ends the trials in progress, which reject. */
  async abandon(): Promise<void> {
    const pool = await this.#pool
    pool?.abandon()
  }

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => null)
    await this.#last
    await pool?.close()
  }
}

/** Forfeits and lost blocks may be the clock's. */
function isComparable({ variants, lost }: ChunkResult): boolean {
  return lost === undefined && variants.every(({ faults }) => faults.length === 0)
}

/** Whether two results agree in everything that is counted. */
function isSame(a: ChunkResult, b: ChunkResult): boolean {
  const areSame = a.variants.every((one, v) => {
    const other = b.variants[v]!
    return (['tally', 'pairs', 'highlights'] as const).every(key => isSamePacked(one[key], other[key]))
  })
  const areFactsSame = (a.facts ?? []).every((facts, v) => facts.every((word, i) => word === b.facts![v]![i]))
  return areSame && areFactsSame && JSON.stringify(a.checks) === JSON.stringify(b.checks)
}
