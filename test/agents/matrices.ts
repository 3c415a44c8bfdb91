/** How searches play matrix games. */
import { mcts } from '../../agents/mcts/index.ts'
import { newEvents, newState, settle } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { classicOf } from '../classics/load.ts'

/** Biased rock-paper-scissors: its equilibrium is (1, 10, 5)/16 for both. */
export const BIASED = [
  [0, -25, 50],
  [25, 0, -5],
  [-50, 5, 0],
]

/** What one search of each seat would play, by seat. */
export function policiesOf(payoffs: number[][], options: object, block: number): number[][] {
  const names = payoffs.map((_, i) => `choice-${i}`)
  const game = classicOf('matrix-game', { row: names, column: names, payoffs })
  const agent = mcts.make(game, mcts.options.parse(options))
  const events = newEvents(game.info)
  const [state, view] = [newState(game.info), newState(game.info)]
  game.start(state, events)
  settle(game, state, events)
  return [0, 1].map(seat => {
    const legal = new Int32Array(game.info.legalMax)
    const count = game.legal(state, seat, legal)
    game.observe(state, seat, view)
    const shares = new Float64Array(count)
    agent.policy!(view, seat, legal, count, generator('matrix', block, seat), shares)
    return [...shares]
  })
}

/** NashConv / 2, with payoffs divided by the highest. */
export function exploitability(payoffs: number[][], [row, column]: number[][]): number {
  const best = Math.max(...payoffs.map(line => line.reduce((sum, won, j) => sum + won * column![j]!, 0)))
  const worst = Math.min(
    ...payoffs[0]!.map((_, j) => payoffs.reduce((sum, line, i) => sum + line[j]! * row![i]!, 0)),
  )
  return (best - worst) / 2 / Math.max(...payoffs.flat())
}
