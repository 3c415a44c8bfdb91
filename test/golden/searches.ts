/** Golden searches: what `mcts` chose in positions of random matches, and how far it drew from its generator for that. */
import { mcts } from '../../agents/mcts/index.ts'
import { advance, CHANCE, newEvents, newState, OVER } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'

/** Rule sets, and at how many decisions of a random match one is searched, so that all kinds of decisions come up. */
const PLAYED = [
  ['elephant-men', 'v0.0', 7],
  ['elephant-men', 'v0.1', 7],
  ['elephant-men', 'v0.2', 7],
  ['elephant-men', 'golems-2026-04', 7],
  ['frontline', 'default', 3],
  ['frontline', 'lean', 3],
  ['bulwark', 'standard', 11],
  ['prestige', 'two', 17],
  ['prestige', 'three', 31],
  ['prestige', 'four', 37],
] as const

/** Options that make the player of evenhand 0.2, whose choices these are, whatever the defaults are now. */
const PLAYER = {
  value: 'clamped',
  selection: 'ucb',
  final: 'visits',
  exploration: 0.1,
  solver: false,
  bias: 0,
  reuse: false,
} as const

/** Where its playouts ended, at the game's wish. */
const depthOf = (id: string): number => (id === 'prestige' ? 1 : 3)

/** Options, and how many decisions are searched with them. */
const ASKED = [
  [{ iterations: 1 }, 10],
  [{ iterations: 25 }, 20],
  [{ iterations: 60, exploration: 0.7 }, 6],
  [{ iterations: 60, rave: 0 }, 6],
  [{ iterations: 60, rave: 2.5, exploration: 0 }, 6],
  [{ iterations: 30, depth: 9 }, 4],
  [{ iterations: 4, playout: 'greedy' }, 4],
  [{ iterations: 400 }, 4],
  [{ iterations: 1500 }, 1],
] as const

/** By rule set: for each of the options, a hash of the actions chosen and of the generator's words after each choice. */
export type GoldenSearches = Readonly<Record<string, readonly string[]>>

export const searchesFile = new URL('./searches/choices.json', import.meta.url)

export const searchGolden = (): GoldenSearches =>
  Object.fromEntries(
    PLAYED.map(([id, set, every]) => [
      `${id} ${set}`,
      ASKED.map(([options, decisions]) => hashChoices(id, set, options, decisions, every)),
    ]),
  )

function hashChoices(id: string, set: string, options: object, decisions: number, every: number): string {
  const module = findGame(id)
  const game = module.compile(resolveRules(module, readRuleset(module, set, '.'), []))
  const agent = mcts.make(game, mcts.options.parse({ ...PLAYER, depth: depthOf(id), ...options }))
  const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
  const legal = new Int32Array(game.info.legalMax)
  const rng = generator(`golden ${set} ${JSON.stringify(options)}`, 0, 0)
  const hash = new Fnv()
  let met = 0
  game.start(state, events)
  for (let searched = 0; searched < decisions; ) {
    const seat = advance(game, state, events)
    if (seat === OVER) game.start(state, events)
    if (seat < 0) continue
    const count = seat === CHANCE ? 1 : game.legal(state, seat, legal)
    if (count > 1 && met++ % every === 0) {
      searched++
      game.observe(state, seat, view)
      hash.add(agent.choose(view, seat, legal, count, rng))
      for (const word of rng) hash.add(word)
    }
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
  return hash.text
}

/** FNV-1a, a word at a time, with the high bits folded in. */
class Fnv {
  #hash = 0x811c9dc5

  add(word: number): void {
    this.#hash = Math.imul(this.#hash ^ word, 0x01000193)
    this.#hash ^= this.#hash >>> 15
  }

  get text(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0')
  }
}
