/** The registry of games: the one list to edit to add a game. The code of a game is loaded when it is asked for. */
import type { z } from 'zod'
import { didYouMean, show } from '../../documents/index.ts'
import type { CompiledGame } from '../contract/index.ts'

/** What the registry says of a game without loading its code. */
export interface GameListing {
  readonly id: string
  /** One sentence for `evenhand games`. */
  readonly summary: string
  /** Folder of its rule sets under configs/rules, and the one that counts when none is named. */
  readonly folder: string
  readonly ruleset: string
}

/** A game whose code is loaded: its rules' schema, its rule sets, and the way from rules to an engine. */
export interface GameModule extends GameListing {
  readonly schema: z.ZodType<object>
  /** Compiles rules that passed the schema. */
  compile(rules: unknown): CompiledGame
}

/** What the door of a game's folder exports. */
interface GameCode<Rules extends object> {
  readonly schema: z.ZodType<Rules>
  readonly compile: (id: string, rules: Rules) => CompiledGame
}

interface Entry extends GameListing {
  readonly load: () => Promise<GameModule>
}

/** Closes the gap between a game's own Rules type and the registry, which treats rules as data. */
function entry<Rules extends object>({
  load,
  ...listing
}: GameListing & { readonly load: () => Promise<GameCode<Rules>> }): Entry {
  const loaded = async (): Promise<GameModule> => {
    const { schema, compile } = await load()
    return { ...listing, schema, compile: rules => compile(listing.id, schema.parse(rules)) }
  }
  return { ...listing, load: loaded }
}

const GAMES: readonly Entry[] = [
  entry({
    id: 'elephant-men',
    summary: 'soldiers and monks, secret orders, simultaneous phases, favour as a tug of war',
    folder: 'elephant-men',
    ruleset: 'v0.2',
    load: () => import('../elephant-men/index.ts'),
  }),
  entry({
    id: 'elephant-golems',
    summary: 'the golem edition of Elephant Men: blocks and shoves, one action a phase',
    folder: 'elephant-men',
    ruleset: 'golems-2025-12',
    load: () => import('../elephant-men/index.ts'),
  }),
  entry({
    id: 'frontline',
    summary: 'a lane between two bases, units that march and fight by themselves, one recruit a turn',
    folder: 'frontline',
    ruleset: 'default',
    load: () => import('../frontline/index.ts'),
  }),
  entry({
    id: 'bulwark',
    summary: 'teams on a map of hexagons: tiles, abilities, capitals, battles by a model',
    folder: 'bulwark',
    ruleset: 'standard',
    load: () => import('../bulwark/index.ts'),
  }),
  entry({
    id: 'prestige',
    summary: 'dice behind screens, missions and territories, two to four players',
    folder: 'prestige',
    ruleset: 'two',
    load: () => import('../prestige/index.ts'),
  }),
]

/** A classic: `pick` takes it from all classics, which are loaded together. */
function classic<Rules extends object>(
  id: string,
  summary: string,
  pick: (all: typeof import('../classics/index.ts')) => GameCode<Rules>,
  ruleset = 'standard',
): Entry {
  const load = async () => pick(await import('../classics/index.ts'))
  return entry({ id, summary, folder: `classics/${id}`, ruleset, load })
}

/** Small games with published answers, for proving agents: played like any game, and listed apart. */
const CLASSICS: readonly Entry[] = [
  classic('tic-tac-toe', 'three in a line on a square of nine cells', all => all.ticTacToe),
  classic('connect-four', 'four in a line on an upright board of at most 8 columns', all => all.connectFour),
  classic(
    'matrix-game',
    'two choices at the same time and a table of payoffs: rock, paper, scissors and others',
    all => all.matrixGame,
    'rock-paper-scissors',
  ),
  classic('kuhn-poker', 'one card each, one bet of one chip', all => all.kuhnPoker),
  classic('leduc-poker', 'one card each, a card for both, two rounds of bets', all => all.leducPoker),
  classic('nim', 'stones from piles, the last one wins', all => all.nim),
  classic('pig', 'roll on or hold, before a 1 takes it all', all => all.pig),
  classic('goofspiel', 'secret bids of cards for prizes', all => all.goofspiel),
  classic('oshi-zumo', 'secret bids of coins push a wrestler', all => all.oshiZumo),
  classic('breakthrough', 'men step ahead and take slanting, to the last rank', all => all.breakthrough),
  classic('kalah', 'seeds sown around a board of houses and stores', all => all.kalah),
  classic('liars-dice', 'hidden dice, ever higher claims, and a call', all => all.liarsDice),
]

const ALL: readonly Entry[] = [...GAMES, ...CLASSICS]

/** Games whose code is loaded, by id. */
const loaded = new Map<string, GameModule>()

/** Every game, the classics last, loaded or not. */
export function gameListings(): readonly GameListing[] {
  return ALL
}

/** The game or classic of that name, loaded or not. Throws an Error that lists the names there are. */
export function gameListing(id: string): GameListing {
  return entryOf(id)
}

/** Loads the code of a game, once. Rejects with an Error that lists the names there are. */
export async function loadGame(id: string): Promise<GameModule> {
  const known = loaded.get(id)
  if (known) return known
  const module = await entryOf(id).load()
  loaded.set(id, module)
  return module
}

/** Loads the code of all games and classics. */
export async function loadGames(): Promise<void> {
  await Promise.all(ALL.map(({ id }) => loadGame(id)))
}

/** The games whose balance is the project's subject. They must be loaded, as they are wherever the library is imported. */
export function listGames(): readonly GameModule[] {
  return GAMES.map(({ id }) => findGame(id))
}

/** The classics, which must be loaded. `findGame` knows them too. */
export function listClassics(): readonly GameModule[] {
  return CLASSICS.map(({ id }) => findGame(id))
}

/** The game of that name, which must be loaded. Throws an Error that lists the names there are. */
export function findGame(id: string): GameModule {
  const found = loaded.get(id)
  if (found) return found
  throw new Error(`the code of ${entryOf(id).id} is not loaded, expected loadGame before`)
}

function entryOf(id: string): Entry {
  const found = ALL.find(game => game.id === id)
  if (found) return found
  const ids = GAMES.map(g => g.id)
  const guess = didYouMean(
    id,
    ALL.map(g => g.id),
  )
  throw new Error(
    `unknown game ${show(id)}, expected one of ${ids.join(', ')}, or a classic (evenhand games --classics)${guess}`,
  )
}
