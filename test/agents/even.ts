/** What the first seat scores when an agent plays both: one half, where seats that decide at the same time cannot tell what the other has sealed. */
import { mcts } from '../../agents/mcts/index.ts'
import { type CompiledGame, WIN_UNITS } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { MatchRunner } from '../../sim/match/runner.ts'

/** The first seat's share of a win when `mcts` plays itself in this many matches. */
export function firstSeatScore(game: CompiledGame, options: object, matches: number): number {
  const player = () => ({ agent: mcts.make(game, mcts.options.parse(options)), foreign: false })
  const runner = new MatchRunner(game, [player(), player()])
  let sum = 0
  for (let block = 0; block < matches; block++) {
    runner.play(rootOf('even'), block, 0, false)
    sum += runner.finished.returns[0]!
  }
  return sum / (matches * WIN_UNITS)
}
