/**
 * The course of a boardgame.io game: the user's moves and hooks, called directly on a G that they may change, in the order in which
 * boardgame.io 0.50 calls them. Endings are looked for after every step of the course: of the game, then of the phase, then of the turn.
 */
import { GameError } from '../modules/index.ts'
import {
  type ActivePlayersArg,
  type BoardgameConfig,
  type Ctx,
  copyOf,
  type Hook,
  type HookContext,
  type Move,
  type StageArg,
} from './config.ts'
import { type Caller, EVENT_NAMES, type EventName, EventQueue } from './events.ts'
import {
  contextOf,
  firstPhase,
  hasKey,
  isActive,
  type Queued,
  type Stretch,
  stepOf,
  stretchesOf,
} from './steps.ts'
import { enterStage, firstPlayer, leaveStage, nextPlayer, setActivePlayers } from './turns.ts'

/** What the course of a game changes. */
export interface Position {
  G: unknown
  ctx: Ctx
}

/** A move by name, or an event that a player brings about. */
export type Decision =
  | { readonly move: string; readonly args: readonly unknown[] }
  | { readonly event: string; readonly args: readonly unknown[] }

/** Two courses there are: this one, and boardgame.io's own (reducer.ts). */
export interface Course {
  /** The position before the first decision. */
  start(numPlayers: number, setupData: unknown, random: unknown): Position
  /** Carries out a decision, for which the position may be changed. Returns null if it is illegal; what is left of the position then is nobody's. */
  decide(position: Position, playerID: string, decision: Decision, random: unknown): Position | null
}

const INVALID_MOVE = 'INVALID_MOVE'

export class Flow implements Course {
  readonly #game: BoardgameConfig
  readonly #stretches: ReadonlyMap<string, Stretch>
  readonly #firstPhase: string | null
  readonly #events = new EventQueue()
  /** What moves and hooks may write into boardgame.io's log; nobody reads it. */
  readonly #log = { setMetadata: () => {} }
  #G: unknown = null
  #ctx: Ctx = contextOf(2, null)
  #random: unknown = null
  /** Whether a function of the user may have put something of its own into G, which the next one must not change. */
  #isShared = false

  constructor(game: BoardgameConfig) {
    this.#game = game
    this.#stretches = stretchesOf(game)
    this.#firstPhase = firstPhase(game)
  }

