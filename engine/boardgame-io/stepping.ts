/**
 * The steps that follow from a decision, in the order in which boardgame.io 0.50 takes them. Endings are looked for after every step: of the game,
 * then of the phase, then of the turn.
 */
import type { Calls } from './calls.ts'
import { type ActivePlayersArg, type BoardgameConfig, type Ctx, copyOf, type StageArg } from './config.ts'
import { hasKey, type Queued, type Stretch, stretchesOf } from './steps.ts'
import { enterStage, firstPlayer, leaveStage, nextPlayer, setActivePlayers } from './turns.ts'

export class Stepping {
  readonly #game: BoardgameConfig
  readonly #calls: Calls
  readonly #stretches: ReadonlyMap<string, Stretch>

  /** `calls` has the position that steps change. */
  constructor(game: BoardgameConfig, calls: Calls) {
    this.#game = game
    this.#calls = calls
    this.#stretches = stretchesOf(game)
  }

  /** The phase of a position, or the game itself outside of phases. */
  stretchOf({ phase }: Ctx): Stretch {
    return this.#stretches.get(phase ?? '')!
  }

  /** Takes a step and all that follow from it. */
  process(first: Queued): void {
    const queue = [first]
    const ended: (string | null)[] = []
    for (let at = 0; at < queue.length; at++) {
      const one = queue[at]!
      if (one.step === 'endPhase') {
        // A ring of phases that end at once: boardgame.io leaves all of them.
        if (ended.includes(this.#calls.ctx.phase)) {
          this.#calls.ctx.phase = null
          return
        }
        ended.push(this.#calls.ctx.phase)
      }
      const next = this.#take(one)
      if (one.step === 'endGame') return
      const { turn, phase } = this.#calls.ctx
      const over = this.#calls.ask(this.#game.endIf)
      if (over) {
        queue.push({ step: 'endGame', arg: over, turn, phase })
        continue
      }
      const phaseEnd = this.#calls.ask(this.stretchOf(this.#calls.ctx).config.endIf)
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
        this.#calls.hook(this.stretchOf(this.#calls.ctx).config.onBegin, 'phase.onBegin')
        return [{ step: 'startTurn' }]
      case 'startTurn':
        this.#startTurn(arg as string | undefined)
        return null
      case 'enterStage':
        if (typeof arg === 'string' || arg === null) enterStage(this.#calls.ctx, playerID!, { stage: arg })
        else if (typeof arg === 'object') enterStage(this.#calls.ctx, playerID!, arg as StageArg)
        return null
      case 'setActive':
        setActivePlayers(this.#calls.ctx, copyOf(arg) as ActivePlayersArg)
        return null
      case 'endStage':
        return this.endStage(playerID ?? this.#calls.ctx.currentPlayer, arg, true)
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
        this.#calls.ctx.gameover = arg === undefined ? true : arg
        this.#calls.hook(this.#game.onEnd, 'game.onEnd')
        return null
    }
  }

  /** `next` is the player whose turn it is; the first of the phase if absent. */
  #startTurn(next: string | undefined): void {
    const ctx = this.#calls.ctx
    const { turn, order } = this.stretchOf(ctx)
    if (next) {
      ctx.currentPlayer = next
      if (turn.activePlayers) setActivePlayers(ctx, turn.activePlayers)
    } else {
      firstPlayer(this.#calls.context(undefined), order)
      setActivePlayers(ctx, turn.activePlayers ?? {})
    }
    ctx.turn++
    ctx.numMoves = 0
    // The list stays the same as long as it is empty, as positions that change little are cheap.
    if (ctx._prevActivePlayers?.length !== 0) ctx._prevActivePlayers = []
    this.#calls.hook(turn.onBegin, 'turn.onBegin')
  }

  #turnEnds(): unknown {
    const { turn, maxMoves } = this.stretchOf(this.#calls.ctx)
    return (maxMoves && (this.#calls.ctx.numMoves ?? 0) >= maxMoves) || this.#calls.ask(turn.endIf)
  }

  #endTurn(
    turn: number | undefined,
    arg: unknown,
    isForced: boolean,
    playerID: string | undefined,
  ): Queued[] | null {
    const ctx = this.#calls.ctx
    if (turn !== ctx.turn) return null
    const { minMoves, turn: config } = this.stretchOf(ctx)
    if (!isForced && minMoves && (ctx.numMoves ?? 0) < minMoves) return null
    const { currentPlayer, phase } = ctx
    const removed = hasKey(arg, 'remove') && arg.remove ? (playerID ?? currentPlayer) : null
    const left = removed === null ? ctx.playOrder : ctx.playOrder.filter(id => id !== removed)
    const next: Queued = { step: 'nextTurn', arg: { arg, currentPlayer } }
    if (left.length === 0) {
      // boardgame.io drops what onEnd does to G when the last player goes.
      const G = copyOf(this.#calls.G)
      this.#calls.hook(config.onEnd, 'turn.onEnd')
      this.#calls.G = G
      return [next, { step: 'endPhase', turn: ctx.turn, phase }]
    }
    this.#calls.hook(config.onEnd, 'turn.onEnd')
    ctx.activePlayers = null
    if (removed !== null) {
      ctx.playOrder = left
      if (ctx.playOrderPos > left.length - 1) ctx.playOrderPos = 0
    }
    return [next]
  }

  #nextTurn(given: unknown): Queued[] {
    const ctx = this.#calls.ctx
    const { arg, currentPlayer } = given as { arg: unknown; currentPlayer: string }
    ctx.currentPlayer = currentPlayer
    if (arg && arg !== true) {
      if (hasKey(arg, 'remove')) ctx.currentPlayer = `${ctx.playOrder[ctx.playOrderPos]}`
      if (hasKey(arg, 'next')) {
        ctx.playOrderPos = ctx.playOrder.indexOf(arg.next as string)
        ctx.currentPlayer = arg.next as string
      }
    } else if (!nextPlayer(this.#calls.context(undefined), this.stretchOf(ctx).order))
      return [{ step: 'endPhase', turn: ctx.turn, phase: ctx.phase }]
    return [{ step: 'startTurn', arg: ctx.currentPlayer }]
  }

  /** Ends the phase, and the turn in it if that is still the one that was meant. Returns the phase it was. */
  #endPhase(turn: number | undefined): { readonly phase: string | null } {
    this.#endTurn(turn, undefined, true, undefined)
    const { phase } = this.#calls.ctx
    if (phase === null) return { phase }
    this.#calls.hook(this.stretchOf(this.#calls.ctx).config.onEnd, 'phase.onEnd')
    this.#calls.ctx.phase = null
    return { phase }
  }

  #nextPhase(before: string | null, arg: unknown): Queued[] | null {
    const { next } = this.#stretches.get(before ?? '')!.config
    if (hasKey(arg, 'next') && arg.next) {
      if (!this.#stretches.has(String(arg.next))) return null
      this.#calls.ctx.phase = String(arg.next)
    } else
      this.#calls.ctx.phase =
        (typeof next === 'function' ? (this.#calls.ask(next) as string | null | undefined) : next) || null
    return [{ step: 'startPhase' }]
  }

  /** `isStep` is false where a limit of moves ends the stage, after which nothing follows. */
  endStage(playerID: string, given?: unknown, isStep = false): Queued[] | null {
    const ctx = this.#calls.ctx
    const isIn = ctx.activePlayers !== null && playerID in ctx.activePlayers
    const stage = isIn ? ctx.activePlayers![playerID] : undefined
    const arg =
      given ||
      (stage === null || stage === undefined
        ? given
        : (this.stretchOf(ctx).turn.stages?.[stage]?.next ?? given))
    const next: Queued[] | null = isStep ? [{ step: 'enterStage', arg, playerID }] : null
    if (!isIn) return next
    const least = ctx._activePlayersMinMoves?.[playerID]
    if (least && (ctx._activePlayersNumMoves?.[playerID] ?? 0) < least) return next
    leaveStage(ctx, playerID)
    return next
  }
}
