/** Proven bounds go up the path of an iteration, close what cannot be better, and decide what is played. */
import { describe, expect, it } from 'vitest'
import { mostVisited } from '../../agents/mcts/final.ts'
import { mcts } from '../../agents/mcts/index.ts'
import { options, resolveOptions } from '../../agents/mcts/options.ts'
import { Path } from '../../agents/mcts/path.ts'
import { canBeBounded, LOST, ProofBounds } from '../../agents/mcts/proofs.ts'
import { Tree } from '../../agents/mcts/tree.ts'
import type { CompiledGame, State } from '../../engine/contract/index.ts'
import { generator, legalOf } from '../../engine/laws/walk.ts'
import { classicOf, played, startOf, successors } from '../classics/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'

const { info } = classicOf('tic-tac-toe')
const [LOSS, DRAW, WIN] = [-30, 0, 30]

/** A root of seat 0 with two actions, which lead to a node of seat 1 each, with two actions that end the match. */
class Grown {
  readonly tree = new Tree(1, 3, 6, 0)
  readonly bounds = new ProofBounds(this.tree, info)

  constructor() {
    this.tree.clear(Int32Array.of(0))
    for (const view of [0, 1, 2]) {
      this.tree.find(Int32Array.of(view), Math.min(1, view))
      this.tree.add(Int32Array.of(5, 6), 2)
    }
  }

  /** An iteration to an end at which seat 0 has a score. */
  go(first: number, second: number, score: number): void {
    const path = new Path(2, 2)
    path.clear()
    path.add(0, 0, first, false)
    path.add(1, 1 + first, 2 + 2 * first + second, true)
    this.bounds.prove(path, true, Float64Array.of(30 + score, 30 - score), -1, -1)
    this.tree.mark(0, first)
    this.tree.visit(0, first, 30 + score)
  }

  of(node: number): number[] {
    return [this.bounds.low(node), this.bounds.high(node)]
  }
}

describe('proven bounds', () => {
  it('go up the path: what a seat has for sure, and what it cannot exceed', () => {
    const grown = new Grown()
    grown.go(0, 0, DRAW)
    expect([grown.of(1), grown.of(0)]).toEqual([
      [DRAW, WIN],
      [LOSS, WIN],
    ])
    grown.go(0, 1, WIN)
    expect([grown.of(1), grown.of(0)]).toEqual([
      [DRAW, DRAW],
      [DRAW, WIN],
    ])
    grown.go(1, 0, LOSS)
    expect([grown.of(2), grown.of(0)]).toEqual([
      [WIN, WIN],
      [DRAW, DRAW],
    ])
    expect([0, 1, 2].map(node => grown.bounds.isSettled(node))).toEqual([true, true, true])
  })

  it('close the edges that cannot be better than what is sure', () => {
    const grown = new Grown()
    grown.go(0, 0, DRAW)
    expect([...grown.tree.edgeProof.subarray(2, 4)]).toEqual([LOST, 0])
    grown.go(1, 0, DRAW)
    expect([...grown.tree.edgeProof.subarray(0, 2)]).toEqual([0, 0])
    grown.go(0, 1, WIN)
    // The first action draws for sure, the second at best.
    expect([...grown.tree.edgeProof.subarray(0, 2)]).toEqual([LOST, LOST])
    expect(grown.of(0)).toEqual([DRAW, DRAW])
  })

  it('play what is sure rather than what was visited more often, unless that promises more than half of what is left', () => {
    const choice = (score: number) => {
      const grown = new Grown()
      grown.go(0, 0, DRAW)
      grown.go(0, 1, DRAW)
      grown.tree.mark(0, 1)
      for (let n = 0; n < 9; n++) grown.tree.visit(0, 1, 30 + score)
      grown.bounds.decide(0)
      return mostVisited(grown.tree, 0, generator('bounds', 0, 0))
    }
    expect(choice(14)).toBe(5)
    expect(choice(16)).toBe(6)
  })

  it("of a node are its edges' own again once a search starts there", () => {
    const grown = new Grown()
    grown.go(0, 0, DRAW)
    grown.bounds.narrow(1, WIN, WIN)
    expect([grown.of(1), ...grown.tree.edgeProof.subarray(2, 4)]).toEqual([[WIN, WIN], LOST, LOST])
    grown.bounds.reopen(1)
    expect([grown.of(1), ...grown.tree.edgeProof.subarray(2, 4)]).toEqual([[DRAW, WIN], LOST, 0])
  })
})

/** What a search plays, and how many numbers it drew for that. */
function searched(game: CompiledGame, state: State, chosen: object): { action: number; drawn: number } {
  const seat = game.toMove(state) - 1
  const rng = generator('bounds', 0, seat)
  const before = rng[3]!
  const agent = mcts.make(game, options.parse(chosen))
  const legal = legalOf(game, state, seat)
  return { action: agent.choose(state, seat, legal, legal.length, rng), drawn: rng[3]! - before }
}

describe('a search ends once it is proven', () => {
  const drawn = (game: CompiledGame, state: State, solver: string) =>
    [2000, 3000].map(iterations => searched(game, state, { iterations, solver }).drawn)

  it('that nobody wins, too', () => {
    const game = classicOf('tic-tac-toe')
    // A corner, then the centre.
    const state = successors(game, successors(game, startOf(game))[0]!)[3]!
    const [shorter, longer] = drawn(game, state, 'bounds')
    expect(shorter).toBe(longer)
    const [before, after] = drawn(game, state, 'wins')
    expect(before).toBeLessThan(after!)
  })

  it('by how much a game with a payoff is won', () => {
    const game = classicOf('kalah', { houses: 2, seeds: 2 })
    expect(canBeBounded(game.info)).toBe(true)
    const [shorter, longer] = drawn(game, startOf(game), 'bounds')
    expect(shorter).toBe(longer)
  })
})

it('a search of thousands of iterations proves what playouts do not tell', () => {
  const game = classicOf('connect-four', { columns: 5, rows: 4 })
  // The second column alone draws; most playouts are won in the third.
  const state = played(game, ['3', '2'])
  expect(searched(game, state, { iterations: 8000 }).action).toBe(1)
  expect(searched(game, state, { iterations: 8000, solver: 'wins' }).action).toBe(2)
})

describe('proven bounds by default', () => {
  const solverOf = (game: CompiledGame, chosen: object = {}) =>
    resolveOptions(options.parse(chosen), game.info).solver

  it('bounds are kept where playouts come to ends, wins and losses proven where they are cut off', () => {
    expect(solverOf(classicOf('connect-four'))).toBe('bounds')
    expect(solverOf(frontlineOf('default'))).toBe('wins')
    expect(solverOf(classicOf('goofspiel'))).toBe('none')
    expect(solverOf(classicOf('pig'))).toBe('none')
  })

  it('options say otherwise: true is what it was up to 0.3.0', () => {
    const game = classicOf('connect-four')
    const chosen = [true, 'wins', false, 'bounds'].map(solver => solverOf(game, { solver }))
    expect(chosen).toEqual(['wins', 'wins', 'none', 'bounds'])
    expect(solverOf(frontlineOf('default'), { solver: 'bounds' })).toBe('bounds')
  })
})
