/**
 * The steps that follow from a decision, in the order of boardgame.io 0.50. After every step the end of the game is checked, then that of
 * the phase, then that of the turn.
 */
import type { Calls, EventName } from './calls.ts'
import { type ActivePlayersArg, type BoardgameConfig, type Ctx, copyOf, type StageArg } from './config.ts'
import {
  enterStage,
  firstPlayer,
  leaveStage,
  nextPlayer,
  type ResolvedPhase,
  resolvePhases,
  setActivePlayers,
} from './turns.ts'

type StepName =
  | 'startPhase'
  | 'startTurn'
  | 'move'
  | 'endStage'
  | 'enterStage'
  | 'setActive'
  | 'endTurn'
  | 'nextTurn'
  | 'endPhase'
  | 'nextPhase'
  | 'endGame'

interface QueuedStep {
  readonly step: StepName
  readonly arg?: unknown
  readonly turn?: number
  readonly phase?: string | null
  readonly playerID?: string | undefined
  readonly isForced?: boolean
}

export class Stepping {
  readonly #game: BoardgameConfig
  readonly #calls: Calls
  readonly #phases: ReadonlyMap<string, ResolvedPhase>

  constructor(game: BoardgameConfig, calls: Calls) {
    this.#game = game
    this.#calls = calls
    this.#phases = resolvePhases(game)
  }

  phaseOf({ phase }: Ctx): ResolvedPhase {
    return this.#phases.get(phase ?? '')!
  }

