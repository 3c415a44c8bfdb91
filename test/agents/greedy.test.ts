/** What greedy shares between the actions of a decision changes no choice. */
import { describe, expect, it } from 'vitest'
import { type Agent, findAgent, makeAgent } from '../../agents/index.ts'
import {
  advance,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  wrapGame,
} from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { gameOf, RULE_SETS } from '../elephant-men/load.ts'

const kind = await findAgent('greedy')

/** The game as it was before games could say what is idle: greedy looks ahead for every action. */
const plainly = (game: CompiledGame): CompiledGame => {
  const { isIdle: _, ...plain } = wrapGame(game, {})
  return plain
}

interface Choice {
  readonly action: number
  readonly rng: Int32Array
  readonly idle: number
  readonly legal: number
}

/** What an agent chooses at every `stride`th decision of a random match, and its generator afterwards. */
function choicesOf(game: CompiledGame, agent: Agent, match: number, stride: number): Choice[] {
  const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
  const legal = new Int32Array(game.info.legalMax)
  const [moves, rng] = [new Int32Array(RNG_WORDS), new Int32Array(RNG_WORDS)]
  derive(moves, rootOf('shared'), match, 0)
  derive(rng, rootOf('shared'), match, 1)
  const choices: Choice[] = []
  let met = 0
  game.start(state, events)
  for (let seat = advance(game, state, events); seat !== OVER; seat = advance(game, state, events)) {
    if (seat < 0) continue
    if (seat !== CHANCE && met++ % stride === 0) {
      const count = game.legal(state, seat, legal)
      game.observe(state, seat, view)
      const idle = legal.subarray(0, count).filter(action => game.isIdle?.(view, seat, action)).length
      const action = agent.choose(view, seat, legal, count, rng)
      choices.push({ action, rng: rng.slice(), idle, legal: count })
    }
    game.apply(state, seat, game.sample(state, seat, moves), events)
  }
  return choices
}

const pairs = (choices: readonly Choice[]) => choices.map(({ action, rng }) => [action, ...rng])

function compare(game: CompiledGame, options: object, stride: number): Choice[] {
  const chosen = kind.options.parse(options)
  const [shared, plain] = [makeAgent(kind, game, chosen), makeAgent(kind, plainly(game), chosen)]
  return [0, 1].flatMap(match => {
    const choices = choicesOf(game, shared, match, stride)
    expect(pairs(choices)).toEqual(pairs(choicesOf(plainly(game), plain, match, stride)))
    return choices
  })
}

const sum = (choices: readonly Choice[], of: (choice: Choice) => number): number =>
  choices.reduce((all, choice) => all + of(choice), 0)

describe('greedy chooses as if it looked ahead for every action', () => {
  it.each(RULE_SETS)('in Elephant Men %s, and looks ahead for few', set => {
    const choices = compare(gameOf(set), {}, 3)
    expect(
      sum(choices, c => c.idle),
      'most actions are idle',
    ).toBeGreaterThan(sum(choices, c => c.legal) / 2)
  })

  it('with several samples, and against opponents that are not passive', () => {
    const game = gameOf('v0.2')
    compare(game, { samples: 3 }, 9)
    compare(game, { opponent: 'sampled' }, 9)
    compare(game, { opponent: 'sampled', samples: 2 }, 9)
  })
})
