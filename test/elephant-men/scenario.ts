/** Records played through the engine, and positions written so that a test can state what it expects in a line. */
import { type CompiledGame, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { fileOf, gameOf, overlay, type Patch, type RuleSet } from './load.ts'

interface Unit {
  readonly at: string
  readonly kind: string
  readonly side: string
  readonly hp: number
  readonly resting: boolean
  readonly blocking: boolean
}

/** A position as `describe` gives it. */
export interface Frame {
  readonly turn: number
  readonly phase: number
  readonly favour: number
  readonly units: readonly Unit[]
  readonly pending: readonly { at: string; damage?: number; favour?: number }[]
  readonly winner: string | null
}

export class Match {
  readonly game: CompiledGame
  readonly state: Int32Array
  readonly events: Int32Array
  /** The position after each phase, and the same as lines of a replay. */
  readonly frames: Frame[] = []
  readonly lines: string[] = []
  #decisions = 0

  constructor(game: CompiledGame) {
    this.game = game
    this.state = newState(game.info)
    this.events = newEvents(game.info)
    game.start(this.state, this.events)
  }

  now(): Frame {
    return this.game.text.describe(this.state) as Frame
  }

  /** One decision as records write it; errors name its number, from 1. */
  decide(text: string): void {
    this.#decisions++
    try {
      const space = text.indexOf(' ')
      const seat = this.game.info.seats.indexOf(text.slice(0, space))
      if (seat < 0) throw new Error(`no side gives ${JSON.stringify(text)}`)
      if (this.game.toMove(this.state) === 0) throw new Error('the match is over')
      const action = this.game.text.parse(this.state, seat, text.slice(space + 1))
      this.game.apply(this.state, seat, action, this.events)
    } catch (error) {
      throw new Error(
        `decision ${this.#decisions}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    settle(this.game, this.state, this.events, () => {
      this.frames.push(this.now())
      this.lines.push(JSON.stringify(this.game.text.describe(this.state)))
    })
  }

  play(decisions: readonly string[]): this {
    for (const decision of decisions) this.decide(decision)
    return this
  }

  /** A whole turn: these orders, then `done` from each side that owes more. Returns the turn's positions, phase by phase. */
  turn(...orders: string[]): Frame[] {
    const before = this.frames.length
    this.play(orders)
    for (const [seat, name] of this.game.info.seats.entries()) {
      const owes = (this.game.toMove(this.state) >> seat) & 1
      if (owes && this.frames.length === before) this.decide(`${name} done`)
    }
    return this.frames.slice(before)
  }

  /** What a side may decide now, as records write it, sorted. */
  choices(side: string): string[] {
    const seat = this.game.info.seats.indexOf(side)
    const out = new Int32Array(this.game.info.legalMax)
    const count = this.game.legal(this.state, seat, out)
    return Array.from(out.subarray(0, count), action =>
      this.game.text.format(this.state, seat, action),
    ).sort()
  }
}

/** A rule set's match from a given layout: 'soldier c3, monk e3' for each side. */
export function scene(set: RuleSet, first: string, second: string, patch: Patch = {}): Match {
  const [a, b] = sideNames(set)
  const sides = [
    { name: a, units: first.split(', ') },
    { name: b, units: second.split(', ') },
  ]
  return new Match(gameOf(set, overlay({ sides }, patch)))
}

function sideNames(set: RuleSet): readonly [string, string] {
  return fileOf(set).sides === undefined ? ['white', 'black'] : ['green', 'purple']
}

/** 'c4 white soldier 3 rests blocks' for every unit, by square. */
export const see = (frame: Frame): string[] =>
  frame.units.map(u =>
    [u.at, u.side, u.kind, u.hp, ...(u.resting ? ['rests'] : []), ...(u.blocking ? ['blocks'] : [])].join(
      ' ',
    ),
  )

/** The same for one square; undefined when nobody stands there. */
export const on = (frame: Frame, square: string): string | undefined =>
  see(frame).find(text => text.startsWith(`${square} `))
