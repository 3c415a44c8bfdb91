/** Plays one match: asks the agents, draws chance, samples the curves. Allocates nothing but when it records. */
import type { Agent } from '../agents/agent.ts'
import { type Action, CHANCE, eventsSize, type Game, PARTS, RESOLVE_BIT, type Seat } from '../engine/game.ts'
import { derive, RNG_WORDS } from '../engine/rng.ts'
import type { Finished } from './tallier.ts'

/** Why a match was forfeited. */
export interface Fault {
  readonly block: number
  readonly rotation: number
  readonly seat: Seat
  readonly entrant: number
  readonly decision: number
  readonly reason: string
}

const CHANCE_STREAM = 0
const NO_SEAT = -1

/** Plays the matches of one game between the entrants of one line-up. */
export class MatchRunner {
  /** The last match, for a Tallier to read. */
  readonly finished: Finished
  /** The last match's fault, if it was forfeited. */
  fault: Fault | null = null
  /** The last match's decisions as records write them, if it was recorded. */
  record: string[] = []
  readonly #game: Game
  readonly #agents: readonly Agent[]
  readonly #seats: number
  readonly #state: Int32Array
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** A copy for the agent, so that scribbling on it makes nothing legal. */
  readonly #shown: Int32Array
  readonly #chance = new Int32Array(RNG_WORDS)
  readonly #rngs: readonly Int32Array[]

  /** `agents[entrant]`, one for each seat of the game. */
  constructor(game: Game, agents: readonly Agent[]) {
    this.#game = game
    this.#agents = agents
    this.#seats = game.seats.length
    this.#state = new Int32Array(game.stateSize)
    this.#view = new Int32Array(game.stateSize)
    this.#legal = new Int32Array(game.legalMax)
    this.#shown = new Int32Array(game.legalMax)
    this.#rngs = agents.map(() => new Int32Array(RNG_WORDS))
    this.finished = {
      rotation: 0,
      faulty: NO_SEAT,
      ending: 0,
      decisions: 0,
      moments: 0,
      parts: new Int32Array(this.#seats),
      gauges: new Int32Array(game.momentMax * game.gauges.length * this.#seats),
      events: new Int32Array(eventsSize(game)),
    }
    this.#gauges = this.finished.gauges
    this.#frame = new Int32Array(game.gauges.length * this.#seats)
  }
  readonly #gauges: Int32Array
  readonly #frame: Int32Array

  /** Plays block and rotation of the experiment whose root words these are; `finished` tells how it went. */
  play(root: Int32Array, block: number, rotation: number, recording: boolean): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    this.#begin(root, block, rotation)
    game.start(state, match.events)
    let decisions = 0
    for (let due = game.actors(state); due !== 0; due = game.actors(state)) {
      if (due === RESOLVE_BIT) {
        if (game.resolve(state, match.events)) this.#sample()
        continue
      }
      if (decisions++ === game.decisionMax)
        throw new Error(`${game.id}: more than ${game.decisionMax} decisions`)
      const seat = 31 - Math.clz32(due & -due)
      const action = this.#decide(seat, rotation)
      if (action < 0) {
        this.#forfeit(block, rotation, seat, decisions)
        break
      }
      if (recording) this.#write(seat, action)
      game.apply(state, seat, action, match.events)
    }
    match.decisions = decisions
    if (match.faulty === NO_SEAT) match.ending = game.result(state, match.parts)
  }

  #begin(root: Int32Array, block: number, rotation: number): void {
    const match = this.finished
    match.rotation = rotation
    match.faulty = NO_SEAT
    match.ending = 0
    match.moments = 0
    match.events.fill(0)
    this.fault = null
    if (this.record.length > 0) this.record = []
    derive(this.#chance, root, block, CHANCE_STREAM)
    for (let e = 0; e < this.#seats; e++) {
      derive(this.#rngs[e]!, root, block, 1 + e)
      this.#agents[e]!.begin?.()
    }
  }

  /** The seat's action, or -1 if its agent forfeits; `#reason` says why. */
  #decide(seat: Seat, rotation: number): Action {
    if (seat === CHANCE) return this.#game.sample(this.#state, CHANCE, this.#chance)
    const entrant = (seat + rotation) % this.#seats
    const agent = this.#agents[entrant]!
    const rng = this.#rngs[entrant]!
    if (agent.blind) return this.#game.sample(this.#state, seat, rng)
    const count = this.#game.legal(this.#state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    return this.#ask(agent, seat, count, rng)
  }

  #reason = ''

  #ask(agent: Agent, seat: Seat, count: number, rng: Int32Array): Action {
    this.#game.observe(this.#state, seat, this.#view)
    for (let i = 0; i < count; i++) this.#shown[i] = this.#legal[i]!
    try {
      const action = agent.choose(this.#view, seat, this.#shown, count, rng)
      for (let i = 0; i < count; i++) if (this.#legal[i] === action) return action
      this.#reason = `answered ${String(action)}, which is not legal`
    } catch (error) {
      this.#reason = `threw ${error instanceof Error ? error.message : String(error)}`.split('\n')[0]!
    }
    return -1
  }

  #sample(): void {
    const match = this.finished
    const frame = this.#frame
    this.#game.gauge(this.#state, frame)
    const at = match.moments++ * frame.length
    for (let i = 0; i < frame.length; i++) this.#gauges[at + i] = frame[i]!
  }

  /** The seat loses, the others share the win. */
  #forfeit(block: number, rotation: number, seat: Seat, decision: number): void {
    const match = this.finished
    match.faulty = seat
    match.parts.fill(PARTS / (this.#seats - 1))
    match.parts[seat] = 0
    const entrant = (seat + rotation) % this.#seats
    this.fault = { block, rotation, seat, entrant, decision, reason: this.#reason }
  }

  #write(seat: Seat, action: Action): void {
    const name = seat === CHANCE ? 'chance' : this.#game.seats[seat]!
    this.record.push(`${name} ${this.#game.format(this.#state, seat, action)}`)
  }
}
