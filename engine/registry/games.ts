/**
 * The registry of games: the list to edit to add one that ships, and the door for games of the user, which
 * are modules by path. Code is loaded on demand.
 */
import { didYouMean, show } from '../../documents/index.ts'
import { isModule, isPackage, moduleFile } from '../modules/index.ts'
import { loadGameFile } from './files.ts'
import { type GameCode, type GameListing, type GameModule, gameModule } from './game.ts'

/** The modules with the code of the built-in games. */
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
      summary: 'soldiers and monks with secret orders and simultaneous phases; favour is a tug of war',
      folder: 'elephant-men',
      ruleset: 'v0.2',
    },
    'elephant-men',
    code => code,
  ),
  entry(
    {
      id: 'elephant-golems',
      summary: 'the golem edition of Elephant Men: blocks and shoves, one action per phase',
      folder: 'elephant-men',
      ruleset: 'golems-2025-12',
    },
    'elephant-men',
    code => code,
  ),
  entry(
    {
      id: 'frontline',
      summary: 'a lane between two bases, where units march and fight by themselves; one recruit per turn',
      folder: 'frontline',
      ruleset: 'default',
    },
    'frontline',
    code => code,
  ),
  entry(
    {
      id: 'bulwark',
      summary: 'teams on a hexagon map: tiles, abilities, capitals, and battles decided by a model',
      folder: 'bulwark',
      ruleset: 'standard',
    },
    'bulwark',
    code => code,
  ),
  entry(
    {
      id: 'prestige',
      summary: 'hidden dice, missions and territories, for two to four players',
      folder: 'prestige',
      ruleset: 'two',
    },
    'prestige',
    code => code,
  ),
]

/** Classics are loaded together. */
function classic<Rules extends object>(
  id: string,
  summary: string,
  pick: (all: ShippedModules['classics']) => GameCode<Rules>,
  ruleset = 'standard',
): Entry {
  return entry({ id, summary, folder: `classics/${id}`, ruleset }, 'classics', pick)
}

/** Small games with published answers, for testing agents; listed apart. */
const CLASSICS: readonly Entry[] = [
  classic('tic-tac-toe', 'three in a line on a square of nine cells', all => all.ticTacToe),
  classic('connect-four', 'four in a line on an upright board of at most 8 columns', all => all.connectFour),
  classic(
    'matrix-game',
    'two simultaneous choices and a table of payoffs, such as rock, paper, scissors',
    all => all.matrixGame,
    'rock-paper-scissors',
  ),
  classic('kuhn-poker', 'one card each, one bet of one chip', all => all.kuhnPoker),
  classic('leduc-poker', 'one card each, one shared card, two rounds of betting', all => all.leducPoker),
  classic('nim', 'take stones from piles; whoever takes the last one wins', all => all.nim),
  classic('pig', 'roll again or hold, before a 1 costs you everything', all => all.pig),
  classic('goofspiel', 'secret bids of cards for prizes', all => all.goofspiel),
  classic('oshi-zumo', 'secret bids of coins push a wrestler', all => all.oshiZumo),
  classic(
    'breakthrough',
    'pieces step forward and capture diagonally, to reach the last rank',
    all => all.breakthrough,
  ),
  classic('kalah', 'sow seeds around a board of houses and stores', all => all.kalah),
  classic('liars-dice', 'hidden dice, ever higher bids, and a challenge', all => all.liarsDice),
]

const ALL: readonly Entry[] = [...GAMES, ...CLASSICS]

/** By id; games of the user by path. */
const loaded = new Map<string, GameModule>()

/** Every game, classics last. */
export function gameListings(): readonly GameListing[] {
  return ALL
}

/**
 * The key of `loadGame` and `findGame`: the id of a game that ships, or the absolute path of a module, given
 * by path or package, relative to `base`. Throws an Error that lists the names.
 */
export function gameName(name: string, base: string): string {
  return isPackage(name) || isModule(name) ? moduleFile(name, base) : entryOf(name).id
}

/**
 * Loads a game once, by `gameName`'s key. Rejects with an Error that lists the names, or says what is wrong
 * with a module. Games of the user are inspected on another thread first (sim/threads/inspection.ts), unless
 * this one may hang.
 */
export async function loadGame(name: string): Promise<GameModule> {
  const known = loaded.get(name)
  if (known) return known
  const module = await (isModule(name) ? loadGameFile(name) : entryOf(name).load())
  loaded.set(name, module)
  return module
}

export function isLoaded(name: string): boolean {
  return loaded.has(name)
}

export async function loadGames(): Promise<void> {
  await Promise.all(ALL.map(({ id }) => loadGame(id)))
}

/** Registers all games and classics without waiting: `require` refuses a package that awaits while it loads. */
export function registerGames(modules: ShippedModules): void {
  for (const game of ALL) if (!loaded.has(game.id)) loaded.set(game.id, game.from(modules))
}

/** Built-in games, without classics. Importing the library loads them. */
export function listGames(): readonly GameModule[] {
  return GAMES.map(({ id }) => findGame(id))
}

/** The classics, which must be loaded. */
export function listClassics(): readonly GameModule[] {
  return CLASSICS.map(({ id }) => findGame(id))
}

/** A loaded game by `gameName`'s key. Throws an Error that lists the names. */
export function findGame(id: string): GameModule {
  const found = loaded.get(id)
  if (found) return found
  if (isModule(id)) throw new Error(`game module ${id} isn't loaded, expected a call of openGame first`)
  throw new Error(`the code of ${entryOf(id).id} isn't loaded, expected a call of loadGame first`)
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
