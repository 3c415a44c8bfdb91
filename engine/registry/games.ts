/**
 * The registry of games: the one list to edit to add a game that ships, and the door for games of the user, which are modules by path. The code
 * of a game is loaded when it is asked for.
 */
import { didYouMean, show } from '../../documents/index.ts'
import { isModule, isPackage, moduleFile } from '../modules/index.ts'
import { loadGameFile } from './files.ts'
import { type GameCode, type GameListing, type GameModule, gameModule } from './game.ts'

/** The modules with the code of the games that ship. */
const MODULES = {
  bulwark: () => import('../bulwark/index.ts'),
  classics: () => import('../classics/index.ts'),
  'elephant-men': () => import('../elephant-men/index.ts'),
  frontline: () => import('../frontline/index.ts'),
  prestige: () => import('../prestige/index.ts'),
}
type Modules = typeof MODULES
/** All of these, loaded. */
export type ShippedModules = { readonly [Name in keyof Modules]: Awaited<ReturnType<Modules[Name]>> }

interface Entry extends GameListing {
  load(): Promise<GameModule>
  /** The game, of modules that are loaded already. */
  from(modules: ShippedModules): GameModule
}

/** A game whose code is what `pick` takes from a module. */
function entry<Name extends keyof Modules, Rules extends object>(
  listing: GameListing,
  module: Name,
  pick: (module: ShippedModules[Name]) => GameCode<Rules>,
): Entry {
  return {
    ...listing,
    load: async () => gameModule(listing, pick((await MODULES[module]()) as ShippedModules[Name])),
    from: modules => gameModule(listing, pick(modules[module])),
  }
}

const GAMES: readonly Entry[] = [
  entry(
    {
      id: 'elephant-men',
      summary: 'soldiers and monks, secret orders, simultaneous phases, favour as a tug of war',
      folder: 'elephant-men',
      ruleset: 'v0.2',
    },
    'elephant-men',
    code => code,
  ),
  entry(
    {
      id: 'elephant-golems',
      summary: 'the golem edition of Elephant Men: blocks and shoves, one action a phase',
      folder: 'elephant-men',
      ruleset: 'golems-2025-12',
    },
    'elephant-men',
    code => code,
  ),
  entry(
    {
      id: 'frontline',
      summary: 'a lane between two bases, units that march and fight by themselves, one recruit a turn',
      folder: 'frontline',
      ruleset: 'default',
    },
    'frontline',
    code => code,
  ),
  entry(
    {
      id: 'bulwark',
      summary: 'teams on a map of hexagons: tiles, abilities, capitals, battles by a model',
      folder: 'bulwark',
      ruleset: 'standard',
    },
    'bulwark',
    code => code,
  ),
  entry(
    {
      id: 'prestige',
      summary: 'dice behind screens, missions and territories, two to four players',
      folder: 'prestige',
      ruleset: 'two',
    },
    'prestige',
    code => code,
  ),
]

/** A classic: `pick` takes it from all classics, which are loaded together. */
function classic<Rules extends object>(
  id: string,
  summary: string,
  pick: (all: ShippedModules['classics']) => GameCode<Rules>,
  ruleset = 'standard',
): Entry {
  return entry({ id, summary, folder: `classics/${id}`, ruleset }, 'classics', pick)
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

/** Games whose code is loaded, by id; those of the user by the path of their file. */
const loaded = new Map<string, GameModule>()

/** Every game, the classics last, loaded or not. */
export function gameListings(): readonly GameListing[] {
  return ALL
}

/**
 * What `loadGame` and `findGame` know a game by, loaded or not: the id of a game or classic that ships; of a game of the user, named by the path of its
 * module or by its package, the absolute path. Paths are relative to `base`. Throws an Error that lists the names there are.
 */
export function gameName(name: string, base: string): string {
  return isPackage(name) || isModule(name) ? moduleFile(name, base) : entryOf(name).id
}

/**
 * Loads the code of a game, once, by what `gameName` returns. Rejects with an Error that lists the names there are, or says what is wrong with a module. A
 * game of the user is looked at on a thread of its own before (sim/threads/inspection.ts), unless this thread may hang.
 */
export async function loadGame(name: string): Promise<GameModule> {
  const known = loaded.get(name)
  if (known) return known
  const module = await (isModule(name) ? loadGameFile(name) : entryOf(name).load())
  loaded.set(name, module)
  return module
}

/** Whether the code of a game is loaded, by what `gameName` returns. */
export function isLoaded(name: string): boolean {
  return loaded.has(name)
}

/** Loads the code of all games and classics. */
export async function loadGames(): Promise<void> {
  await Promise.all(ALL.map(({ id }) => loadGame(id)))
}

/** Registers all games and classics without waiting: `require` refuses a package that awaits while it loads. */
export function registerGames(modules: ShippedModules): void {
  for (const game of ALL) if (!loaded.has(game.id)) loaded.set(game.id, game.from(modules))
}

/** The games whose balance is the project's subject. They must be loaded, as they are wherever the library is imported. */
export function listGames(): readonly GameModule[] {
  return GAMES.map(({ id }) => findGame(id))
}

/** The classics, which must be loaded. `findGame` knows them too. */
export function listClassics(): readonly GameModule[] {
  return CLASSICS.map(({ id }) => findGame(id))
}

/** The game of that name, as `gameName` returns it, which must be loaded. Throws an Error that lists the names there are. */
export function findGame(id: string): GameModule {
  const found = loaded.get(id)
  if (found) return found
  if (isModule(id)) throw new Error(`game module ${id} is not loaded, expected openGame before`)
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
    `unknown game ${show(id)}, expected one of ${ids.join(', ')}, a classic (evenhand games --classics), or the path of a module such as ./my-game.js${guess}`,
  )
}
