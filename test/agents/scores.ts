/** How well an agent plays the lean rules of Frontline. */
import { findAgent, makeAgent } from '../../agents/index.ts'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { gameOf } from '../frontline/load.ts'

/** Scores of the first agent as A and as B, over this many matches in each seat. */
export async function scores(
  agents: readonly [string, string],
  options: object,
  matches: number,
): Promise<number[]> {
  const game = gameOf('lean')
  const made = []
  for (const [i, name] of agents.entries()) {
    const kind = await findAgent(name)
    made.push({ agent: makeAgent(kind, game, kind.options.parse(i === 0 ? options : {})), foreign: false })
  }
  const runner = new MatchRunner(game, made)
  const returns = [0, 0]
  for (let block = 0; block < matches; block++)
    for (const seat of [0, 1]) {
      runner.play(rootOf('lean'), block, seat, false)
      returns[seat]! += runner.finished.returns[seat]!
    }
  return returns.map(sum => sum / (matches * WIN_UNITS))
}
