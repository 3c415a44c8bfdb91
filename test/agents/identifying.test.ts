/** Searches that know views by some of their words, or what follows where nothing is hidden, choose as those do that look at all words of all views. */
import { describe, expect, it } from 'vitest'
import { exploit } from '../../agents/exploiter.ts'
import { type Agent, makeAgent } from '../../agents/index.ts'
import { mcts } from '../../agents/mcts/index.ts'
import { random } from '../../agents/random.ts'
import { type CompiledGame, wrapGame } from '../../engine/contract/index.ts'
import { generator, legalOf, STOP, seatsIn, viewOf, walk } from '../../engine/laws/walk.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { BULWARK_MAPS } from '../bulwark/maps.ts'
import { gameOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'

const GAMES: readonly (readonly [string, CompiledGame])[] = [
  ['Elephant Men v0.2', gameOf('v0.2')],
  ['the golem edition', gameOf('golems-2025-12')],
  ['the second golem edition', gameOf('golems-2026-01')],
  [
    'the edition that asks what became of who started something',
    gameOf('golems-2026-04', { delayed: 'untouched' }),
  ],
  ['Prestige for two', prestigeOf('two')],
  [
    'Prestige whose seats put missions back at the same time',
    prestigeOf('three', { 'mulligan.together': true }),
  ],
  [
    'Prestige with dice for each type, which may return',
    prestigeOf('three', { 'attack.survivors': 'returned', 'attack.picks': 'defender', 'dice.own': true }),
  ],
  ['Bulwark', bulwarkOf()],
  [
    'Bulwark with battles that begin with a step',
    bulwarkOf({ 'battle.when': 'entry', 'swarm.targets': 'all', 'training.swarm': true }),
  ],
  [
    'Bulwark on a small map full of abilities',
    bulwarkOf({ map: BULWARK_MAPS.small, 'team.size': 4, 'rally.cooldown': 2, 'swarm.cooldown': 2 }),
  ],
]
const SEARCHES = 16

/** The same game, but agents compare all words of its views. */
function withAll(game: CompiledGame): CompiledGame {
  const { identifying: _, ...info } = game.info
  return wrapGame(game, { info })
}

/** A game with secrets, which says where a seat sees every word of the state. */
function withRevealed(game: CompiledGame): CompiledGame {
  if (game.info.type.information === 'perfect') return game
  return wrapGame(game, {
    isRevealed: (state, seat) => viewOf(game, state, seat).every((word, at) => word === state[at]),
  })
}

/** What a search chooses, and what it has drawn then, at decisions along random matches. */
function choices(agent: Agent, game: CompiledGame): number[] {
  const found: number[] = []
  for (let match = 0; found.length < 2 * SEARCHES; match++)
    walk(game, 'identifying', match, ({ state, mask, decisions }) => {
      if (decisions % 5 !== 0) return
      for (const seat of seatsIn(game, mask & ((1 << game.info.seats.length) - 1))) {
        const legal = legalOf(game, state, seat)
        const rng = generator('identifying', decisions, seat)
        found.push(agent.choose(viewOf(game, state, seat), seat, legal, legal.length, rng), rng[0]!)
      }
      return found.length >= 2 * SEARCHES ? STOP : undefined
    })
  return found
}

describe.each(GAMES)('%s', (_, game) => {
  it.each([{}, { reuse: true }, { bias: 0 }])('with the options %o', options => {
    const agentOf = (one: CompiledGame) => mcts.make(one, mcts.options.parse({ iterations: 150, ...options }))
    const found = choices(agentOf(game), game)
    expect(game.info.identifying).toBeDefined()
    expect(found).toEqual(choices(agentOf(withAll(game)), game))
    expect(found).toEqual(choices(agentOf(withRevealed(game)), game))
  })
})

describe('an exploiter', () => {
  it.each([...GAMES, ['Frontline', frontlineOf('default')] as const])(
    'that searches looks at what its seat sees: %s',
    (_, game) => {
      const kind = exploit([mcts], [random])
      const agentOf = (one: CompiledGame) =>
        makeAgent(kind, one, { against: 'random', by: 'mcts iterations=150' })
      const viewing = wrapGame(game, { isRevealed: () => false })
      expect(choices(agentOf(withRevealed(game)), game)).toEqual(choices(agentOf(viewing), game))
    },
  )
})
