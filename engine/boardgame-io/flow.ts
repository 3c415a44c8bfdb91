/**
 * The course of a boardgame.io game: the user's moves and hooks, called directly on a G that they may change, in the order in which
 * boardgame.io 0.50 calls them.
 */
import { GameError } from '../modules/index.ts'
import { Calls, INVALID_MOVE, type Position } from './calls.ts'
import { type BoardgameConfig, type Ctx, copyOf, type HookContext, type Move } from './config.ts'
import { isEvent } from './events.ts'
import { Stepping } from './stepping.ts'
import { contextOf, firstPhase, isActive, stepOf } from './steps.ts'

export type { Position } from './calls.ts'

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

export class Flow implements Course {
  readonly #game: BoardgameConfig
  readonly #firstPhase: string | null
  readonly #calls = new Calls()
  readonly #stepping: Stepping

  constructor(game: BoardgameConfig) {
    this.#game = game
    this.#firstPhase = firstPhase(game)
    this.#stepping = new Stepping(game, this.#calls)
  }

  start(numPlayers: number, setupData: unknown, random: unknown): Position {
    const calls = this.#calls
    calls.enter({ G: null, ctx: contextOf(numPlayers, this.#firstPhase) }, random)
    const { G: _, playerID: _player, ...context } = calls.context(undefined)
    calls.G = copyOf(this.#game.setup(context as HookContext, setupData))
    this.#stepping.process({ step: 'startPhase' })
    const mistake = this.#runEvents(undefined)
    if (mistake !== null) throw new GameError(`before the first move, ${mistake}`)
    return { G: calls.G, ctx: calls.ctx }
  }

  decide(position: Position, playerID: string, decision: Decision, random: unknown): Position | null {
    this.#calls.enter(position, random)
    if (this.#calls.ctx.gameover !== undefined || !isActive(this.#calls.ctx, playerID)) return null
    if ('event' in decision) {
      if (!isEvent(decision.event)) return null
      this.#stepping.process(stepOf(decision.event, this.#calls.ctx, playerID, decision.args[0]))
    } else if (!this.#move(playerID, decision.move, decision.args)) return null
    return this.#runEvents(playerID) === null ? { G: this.#calls.G, ctx: this.#calls.ctx } : null
  }

  /** Calls the function of a move alone. Returns what it leaves of the position, or null if it is illegal by that; events that it asked for are dropped. */
  begin(
    position: Position,
    playerID: string,
    name: string,
    args: readonly unknown[],
    random: unknown,
  ): Position | null {
    this.#calls.enter(position, random)
    if (this.#calls.ctx.gameover !== undefined || !isActive(this.#calls.ctx, playerID)) return null
    return this.#moved(playerID, name, args) === null ? null : { G: this.#calls.G, ctx: this.#calls.ctx }
  }

  /** Names of the moves that a player has in a position: those of the stage, else of the phase, else of the game. */
  movesFor(ctx: Ctx, playerID: string): Readonly<Record<string, Move>> {
    const { config, turn } = this.#stepping.stretchOf(ctx)
    const stage = ctx.activePlayers?.[playerID]
    const staged = stage === null || stage === undefined ? undefined : turn.stages?.[stage]?.moves
    return staged ?? config.moves ?? this.#game.moves ?? {}
  }

  /**
   * Whether that a player makes a move is a change by itself, as somebody counts: a most number of moves of the turn or the stage, or a least one that is not
   * reached yet. Events are not counted, nor are moves without limit.
   */
  counts({ ctx }: Position, playerID: string, decision: Decision): boolean {
    if (!('move' in decision)) return false
    const moves = this.movesFor(ctx, playerID)
    if (!Object.hasOwn(moves, decision.move) || isUnlimited(moves[decision.move]!)) return false
    const { minMoves, maxMoves } = this.#stepping.stretchOf(ctx)
    const isTurn = playerID === ctx.currentPlayer && looksAt(minMoves, maxMoves, ctx.numMoves)
    if (isTurn || !ctx.activePlayers) return isTurn
    return looksAt(
      ctx._activePlayersMinMoves?.[playerID],
      ctx._activePlayersMaxMoves?.[playerID],
      ctx._activePlayersNumMoves?.[playerID],
    )
  }

  /** Calls the function of a move; returns the move, or null if it is illegal. */
  #moved(playerID: string, name: string, args: readonly unknown[]): Move | null {
    const moves = this.movesFor(this.#calls.ctx, playerID)
    const move = Object.hasOwn(moves, name) ? moves[name]! : null
    if (move === null) return null
    const result = this.#calls.call(
      typeof move === 'function' ? move : move.move,
      'move',
      playerID,
      args,
      name,
    )
    return result === INVALID_MOVE ? null : move
  }

  #move(playerID: string, name: string, args: readonly unknown[]): boolean {
    const move = this.#moved(playerID, name, args)
    if (move === null) return false
    const ctx = this.#calls.ctx
    if (!isUnlimited(move)) {
      if (playerID === ctx.currentPlayer) ctx.numMoves = (ctx.numMoves ?? 0) + 1
      if (ctx.activePlayers)
        ctx._activePlayersNumMoves = {
          ...ctx._activePlayersNumMoves,
          [playerID]: (ctx._activePlayersNumMoves?.[playerID] ?? Number.NaN) + 1,
        }
    }
    const most = ctx._activePlayersMaxMoves
    if (most && ctx._activePlayersNumMoves![playerID]! >= most[playerID]!) this.#stepping.endStage(playerID)
    this.#calls.hook(this.#stepping.stretchOf(ctx).turn.onMove, 'turn.onMove', playerID)
    this.#stepping.process({ step: 'move' })
    return true
  }

  /** Carries out what moves and hooks asked for. Returns what was wrong with it, or null. */
  #runEvents(playerID: string | undefined): string | null {
    const calls = this.#calls
    return calls.events.run(calls.ctx, (name, args) =>
      this.#stepping.process(stepOf(name, calls.ctx, playerID, args[0])),
    )
  }
}

function isUnlimited(move: Move): boolean {
  return typeof move !== 'function' && move.noLimit === true
}

/** Whether the number of moves made so far matters to what is allowed. */
function looksAt(least: number | undefined, most: number | undefined, made = 0): boolean {
  return Boolean(most) || (least !== undefined && made < least)
}
