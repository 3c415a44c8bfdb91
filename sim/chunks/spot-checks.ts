/**
 * Spot checks: some blocks are played again after the run, because a tally can agree with itself and still be
 * wrong. A difference shows a clock or a memory in an agent, a game that changes its state where it must not,
 * or a machine that computes wrong.
 */
import { oneLine } from '../../documents/index.ts'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import { nextAnalysis } from '../stopping.ts'
import type { BlockDigest } from './chunk.ts'
import type { CountedDigest } from './results.ts'

/** One block in this many is checked. */
const DISTANCE = 1000
/** The same where agents or the game come by path; these blocks are played twice: 0.8 % of a run. */
const FOREIGN_DISTANCE = 250
/** The first of them where code comes by path: late enough for a memory to have something in it. */
const FIRST = 63
/** Blocks of a task: few, so that the last ones keep all threads busy. */
const BATCH = 10

/** In place of a digest: the game threw, which it didn't the first time. */
export const THREW = 'threw'

/** Tells a line-up's blocks that are checked. Of code by path, at least one is. */
export function checkOf(experiment: Experiment, lineup: number): (block: number) => boolean {
  const { blocks, stop } = experiment.lineups[lineup]!
  if (!isForeign(experiment, lineup)) return block => block % DISTANCE === DISTANCE / 2
  const first = Math.min(FIRST, (stop ? Math.min(blocks, nextAnalysis(0, stop.from)) : blocks) - 1)
  return block => block === first || block % FOREIGN_DISTANCE === FIRST
}

/** Whether a line-up plays code by path. */
export function isForeign({ lineups, source }: Experiment, lineup: number): boolean {
  return source !== undefined || lineups[lineup]!.participants.some(({ module }) => module !== undefined)
}

/** Blocks to play again in one go, on one thread. */
export interface Batch {
  readonly lineup: number
  readonly blocks: readonly number[]
  /** How they came out. */
  readonly checks: readonly CountedDigest[]
}

/**
 * A line-up's checks in batches. Code by path may be as new on a thread as when the block was counted, so it
 * plays them twice: a memory shows the second time.
 */
export function batchesOf(experiment: Experiment, lineup: number, all: readonly CountedDigest[]): Batch[] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) => {
    const checks = all.slice(i * BATCH, (i + 1) * BATCH)
    const once = checks.map(({ block }) => block)
    return { lineup, blocks: isForeign(experiment, lineup) ? [...once, ...once] : once, checks }
  })
}

/** The first block that came out differently, or null. Forfeits don't count: a clock may have had a part. */
export function findMismatch(
  before: readonly CountedDigest[],
  after: readonly BlockDigest[],
): CountedDigest | null {
  const known = new Map(before.map(one => [one.block, one]))
  for (const { block, digests } of after) {
    const was = known.get(block)
    if (was && digests.some((digest, v) => was.digests[v] && digest !== '' && digest !== was.digests[v]))
      return was
  }
  return null
}

/** Why a line-up is given up whose block came out differently. */
export function mismatchWords(
  experiment: Experiment,
  lineup: number,
  { block, worker }: CountedDigest,
): string {
  const by = worker === undefined ? '' : `, which worker ${oneLine(worker)} played,`
  const place = `block ${block} of ${experiment.lineups[lineup]!.name}${by}`
  return differenceWords(experiment, lineup, `${place} gave a different result when evenhand replayed it`)
}

/** A worker of a queue counted wrong, and was believed until now. */
export class WrongWorker extends Error {
  readonly worker: string

  constructor(message: string, worker: string) {
    super(message)
    this.name = 'WrongWorker'
    this.worker = worker
  }
}

/** Why a worker of a queue can't be believed, in shipped code that can't be to blame. */
export function wrongWorker(
  experiment: Experiment,
  lineup: number,
  block: number,
  worker: string,
): WrongWorker {
  const { name } = experiment.lineups[lineup]!
  const words = `worker ${oneLine(worker)}: this machine gets a different result for block ${block} of ${name}, expected the same`
  return new WrongWorker(words, worker)
}

/** Why a line-up can't be believed: `what` says what differed when it was played again. */
export function differenceWords(experiment: Experiment, lineup: number, what: string): string {
  const modules = experiment.lineups[lineup]!.participants.filter(({ module }) => module !== undefined)
  const agents = [...new Set(modules.map(({ label }) => label))]
  if (agents.length > 0)
    return (
      `${agents.length === 1 ? 'agent' : 'agents'} ${agents.join(', ')}: ${what}, expected choices that depend only on the ` +
      'view, the legal moves and the random generator, not on a clock or on other matches'
    )
  if (experiment.source)
    return (
      `game module ${gameNameOf(experiment)}: ${what}, expected functions that depend only on their arguments, and that ` +
      'change the state only in apply: evenhand check-game finds them'
    )
  return `${what}, expected the same result: this machine miscalculates, or something changed the results; check its memory, and play with --fresh`
}
