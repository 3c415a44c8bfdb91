/** Phases, turn orders, stages and active players, as boardgame.io handles them, on our own `ctx`. */
import { GameError } from '../modules/index.ts'
import type {
  ActivePlayersArg,
  BoardgameConfig,
  Ctx,
  Hook,
  HookContext,
  Phase,
  StageArg,
  Turn,
} from './config.ts'

type Contextual = Pick<HookContext, 'G' | 'ctx'>

/** Round robin; the next phase continues with the next player. */
export const DEFAULT_ORDER: NonNullable<Turn['order']> = {
  first: ({ ctx }) => (ctx.turn === 0 ? ctx.playOrderPos : (ctx.playOrderPos + 1) % ctx.playOrder.length),
  next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.playOrder.length,
}

/** `moveLimit` is the old name of both limits. */
export function limitsOf({ moveLimit, minMoves, maxMoves }: Omit<StageArg, 'stage'>, isTurn: boolean) {
  return {
    minMoves: isTurn && moveLimit ? moveLimit : minMoves,
    maxMoves: moveLimit ? moveLimit : maxMoves,
  }
}

/** The players in the order of turns, as a phase begins. */
export function firstPlayer(context: Contextual, order: NonNullable<Turn['order']>): void {
  const { ctx } = context
  const playOrder = order.playOrder
    ? (order.playOrder(context) as string[])
    : Array.from({ length: ctx.numPlayers }, (_, id) => `${id}`)
  const place = order.first(context)
  requirePlace(place, order.first)
  ctx.playOrder = [...playOrder]
  ctx.playOrderPos = place
  ctx.currentPlayer = `${playOrder[place]}`
}

/** Moves on to the next player. Returns false if nobody is left, which ends the phase. */
export function nextPlayer(context: Contextual, order: NonNullable<Turn['order']>): boolean {
  const place = order.next(context)
  if (place === undefined) return false
  requirePlace(place, order.next)
  context.ctx.playOrderPos = place
  context.ctx.currentPlayer = `${context.ctx.playOrder[place]}`
  return true
}

function requirePlace(place: unknown, order: Hook): asserts place is number {
  if (typeof place !== 'number')
    throw new GameError(`turn.order returned ${String(place)}, expected an index of playOrder`, order)
}

export function setActivePlayers(ctx: Ctx, arg: ActivePlayersArg): void {
  const active: Record<string, string | null> = {}
  const least: Record<string, number> = {}
  const most: Record<string, number> = {}
  const before = {
    activePlayers: ctx.activePlayers,
    _activePlayersMinMoves: ctx._activePlayersMinMoves ?? null,
    _activePlayersMaxMoves: ctx._activePlayersMaxMoves ?? null,
    _activePlayersNumMoves: ctx._activePlayersNumMoves ?? {},
  }
  ctx._nextActivePlayers = null
  if (isList(arg)) {
    for (const id of arg) active[id] = null
    ctx._prevActivePlayers = []
  } else {
    const put = (id: string, given: StageArg | string | null): void => {
      const stage = typeof given === 'object' && given !== null ? given : { stage: given }
      if (stage.stage === undefined) return
      const { minMoves, maxMoves } = limitsOf(stage, false)
      active[id] = stage.stage
      if (minMoves) least[id] = minMoves
      if (maxMoves) most[id] = maxMoves
    }
    if (arg.next) ctx._nextActivePlayers = arg.next
    ctx._prevActivePlayers = arg.revert ? [...(ctx._prevActivePlayers ?? []), before] : []
    if (arg.currentPlayer !== undefined) put(ctx.currentPlayer, arg.currentPlayer)
    if (arg.others !== undefined)
      for (const id of ctx.playOrder) if (id !== ctx.currentPlayer) put(id, arg.others)
    if (arg.all !== undefined) for (const id of ctx.playOrder) put(id, arg.all)
    for (const [id, stage] of Object.entries(arg.value ?? {})) put(id, stage)
    const { minMoves, maxMoves } = limitsOf(arg, false)
    for (const id of Object.keys(active)) {
      if (minMoves) least[id] ??= minMoves
      if (maxMoves) most[id] ??= maxMoves
    }
  }
  ctx.activePlayers = orNull(active)
  ctx._activePlayersMinMoves = orNull(least)
  ctx._activePlayersMaxMoves = orNull(most)
  ctx._activePlayersNumMoves = Object.fromEntries(Object.keys(active).map(id => [id, 0]))
}

