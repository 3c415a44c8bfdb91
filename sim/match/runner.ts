/** Plays one match: asks the agents, draws chance, samples the curves. Allocates nothing but when it records. */
import type { Agent } from '../../agents/agent.ts'
import { type Action, CHANCE, eventsSize, type Game, PARTS, RESOLVE_BIT, type Seat } from '../../engine/contract/game.ts'
import { derive, RNG_WORDS } from '../../engine/rng.ts'
import * as beacons from './beacon.ts'
import { randomCalls } from './guard.ts'
import type { Finished } from '../tally/tallier.ts'

const { DECISION, ENTRANT, ROTATION, SERIAL, showBlock } = beacons

/** Why a match was forfeited. */
export interface Fault {
  readonly block: number
  readonly rotation: number
  readonly seat: Seat
  readonly entrant: number
  /** 1 for the match's first decision; 0 before it, when agents are told that a match begins. */
  readonly decision: number
  readonly reason: string
}

/**
 * A match that is known to hang or kill its thread: it is played up to the decision at which it did, and forfeited there.
 */
export interface Condemned {
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly decision: number
  readonly entrant: number
  readonly reason: string
}

/** An agent as the match loop plays it. */
export interface Player {
  readonly agent: Agent
  /** From a module by path: whether it keeps the rules of agents is looked at after every decision. */
  readonly foreign: boolean
}

const CHANCE_STREAM = 0
const NO_SEAT = -1
/** Longest reason that a report shows. */
const REASON_MAX = 160

/** Plays the matches of one game between the entrants of one line-up. */
export class MatchRunner {
  /** The last match, for a Tallier to read. */
  readonly finished: Finished
  /** The last match's fault, if it was forfeited. */
  fault: Fault | null = null
  /** The last match's decisions as records write them, if it was recorded. */
  record: string[] = []
  /** Where it tells what it is at: BEACON words. */
  beacon: Int32Array = beacons.darkBeacon()
  readonly #game: Game
  readonly #players: readonly Player[]
  readonly #seats: number
  readonly #state: Int32Array
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** What a foreign agent is shown: the loop's own copies stay as they are, whatever it does to them. */
  readonly #shownView: Int32Array
  readonly #shownLegal: Int32Array
  readonly #chance = new Int32Array(RNG_WORDS)
  readonly #rngs: readonly Int32Array[]
  readonly #gauges: Int32Array
  readonly #frame: Int32Array
  #block = 0
  #rotation = 0
  #reason = ''

  /** `players[entrant]`, one for each seat of the game. */
  constructor(game: Game, players: readonly Player[]) {
    this.#game = game
    this.#players = players
    this.#seats = game.seats.length
    this.#state = new Int32Array(game.stateSize)
    this.#view = new Int32Array(game.stateSize)
    this.#legal = new Int32Array(game.legalMax)
    this.#shownView = new Int32Array(game.stateSize)
    this.#shownLegal = new Int32Array(game.legalMax)
    this.#rngs = players.map(() => new Int32Array(RNG_WORDS))
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

  /**
   * Plays block and rotation of the experiment whose root words these are; `finished` tells how it went. A condemned
   * match ends where it is known to.
   */
  play(
    root: Int32Array,
    block: number,
    rotation: number,
    recording: boolean,
    condemned: Condemned | null = null,
  ): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    this.#reset(root, block, rotation)
    game.start(state, match.events)
    let decisions = 0
    if (!this.#beginAll(condemned)) return
    for (let due = game.actors(state); due !== 0; due = game.actors(state)) {
      if (due === RESOLVE_BIT) {
        if (game.resolve(state, match.events)) this.#sample()
        continue
      }
      if (decisions++ === game.decisionMax)
        throw new Error(`${game.id}: more than ${game.decisionMax} decisions`)
      match.decisions = decisions
      const seat = 31 - Math.clz32(due & -due)
      if (condemned !== null && condemned.decision === decisions) {
        this.#forfeit(condemned.entrant, condemned.reason)
        return
      }
      const action = this.#decide(seat)
      if (action < 0) {
        this.#forfeit(this.#entrantAt(seat), this.#reason)
        return
      }
      if (recording) this.#write(seat, action)
      game.apply(state, seat, action, match.events)
    }
    match.ending = game.result(state, match.parts)
  }

  #reset(root: Int32Array, block: number, rotation: number): void {
    const { finished: match, beacon } = this
    this.#block = block
    this.#rotation = rotation
    match.rotation = rotation
    match.faulty = NO_SEAT
    match.ending = 0
    match.decisions = 0
    match.moments = 0
    match.events.fill(0)
    this.fault = null
    if (this.record.length > 0) this.record = []
    derive(this.#chance, root, block, CHANCE_STREAM)
    for (let e = 0; e < this.#seats; e++) derive(this.#rngs[e]!, root, block, 1 + e)
    showBlock(beacon, block)
    beacon[ROTATION] = rotation
  }

  /** Tells the agents that a match begins; false if one of them forfeits it already. */
  #beginAll(condemned: Condemned | null): boolean {
    for (let e = 0; e < this.#seats; e++) {
      const { agent } = this.#players[e]!
      if (condemned !== null && condemned.decision === 0 && condemned.entrant === e) {
        this.#forfeit(e, condemned.reason)
        return false
      }
      if (agent.begin === undefined) continue
      this.#light(e, 0)
      try {
        agent.begin()
      } catch (error) {
        this.#reason = `threw ${plain(error)}`
      }
      this.beacon[ENTRANT] = 0
      if (this.#reason !== '') {
        this.#forfeit(e, this.#reason)
        return false
      }
    }
    return true
  }

  #entrantAt(seat: Seat): number {
    return (seat + this.#rotation) % this.#seats
  }

  /** The seat's action, or -1 if its agent forfeits; `#reason` says why. */
  #decide(seat: Seat): Action {
    if (seat === CHANCE) return this.#game.sample(this.#state, CHANCE, this.#chance)
    const entrant = this.#entrantAt(seat)
    const { agent, foreign } = this.#players[entrant]!
    const rng = this.#rngs[entrant]!
    if (agent.blind) return this.#game.sample(this.#state, seat, rng)
    const count = this.#game.legal(this.#state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    this.#game.observe(this.#state, seat, this.#view)
    this.#light(entrant, this.finished.decisions)
    const action = foreign
      ? this.#askForeign(agent, seat, count, rng)
      : this.#ask(agent, seat, this.#view, this.#legal, count, rng)
    this.beacon[ENTRANT] = 0
    return action
  }