  start(numPlayers: number, setupData: unknown, random: unknown): Position {
    this.#ctx = contextOf(numPlayers, this.#firstPhase)
    this.#random = random
    this.#events.clear(this.#ctx)
    const { api: events } = this.#events
    const context = { random, log: this.#log, events, ctx: this.#ctx } as unknown as HookContext
    this.#G = copyOf(this.#game.setup(context, setupData))
    this.#isShared = false
    this.#process({ step: 'startPhase' })
    const mistake = this.#events.run(this.#ctx, (name, args) =>
      this.#process(stepOf(name, this.#ctx, undefined, args[0])),
    )
    if (mistake !== null) throw new GameError(`before the first move, ${mistake}`)
    return { G: this.#G, ctx: this.#ctx }
  }

  decide(position: Position, playerID: string, decision: Decision, random: unknown): Position | null {
    this.#enter(position, random)
    if (this.#ctx.gameover !== undefined || !isActive(this.#ctx, playerID)) return null
    if ('event' in decision) {
      if (!(EVENT_NAMES as readonly string[]).includes(decision.event)) return null
      this.#process(stepOf(decision.event as EventName, this.#ctx, playerID, decision.args[0]))
    } else if (!this.#move(playerID, decision.move, decision.args)) return null
    const mistake = this.#events.run(this.#ctx, (name, args) =>
      this.#process(stepOf(name, this.#ctx, playerID, args[0])),
    )
    return mistake === null ? { G: this.#G, ctx: this.#ctx } : null
  }

  /** Calls the function of a move alone. Returns what it leaves of the position, or null if it is illegal by that; events that it asked for are dropped. */
  begin(
    position: Position,
    playerID: string,
    name: string,
    args: readonly unknown[],
    random: unknown,
  ): Position | null {
    this.#enter(position, random)
    if (this.#ctx.gameover !== undefined || !isActive(this.#ctx, playerID)) return null
    return this.#moved(playerID, name, args) === null ? null : { G: this.#G, ctx: this.#ctx }
  }

  /** Names of the moves that a player has in a position: those of the stage, else of the phase, else of the game. */
  movesFor(ctx: Ctx, playerID: string): Readonly<Record<string, Move>> {
    const { config, turn } = this.#stretchOf(ctx)
    const stage = ctx.activePlayers?.[playerID]
    const staged = stage === null || stage === undefined ? undefined : turn.stages?.[stage]?.moves
    return staged ?? config.moves ?? this.#game.moves ?? {}
  }

  /** Whether the number of moves decides when a turn or a stage ends. */
  countsMoves(ctx: Ctx): boolean {
    const { minMoves, maxMoves } = this.#stretchOf(ctx)
    return Boolean(minMoves || maxMoves || ctx._activePlayersMinMoves || ctx._activePlayersMaxMoves)
  }

  #enter({ G, ctx }: Position, random: unknown): void {
    this.#G = G
    this.#ctx = ctx
    this.#random = random
    this.#isShared = false
    this.#events.clear(ctx)
  }

  /** Calls the function of a move; returns the move, or null if it is illegal. */
  #moved(playerID: string, name: string, args: readonly unknown[]): Move | null {
    const moves = this.movesFor(this.#ctx, playerID)
    const move = Object.hasOwn(moves, name) ? moves[name]! : null
    if (move === null) return null
    const result = this.#call(typeof move === 'function' ? move : move.move, 'move', playerID, args)
    return result === INVALID_MOVE ? null : move
  }

  #move(playerID: string, name: string, args: readonly unknown[]): boolean {
    const move = this.#moved(playerID, name, args)
    if (move === null) return false
    const ctx = this.#ctx
    if (typeof move === 'function' || move.noLimit !== true) {
      if (playerID === ctx.currentPlayer) ctx.numMoves = (ctx.numMoves ?? 0) + 1
      if (ctx.activePlayers)
        ctx._activePlayersNumMoves = {
          ...ctx._activePlayersNumMoves,
          [playerID]: (ctx._activePlayersNumMoves?.[playerID] ?? Number.NaN) + 1,
        }
    }
    const most = ctx._activePlayersMaxMoves
    if (most && ctx._activePlayersNumMoves![playerID]! >= most[playerID]!) this.#endStage(playerID)
    this.#hook(this.#stretchOf(ctx).turn.onMove, 'turn.onMove', playerID)
    this.#process({ step: 'move' })
    return true
  }

  /** Takes a step and all that follow from it. */
  #process(first: Queued): void {
    const queue = [first]
    const ended: (string | null)[] = []
    for (let at = 0; at < queue.length; at++) {
      const one = queue[at]!
      if (one.step === 'endPhase') {
        // A ring of phases that end at once: boardgame.io leaves all of them.
        if (ended.includes(this.#ctx.phase)) {
          this.#ctx.phase = null
          return
        }
        ended.push(this.#ctx.phase)
      }
      const next = this.#take(one)
      if (one.step === 'endGame') return
      const { turn, phase } = this.#ctx
      const over = this.#ask(this.#game.endIf)
      if (over) {
        queue.push({ step: 'endGame', arg: over, turn, phase })
        continue
      }
      const phaseEnd = this.#ask(this.#stretchOf(this.#ctx).config.endIf)
      if (phaseEnd) {
        queue.push({ step: 'endPhase', arg: phaseEnd, turn, phase })
        continue
      }
      if (one.step === 'move' || one.step === 'enterStage' || one.step === 'setActive') {
        const turnEnd = this.#turnEnds()
        if (turnEnd) {
          queue.push({ step: 'endTurn', arg: turnEnd, turn, phase })
          continue
        }
      }
      if (next) queue.push(...next)
    }
  }

  /** Takes one step; returns those that follow if nothing ends. */
  #take({ step, arg, turn, phase, playerID, isForced }: Queued): Queued[] | null {
    switch (step) {
      case 'move':
        return null
      case 'startPhase':
        this.#hook(this.#stretchOf(this.#ctx).config.onBegin, 'phase.onBegin')
        return [{ step: 'startTurn' }]
      case 'startTurn':
        this.#startTurn(arg as string | undefined)
        return null
      case 'enterStage':
        if (typeof arg === 'string' || arg === null) enterStage(this.#ctx, playerID!, { stage: arg })
        else if (typeof arg === 'object') enterStage(this.#ctx, playerID!, arg as StageArg)
        return null
      case 'setActive':
        setActivePlayers(this.#ctx, copyOf(arg) as ActivePlayersArg)
        return null
      case 'endStage':
        return this.#endStage(playerID ?? this.#ctx.currentPlayer, arg, true)
      case 'endTurn':
        return this.#endTurn(turn, arg, isForced === true, playerID)
      case 'nextTurn':
        return this.#nextTurn(arg)
      case 'endPhase': {
        const { phase: before } = this.#endPhase(turn)
        return [{ step: 'nextPhase', arg, phase: before }]
      }
      case 'nextPhase':
        return this.#nextPhase(phase ?? null, arg)
      case 'endGame':
        this.#endPhase(undefined)
        this.#ctx.gameover = arg === undefined ? true : arg
        this.#hook(this.#game.onEnd, 'game.onEnd')
        return null
    }
  }

  /** `next` is the player whose turn it is; the first of the phase if absent. */
  #startTurn(next: string | undefined): void {
    const ctx = this.#ctx
    const { turn, order } = this.#stretchOf(ctx)
    if (next) {
      ctx.currentPlayer = next
      if (turn.activePlayers) setActivePlayers(ctx, turn.activePlayers)
    } else {
      firstPlayer(this.#context(undefined), order)
      setActivePlayers(ctx, turn.activePlayers ?? {})
    }
    ctx.turn++
    ctx.numMoves = 0
    // The list stays the same as long as it is empty, as positions that change little are cheap.
    if (ctx._prevActivePlayers?.length !== 0) ctx._prevActivePlayers = []
    this.#hook(turn.onBegin, 'turn.onBegin')
  }

  #turnEnds(): unknown {
    const { turn, maxMoves } = this.#stretchOf(this.#ctx)
    return (maxMoves && (this.#ctx.numMoves ?? 0) >= maxMoves) || this.#ask(turn.endIf)
  }

  #endTurn(
    turn: number | undefined,
    arg: unknown,
    isForced: boolean,
    playerID: string | undefined,
  ): Queued[] | null {
    const ctx = this.#ctx
    if (turn !== ctx.turn) return null
    const { minMoves, turn: config } = this.#stretchOf(ctx)
    if (!isForced && minMoves && (ctx.numMoves ?? 0) < minMoves) return null
    const { currentPlayer, phase } = ctx
    const removed = hasKey(arg, 'remove') && arg.remove ? (playerID ?? currentPlayer) : null
    const left = removed === null ? ctx.playOrder : ctx.playOrder.filter(id => id !== removed)
    const next: Queued = { step: 'nextTurn', arg: { arg, currentPlayer } }
    if (left.length === 0) {
      // boardgame.io drops what onEnd does to G when the last player goes.
      const G = copyOf(this.#G)
      this.#hook(config.onEnd, 'turn.onEnd')
      this.#G = G
      return [next, { step: 'endPhase', turn: ctx.turn, phase }]
    }
    this.#hook(config.onEnd, 'turn.onEnd')
    ctx.activePlayers = null
    if (removed !== null) {
      ctx.playOrder = left
      if (ctx.playOrderPos > left.length - 1) ctx.playOrderPos = 0
    }
    return [next]
  }

  #nextTurn(given: unknown): Queued[] {
    const ctx = this.#ctx
    const { arg, currentPlayer } = given as { arg: unknown; currentPlayer: string }
    ctx.currentPlayer = currentPlayer
    if (arg && arg !== true) {
      if (hasKey(arg, 'remove')) ctx.currentPlayer = `${ctx.playOrder[ctx.playOrderPos]}`
      if (hasKey(arg, 'next')) {
        ctx.playOrderPos = ctx.playOrder.indexOf(arg.next as string)
        ctx.currentPlayer = arg.next as string
      }
    } else if (!nextPlayer(this.#context(undefined), this.#stretchOf(ctx).order))
      return [{ step: 'endPhase', turn: ctx.turn, phase: ctx.phase }]
    return [{ step: 'startTurn', arg: ctx.currentPlayer }]
  }

  /** Ends the phase, and the turn in it if that is still the one that was meant. Returns the phase it was. */
  #endPhase(turn: number | undefined): { readonly phase: string | null } {
    this.#endTurn(turn, undefined, true, undefined)
    const { phase } = this.#ctx
    if (phase === null) return { phase }
    this.#hook(this.#stretchOf(this.#ctx).config.onEnd, 'phase.onEnd')
    this.#ctx.phase = null
    return { phase }
  }

  #nextPhase(before: string | null, arg: unknown): Queued[] | null {
    const { next } = this.#stretches.get(before ?? '')!.config
    if (hasKey(arg, 'next') && arg.next) {
      if (!this.#stretches.has(String(arg.next))) return null
      this.#ctx.phase = String(arg.next)
    } else
      this.#ctx.phase =
        (typeof next === 'function' ? (this.#ask(next) as string | null | undefined) : next) || null
    return [{ step: 'startPhase' }]
  }

  /** `isStep` is false where a limit of moves ends the stage, after which nothing follows. */
  #endStage(playerID: string, given?: unknown, isStep = false): Queued[] | null {
    const ctx = this.#ctx
    const isIn = ctx.activePlayers !== null && playerID in ctx.activePlayers
    const stage = isIn ? ctx.activePlayers![playerID] : undefined
    const arg =
      given ||
      (stage === null || stage === undefined
        ? given
        : (this.#stretchOf(ctx).turn.stages?.[stage]?.next ?? given))
    const next: Queued[] | null = isStep ? [{ step: 'enterStage', arg, playerID }] : null
    if (!isIn) return next
    const least = ctx._activePlayersMinMoves?.[playerID]
    if (least && (ctx._activePlayersNumMoves?.[playerID] ?? 0) < least) return next
    leaveStage(ctx, playerID)
    return next
  }

  #stretchOf({ phase }: Ctx): Stretch {
    return this.#stretches.get(phase ?? '')!
  }

  #context(playerID: string | undefined): HookContext {
    return {
      random: this.#random,
      log: this.#log,
      events: this.#events.api,
      G: this.#G,
      ctx: this.#ctx,
      playerID,
    }
  }

  /** What a function of the user that changes nothing answers. */
  #ask(trigger: Hook | undefined): unknown {
    return trigger?.(this.#context(undefined))
  }

  #hook(hook: Hook | undefined, caller: Caller, playerID?: string): void {
    if (hook) this.#call(hook, caller, playerID, [])
    else {
      this.#events.enter(this.#ctx, caller)
      this.#events.leave()
    }
  }

  #call(hook: Hook, caller: Caller, playerID: string | undefined, args: readonly unknown[]): unknown {
    if (this.#isShared) this.#G = copyOf(this.#G)
    this.#isShared = true
    this.#events.enter(this.#ctx, caller)
    const result = hook(this.#context(playerID), ...args)
    this.#events.leave()
    if (result !== undefined && result !== INVALID_MOVE) this.#G = result
    return result
  }
}
