/**
 * Spot checks: some blocks are played twice, because a tally can agree with itself and still be wrong. What finds a difference is a clock or a
 * memory in an agent, a game that changes its state where it must not, or a machine that miscounts.
 */
import { createHash } from 'node:crypto'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import type { Chunk, ChunkResult } from './chunk.ts'

/** One block in so many is checked. */
const EVERY = 1_000
/** Of a line-up with agents or a game by path also this one, or its last one: late enough for a memory to have something in it. */
const FOREIGN = 63

/** A chunk of one block, and a digest of all that was counted of it. */
export interface SpotCheck {
  readonly chunk: Chunk
  readonly digest: string
}

/** Whether a line-up is played with code by path. */
export function hasForeignCode({ lineups, source }: Experiment, lineup: number): boolean {
  return source !== undefined || lineups[lineup]!.participants.some(({ module }) => module !== undefined)
}

/** The first block of a chunk that is checked; infinite if none is. */
export function firstChecked(experiment: Experiment, { lineup, from, to }: Chunk): number {
  const foreign = Math.min(experiment.lineups[lineup]!.blocks - 1, FOREIGN)
  const regular = Math.ceil((from + 1) / EVERY) * EVERY - 1
  const first = hasForeignCode(experiment, lineup) && foreign >= from ? Math.min(foreign, regular) : regular
  return first < to ? first : Number.POSITIVE_INFINITY
}

/**
 * What to compare of a block that is checked; null where a clock or the game itself may have a part in it: after a fault, or if the block was
 * lost.
 */
export function spotCheckOf({ chunk, done, variants, lost }: ChunkResult): SpotCheck | null {
  if (done !== chunk.to || (lost?.length ?? 0) > 0 || variants.some(({ faults }) => faults.length > 0))
    return null
  const sums = variants.map(({ tally, members, pairs, highlights }) => [tally, members, pairs, highlights])
  return { chunk, digest: createHash('sha256').update(JSON.stringify(sums)).digest('base64') }
}

/** Why a line-up is given up whose block came out differently; `counted` says by whom it was counted, if not here. */
export function mismatchWords(experiment: Experiment, { lineup, from }: Chunk, isElsewhere: boolean): string {
  const { name, participants } = experiment.lineups[lineup]!
  const modules = participants.filter(({ module }) => module !== undefined)
  const agents = [...new Set(modules.map(({ label }) => label))]
  const block = `block ${from} of ${name} came out differently when it was played again`
  if (agents.length > 0)
    return (
      `${agents.length === 1 ? 'agent' : 'agents'} ${agents.join(', ')}: ${block}, expected choices that depend on nothing but the ` +
      'view, the legal moves and the generator: no clock, and no memory of other matches'
    )
  if (experiment.source)
    return (
      `game module ${gameNameOf(experiment)}: ${block}, expected functions that depend on nothing but their arguments, and that ` +
      'change no state but in apply: evenhand check-game finds which'
    )
  if (isElsewhere) return `${block} on this machine, expected workers that count as it does`
  return `${block}, expected the same: check the memory of this machine, and play the run on another one`
}
