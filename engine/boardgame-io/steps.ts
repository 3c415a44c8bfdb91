/** The steps that the course of a game consists of, and where each begins. */
import type { BoardgameConfig, Ctx, Phase, Turn } from './config.ts'
import type { EventName } from './events.ts'
import { DEFAULT_ORDER, limitsOf } from './turns.ts'

/** A phase with what it inherits; the phase of a game between phases has the key ''. */
export interface Stretch {
  readonly config: Phase
  readonly turn: Turn
  readonly order: NonNullable<Turn['order']>
  readonly minMoves: number | undefined
  readonly maxMoves: number | undefined
}

type Step =
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

export interface Queued {
  readonly step: Step
  readonly arg?: unknown
  readonly turn?: number
  readonly phase?: string | null
  readonly playerID?: string
  readonly isForced?: boolean
}

/** The phases of a game, by name. */
export function stretchesOf({ phases = {}, turn: shared = {} }: BoardgameConfig): Map<string, Stretch> {
  const all = new Map<string, Stretch>()
  const none: readonly [string, Phase] = ['', {}]
  for (const [name, config] of [...Object.entries(phases), none]) {
    const turn = config.turn ?? shared
    all.set(name, { config, turn, order: turn.order ?? DEFAULT_ORDER, ...limitsOf(turn, true) })
  }
  return all
}

/** The phase that a match begins with; the last that says so. */
export function firstPhase({ phases = {} }: BoardgameConfig): string | null {
  const starts = Object.entries(phases).filter(([, { start }]) => start === true)
  return starts.at(-1)?.[0] ?? null
}

/** The step that an event begins with, which a player brought about, or nobody. */
export function stepOf(
  name: EventName,
  { turn, phase }: Ctx,
  playerID: string | undefined,
  arg: unknown,
): Queued {
  const who = playerID === undefined ? {} : { playerID }
  switch (name) {
    case 'endStage':
      return { step: 'endStage', ...who }
    case 'setStage':
      return { step: 'endStage', arg, ...who }
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

/** The metadata of a match that has not begun. */
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

/** Whether a player may decide. */
export function isActive({ activePlayers, currentPlayer }: Ctx, playerID: string): boolean {
  return activePlayers ? playerID in activePlayers : currentPlayer === playerID
}

/** Whether a value is an object with a key. */
export function hasKey<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
