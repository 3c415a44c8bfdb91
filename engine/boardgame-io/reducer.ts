/**
 * boardgame.io's own reducer, where the package is installed, in any version from 0.39 on: the reference for flow.ts, and what plays where they
 * differ.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../package.ts'
import { type BoardgameConfig, type Ctx, copyOf } from './config.ts'
import type { Decision, GameState, MatchFlow } from './flow.ts'
import { type AdaptedGame, minorOf, NEW, STRICT_EVENTS } from './old-games.ts'
import { pluginState, withPluginData } from './plugins.ts'

/** The part of `boardgame.io/internal` used here. */
interface Internal {
  InitializeGame(options: { game: object; numPlayers: number; setupData: unknown }): Full
  CreateGameReducer(options: { game: object }): (state: Full, action: object) => Full
}

interface Full {
  readonly G: unknown
  readonly ctx: Ctx
  readonly plugins?: Readonly<Record<string, { data?: unknown }>>
  readonly transients?: { readonly error?: object }
  readonly _stateID: number
}

/** The earliest version that can be the reference, and the one from which on ctx has the bookkeeping of flow.ts. */
const OLDEST = 39
const SAME_BOOKKEEPING = 49

export class ReducerFlow implements MatchFlow {
  /** For messages. */
  readonly name: string
  /** Whether ctx has the same keys with `_` as in flow.ts. */
  readonly hasSameBookkeeping: boolean
  readonly #library: Internal
  readonly #game: BoardgameConfig
  readonly #reduce: (state: Full, action: object) => Full
  #random: unknown = null

  constructor(library: Internal, version: string, { game, original, isOld }: AdaptedGame) {
    this.name = isOld ? `boardgame.io ${version}'s reducer` : "boardgame.io's reducer"
    this.hasSameBookkeeping = minorOf(version) >= SAME_BOOKKEEPING
    this.#library = library
    // A plugin of the same name takes the place of its generator.
    const random = { name: 'random', api: () => this.#random }
    // boardgame.io writes into the object that it is given.
    const own = copyOf(minorOf(version) < NEW ? original : game)
    // It refuses names with spaces.
    const about = { disableUndo: true, seed: 'evenhand', name: (game.name ?? 'default').replaceAll(' ', '-') }
    this.#game = { ...own, ...about, plugins: [random, ...(own.plugins ?? [])] }
    this.#reduce = silently(() => library.CreateGameReducer({ game: this.#game }))
  }

  start(numPlayers: number, setupData: unknown, random: unknown): GameState {
    this.#random = forAnyVersion(random)
    const first = silently(() => this.#library.InitializeGame({ game: this.#game, numPlayers, setupData }))
    return copyOf({ G: first.G, ctx: withPluginData(this.#game, first) })
  }

  decide(position: GameState, playerID: string, decision: Decision, random: unknown): GameState | null {
    this.#random = forAnyVersion(random)
    // boardgame.io counts moves in the ctx that it is given, and freezes G.
    const { G, ctx } = copyOf({ G: position.G, ctx: position.ctx })
    const { _plugins: _, ...bare } = ctx
    const before = {
      G,
      ctx: bare,
      plugins: { random: { data: {} }, log: { data: {} }, ...pluginState(ctx) },
      _stateID: 0,
      _undo: [],
      _redo: [],
    }
    const [type, name] = 'move' in decision ? ['MAKE_MOVE', decision.move] : ['GAME_EVENT', decision.event]
    const payload = { type: name, args: decision.args, playerID }
    const after = silently(() => this.#reduce(before, { type, payload }))
    // Early versions have no transients.
    if (after.transients?.error || after._stateID === 0) return null
    return copyOf({ G: after.G, ctx: withPluginData(this.#game, after) })
  }
}

/** Early versions look for `_private` under `_obj`. */
function forAnyVersion(random: unknown): unknown {
  const api = random as Readonly<Record<string, unknown>>
  return { ...api, _obj: api._private }
}

/** Looks for boardgame.io beside the game, then beside evenhand; null if it is not installed. */
export function reducerFor(game: AdaptedGame, folder: string): ReducerFlow | null {
  for (const from of [folder, ROOT]) {
    try {
      const load = createRequire(join(from, 'index.js'))
      const { version } = load('boardgame.io/package.json') as { readonly version: string }
      const minor = minorOf(version)
      // Before 0.39 chance could not be ours. A game for 0.50 cannot be played by earlier versions.
      if (minor < OLDEST || (minor < NEW && !game.isOld)) continue
      // Later ones refuse some of the events that the game may rely on.
      if (game.allowsAllEvents && minor >= STRICT_EVENTS) continue
      const library = load('boardgame.io/internal') as Internal
      return new ReducerFlow(library, version, game)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  return null
}

/** boardgame.io logs every move that it refuses. */
function silently<T>(play: () => T): T {
  const { error, log } = console
  console.error = () => {}
  console.log = () => {}
  try {
    return play()
  } finally {
    console.error = error
    console.log = log
  }
}
