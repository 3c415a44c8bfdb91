/** boardgame.io's own reducer, where the package is installed: the reference for flow.ts, and what plays where they differ. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../package.ts'
import { type BoardgameConfig, type Ctx, copyOf } from './config.ts'
import type { Decision, GameState, MatchFlow } from './flow.ts'

/** The part of `boardgame.io/internal` used here. */
interface Internal {
  InitializeGame(options: { game: object; numPlayers: number; setupData: unknown }): Full
  CreateGameReducer(options: { game: object }): (state: Full, action: object) => Full
}

interface Full {
  readonly G: unknown
  readonly ctx: Ctx
  readonly plugins?: object
  readonly transients?: { readonly error?: object }
}

export class ReducerFlow implements MatchFlow {
  readonly #library: Internal
  readonly #game: object
  readonly #reduce: (state: Full, action: object) => Full
  #random: unknown = null

  constructor(library: Internal, game: BoardgameConfig) {
    this.#library = library
    // A plugin of the same name takes the place of its generator.
    const random = { name: 'random', api: () => this.#random }
    // boardgame.io writes into the object that it is given.
    this.#game = { ...copyOf(game), plugins: [random], disableUndo: true, seed: 'evenhand' }
    this.#reduce = silently(() => library.CreateGameReducer({ game: this.#game }))
  }

  start(numPlayers: number, setupData: unknown, random: unknown): GameState {
    this.#random = random
    const { G, ctx } = silently(() =>
      this.#library.InitializeGame({ game: this.#game, numPlayers, setupData }),
    )
    return copyOf({ G, ctx })
  }

  decide(position: GameState, playerID: string, decision: Decision, random: unknown): GameState | null {
    this.#random = random
    const before = {
      // boardgame.io counts moves in the ctx that it is given, and freezes G.
      ...copyOf({ G: position.G, ctx: position.ctx }),
      plugins: { random: { data: {} }, log: { data: {} } },
      _stateID: 0,
      _undo: [],
      _redo: [],
    }
    const [type, name] = 'move' in decision ? ['MAKE_MOVE', decision.move] : ['GAME_EVENT', decision.event]
    const payload = { type: name, args: decision.args, playerID }
    const after = silently(() => this.#reduce(before, { type, payload }))
    return after.transients?.error ? null : copyOf({ G: after.G, ctx: after.ctx })
  }
}

/** Looks for boardgame.io beside the game, then beside evenhand; null if it is not installed. */
export function reducerFor(game: BoardgameConfig, folder: string): ReducerFlow | null {
  for (const from of [folder, ROOT]) {
    try {
      const library = createRequire(join(from, 'index.js'))('boardgame.io/internal') as Internal
      return new ReducerFlow(library, game)
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
