/** Plays boardgame.io games: calls moves and hooks directly on a mutable G, in the order of boardgame.io 0.50. */
import { GameError } from '../modules/index.ts'
import { Calls, type GameState, INVALID_MOVE, isEvent } from './calls.ts'
import { type BoardgameConfig, type Ctx, copyOf, type HookContext, type Move } from './config.ts'
import { Plugins } from './plugins.ts'
import { Stepping, stepOf } from './stepping.ts'
import { contextOf, firstPhase, isActive } from './turns.ts'

export type { GameState } from './calls.ts'

export type Decision =
  | { readonly move: string; readonly args: readonly unknown[] }
  | { readonly event: string; readonly args: readonly unknown[] }

/** Implemented by this file, and by boardgame.io's own reducer (reducer.ts). */
export interface MatchFlow {
  start(numPlayers: number, setupData: unknown, random: unknown): GameState
  /** Carries out a decision, changing the state in place. Returns null if it is illegal; the state is garbage then. */
  decide(position: GameState, playerID: string, decision: Decision, random: unknown): GameState | null
}

export class OwnFlow implements MatchFlow {
  readonly #game: BoardgameConfig
  readonly #firstPhase: string | null
  readonly plugins: Plugins
  readonly #calls: Calls
  readonly #stepping: Stepping

  constructor(game: BoardgameConfig, allowsAllEvents = false) {
    this.#game = game
    this.plugins = new Plugins(game)
    this.#calls = new Calls(this.plugins)
    this.#calls.events.allowsAll = allowsAllEvents
    this.#firstPhase = firstPhase(game)
    this.#stepping = new Stepping(game, this.#calls)
  }

  start(numPlayers: number, setupData: unknown, random: unknown): GameState {
    const calls = this.#calls
    calls.enter({ G: null, ctx: contextOf(numPlayers, this.#firstPhase) }, random)
    this.plugins.setUp(calls.ctx)
    const { G: _, playerID: _player, ...context } = calls.context(undefined)
    calls.G = copyOf(this.#game.setup(context as HookContext, setupData))
    this.#stepping.process({ step: 'startPhase' })
    const mistake = this.#runEvents(undefined)
    if (mistake !== null) throw new GameError(`before the first move, ${mistake}`)
    this.plugins.flush(calls)
    return { G: calls.G, ctx: calls.ctx }
  }

  decide(position: GameState, playerID: string, decision: Decision, random: unknown): GameState | null {
    this.#calls.enter(position, random)
    if (this.#calls.ctx.gameover !== undefined || !isActive(this.#calls.ctx, playerID)) return null
    this.plugins.enhance(position, playerID)
    if ('event' in decision) {
      if (!isEvent(decision.event)) return null
      this.#stepping.process(stepOf(decision.event, this.#calls.ctx, playerID, decision.args[0]))
    } else if (!this.#move(playerID, decision.move, decision.args)) return null
    if (this.#runEvents(playerID) !== null || !this.plugins.flush(this.#calls)) return null
    return { G: this.#calls.G, ctx: this.#calls.ctx }
  }

  /** Calls only the move's function; drops its events. Returns the changed state, or null if illegal. */
  begin(
    position: GameState,
    playerID: string,
    name: string,
    args: readonly unknown[],
    random: unknown,
  ): GameState | null {
    this.#calls.enter(position, random)
    if (this.#calls.ctx.gameover !== undefined || !isActive(this.#calls.ctx, playerID)) return null
    this.plugins.enhance(position, playerID)
    return this.#moved(playerID, name, args) === null ? null : { G: this.#calls.G, ctx: this.#calls.ctx }
  }

  /** A player's moves: the stage's, else the phase's, else the game's. */
  movesFor(ctx: Ctx, playerID: string): Readonly<Record<string, Move>> {
    const { config, turn } = this.#stepping.phaseOf(ctx)
    const stage = ctx.activePlayers?.[playerID]
    const staged = stage === null || stage === undefined ? undefined : turn.stages?.[stage]?.moves
    return staged ?? config.moves ?? this.#game.moves ?? {}
  }

  /** True if a move limit counts this move. Events and moves with `noLimit` are never counted. */
  isCounted({ ctx }: GameState, playerID: string, decision: Decision): boolean {
    if (!('move' in decision)) return false
    const moves = this.movesFor(ctx, playerID)
    if (!Object.hasOwn(moves, decision.move) || isUnlimited(moves[decision.move]!)) return false
    const { minMoves, maxMoves } = this.#stepping.phaseOf(ctx)
    const isTurn = playerID === ctx.currentPlayer && isLimited(minMoves, maxMoves, ctx.numMoves)
    if (isTurn || !ctx.activePlayers) return isTurn
    return isLimited(
      ctx._activePlayersMinMoves?.[playerID],
      ctx._activePlayersMaxMoves?.[playerID],
      ctx._activePlayersNumMoves?.[playerID],
    )
  }

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
    this.#calls.hook(this.#stepping.phaseOf(ctx).turn.onMove, 'turn.onMove', playerID)
    this.#stepping.process({ step: 'move' })
    return true
  }

  /** Carries out the requested events. Returns what was wrong, or null. */
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

function isLimited(least: number | undefined, most: number | undefined, made = 0): boolean {
  return Boolean(most) || (least !== undefined && made < least)
}
