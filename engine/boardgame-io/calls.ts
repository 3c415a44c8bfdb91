/** The user's moves and hooks, called on the position in hand, which they may change. */
import { type Ctx, copyOf, type Hook, type HookContext } from './config.ts'
import { type Caller, EventQueue } from './events.ts'
import { contextOf } from './steps.ts'

/** What the course of a game changes. */
export interface Position {
  G: unknown
  ctx: Ctx
}

/** What a move returns that is illegal. */
export const INVALID_MOVE = 'INVALID_MOVE'

export class Calls implements Position {
  G: unknown = null
  ctx: Ctx = contextOf(2, null)
  /** What moves and hooks ask for, to be carried out after them. */
  readonly events = new EventQueue()
  /** What moves and hooks may write into boardgame.io's log; nobody reads it. */
  readonly #log = { setMetadata: () => {} }
  #random: unknown = null
  /** Whether a function of the user may have put something of its own into G, which the next one must not change. */
  #isShared = false

  /** Takes a position in hand. */
  enter({ G, ctx }: Position, random: unknown): void {
    this.G = G
    this.ctx = ctx
    this.#random = random
    this.#isShared = false
    this.events.clear(ctx)
  }

  /** What a function of the user is given, on behalf of a player if there is one. */
  context(playerID: string | undefined): HookContext {
    return {
      random: this.#random,
      log: this.#log,
      events: this.events.api,
      G: this.G,
      ctx: this.ctx,
      playerID,
    }
  }

  /** What a function of the user that changes nothing answers. */
  ask(trigger: Hook | undefined): unknown {
    return trigger?.(this.context(undefined))
  }

  /** Calls a hook, if there is one. */
  hook(hook: Hook | undefined, caller: Caller, playerID?: string): void {
    if (hook) this.call(hook, caller, playerID, [])
    else {
      this.events.enter(this.ctx, caller)
      this.events.leave()
    }
  }

  /** Calls a function that may change G, or return another one. Returns what it does. */
  call(hook: Hook, caller: Caller, playerID: string | undefined, args: readonly unknown[]): unknown {
    if (this.#isShared) this.G = copyOf(this.G)
    this.#isShared = true
    this.events.enter(this.ctx, caller)
    const result = hook(this.context(playerID), ...args)
    this.events.leave()
    if (result !== undefined && result !== INVALID_MOVE) this.G = result
    return result
  }
}