  /** Shows who is asked what; the entrant comes last and makes it count. */
  #light(entrant: number, decision: number): void {
    const { beacon } = this
    beacon[DECISION] = decision
    beacon[SERIAL] = (beacon[SERIAL]! + 1) | 0
    beacon[ENTRANT] = 1 + entrant
  }

  #ask(
    agent: Agent,
    seat: Seat,
    view: Int32Array,
    legal: Int32Array,
    count: number,
    rng: Int32Array,
  ): Action {
    try {
      const action = agent.choose(view, seat, legal, count, rng)
      for (let i = 0; i < count; i++) if (this.#legal[i] === action) return action
      this.#reason = `answered ${plain(action)}, which is not legal`
    } catch (error) {
      this.#reason = `threw ${plain(error)}`
    }
    return -1
  }

  /** Asks somebody who may not know the rules of agents, and looks whether he kept them. */
  #askForeign(agent: Agent, seat: Seat, count: number, rng: Int32Array): Action {
    const calls = randomCalls()
    this.#shownView.set(this.#view)
    this.#shownLegal.set(this.#legal)
    const action = this.#ask(agent, seat, this.#shownView, this.#shownLegal, count, rng)
    if (action < 0) return action
    if (randomCalls() !== calls) this.#reason = 'used chance that is not from its rng'
    else if (differ(this.#view, this.#shownView)) this.#reason = 'changed the view that it was lent'
    else if (differ(this.#legal, this.#shownLegal))
      this.#reason = 'changed the legal actions that it was lent'
    else return action
    return -1
  }

  #sample(): void {
    const match = this.finished
    const frame = this.#frame
    this.#game.gauge(this.#state, frame)
    const at = match.moments++ * frame.length
    for (let i = 0; i < frame.length; i++) this.#gauges[at + i] = frame[i]!
  }

  /** The entrant loses, the others share the win. */
  #forfeit(entrant: number, reason: string): void {
    const { finished: match } = this
    const seat = (entrant - this.#rotation + this.#seats) % this.#seats
    match.faulty = seat
    match.parts.fill(PARTS / (this.#seats - 1))
    match.parts[seat] = 0
    this.fault = {
      block: this.#block,
      rotation: this.#rotation,
      seat,
      entrant,
      decision: match.decisions,
      reason,
    }
    this.#reason = ''
  }

  #write(seat: Seat, action: Action): void {
    const name = seat === CHANCE ? 'chance' : this.#game.seats[seat]!
    this.record.push(`${name} ${this.#game.format(this.#state, seat, action)}`)
  }
}

function differ(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return true
  return false
}

/** Whatever an agent threw or answered, as one short line. What it threw may itself throw when it is looked at. */
function plain(thing: unknown): string {
  try {
    const text = thing instanceof Error ? thing.message : thing
    return (typeof thing === 'string' ? JSON.stringify(text) : String(text))
      .split('\n')[0]!
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .slice(0, REASON_MAX)
  } catch {
    return 'something that is no text'
  }
}
