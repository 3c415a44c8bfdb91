/** The agent that plays an equilibrium: what can be won against it, and what it refuses. */
import { describe, expect, it } from 'vitest'
import { type Agent, findAgent, makeAgent } from '../../agents/index.ts'
import { literal } from '../../documents/index.ts'
import { type CompiledGame, newState, wrapGame } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { firstPasses } from '../../engine/solve/equilibrium.ts'
import {
  Cfr,
  countHistories,
  GameTree,
  nashConv,
  Unsolvable,
  type ViewPolicy,
} from '../../engine/solve/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { classicOf } from '../classics/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'

const kind = await findAgent('cfr')
const made = (game: CompiledGame, iterations: number): Agent => makeAgent(kind, game, { iterations })

/** How the agent says that it plays. */
function policyIn(agent: Agent): ViewPolicy {
  return ({ words, seat, actions }) => {
    const out = new Float64Array(actions.length)
    agent.policy!(words, seat, Int32Array.from(actions), actions.length, new Int32Array(RNG_WORDS), out)
    return [...out]
  }
}

const refused = (game: string, rules: object = {}) =>
  resolveExperiment(literal({ game, rules, lineups: [{ agents: ['cfr', 'random'] }] }, 'test'))

describe('cfr', () => {
  it.each([
    ['kuhn-poker', {}, 200, 0.002],
    ['leduc-poker', {}, 60, 0.1],
    ['goofspiel', { cards: 3, bids: 'hidden' }, 100, 0.01],
  ])('plays %s %j so that little can be won against it', (id, rules, iterations, most) => {
    const game = classicOf(id, rules)
    const tree = new GameTree(game, 10_000)
    expect(nashConv(tree, policyIn(made(game, 1)))).toBeGreaterThan(most)
    expect(nashConv(tree, policyIn(made(game, iterations)))).toBeLessThan(most)
  })

  it.each([
    // Kuhn and Leduc poker, Goofspiel of 4 cards and liar's dice by default, and more than any game has.
    [58, 500],
    [1939, 500],
    [68_245, 146],
    [294_883, 33],
    [20_000_000, 1],
  ])('goes through %d histories %d times before it looks how good that is', (histories, passes) => {
    expect(firstPasses(histories)).toBe(passes)
  })

  it('goes on by default until little can be won against it', () => {
    const game = classicOf('goofspiel', { cards: 3, bids: 'hidden' })
    const tree = new GameTree(game, 10_000)
    expect(nashConv(tree, policyIn(makeAgent(kind, game, { iterations: 'game' })))).toBeLessThan(0.005)
  })

  it('chooses by the probabilities that it tells', () => {
    const game = classicOf('leduc-poker')
    const agent = made(game, 20)
    const policy = policyIn(agent)
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('cfr'), 0, 0)
    for (const view of new GameTree(game, 10_000).views.filter(({ index }) => index % 40 === 0)) {
      const legal = Int32Array.from(view.actions)
      const chosen = new Float64Array(legal.length)
      for (let n = 0; n < 2000; n++)
        chosen[legal.indexOf(agent.choose(view.words, view.seat, legal, legal.length, rng))]! += 1 / 2000
      for (const [i, share] of policy(view).entries()) {
        expect(Math.abs(share - chosen[i]!)).toBeLessThan(0.05)
        if (share === 0) expect(chosen[i]).toBe(0)
      }
    }
  })

  it('knows no view that no match leads to', () => {
    const game = classicOf('kuhn-poker')
    const view = newState(game.info).fill(40)
    expect(() => made(game, 1).choose(view, 0, Int32Array.of(0, 1), 2, new Int32Array(4))).toThrow(
      /no match leads/,
    )
  })

  it('refuses what it cannot solve before anything is played', async () => {
    await expect(refused('tic-tac-toe')).rejects.toThrow(
      "agent cfr doesn't play this tic-tac-toe: it has more than 300000 histories, expected a game small enough to solve",
    )
    await expect(refused('kuhn-poker')).resolves.toBeDefined()
    expect(kind.refusal!(prestigeOf('three'), { iterations: 1 })).toBe('it has 3 seats, expected two')
  })

  it('refuses views that forget what was said', () => {
    const game = classicOf('kuhn-poker')
    const forgetful = wrapGame(game, {
      observe: (state, seat, view) => {
        game.observe(state, seat, view)
        // The last word is what was said.
        view.fill(0, -1)
      },
    })
    expect(kind.refusal!(forgetful, { iterations: 1 })).toBe(
      'its 9 information sets have 6 views, expected views that keep everything their seat has seen and done',
    )
  })
})

describe('the solver behind cfr', () => {
  it('counts histories as the tree does', () => {
    expect(countHistories(classicOf('kuhn-poker'), 58)).toBe(58)
    expect(() => countHistories(classicOf('kuhn-poker'), 57)).toThrow('kuhn-poker has more than 57 histories')
  })

  it('solves only games of two seats', () => {
    const kuhn = classicOf('kuhn-poker')
    const three = { ...new GameTree(kuhn, 100), seats: 3, game: kuhn } as GameTree
    expect(() => new Cfr(three)).toThrow(Unsolvable)
  })
})
