/** Random matches of boardgame.io games a second of CPU, by evenhand and by Simulate, for docs/guides/boardgame-io.md. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CHANCE, newRandomMatch, newState, sampleMatch } from '../../engine/contract/index.ts'
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

const GAMES = ['tic-tac-toe.js', 'sowing-listed.js', 'sowing.js', 'auction.js', 'settlers.js']

/** Microseconds of CPU to warm up, and to measure. */
const WARM = 2e6
const MEASURED = 5e6

/** The most moves of a match in Simulate. */
const DEPTH = 10_000

const require = createRequire(import.meta.url)
const library = { ...require('boardgame.io/ai'), ...require('boardgame.io/internal') } as Library

interface Speed {
  /** Matches per second of CPU. */
  readonly rate: number
  readonly matches: number
}

/** Microseconds of CPU that this process has taken. */
function clock(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Plays one match after another, no two of the same number. */
async function speed(play: (match: number) => unknown): Promise<Speed> {
  let match = 0
  const playFor = async (time: number): Promise<number> => {
    const start = clock()
    let taken = 0
    for (; taken < time; taken = clock() - start) await play(match++)
    return taken
  }
  await playFor(WARM)
  const before = match
  const taken = await playFor(MEASURED)
  return { rate: (match - before) / (taken / 1e6), matches: match - before }
}

async function ours(file: string): Promise<Speed> {
  const { compile, schema } = await loadGame(file)
  const game = compile(schema.parse({}))
  const state = newState(game.info)
  const match = newRandomMatch(game.info)
  const rng = new Int32Array(RNG_WORDS)
  const rngs = new Array<Int32Array>(CHANCE + 1).fill(rng)
  // Of a run, not of a match.
  const root = rootOf('speed')
  return await speed(number => {
    derive(rng, root, number, 0)
    Object.assign(match, { decisions: 0, steps: 0, samples: 0 })
    game.start(state, match.events)
    if (game.sampleMatch) game.sampleMatch(state, rngs, match)
    else sampleMatch(game, state, rngs, match)
  })
}

/** Sowing has no enumerate: its bot draws among all houses, empty ones included. */
const HOUSES = (): object[] => [0, 1, 2, 3, 4, 5].map(house => ({ move: 'sow', args: [house] }))

async function theirs(file: string): Promise<Speed> {
  const { default: main, ...named } = (await import(file)) as Record<string, Game>
  const game = main ?? Object.values(named)[0]!
  // boardgame.io tells the console of every move that it refuses.
  const { error } = console
  console.error = () => {}
  const played = await speed(async seed => {
    const seeded = { ...game, seed, disableUndo: true }
    const state = library.InitializeGame({ game: seeded, numPlayers: game.minPlayers ?? 2 })
    const bots = new library.RandomBot({ game, enumerate: game.ai?.enumerate ?? HOUSES, seed })
    await library.Simulate({ game, bots, state, depth: DEPTH })
  })
  console.error = error
  return played
}

for (const name of GAMES) {
  const file = join(ROOT, 'test/boardgame-io/games', name)
  const [fast, slow] = [await ours(file), await theirs(file)]
  const told = ({ rate, matches }: Speed): string => `${Math.round(rate)} (n ${matches})`
  console.log(`${name}: ${told(fast)}, Simulate ${told(slow)}, x ${(fast.rate / slow.rate).toFixed(1)}`)
}
