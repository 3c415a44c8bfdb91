/** What games tell searches: the bias of hardly tried actions, and whether a tree is kept for the next decision. */
import { describe, expect, it } from 'vitest'
import { Evaluator } from '../../agents/evaluation.ts'
import { Bias } from '../../agents/mcts/advice.ts'
import { mcts } from '../../agents/mcts/index.ts'
import { Tree } from '../../agents/mcts/tree.ts'
import { type Action, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { gameOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'

const WEIGHT = 2.5

describe('bias in Elephant Men', () => {
  const game = gameOf('v0.2')
  const events = newEvents(game.info)
  const start = newState(game.info)
  game.start(start, events)
  const opening = start.slice()
  const legal = new Int32Array(game.info.legalMax)
  const prayer = legal
    .subarray(0, game.legal(start, 0, legal))
    .find(action => game.text.format(start, 0, action).endsWith('p'))!
  for (const [seat, action] of [
    [0, prayer],
    [0, 0],
    [1, 0],
  ] as const)
    game.apply(start, seat, action, events)
  // White has prayed: doing nothing is not worth an even share.
  settle(game, start, events)
  const count = game.legal(start, 1, legal)
  const evaluator = new Evaluator(game)

  /** The evaluation for black after its action and done, and white's done. */
  const valueAfter = (action: Action): number => {
    const state = start.slice()
    game.apply(state, 1, action, events)
    for (const seat of [0, 1]) if ((game.toMove(state) >> seat) & 1) game.apply(state, seat, 0, events)
    settle(game, state, events)
    return evaluator.evaluate(state, 1)
  }

  it('is the weighted lead over doing nothing, once a node has been visited twice', () => {
    const tree = new Tree(game.info.stateSize, 10, 10 * game.info.legalMax, 0)
    tree.clear(start)
    tree.find(start, 1)
    const node = tree.add(legal, count)
    const bias = new Bias(game, WEIGHT)
    expect(bias.isDue(tree, node)).toBe(false)
    tree.visits[node] = 1
    expect(bias.isDue(tree, node)).toBe(false)
    tree.visits[node] = 2
    expect(bias.isDue(tree, node)).toBe(true)
    bias.give(tree, node, start, 1, generator('bias', 0, 0))
    expect(bias.isDue(tree, node)).toBe(false)
    const idle = valueAfter(0)
    let biased = 0
    for (let i = 0; i < count; i++) {
      const lead = valueAfter(legal[i]!) - idle
      if (lead !== 0) biased++
      expect(tree.isMarked(node, i)).toBe(lead !== 0)
      if (lead !== 0) expect(tree.edgeBias[i]).toBeCloseTo(WEIGHT * lead, 9)
    }
    expect(biased).toBeGreaterThan(0)
    expect(biased).toBeLessThan(count / 4)
    tree.clear(start)
    tree.find(start, 1)
    expect(tree.isBiased[tree.add(legal, count)]).toBe(0)
    for (let edge = 0; edge < count; edge++) {
      tree.mark(node, edge)
      expect(tree.edgeBias[edge]).toBe(0)
    }
  })

  it('leads a search of few iterations to a prayer, the only action that gains anything at the start', () => {
    const chosen = (bias: number): string => {
      const agent = mcts.make(game, mcts.options.parse({ iterations: 30, bias }))
      const action = agent.choose(opening, 1, legal, game.legal(opening, 1, legal), generator('prayer', 0, 0))
      return game.text.format(opening, 1, action)
    }
    expect(chosen(100)).toMatch(/p$/)
    expect(chosen(0)).not.toMatch(/p$/)
  })
})

describe('a tree that is kept, in Frontline', () => {
  const game = frontlineOf('default', { 'gold.start': 150 })
  const events = newEvents(game.info)
  const legal = new Int32Array(game.info.legalMax)
  const make = (reuse: boolean) => mcts.make(game, mcts.options.parse({ iterations: 200, reuse }))

  /** What an agent answers at a view, and the generator's words after it. */
  const ask = (agent: ReturnType<typeof make>, view: Int32Array, seat: number): number[] => {
    const rng = generator('kept', seat, 0)
    return [agent.choose(view, seat, legal, game.legal(view, seat, legal), rng), ...rng]
  }

  const first = newState(game.info)
  game.start(first, events)
  const seat = settle(game, first, events)
  const later = first.slice()
  for (let decisions = 0; decisions < 2; decisions++) {
    game.apply(later, settle(game, later, events), 1, events)
    settle(game, later, events)
  }

  it('is searched on from a position that it met, until a match begins', () => {
    const agent = make(true)
    const fresh = ask(make(true), later, seat)
    ask(agent, first, seat)
    expect(ask(agent, later, seat)).not.toEqual(fresh)
    agent.begin?.()
    ask(agent, first, seat)
    agent.begin?.()
    expect(ask(agent, later, seat)).toEqual(fresh)
  })

  it('is dropped when a view comes again, and at every decision without reuse', () => {
    const agent = make(true)
    expect(ask(agent, first, seat)).toEqual(ask(agent, first, seat))
    const forgetful = make(false)
    ask(forgetful, first, seat)
    expect(ask(forgetful, later, seat)).toEqual(ask(make(false), later, seat))
  })

  it('needs room for the nodes of another search, and for as many edges as it has', () => {
    const tree = new Tree(4, 3, 9, 0)
    tree.clear(Int32Array.of(0, 0, 0, 0))
    expect([tree.hasRoom(3), tree.hasRoom(4)]).toEqual([true, false])
    const add = (word: number, count: number): void => {
      tree.find(Int32Array.of(word, 0, 0, 0), 0)
      tree.add(legal, count)
    }
    add(1, 4)
    expect([tree.hasRoom(2), tree.hasRoom(3)]).toEqual([true, false])
    add(2, 1)
    expect(tree.hasRoom(1)).toBe(false)
  })
})
