/** Proven wins and losses go up the path of an iteration, and decide what is played. */
import { expect, it } from 'vitest'
import { mostVisited } from '../../agents/mcts/final.ts'
import { mcts } from '../../agents/mcts/index.ts'
import { Path } from '../../agents/mcts/path.ts'
import { LOST, prove, WON } from '../../agents/mcts/proofs.ts'
import { Tree } from '../../agents/mcts/tree.ts'
import { generator } from '../../engine/laws/walk.ts'
import { classicOf, played } from '../classics/load.ts'

/** A root of seat 0 with two actions, which lead to a node of seat 1 each, with two actions that end the match. */
function grown(): { tree: Tree; go(first: number, second: number, winner: number): void } {
  const tree = new Tree(1, 3, 6, 0)
  tree.clear(Int32Array.of(0))
  for (const view of [0, 1, 2]) {
    tree.find(Int32Array.of(view), Math.min(1, view))
    tree.add(Int32Array.of(5, 6), 2)
  }
  const path = new Path(2, 2)
  const go = (first: number, second: number, winner: number) => {
    path.clear()
    path.add(0, 0, tree.firstEdge[0]! + first, false)
    path.add(1, 1 + first, tree.firstEdge[1 + first]! + second, true)
    prove(tree, path, true, Float64Array.of(winner === 0 ? 60 : 0, winner === 1 ? 60 : 0))
    tree.visits[0]!++
    tree.edgeVisits[tree.firstEdge[0]! + first]!++
  }
  return { tree, go }
}

it('a reply that wins loses the action before it, and what is lost is not played, however often it was visited', () => {
  const { tree, go } = grown()
  go(1, 0, 1)
  go(1, 0, 1)
  expect([tree.nodeProof[2], tree.edgeProof[1], tree.nodeProof[0]]).toEqual([WON, LOST, 0])
  expect(mostVisited(tree, 0, generator('proofs', 0, 0))).toBe(5)
})

it('an action is won once all replies to it are lost, and so is its node', () => {
  const { tree, go } = grown()
  go(0, 0, 0)
  expect([tree.nodeProof[1], tree.edgeProof[0], tree.nodeProof[0]]).toEqual([0, 0, 0])
  go(0, 1, 0)
  expect([tree.nodeProof[1], tree.edgeProof[0], tree.nodeProof[0]]).toEqual([LOST, WON, WON])
})

it('a node is lost once all its actions are', () => {
  const { tree, go } = grown()
  go(0, 1, 1)
  expect(tree.nodeProof[0]).toBe(0)
  go(1, 1, 1)
  expect(tree.nodeProof[0]).toBe(LOST)
})

it('a search ends when its decision is won, and goes on where that is not asked for', () => {
  const game = classicOf('connect-four')
  // Red has three in the first column and moves next.
  const state = played(game, ['1', '2', '1', '2', '1', '3'])
  const legal = new Int32Array(game.info.legalMax)
  const count = game.legal(state, 0, legal)
  const drawn = [true, false].map(solver => {
    const rng = generator('won', 0, 0)
    const agent = mcts.make(game, mcts.options.parse({ iterations: 500, solver }))
    expect(agent.choose(state, 0, legal, count, rng)).toBe(0)
    return rng[3]! - generator('won', 0, 0)[3]!
  })
  expect(drawn[0]).toBeLessThan(drawn[1]! / 4)
})