function isList(arg: ActivePlayersArg): arg is readonly string[] {
  return Array.isArray(arg)
}

function orNull<T>(table: Record<string, T>): Record<string, T> | null {
  return Object.keys(table).length === 0 ? null : table
}

/** The last player to leave makes room for `next`, or for those who were active before. */
export function leaveStage(ctx: Ctx, id: string): void {
  ctx.activePlayers = without(ctx.activePlayers, id)
  ctx._activePlayersMinMoves = without(ctx._activePlayersMinMoves, id)
  ctx._activePlayersMaxMoves = without(ctx._activePlayersMaxMoves, id)
  if (ctx.activePlayers === null || Object.keys(ctx.activePlayers).length > 0) return
  const before = ctx._prevActivePlayers ?? []
  if (ctx._nextActivePlayers) {
    setActivePlayers(ctx, ctx._nextActivePlayers)
  } else if (before.length > 0) {
    Object.assign(ctx, before.at(-1))
    ctx._prevActivePlayers = before.slice(0, -1)
  } else {
    ctx.activePlayers = null
    ctx._activePlayersMinMoves = null
    ctx._activePlayersMaxMoves = null
  }
}

function without<T>(table: Record<string, T> | null | undefined, id: string): Record<string, T> | null {
  if (!table) return null
  const rest = { ...table }
  delete rest[id]
  return rest
}

export function enterStage(ctx: Ctx, id: string, given: StageArg): void {
  if (given.stage === undefined) return
  const { minMoves, maxMoves } = limitsOf(given, false)
  ctx.activePlayers = { ...ctx.activePlayers, [id]: given.stage }
  ctx._activePlayersNumMoves = { ...ctx._activePlayersNumMoves, [id]: 0 }
  if (minMoves) ctx._activePlayersMinMoves = { ...ctx._activePlayersMinMoves, [id]: minMoves }
  if (maxMoves) ctx._activePlayersMaxMoves = { ...ctx._activePlayersMaxMoves, [id]: maxMoves }
}

/** A phase with what it inherits; '' is the game outside of phases. */
export interface ResolvedPhase {
  readonly config: Phase
  readonly turn: Turn
  readonly order: NonNullable<Turn['order']>
  readonly minMoves: number | undefined
  readonly maxMoves: number | undefined
}

export function resolvePhases({
  phases = {},
  turn: shared = {},
}: BoardgameConfig): Map<string, ResolvedPhase> {
  const all = new Map<string, ResolvedPhase>()
  const none: readonly [string, Phase] = ['', {}]
  for (const [name, config] of [...Object.entries(phases), none]) {
    const turn = config.turn ?? shared
    all.set(name, { config, turn, order: turn.order ?? DEFAULT_ORDER, ...limitsOf(turn, true) })
  }
  return all
}

/** The last phase with `start`. */
export function firstPhase({ phases = {} }: BoardgameConfig): string | null {
  const starts = Object.entries(phases).filter(([, { start }]) => start === true)
  return starts.at(-1)?.[0] ?? null
}

export function contextOf(numPlayers: number, phase: string | null): Ctx {
  return {
    numPlayers,
    turn: 0,
    currentPlayer: '0',
    playOrder: Array.from({ length: numPlayers }, (_, id) => `${id}`),
    playOrderPos: 0,
    phase,
    activePlayers: null,
  }
}

export function isActive({ activePlayers, currentPlayer }: Ctx, playerID: string): boolean {
  return activePlayers ? playerID in activePlayers : currentPlayer === playerID
}
