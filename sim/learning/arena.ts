/** Matches of learning: between agents that are at hand, block by block, in every rotation. */
import type { Agent } from '../../agents/index.ts'
import { type CompiledGame, WIN_UNITS } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { MatchRunner } from '../match/runner.ts'
import { type Interval, scoreInterval } from '../stats/interval.ts'

/** What is asked between matches: it may wait, and throws to end the learning. */
export type Between = () => Promise<void>

/**
 * Plays `blocks` blocks of a seed, `agents[participant]` one a seat; `after` gets the returns of every match, by seat. Returns the score of the first
 * participant. Throws an Error if an agent forfeits, which none of these may.
 */
export async function playBlocks(
  game: CompiledGame,
  agents: readonly Agent[],
  blocks: number,
  seed: string,
  between: Between,
  after: (returns: Int32Array) => void = () => {},
): Promise<Interval> {
  const seats = game.info.seats.length
  const runner = new MatchRunner(
    game,
    agents.map(agent => ({ agent, foreign: false })),
  )
  const root = rootOf(seed)
  const sums = new Int32Array(seats * WIN_UNITS + 1)
  for (let block = 0; block < blocks; block++) {
    let sum = 0
    for (let rotation = 0; rotation < seats; rotation++) {
      await between()
      runner.play(root, block, rotation, false)
      if (runner.fault !== null) throw new Error(`learning: an agent ${runner.fault.reason}`)
      const { returns } = runner.finished
      // Participant p sits in the seat that p is the rotation away from.
      sum += returns[(seats - rotation) % seats]!
      after(returns)
    }
    sums[sum]!++
  }
  return scoreInterval(sums, seats * WIN_UNITS)
}