  /** Takes a step and all that follow from it. */
  process(first: QueuedStep): void {
    const queue = [first]
    const ended: (string | null)[] = []
    for (let at = 0; at < queue.length; at++) {
      const one = queue[at]!
      if (one.step === 'endPhase') {
        // A cycle of phases that end at once: boardgame.io leaves all of them.
        if (ended.includes(this.#calls.ctx.phase)) {
          this.#calls.ctx.phase = null
          return
        }
        ended.push(this.#calls.ctx.phase)
      }
      const isQuiet = one.step === 'endTurn' && this.#endsQuietly(one)
      const next = this.#take(one)
      if (one.step === 'endGame') return
      if (isQuiet) {
        if (next) queue.push(...next)
        continue
      }
      const { turn, phase } = this.#calls.ctx
      const over = this.#calls.ask(this.#game.endIf)
      if (over) {
        queue.push({ step: 'endGame', arg: over, turn, phase })
        continue
      }
      const phaseEnd = this.#calls.ask(this.phaseOf(this.#calls.ctx).config.endIf)
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

  /** Whether the end of a turn changes neither G nor ctx, so that what was asked before it need not be asked again. */
  #endsQuietly({ arg }: QueuedStep): boolean {
    const { ctx, isWrapping } = this.#calls
    const { onEnd } = this.phaseOf(ctx).turn
    return onEnd === undefined && !isWrapping && ctx.activePlayers === null && !hasKey(arg, 'remove')
  }

  /** Takes one step; returns those that follow if nothing ends. */
  #take({ step, arg, turn, phase, playerID, isForced }: QueuedStep): QueuedStep[] | null {
    switch (step) {
      case 'move':
        return null
      case 'startPhase':
        this.#calls.hook(this.phaseOf(this.#calls.ctx).config.onBegin, 'phase.onBegin')
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
    const { turn, order } = this.phaseOf(ctx)
    if (next) {
      ctx.currentPlayer = next
      if (turn.activePlayers) setActivePlayers(ctx, turn.activePlayers)
    } else {
      firstPlayer(this.#calls.context(undefined), order)
      setActivePlayers(ctx, turn.activePlayers ?? {})
    }
    ctx.turn++
    ctx.numMoves = 0
    // An empty list is kept: states that change little are cheap.
    if (ctx._prevActivePlayers?.length !== 0) ctx._prevActivePlayers = []
    this.#calls.hook(turn.onBegin, 'turn.onBegin')
  }

  #turnEnds(): unknown {
    const { turn, maxMoves } = this.phaseOf(this.#calls.ctx)
    return (maxMoves && (this.#calls.ctx.numMoves ?? 0) >= maxMoves) || this.#calls.ask(turn.endIf)
  }

  #endTurn(
    turn: number | undefined,
    arg: unknown,
    isForced: boolean,
    playerID: string | undefined,
  ): QueuedStep[] | null {
    const ctx = this.#calls.ctx
    if (turn !== ctx.turn) return null
    const { minMoves, turn: config } = this.phaseOf(ctx)
    if (!isForced && minMoves && (ctx.numMoves ?? 0) < minMoves) return null
    const { currentPlayer, phase } = ctx
    const removed = hasKey(arg, 'remove') && arg.remove ? (playerID ?? currentPlayer) : null
    const left = removed === null ? ctx.playOrder : ctx.playOrder.filter(id => id !== removed)
    const next: QueuedStep = { step: 'nextTurn', arg: { arg, currentPlayer } }
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

  #nextTurn(given: unknown): QueuedStep[] {
    const ctx = this.#calls.ctx
    const { arg, currentPlayer } = given as { arg: unknown; currentPlayer: string }
    ctx.currentPlayer = currentPlayer
    if (arg && arg !== true) {
      if (hasKey(arg, 'remove')) ctx.currentPlayer = `${ctx.playOrder[ctx.playOrderPos]}`
      if (hasKey(arg, 'next')) {
        ctx.playOrderPos = ctx.playOrder.indexOf(arg.next as string)
        ctx.currentPlayer = arg.next as string
      }
    } else if (!nextPlayer(this.#calls.context(undefined), this.phaseOf(ctx).order))
      return [{ step: 'endPhase', turn: ctx.turn, phase: ctx.phase }]
    return [{ step: 'startTurn', arg: ctx.currentPlayer }]
  }

  /** Ends the phase, and its turn if that is still the one meant. Returns the phase. */
  #endPhase(turn: number | undefined): { readonly phase: string | null } {
    this.#endTurn(turn, undefined, true, undefined)
    const { phase } = this.#calls.ctx
    if (phase === null) return { phase }
    this.#calls.hook(this.phaseOf(this.#calls.ctx).config.onEnd, 'phase.onEnd')
    this.#calls.ctx.phase = null
    return { phase }
  }

  #nextPhase(before: string | null, arg: unknown): QueuedStep[] | null {
    const { next } = this.#phases.get(before ?? '')!.config
    if (hasKey(arg, 'next') && arg.next) {
      if (!this.#phases.has(String(arg.next))) return null
      this.#calls.ctx.phase = String(arg.next)
    } else
      this.#calls.ctx.phase =
        (typeof next === 'function' ? (this.#calls.ask(next) as string | null | undefined) : next) || null
    return [{ step: 'startPhase' }]
  }

  /** `isStep` is false where a move limit ends the stage. */
  endStage(playerID: string, given?: unknown, isStep = false): QueuedStep[] | null {
    const ctx = this.#calls.ctx
    const isIn = ctx.activePlayers !== null && playerID in ctx.activePlayers
    const stage = isIn ? ctx.activePlayers![playerID] : undefined
    const arg =
      given ||
      (stage === null || stage === undefined
        ? given
        : (this.phaseOf(ctx).turn.stages?.[stage]?.next ?? given))
    const next: QueuedStep[] | null = isStep ? [{ step: 'enterStage', arg, playerID }] : null
    if (!isIn) return next
    const least = ctx._activePlayersMinMoves?.[playerID]
    if (least && (ctx._activePlayersNumMoves?.[playerID] ?? 0) < least) return next
    leaveStage(ctx, playerID)
    return next
  }
}

export function stepOf(
  name: EventName,
  { turn, phase }: Ctx,
  playerID: string | undefined,
  arg: unknown,
): QueuedStep {
  switch (name) {
    case 'endStage':
      return { step: 'endStage', playerID }
    case 'setStage':
      return { step: 'endStage', arg, playerID }
    case 'setActivePlayers':
      return { step: 'setActive', arg }
    case 'endTurn':
      return { step: 'endTurn', turn, phase, arg }
    case 'pass':
      return { step: 'endTurn', turn, phase, arg, isForced: true }
    case 'endPhase':
      return { step: 'endPhase', turn, phase }
    case 'setPhase':
      return { step: 'endPhase', turn, phase, arg: { next: arg } }
    case 'endGame':
      return { step: 'endGame', turn, phase, arg }
  }
}

function hasKey<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
