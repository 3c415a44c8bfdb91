/** What every agent must do, and that a stronger one is stronger. */
import { describe, expect, it } from 'vitest'
import { Evaluator } from '../../agents/evaluation.ts'
import { findAgent, listAgents, makeAgent } from '../../agents/index.ts'
import { Tree } from '../../agents/mcts/tree.ts'
import { literal } from '../../documents/index.ts'
import { advance, newEvents, newState, OVER, WIN_UNITS } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { classicOf, played } from '../classics/load.ts'
import { gameOf } from '../elephant-men/load.ts'
import { gameOf as gameOfPrestige } from '../prestige/load.ts'
import { lean } from './lean.ts'

/** White can win at once: its monk converts the only black soldier in reach, or prays; one favour is missing. */
const WINNABLE = {
  'favour.win': 3,
  sides: [
    { name: 'white', units: ['monk d4'] },
    { name: 'black', units: ['soldier d6', 'soldier h8'] },
  ],
}

async function answer(name: string, options: object, seat: number, patch: object): Promise<string> {
  const game = gameOf('v0.2', patch as Record<string, unknown>)
  const kind = await findAgent(name)
  const agent = makeAgent(kind, game, kind.options.parse(options))
  const [state, view] = [newState(game.info), newState(game.info)]
  const legal = new Int32Array(game.info.legalMax)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('answer'), 0, 1 + seat)
  game.start(state, newEvents(game.info))
  game.observe(state, seat, view)
  const count = game.legal(state, seat, legal)
  return game.text.format(state, seat, agent.choose(view, seat, legal, count, rng))
}

/** Score of the first agent, seeded, on this thread. */
async function score(agents: readonly string[], matches: number): Promise<number> {
  const document = literal({ game: 'elephant-men', seed: 'strength', matches, lineups: [{ agents }] }, 'test')
  const { cells } = await playRun(newRun(await resolveExperiment(document)), { threads: 0 })
  const { layout, tally } = cells[0]!
  let returns = 0
  for (let k = 0; k < layout.scoreBins; k++) returns += k * tally[layout.participantScores + k]!
  return returns / (tally[layout.matches]! * WIN_UNITS)
}

describe('greedy', () => {
  it('takes the win that lies on the board', async () => {
    // Against an opponent that passes, every phase wins alike.
    expect(await answer('greedy', {}, 0, WINNABLE)).toMatch(/^[123] d4\.d6$/)
    expect(await answer('greedy', { opponent: 'sampled', samples: 20 }, 0, WINNABLE)).toBe('1 d4.d6')
  })

  it('strikes what stands in reach when that is all there is to gain', async () => {
    const sides = [
      { name: 'white', units: ['soldier d4'] },
      { name: 'black', units: ['monk d6', 'soldier h8'] },
    ]
    expect(await answer('greedy', {}, 0, { sides })).toMatch(/^[123] d4\.d6$/)
  })
})

describe('mcts', () => {
  it('takes the win that lies on the board, from either seat', async () => {
    // In any phase: which is best depends on what black may do before.
    expect(await answer('mcts', { iterations: 300 }, 0, WINNABLE)).toMatch(/^[123] d4\.d6$/)
    const turned = {
      ...WINNABLE,
      sides: [
        { ...WINNABLE.sides[1], name: 'white' },
        { ...WINNABLE.sides[0], name: 'black' },
      ],
    }
    expect(await answer('mcts', { iterations: 300 }, 1, turned)).toMatch(/^[123] d4\.d6$/)
  })

  it('chooses the same with the same generator, regardless of earlier searches', async () => {
    const game = gameOf('v0.2')
    const kind = await findAgent('mcts')
    const agent = makeAgent(kind, game, kind.options.parse({ iterations: 50 }))
    const state = newState(game.info)
    const legal = new Int32Array(game.info.legalMax)
    game.start(state, newEvents(game.info))
    const ask = (seat: number): number => {
      const rng = new Int32Array(RNG_WORDS)
      derive(rng, rootOf('again'), 0, 0)
      return agent.choose(state.slice(), seat, legal, game.legal(state, seat, legal), rng)
    }
    const first = ask(0)
    ask(1)
    expect(ask(0)).toBe(first)
  })

  it('keeps searching when its tree is full', () => {
    const tree = new Tree(3, 2, 5, 0)
    const view = Int32Array.of(1, 2, 3)
    tree.clear(view)
    expect(tree.find(view, 0)).toBe(-1)
    expect(tree.add(Int32Array.of(4, 7, 9), 3)).toBe(0)
    expect(tree.find(view, 0)).toBe(0)
    expect(tree.find(view, 1)).toBe(-1)
    expect(tree.add(Int32Array.of(1, 2, 3), 3)).toBe(-1)
    expect([4, 7, 9, 5, 10].map(action => tree.edgeOf(0, action))).toEqual([0, 1, 2, -1, -1])
    tree.clear(view)
    expect(tree.find(view, 0)).toBe(-1)
  })
})

