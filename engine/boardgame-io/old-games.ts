/**
 * Games from before boardgame.io 0.50, whose functions take (G, ctx, ...args) where 0.50 passes one object. There, ctx holds random, events and
 * log. The parameters of a game's functions mostly tell which they take. Where they don't, or disagree, the version beside the game decides.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Callable, disguised, filesOf, GameError, placeIn, reasonOf } from '../modules/index.ts'
import type { BoardgameConfig, Hook, HookContext, Move, Moves, Phase, Turn } from './config.ts'
import { splitDefault, splitList } from './signature.ts'

/** The version that changed the signatures, as the minor of 0.50. */
export const NEW = 50
/** The version that says which functions may call which events. */
export const STRICT_EVENTS = 48

/** What a function takes: one object, (G, ctx), or either by its parameters. */
type Taken = 'object' | 'old' | 'either'

/** `isOld` says whether the game's functions get (G, ctx); then `game` has been adapted from `original`. */
export interface AdaptedGame {
  readonly game: BoardgameConfig
  readonly original: BoardgameConfig
  readonly isOld: boolean
  /** Whether any function may call events, as before 0.48. */
  readonly allowsAllEvents: boolean
  /** Functions that take (G, ctx) in a game for 0.50, by path: boardgame.io passes them one object all the same. */
  readonly misfits: readonly string[]
}

/** Brings a game of any version from 0.33 on into the form of 0.50. Throws a GameError for older ones. */
export function adaptSignatures(original: BoardgameConfig, folder: string): AdaptedGame {
  const version = versionBeside(folder)
  refuseAncient(original, version)
  const taken = new Map<string, Taken>()
  mapFunctions(original, (call, path) => {
    taken.set(path, takenBy(call, path))
    return call
  })
  const olds = [...taken.keys()].filter(path => taken.get(path) === 'old')
  // The others may be boardgame.io's own, of another version than the game's.
  const hasObjects = [...taken].some(
    ([path, kind]) => kind === 'object' && path !== 'playerView' && !path.includes('order.'),
  )
  const isOldVersion = version !== null && minorOf(version) < NEW
  const isOld = hasObjects ? olds.length > 0 && isOldVersion : olds.length > 0 || isOldVersion
  if (!isOld) return { game: original, original, isOld, allowsAllEvents: false, misfits: olds }
  const game = mapFunctions(original, (call, path) =>
    taken.get(path) === 'object' ? call : adaptedHook(call, path),
  )
  const allowsAllEvents = version !== null && minorOf(version) < STRICT_EVENTS
  return { game, original, isOld, allowsAllEvents, misfits: [] }
}

/** What is wrong with functions that take (G, ctx) in a game for 0.50; null if none does. */
export function misfitWords({ misfits }: AdaptedGame): string | null {
  if (misfits.length === 0) return null
  return `${misfits.join(', ')} ${misfits.length === 1 ? 'takes' : 'take'} (G, ctx), as before boardgame.io 0.50, which passes one object: expected ({ G, ctx }, ...args)`
}

/** Calls a function, and adds to what it throws that it may be due to the misfits. */
export function blaming<T>(misfits: string | null, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (misfits === null) throw error
    const place = placeIn(error)
    throw new GameError(`${reasonOf(error)}${place === null ? '' : ` at ${place}`}; ${misfits}`)
  }
}

/** The folder from which boardgame.io is found: an imported game's, if a file that adapts it lies elsewhere. */
export function homeOf(file: string): string {
  const imported = filesOf(file).slice(1).map(dirname)
  return imported.find(folder => versionBeside(folder) !== null) ?? dirname(file)
}

/** "0.49.13": of the package installed nearest to a folder, or what the nearest package.json asks for; null if neither says it. */
function versionBeside(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const { version } = packageIn(join(at, 'node_modules', 'boardgame.io'))
    if (version) return version
    const { dependencies, devDependencies, peerDependencies } = packageIn(at)
    const range = { ...peerDependencies, ...devDependencies, ...dependencies }['boardgame.io']
    const [asked] = /\d+\.\d+(\.\d+)?/.exec(range ?? '') ?? []
    if (asked !== undefined) return asked
    if (at === dirname(at)) return null
  }
}

interface Package {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function packageIn(folder: string): Package {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
  } catch {
    return {}
  }
}

/** 49 of "0.49.13"; later majors are new. */
export function minorOf(version: string): number {
  const [major, minor] = version.split('.').map(Number)
  return major === 0 ? minor! : Number.POSITIVE_INFINITY
}

/** Games for 0.32 and earlier say in `flow` what later ones say beside `moves`. */
function refuseAncient(game: object, version: string | null): void {
  const { flow, phases, startingPhase } = game as Readonly<Record<string, unknown>>
  const key = [
    ['flow', typeof flow === 'object' && flow !== null && !('moveMap' in flow)],
    ['phases', Array.isArray(phases)],
    ['startingPhase', startingPhase !== undefined],
  ].find(([, isThere]) => isThere)
  if (!key) return
  throw new GameError(
    `the game's ${key[0]} is from boardgame.io 0.32 or earlier${version === null ? '' : ` (found ${version})`}, expected a game for 0.33 or later, with endIf, turn and phases beside moves. boardgame.io's changelog says how to migrate`,
  )
}

