/** Measures the speed of games of boardgame.io for docs/boardgame-io.md: random matches a second of CPU, by evenhand and by boardgame.io's Simulate. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { advance, newEvents, newState, OVER } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'

/** What is used of `boardgame.io/ai` and `boardgame.io/internal`. */
interface Library {
  InitializeGame(options: { game: object; numPlayers: number }): object
  RandomBot: new (options: { game: object; enumerate: unknown; seed: number }) => object
  Simulate(options: { game: object; bots: object; state: object; depth: number }): Promise<unknown>
}

interface Game {
  readonly minPlayers?: number
  readonly ai?: { readonly enumerate: unknown }
}

/** Each with the matches that evenhand and Simulate play. */
const GAMES = [
  ['tic-tac-toe.js', 20_000, 300],
  ['sowing.js', 300, 30],
  ['auction.js', 1000, 100],
] as const

/** The most moves of a match in Simulate. */
const DEPTH = 400

const require = createRequire(import.meta.url)
const library = { ...require('boardgame.io/ai'), ...require('boardgame.io/internal') } as Library

/** Matches per second of CPU. */
async function speed(matches: number, play: (match: number) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let match = 0; match < matches; match++) await play(match)
  const { user, system } = process.cpuUsage(before)
  return matches / ((user + system) / 1e6)
}

async function ours(file: string, matches: number): Promise<number> {
  const { compile, schema } = await loadGame(file)
  const game = compile(schema.parse({}))
  const state = newState(game.info)
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  // Of a run, not of a match.
  const root = rootOf('speed')
  return await speed(matches, match => {
    derive(rng, root, match, 0)
    game.start(state, events)
    for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events))
      if (next >= 0) game.apply(state, next, game.sample(state, next, rng), events)
  })
}

/** Sowing has no enumerate: its bot draws among all houses, empty ones included. */
const HOUSES = (): object[] => [0, 1, 2, 3, 4, 5].map(house => ({ move: 'sow', args: [house] }))

async function theirs(file: string, matches: number): Promise<number> {
  const { default: main, ...named } = (await import(file)) as Record<string, Game>
  const game = main ?? Object.values(named)[0]!
  // boardgame.io tells the console of every move that it refuses.
  const { error } = console
  console.error = () => {}
  const played = await speed(matches, async seed => {
    const seeded = { ...game, seed, disableUndo: true }
    const state = library.InitializeGame({ game: seeded, numPlayers: game.minPlayers ?? 2 })
    const bots = new library.RandomBot({ game, enumerate: game.ai?.enumerate ?? HOUSES, seed })
    await library.Simulate({ game, bots, state, depth: DEPTH })
  })
  console.error = error
  return played
}

for (const [name, many, few] of GAMES) {
  const file = join(ROOT, 'test/boardgame-io/games', name)
  const [fast, slow] = [await ours(file, many), await theirs(file, few)]
  console.log(`${name}: ${Math.round(fast)} (n ${many}), Simulate ${Math.round(slow)} (n ${few})`)
}
