/** Plays one match: asks the agents, draws chance, samples the curves. Allocates nothing but when it records. */
import type { Agent } from '../../agents/index.ts'
import {
  type Action,
  advance,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  type Seat,
  STEP,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { derive, RNG_WORDS } from '../../engine/rng.ts'
import type { Finished } from '../tally/tallier.ts'
import { randomCalls } from './guard.ts'
import * as heartbeats from './heartbeat.ts'

const { DECISION, PARTICIPANT, ROTATION, SERIAL, writeBlock } = heartbeats

/** Why a match was forfeited. */
export interface Fault {
  readonly block: number
  readonly rotation: number
  readonly seat: Seat
  readonly participant: number
  /** 1 for the match's first decision; 0 before it, when agents are told that a match begins. */
  readonly decision: number
  readonly reason: string
}

/**
 * A match that is known to hang or kill its thread: it is played up to the decision at which it did, and forfeited there.
 */
export interface Quarantine {
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly decision: number
  readonly participant: number
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

/** Plays the matches of one game between the participants of one line-up. */
export class MatchRunner {
  /** The last match, for a Tallier to read. */
  readonly finished: Finished
  /** The last match's fault, if it was forfeited. */
  fault: Fault | null = null
  /** The last match's decisions as records write them, if it was recorded. */
  record: string[] = []
  /** Where it tells what it is at: HEARTBEAT words. */
  heartbeat: Int32Array = heartbeats.unwatchedHeartbeat()
  readonly #game: CompiledGame
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

  /** `players[participant]`, one for each seat of the game. */
  constructor(game: CompiledGame, players: readonly Player[]) {
    this.#game = game
    this.#players = players
    this.#seats = game.info.seats.length
    this.#state = newState(game.info)
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#shownView = newState(game.info)
    this.#shownLegal = new Int32Array(game.info.legalMax)
    this.#rngs = players.map(() => new Int32Array(RNG_WORDS))
    this.finished = {
      rotation: 0,
      faulty: NO_SEAT,
      ending: 0,
      decisions: 0,
      steps: 0,
      returns: new Int32Array(this.#seats),
      gauges: new Int32Array(game.info.stepMax * game.info.gauges.length * this.#seats),
      events: newEvents(game.info),
    }
    this.#gauges = this.finished.gauges
    this.#frame = new Int32Array(game.info.gauges.length * this.#seats)
  }

  /**
   * Plays block and rotation of the experiment whose root words these are; `finished` tells how it went. A quarantined
   * match ends where it is known to.
   */
  play(
    root: Int32Array,
    block: number,
    rotation: number,
    recording: boolean,
    quarantined: Quarantine | null = null,
  ): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    this.#reset(root, block, rotation)
    game.start(state, match.events)
    let decisions = 0
    if (!this.#beginAll(quarantined)) return
    for (
      let seat = advance(game, state, match.events);
      seat !== OVER;
      seat = advance(game, state, match.events)
    ) {
      if (seat < 0) {
        if (seat === STEP) this.#sample()
        continue
      }
      if (decisions++ === game.info.decisionMax)
        throw new Error(`${game.info.id}: more than ${game.info.decisionMax} decisions`)
      match.decisions = decisions
      if (quarantined !== null && quarantined.decision === decisions) {
        this.#forfeit(quarantined.participant, quarantined.reason)
        return
      }
      const action = this.#decide(seat)
      if (action < 0) {
        this.#forfeit(this.#participantAt(seat), this.#reason)
        return
      }
      if (recording) this.#write(seat, action)
      game.apply(state, seat, action, match.events)
    }
    match.ending = game.result(state, match.returns)
  }

  #reset(root: Int32Array, block: number, rotation: number): void {
    const { finished: match, heartbeat } = this
    this.#block = block
    this.#rotation = rotation
    match.rotation = rotation
    match.faulty = NO_SEAT
    match.ending = 0
    match.decisions = 0
    match.steps = 0
    match.events.fill(0)
    this.fault = null
    if (this.record.length > 0) this.record = []
    derive(this.#chance, root, block, CHANCE_STREAM)
    for (let e = 0; e < this.#seats; e++) derive(this.#rngs[e]!, root, block, 1 + e)
    writeBlock(heartbeat, block)
    heartbeat[ROTATION] = rotation
  }

  /** Tells the agents that a match begins; false if one of them forfeits it already. */
  #beginAll(quarantined: Quarantine | null): boolean {
    for (let e = 0; e < this.#seats; e++) {
      const { agent } = this.#players[e]!
      if (quarantined !== null && quarantined.decision === 0 && quarantined.participant === e) {
        this.#forfeit(e, quarantined.reason)
        return false
      }
      if (agent.begin === undefined) continue
      this.#beat(e, 0)
      try {
        agent.begin()
      } catch (error) {
        this.#reason = `threw ${plain(error)}`
      }
      this.heartbeat[PARTICIPANT] = 0
      if (this.#reason !== '') {
        this.#forfeit(e, this.#reason)
        return false
      }
    }
    return true
  }

  #participantAt(seat: Seat): number {
    return (seat + this.#rotation) % this.#seats
  }

  /** The seat's action, or -1 if its agent forfeits; `#reason` says why. */
  #decide(seat: Seat): Action {
    if (seat === CHANCE) return this.#game.sample(this.#state, CHANCE, this.#chance)
    const participant = this.#participantAt(seat)
    const { agent, foreign } = this.#players[participant]!
    const rng = this.#rngs[participant]!
    if (agent.samplesUniformly) return this.#game.sample(this.#state, seat, rng)
    const count = this.#game.legal(this.#state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    this.#game.observe(this.#state, seat, this.#view)
    this.#beat(participant, this.finished.decisions)
    const action = foreign
      ? this.#askForeign(agent, seat, count, rng)
      : this.#ask(agent, seat, this.#view, this.#legal, count, rng)
    this.heartbeat[PARTICIPANT] = 0
    return action
  }

  /** Shows who is asked what; the participant comes last and makes it count. */
  #beat(participant: number, decision: number): void {
    const { heartbeat } = this
    heartbeat[DECISION] = decision
    heartbeat[SERIAL] = (heartbeat[SERIAL]! + 1) | 0
    heartbeat[PARTICIPANT] = 1 + participant
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
    const at = match.steps++ * frame.length
    for (let i = 0; i < frame.length; i++) this.#gauges[at + i] = frame[i]!
  }

  /** The participant loses, the others share the win. */
  #forfeit(participant: number, reason: string): void {
    const { finished: match } = this
    const seat = (participant - this.#rotation + this.#seats) % this.#seats
    match.faulty = seat
    match.returns.fill(WIN_UNITS / (this.#seats - 1))
    match.returns[seat] = 0
    this.fault = {
      block: this.#block,
      rotation: this.#rotation,
      seat,
      participant,
      decision: match.decisions,
      reason,
    }
    this.#reason = ''
  }

  #write(seat: Seat, action: Action): void {
    const name = seat === CHANCE ? 'chance' : this.#game.info.seats[seat]!
    this.record.push(`${name} ${this.#game.text.format(this.#state, seat, action)}`)
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
