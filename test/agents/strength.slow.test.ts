/** The player that `mcts` is by default beats the one of evenhand 0.2, at equal iterations. */
import { expect, it } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { type CompiledGame, WIN_UNITS } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { gameOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'

/** evenhand 0.2, by options. */
const OLD = { value: 'clamped', exploration: 0.1, solver: false, bias: 0, reuse: false, depth: 3 }

/** Score of the new player over both seats. */
function score(game: CompiledGame, iterations: number, blocks: number): number {
  const players = [{}, OLD].map(options => ({
    agent: mcts.make(game, mcts.options.parse({ ...options, iterations })),
    foreign: false,
  }))
  const runner = new MatchRunner(game, players)
  let sum = 0
  for (let block = 0; block < blocks; block++)
    for (const seat of [0, 1]) {
      runner.play(rootOf('strength'), block, seat, false)
      sum += runner.finished.returns[seat]!
    }
  return sum / (2 * blocks * WIN_UNITS)
}

it.each([
  ['Elephant Men', gameOf('v0.2')],
  ['the golem edition', gameOf('golems-2026-04')],
  ['Frontline with a purse', frontlineOf('default', { 'gold.start': 150, 'gold.perTurn': 0 })],
])('mcts by default beats that of 0.2 in %s', (_, game) => {
  expect(score(game, 150, 16)).toBeGreaterThan(0.65)
})

it('mcts by default beats that of 0.2 in Bulwark', () => {
  // The two play closer there: 69.5 +- 6.1 % with 400 iterations.
  expect(score(bulwarkOf(), 150, 28)).toBeGreaterThan(0.58)
})
