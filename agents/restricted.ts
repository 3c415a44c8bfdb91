/**
 * A handicap: another agent that may not take certain decisions. What its win rate loses is what they are worth. They are
 * named by a pattern over decisions as records write them, so it works for any game. Forced decisions are excepted: where
 * all that is legal is forbidden, all of it stays legal.
 *
 * The inner agent is made for a game in which its own seat has no such decisions, so that a search does not plan with
 * them either. Others it takes to be free.
 */
import { z } from 'zod'
import { show } from '../documents/document.ts'
import { literal, validate } from '../documents/index.ts'
import { type Action, CHANCE, type Game, type Seat, type State } from '../engine/contract/game.ts'
import { below } from '../engine/rng.ts'
import type { Agent, AgentKind } from './agent.ts'
import { matches } from '../documents/pattern.ts'
import { parseSpec } from './spec.ts'

/** What is known of an action's text, where it depends on seat and action alone. */
const UNREAD = 0
const ALLOWED = 1
const FORBIDDEN = 2

/** A game as one seat sees it that may not take certain decisions. */
class RestrictedGame implements Game {
  readonly id: string
  readonly seats: Game['seats']
  readonly stateSize: number
  readonly actionCount: number
  readonly legalMax: number
  readonly decisionMax: number
  readonly momentMax: number
  readonly horizon?: number
  readonly moment: Game['moment']
  readonly frames: Game['frames']
  readonly gauges: Game['gauges']
  readonly assets: Game['assets']
  readonly endings: Game['endings']
  /** The seat that is restricted: agents change seats from match to match. */
  seat: Seat = 0
  readonly #game: Game
  readonly #forbidden: string
  readonly #excepted: string
  /** [seat * actionCount + action], empty if texts depend on more than that. */
  readonly #known: Uint8Array
  readonly #scratch: Int32Array

  constructor(game: Game, forbidden: string, excepted: string) {
    this.id = game.id
    this.seats = game.seats
    this.stateSize = game.stateSize
    this.actionCount = game.actionCount
    this.legalMax = game.legalMax
    this.decisionMax = game.decisionMax
    this.momentMax = game.momentMax
    if (game.horizon !== undefined) this.horizon = game.horizon
    this.moment = game.moment
    this.frames = game.frames
    this.gauges = game.gauges
    this.assets = game.assets
    this.endings = game.endings
    this.#game = game
    this.#forbidden = forbidden
    this.#excepted = excepted
    this.#known = new Uint8Array(game.fixedTexts ? game.seats.length * game.actionCount : 0)
    this.#scratch = new Int32Array(game.legalMax)
  }

  #forbids(state: State, seat: Seat, action: Action): boolean {
    if (this.#known.length === 0) return this.#reads(state, seat, action) === FORBIDDEN
    const at = seat * this.actionCount + action
    if (this.#known[at] === UNREAD) this.#known[at] = this.#reads(state, seat, action)
    return this.#known[at] === FORBIDDEN
  }

  #reads(state: State, seat: Seat, action: Action): number {
    const text = this.#game.format(state, seat, action)
    return matches(this.#forbidden, text) && !matches(this.#excepted, text) ? FORBIDDEN : ALLOWED
  }

  /** Copies what the seat may take of `count` legal actions, all of them if that is nothing; returns their number. */
  filter(state: State, legal: Int32Array, count: number, out: Int32Array): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const action = legal[i]!
      if (!this.#forbids(state, this.seat, action)) out[kept++] = action
    }
    if (kept > 0) return kept
    for (let i = 0; i < count; i++) out[i] = legal[i]!
    return count
  }

  legal(state: State, seat: Seat, out: Int32Array): number {
    const count = this.#game.legal(state, seat, out)
    return seat === this.seat ? this.filter(state, out, count, out) : count
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    if (seat !== this.seat || seat === CHANCE) return this.#game.sample(state, seat, rng)
    return this.#scratch[below(rng, this.legal(state, seat, this.#scratch))]!
  }

  start(state: State, events: Int32Array): void {
    this.#game.start(state, events)
  }

  actors(state: State): number {
    return this.#game.actors(state)
  }

  odds(state: State, out: Int32Array): number {
    return this.#game.odds(state, out)
  }

  apply(state: State, seat: Seat, action: Action, events: Int32Array): void {
    this.#game.apply(state, seat, action, events)
  }

  resolve(state: State, events: Int32Array): boolean {
    return this.#game.resolve(state, events)
  }

  result(state: State, parts: Int32Array): number {
    return this.#game.result(state, parts)
  }

  observe(state: State, seat: Seat, view: State): void {
    this.#game.observe(state, seat, view)
  }

  determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    this.#game.determinize(view, seat, rng, out)
  }

  gauge(state: State, out: Int32Array): void {
    this.#game.gauge(state, out)
  }

  format(state: State, seat: Seat, action: Action): string {
    return this.#game.format(state, seat, action)
  }

  parse(state: State, seat: Seat, text: string): Action {
    return this.#game.parse(state, seat, text)
  }

  describe(state: State): object {
    return this.#game.describe(state)
  }

  render(state: State): string {
    return this.#game.render(state)
  }
}

class Restricted implements Agent {
  readonly #game: RestrictedGame
  readonly #inner: Agent
  readonly #kept: Int32Array

  constructor(game: RestrictedGame, inner: Agent) {
    this.#game = game
    this.#inner = inner
    this.#kept = new Int32Array(game.legalMax)
  }

  begin(): void {
    this.#inner.begin?.()
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    this.#game.seat = seat
    const kept = this.#game.filter(view, legal, count, this.#kept)
    return kept === 1 ? this.#kept[0]! : this.#inner.choose(view, seat, this.#kept, kept, rng)
  }
}

interface Options {
  readonly inner: string
  readonly forbid: string
  readonly except: string
}

/** The inner agent and its checked options. Throws an Error in plain words. */
function innerOf(kinds: readonly AgentKind[], text: string): { kind: AgentKind; options: unknown } {
  const { agent, options } = parseSpec(text, ' ')
  const kind = kinds.find(one => one.id === agent)
  if (!kind)
    throw new Error(`unknown agent ${show(agent)}, expected one of ${kinds.map(k => k.id).join(', ')}`)
  return { kind, options: validate(kind.options, [literal(options, agent)]) }
}

/** The handicap for these kinds of agents. */
export function restrict(kinds: readonly AgentKind[]): AgentKind<Options> {
  const options = z
    .strictObject({
      inner: z
        .string()
        .describe('the agent that plays, its options after spaces: "mcts iterations=500"')
        .default('random'),
      forbid: z
        .string()
        .describe('decisions that it may not take: "? to Forge | rally *"; ? is any character, * any text')
        .default(''),
      except: z.string().describe('decisions that it may take, though they are among those').default(''),
    })
    .superRefine(({ inner }, context) => {
      try {
        innerOf(kinds, inner)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        context.addIssue({ code: 'custom', path: ['inner'], message: error.message })
      }
    })
  return {
    id: 'restricted',
    summary: 'another agent that may not take certain decisions: what they are worth',
    options,
    make: (game, { inner, forbid, except }) => {
      const { kind, options: chosen } = innerOf(kinds, inner)
      if (kind.games && !kind.games.includes(game.id))
        throw new Error(`${kind.id} plays only ${kind.games.join(', ')}`)
      const view = new RestrictedGame(game, forbid, except)
      return new Restricted(view, kind.make(view, chosen))
    },
  }
}
