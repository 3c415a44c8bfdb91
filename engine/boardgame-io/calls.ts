/** Calls the user's moves and hooks, which may change G, and queues the events that they ask for. */

import { GameError, reasonOf } from '../modules/index.ts'
import { type Ctx, copyOf, type Hook, type HookContext } from './config.ts'
import type { Plugins } from './plugins.ts'
import { contextOf } from './turns.ts'

export interface GameState {
  G: unknown
  ctx: Ctx
}

/** What an illegal move returns. */
export const INVALID_MOVE = 'INVALID_MOVE'

export class Calls implements GameState {
  G: unknown = null
  ctx: Ctx = contextOf(2, null)
  readonly events = new EventQueue()
  /** The log plugin of boardgame.io; nobody reads it. */
  readonly #log = { setMetadata: () => {} }
  #random: unknown = null
  /** The last function may have put an object of its own into G, which the next one must not change. */
  #isShared = false
  readonly #plugins: Plugins

  constructor(plugins: Plugins) {
    this.#plugins = plugins
  }

  enter({ G, ctx }: GameState, random: unknown): void {
    this.G = G
    this.ctx = ctx
    this.#random = random
    this.#isShared = false
    this.events.clear(ctx)
  }

  /** Whether plugins run around every hook, even an absent one. */
  get isWrapping(): boolean {
    return this.#plugins.isWrapping
  }

  context(playerID: string | undefined): HookContext {
    return {
      random: this.#random,
      log: this.#log,
      events: this.events.api,
      ...this.#plugins.apis,
      G: this.G,
      ctx: this.ctx,
      playerID,
    }
  }

  /** Calls a function that changes nothing. */
  ask(trigger: Hook | undefined): unknown {
    return trigger?.(this.context(undefined))
  }

  hook(hook: Hook | undefined, caller: Caller, playerID?: string): void {
    if (hook) this.call(hook, caller, playerID, [])
    else if (this.#plugins.isWrapping) this.call(KEEP, caller, playerID, [])
    else {
      this.events.enter(this.ctx, caller)
      this.events.leave()
    }
  }

  /** Calls a function that may change G or return a new one; returns its result. */
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
    const called = this.#plugins.isWrapping ? this.#plugins.wrap(hook, methodOf(caller)) : hook
    const result = called(this.context(playerID), ...args)
    this.events.leave()
    if (result === undefined || result === INVALID_MOVE) return result
    if (result instanceof Promise)
      throw new GameError(
        `${move === undefined ? caller : `moves.${move}`} is async, but boardgame.io doesn't wait for it, expected a function that returns at once, from data that setup or setupData holds`,
        hook,
      )
    if (kindOf(result) !== kindOf(this.G))
      throw new GameError(
        `${move === undefined ? caller : `moves.${move}`} returned ${shown(result)}, expected a new G, or nothing if it changed G${move === undefined ? '' : ', or INVALID_MOVE'}. Without braces, => returns the value after it`,
        hook,
      )
    this.G = result
    return result
  }
}

/** A hook that does nothing. */
const KEEP: Hook = ({ G }) => G

/** Who calls, as boardgame.io names it: PHASE_ON_BEGIN. */
function methodOf(caller: Caller): string {
  return caller.replace('.on', '_on_').toUpperCase()
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

function shown(value: unknown): string {
  const kind = kindOf(value)
  if (kind === 'list') return 'a list'
  return kind === 'object' ? 'an object' : reasonOf(JSON.stringify(value) ?? kind)
}

export const EVENT_NAMES = [
  'endStage',
  'setStage',
  'endTurn',
  'pass',
  'endPhase',
  'setPhase',
  'endGame',
  'setActivePlayers',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

export function isEvent(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name)
}

export type Caller =
  | 'move'
  | 'game.onEnd'
  | 'phase.onBegin'
  | 'phase.onEnd'
  | 'turn.onBegin'
  | 'turn.onMove'
  | 'turn.onEnd'

interface RequestedEvent {
  readonly name: EventName
  readonly args: readonly unknown[]
  readonly phase: string | null
  readonly turn: number
  readonly caller: Caller | null
}

/** Turns that one move may end per player; more look like an endless loop. */
const TURNS_MAX = 100

export class EventQueue {
  readonly #requested: RequestedEvent[] = []
  #phase: string | null = null
  #turn = 0
  #firstTurn = 0
  #caller: Caller | null = null
  /** Before 0.48, any function may call any event. */
  allowsAll = false
  /** The `events` of moves and hooks. */
  readonly api: Readonly<Record<EventName, (...args: unknown[]) => void>>

  constructor() {
    const ask =
      (name: EventName) =>
      (...args: unknown[]): void => {
        this.#requested.push({ name, args, phase: this.#phase, turn: this.#turn, caller: this.#caller })
      }
    this.api = Object.fromEntries(EVENT_NAMES.map(name => [name, ask(name)])) as EventQueue['api']
  }

  /** Before a move or an event of a player. */
  clear({ phase, turn }: Ctx): void {
    this.#requested.length = 0
    this.#phase = phase
    this.#turn = turn
    this.#firstTurn = turn
    this.#caller = null
  }

  /** Around each call of a move or a hook. */
  enter({ phase, turn }: Ctx, caller: Caller): void {
    this.#phase = phase
    this.#turn = turn
    this.#caller = caller
  }

  leave(): void {
    this.#caller = null
  }

  /** Carries out the requested events and those they request. Returns why the whole move is void, or null. */
  run(ctx: Ctx, carryOut: (name: EventName, args: readonly unknown[]) => void): string | null {
    for (let at = 0; at < this.#requested.length; at++) {
      const { name, args, phase, turn, caller } = this.#requested[at]!
      if (this.#turn - this.#firstTurn >= ctx.numPlayers * TURNS_MAX)
        return 'it ends one turn after another, forever'
      if (caller === null && !this.allowsAll)
        return `${name} was called outside moves, onBegin, onMove and onEnd`
      if (ctx.gameover) return null
      const hasEnded = turn !== ctx.turn
      const mistake = caller === null || this.allowsAll ? null : whyForbidden(name, caller)
      if (mistake !== null) return mistake
      const isOfEnded = this.allowsAll ? name === 'endTurn' : isOfTurn(name)
      const isLate = isOfPhase(name) ? phase !== ctx.phase : isOfEnded && hasEnded
      if (!isLate) carryOut(name, args)
    }
    return null
  }
}

function isOfPhase(name: EventName): boolean {
  return name === 'endPhase' || name === 'setPhase'
}

function isOfStage(name: EventName): boolean {
  return name === 'endStage' || name === 'setStage' || name === 'setActivePlayers'
}

function isOfTurn(name: EventName): boolean {
  return isOfStage(name) || name === 'endTurn'
}

function whyForbidden(name: EventName, caller: Caller): string | null {
  const isForbidden =
    caller === 'phase.onEnd'
      ? isOfTurn(name) || isOfPhase(name)
      : caller === 'turn.onEnd'
        ? isOfTurn(name)
        : caller === 'phase.onBegin'
          ? isOfStage(name)
          : caller === 'turn.onBegin' && (name === 'setStage' || name === 'endStage')
  return isForbidden ? `${name} is not allowed in ${caller}` : null
}
