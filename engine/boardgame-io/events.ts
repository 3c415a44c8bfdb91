/** Events that moves and hooks ask for: kept in a queue until the move is through, as boardgame.io does, and refused where it refuses them. */
import type { Ctx } from './config.ts'

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

/** Whether an event has this name. */
export function isEvent(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name)
}

/** The kinds of code that may ask for events. */
export type Caller =
  | 'move'
  | 'game.onEnd'
  | 'phase.onBegin'
  | 'phase.onEnd'
  | 'turn.onBegin'
  | 'turn.onMove'
  | 'turn.onEnd'

interface Asked {
  readonly name: EventName
  readonly args: readonly unknown[]
  readonly phase: string | null
  readonly turn: number
  readonly caller: Caller | null
}

/** Turns that one move may end for each player: more look like a loop without end. */
const TURNS_MAX = 100

export class EventQueue {
  readonly #asked: Asked[] = []
  #phase: string | null = null
  #turn = 0
  #firstTurn = 0
  #caller: Caller | null = null
  /** What moves and hooks are given as `events`. */
  readonly api: Readonly<Record<EventName, (...args: unknown[]) => void>>

  constructor() {
    const ask =
      (name: EventName) =>
      (...args: unknown[]): void => {
        this.#asked.push({ name, args, phase: this.#phase, turn: this.#turn, caller: this.#caller })
      }
    this.api = Object.fromEntries(EVENT_NAMES.map(name => [name, ask(name)])) as EventQueue['api']
  }

  /** Before a move or an event of a player. */
  clear({ phase, turn }: Ctx): void {
    this.#asked.length = 0
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

  /** Carries out what was asked for, and what that asks for. Returns why all of the move is void, or null. */
  run(ctx: Ctx, carryOut: (name: EventName, args: readonly unknown[]) => void): string | null {
    for (let at = 0; at < this.#asked.length; at++) {
      const { name, args, phase, turn, caller } = this.#asked[at]!
      if (this.#turn - this.#firstTurn >= ctx.numPlayers * TURNS_MAX)
        return 'it ends turn after turn without end'
      if (caller === null) return `${name} was asked for outside of a move and of onBegin, onMove and onEnd`
      if (ctx.gameover) return null
      const hasEnded = turn !== ctx.turn
      const mistake = mistakeOf(name, caller)
      if (mistake !== null) return mistake
      const isLate = isOfPhase(name) ? phase !== ctx.phase : isOfTurn(name) && hasEnded
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

/** Why code of this kind may not ask for an event, or null. */
function mistakeOf(name: EventName, caller: Caller): string | null {
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
