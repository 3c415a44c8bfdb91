/** The user's moves and hooks, called on the position in hand, which they may change. */

import { GameError, reasonOf } from '../modules/index.ts'
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
  call(
    hook: Hook,
    caller: Caller,
    playerID: string | undefined,
    args: readonly unknown[],
    move?: string,
  ): unknown {
    if (this.#isShared) this.G = copyOf(this.G)
    this.#isShared = true
    this.events.enter(this.ctx, caller)
    const result = hook(this.context(playerID), ...args)
    this.events.leave()
    if (result === undefined || result === INVALID_MOVE) return result
    if (kindOf(result) !== kindOf(this.G))
      throw new GameError(
        `${move === undefined ? caller : `moves.${move}`} returned ${shown(result)}, expected nothing after it has changed G, a new G${move === undefined ? '' : ', or INVALID_MOVE'}: what follows => without braces is returned`,
        hook,
      )
    this.G = result
    return result
  }
}

function kindOf(value: unknown): string {
  if (value instanceof Promise) return 'promise'
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** A value as messages name it. */
function shown(value: unknown): string {
  const kind = kindOf(value)
  if (kind === 'promise') return 'a promise, as async functions do'
  if (kind === 'list') return 'a list'
  return kind === 'object' ? 'an object' : reasonOf(JSON.stringify(value) ?? kind)
}
