/**
 * Plugins of boardgame.io 0.50, which put functions into the context of moves and hooks. Their data lies in the
 * `ctx` of a state, so that it is copied, compared and kept with it.
 */
import { type BoardgameConfig, type Ctx, copyOf, type Hook, type Plugin } from './config.ts'

interface State {
  G: unknown
  ctx: Ctx
}

export class Plugins {
  readonly #all: readonly Plugin[]
  readonly #game: BoardgameConfig
  readonly #hasApis: boolean
  readonly #wrapping: readonly Plugin[]
  /** By plugin, for the context of one action. */
  apis: Readonly<Record<string, unknown>> | null = null

  constructor(game: BoardgameConfig) {
    this.#all = game.plugins ?? []
    this.#game = game
    this.#hasApis = this.#all.some(({ api }) => api)
    this.#wrapping = this.#all.filter(({ fnWrap }) => fnWrap)
  }

  /** The first plugin that may change a state as a whole, which only boardgame.io's reducer can do; null if there is none. */
  get raw(): string | null {
    return this.#all.find(({ dangerouslyFlushRawState: raw, flush }) => raw && !flush)?.name ?? null
  }

  /** Before `setup`, when there is no G. */
  setUp(ctx: Ctx): void {
    for (const { name, setup } of this.#all)
      if (setup) this.#keep(ctx, name, setup({ G: {}, ctx, game: this.#game }))
    this.enhance({ G: {}, ctx }, undefined)
  }

  /** Before an action of a player. Plugins see the state as it is then, whatever changes later. */
  enhance(state: State, playerID: string | undefined): void {
    if (!this.#hasApis) return
    const { G, ctx } = copyOf({ G: state.G, ctx: { ...state.ctx, _plugins: undefined } })
    this.apis = Object.fromEntries(
      this.#all
        .filter(({ api }) => api)
        .map(({ name, api }) => [
          name,
          api!({ G, ctx, data: dataOf(state.ctx, name), game: this.#game, playerID }),
        ]),
    )
  }

  /** After an action: plugins keep data, the last first. Returns whether none calls the action invalid. */
  flush({ G, ctx }: State): boolean {
    const about = (name: string) => ({ G, ctx, game: this.#game, data: dataOf(ctx, name) })
    for (const { name, flush } of this.#all.toReversed())
      if (flush) this.#keep(ctx, name, flush({ ...about(name), api: this.apis?.[name] }))
    return !this.#all.some(({ name, isInvalid }) => isInvalid?.(about(name)))
  }

  #keep(ctx: Ctx, name: string, data: unknown): void {
    // Two plugins may hold one object.
    ctx._plugins = { ...ctx._plugins, [name]: copyOf(data) }
  }

  get isWrapping(): boolean {
    return this.#wrapping.length > 0
  }

  /** A move or hook as plugins wrap it: it returns G. */
  wrap(hook: Hook, method: string): Hook {
    const inner: Hook = (context, ...args) => hook(context, ...args) ?? context.G
    return this.#wrapping.reduce((call, { fnWrap }) => fnWrap!(call, method), inner)
  }

  /** The first plugin that shows a player less than its data; null if there is none. */
  hiding({ G, ctx }: State, seats: number): string | null {
    if (ctx === null) return null
    const hides = ({ name, playerView }: Plugin, seat: number): boolean => {
      const data = dataOf(ctx, name)
      const seen = playerView!({ G, ctx, game: this.#game, data, playerID: `${seat}` })
      return JSON.stringify(seen) !== JSON.stringify(data)
    }
    return (
      this.#all.find(
        plugin =>
          plugin.playerView &&
          Array.from({ length: seats }, (_, seat) => seat).some(seat => hides(plugin, seat)),
      )?.name ?? null
    )
  }
}

const dataOf = ({ _plugins = {} }: Ctx, name: string): unknown => (name in _plugins ? _plugins[name] : {})

/** What boardgame.io's reducer is to know of plugins' data. */
export function pluginState({ _plugins = {} }: Ctx): Record<string, { data: unknown }> {
  return Object.fromEntries(Object.entries(_plugins).map(([name, data]) => [name, { data }]))
}

/** The ctx of a state of boardgame.io's, with its plugins' data. */
export function withPluginData(
  game: BoardgameConfig,
  {
    ctx,
    plugins = {},
  }: { readonly ctx: Ctx; readonly plugins?: Readonly<Record<string, { data?: unknown }>> },
): Ctx {
  const kept = (game.plugins ?? []).filter(
    ({ setup, flush, dangerouslyFlushRawState: raw }) => setup || flush || raw,
  )
  if (kept.length === 0) return ctx
  return { ...ctx, _plugins: Object.fromEntries(kept.map(({ name }) => [name, plugins[name]?.data])) }
}