describe('strength', () => {
  it('greedy beats random', async () => {
    expect(await score(['greedy', 'random'], 40)).toBeGreaterThan(0.9)
  })

  it('mcts beats greedy', async () => {
    expect(await score(['mcts:iterations=200', 'greedy'], 12)).toBeGreaterThan(0.6)
  })

  it('an agent against itself has no seat that wins more', async () => {
    expect(await lean(100)).toBeLessThan(3)
  })
})

describe('Evaluator', () => {
  it('is an even share at the start, the result at the end, and between them otherwise', () => {
    const game = gameOf('v0.2', { 'limits.turns': 3 })
    const evaluator = new Evaluator(game)
    const state = newState(game.info)
    const events = newEvents(game.info)
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('estimate'), 0, 0)
    game.start(state, events)
    expect([evaluator.evaluate(state, 0), evaluator.evaluate(state, 1)]).toEqual([
      WIN_UNITS / 2,
      WIN_UNITS / 2,
    ])
    for (let seat = advance(game, state, events); seat !== OVER; seat = advance(game, state, events)) {
      if (seat >= 0) game.apply(state, seat, game.sample(state, seat, rng), events)
      expect(evaluator.evaluate(state, 0) + evaluator.evaluate(state, 1)).toBeCloseTo(WIN_UNITS, 9)
    }
    const returns = new Int32Array(2)
    game.result(state, returns)
    expect([evaluator.evaluate(state, 0), evaluator.evaluate(state, 1)]).toEqual([...returns])
  })

  it('is the payoff at the end of a match that has one, from the least to the most', () => {
    const game = classicOf('kuhn-poker')
    const evaluator = new Evaluator(game)
    const at = (decisions: string[]) => {
      const state = played(game, ['card 2', 'card 3', ...decisions])
      return [evaluator.evaluate(state, 0), evaluator.evaluate(state, 1)]
    }
    expect(at(['pass'])).toEqual([30, 30])
    expect(at(['pass', 'pass'])).toEqual([15, 45])
    expect(at(['bet', 'bet'])).toEqual([0, 60])
    expect(at(['bet', 'pass'])).toEqual([45, 15])
  })
})

describe('evaluateAll', () => {
  it.each([gameOf('v0.2'), gameOfPrestige('three'), classicOf('kuhn-poker')])(
    'is what evaluate says of each seat: $info.id',
    game => {
      const evaluator = new Evaluator(game)
      const all = new Float64Array(game.info.seats.length)
      const [state, events] = [newState(game.info), newEvents(game.info)]
      const rng = new Int32Array(RNG_WORDS)
      derive(rng, rootOf('all'), 0, 0)
      game.start(state, events)
      for (let isOver = false; !isOver; ) {
        const seat = advance(game, state, events)
        isOver = seat === OVER
        if (seat >= 0) game.apply(state, seat, game.sample(state, seat, rng), events)
        evaluator.evaluateAll(state, all)
        expect([...all]).toEqual(game.info.seats.map((_, of) => evaluator.evaluate(state, of)))
      }
    },
  )
})

describe('the registry', () => {
  it('lists agents with a default for every option, and refuses an unknown name', async () => {
    for (const kind of listAgents()) expect(kind.options.safeParse({}).success).toBe(true)
    await expect(findAgent('minimax')).rejects.toThrow(
      'unknown agent "minimax", expected one of random, greedy, mcts',
    )
    await expect(findAgent('./none.js')).rejects.toThrow('agent module ./none.js does not exist')
  })
})