/** The game with every function of its rules replaced. */
function mapFunctions(game: BoardgameConfig, map: (call: Hook, path: string) => Hook): BoardgameConfig {
  const calls = <T extends object>(part: T, names: readonly string[], path: string): T => {
    const own = { ...part } as Record<string, unknown>
    for (const name of names)
      if (typeof own[name] === 'function') own[name] = map(own[name] as Hook, `${path}${name}`)
    return own as T
  }
  const table = <T>(all: Readonly<Record<string, T>>, each: (one: T, key: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([key, one]) => [key, each(one, key)]))
  const moves = (all: Moves, path: string): Moves =>
    table(all, (move: Move, name) =>
      typeof move === 'function' ? map(move, `${path}${name}`) : calls(move, ['move'], `${path}${name}.`),
    )
  const turn = (one: Turn, path: string): Turn => ({
    ...calls(one, ['onBegin', 'onEnd', 'onMove', 'endIf'], path),
    ...(one.order && { order: calls(one.order, ['first', 'next', 'playOrder'], `${path}order.`) }),
    ...(one.stages && {
      stages: table(one.stages, (stage, name) => ({
        ...stage,
        ...(stage.moves && { moves: moves(stage.moves, `${path}stages.${name}.moves.`) }),
      })),
    }),
  })
  const phase = (one: Phase, name: string): Phase => ({
    ...calls(one, ['onBegin', 'onEnd', 'endIf', 'next'], `phases.${name}.`),
    ...(one.moves && { moves: moves(one.moves, `phases.${name}.moves.`) }),
    ...(one.turn && { turn: turn(one.turn, `phases.${name}.turn.`) }),
  })
  return {
    ...calls(game, ['setup', 'endIf', 'onEnd', 'playerView'], ''),
    ...(game.moves && { moves: moves(game.moves, 'moves.') }),
    ...(game.turn && { turn: turn(game.turn, 'turn.') }),
    ...(game.phases && { phases: table(game.phases, phase) }),
  }
}

function adaptedHook(call: Hook, path: string): Hook {
  const old = call as unknown as (...all: unknown[]) => unknown
  const wrapper: Hook =
    path === 'setup'
      ? (context, setupData) => old(ctxOf(context), setupData)
      : path === 'playerView'
        ? ({ G, ctx, playerID }) => old(G, ctx, playerID)
        : (context, ...args) => old(context.G, ctxOf(context), ...args)
  // How many arguments a move takes shows in its length.
  const isSetup = path === 'setup' || path === 'playerView'
  Object.defineProperty(wrapper, 'length', { value: isSetup ? old.length : Math.max(0, old.length - 1) })
  return disguised(wrapper as Callable, call as Callable) as Hook
}

/** The ctx of earlier versions: a copy each time, with what 0.50 passes beside it. */
function ctxOf({ G: _, ctx, playerID, ...apis }: HookContext): object {
  return playerID === undefined ? { ...ctx, ...apis } : { ...ctx, ...apis, playerID }
}

const OF_CONTEXT = /^(G|ctx|playerID|random|events|log)$/
const OF_OLD_CTX = /^(numPlayers|playOrder|playOrderPos|currentPlayer|turn|phase|numMoves)$/

function takenBy(call: Hook, path: string): Taken {
  const text = Function.prototype.toString.call(call)
  const [first, second] = parametersOf(text)
  if (first === undefined) return 'either'
  const keys = keysOf(first)
  if (path === 'setup') {
    if (keys)
      return keys.includes('ctx') ? 'object' : keys.some(key => OF_OLD_CTX.test(key)) ? 'old' : 'either'
    if (readsFrom(first, text, 'ctx')) return 'object'
    return readsFrom(first, text, 'numPlayers|playOrder') ? 'old' : 'either'
  }
  if (keys) return keys.some(key => OF_CONTEXT.test(key)) ? 'object' : keys.length > 0 ? 'old' : 'either'
  if (readsFrom(first, text, 'G|ctx')) return 'object'
  const secondKeys = second === undefined ? null : keysOf(second)
  if (secondKeys?.some(key => OF_CONTEXT.test(key) || OF_OLD_CTX.test(key))) return 'old'
  if (second !== undefined && /^_*(ctx|context)$/i.test(second)) return 'old'
  return /^_*G$/.test(first) ? 'old' : 'either'
}

/** Whether a function reads one of the keys from its parameter of that name. */
function readsFrom(name: string, text: string, keys: string): boolean {
  const own = name.replaceAll('$', '\\$')
  return new RegExp(
    `(^|[^\\w$.])${own}\\.(${keys})\\b|\\{[^{}]*\\b(${keys})\\b[^{}]*\\}\\s*=\\s*${own}\\b`,
  ).test(text)
}

/** The keys that a parameter takes out of its argument; null if it has a name. */
function keysOf(parameter: string): string[] | null {
  if (!parameter.startsWith('{')) return null
  return splitList(parameter.slice(1)).map(part => /^[\w$.]*/.exec(part)![0])
}

/** The parameters of a function's text, without defaults: "(G, id = 1) => ..." gives "G" and "id". */
function parametersOf(text: string): string[] {
  const alone = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text)
  const list = alone ? [alone[1]!] : splitList(text.slice(text.indexOf('(') + 1))
  return list.map(part => splitDefault(part)[0])
}
