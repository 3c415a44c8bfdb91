/**
 * Spot checks: a block of every line-up with code by path is played again, because a tally can agree with
 * itself and still be wrong. A difference shows a clock or a memory in an agent, or a game that changes its
 * state where it must not.
 */
import { createHash } from 'node:crypto'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import type { Chunk, ChunkResult } from './chunk.ts'

/** The block that is checked, or the last one: late enough for a memory to have something in it. */
const CHECKED = 63

/** A chunk of one block, and a digest of all that was counted of it. */
export interface SpotCheck {
  readonly chunk: Chunk
  readonly digest: string
}

/** The block of a line-up that is checked; infinite for shipped games between shipped agents. */
export function checkedBlock({ lineups, source }: Experiment, lineup: number): number {
  const { blocks, participants } = lineups[lineup]!
  const isForeign = source !== undefined || participants.some(({ module }) => module !== undefined)
  return isForeign ? Math.min(blocks - 1, CHECKED) : Number.POSITIVE_INFINITY
}

/** What to compare of a chunk; null after a fault or a lost block, in which a clock may have had a part. */
export function spotCheckOf({ chunk, done, variants, lost }: ChunkResult): SpotCheck | null {
  if (done !== chunk.to || (lost?.length ?? 0) > 0 || variants.some(({ faults }) => faults.length > 0))
    return null
  const sums = variants.map(({ tally, members, pairs, highlights }) => [tally, members, pairs, highlights])
  return { chunk, digest: createHash('sha256').update(JSON.stringify(sums)).digest('base64') }
}

/** Why a line-up is given up whose block came out differently. */
export function mismatchWords(experiment: Experiment, { lineup, from }: Chunk): string {
  const { name, participants } = experiment.lineups[lineup]!
  const modules = participants.filter(({ module }) => module !== undefined)
  const agents = [...new Set(modules.map(({ label }) => label))]
  const block = `block ${from} of ${name} came out differently when it was played again`
  if (agents.length > 0)
    return (
      `${agents.length === 1 ? 'agent' : 'agents'} ${agents.join(', ')}: ${block}, expected choices that depend on nothing but the ` +
      'view, the legal moves and the generator: no clock, and no memory of other matches'
    )
  return (
    `game module ${gameNameOf(experiment)}: ${block}, expected functions that depend on nothing but their arguments, and that ` +
    'change no state but in apply: evenhand check-game finds which'
  )
}
