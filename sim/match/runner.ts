/** Plays one match: asks the agents, draws chance, samples the gauges. Allocates nothing unless it records. */
import type { Agent } from '../../agents/index.ts'
import {
  type Action,
  advance,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  requireEnd,
  type Seat,
  STEP,
  sampleMatch,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { isOfGame, reasonOf } from '../../engine/modules/index.ts'
import { COUNTER, derive, RNG_WORDS } from '../../engine/rng.ts'
import type { FinishedMatch } from '../tally/match.ts'
import { COUNTED, isSampled } from '../tally/samples.ts'
import { type Fault, type Quarantine, REASON_MAX } from './fault.ts'
import { randomCalls } from './guard.ts'
import * as heartbeats from './heartbeat.ts'

const { DECISION, PARTICIPANT, ROTATION, SERIAL, writeBlock } = heartbeats

/** An agent as the match loop sees it. */
export interface MatchAgent {
  readonly agent: Agent
  /** Whether it comes from a module by path: then every decision is followed by a check of the rules for agents. */
  readonly foreign: boolean
}

const CHANCE_STREAM = 0
const NO_SEAT = -1
/** Plays matches of one compiled game between the participants of one line-up. */
export class MatchRunner {
  /** The last match, for a Tallier to read. The buffers are the runner's, and overwritten by the next match. */
  readonly finished: FinishedMatch
  /** The last match's fault, or null if it was not forfeited. */
  fault: Fault | null = null
  /** The last match's decisions as records write them; empty unless it was recorded. A new array for every match. */
  record: string[] = []
  /** Where it writes what it is doing: HEARTBEAT words. */
  heartbeat: Int32Array = heartbeats.unwatchedHeartbeat()
  readonly #game: CompiledGame
  readonly #agents: readonly MatchAgent[]
  readonly #seats: number
  readonly #state: Int32Array
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** The copies that a foreign agent is given, so that it cannot change the loop's own. */
  readonly #shownView: Int32Array
  readonly #shownLegal: Int32Array
  /** By seat, CHANCE among them: seat s has its participant's stream. Slots of seats that the game has not are never drawn from. */
  readonly #rngs: readonly Int32Array[] = Array.from({ length: CHANCE + 1 }, () => new Int32Array(RNG_WORDS))
  /** By participant: 1 if its agent samples uniformly. */
  readonly #uniform: Uint8Array
  /** By participant: 1 if its agent is trusted and has no `begin`; and whether that is so of all. */
  readonly #isSilent: Uint8Array
  readonly #allSilent: boolean
  /** Generators by stream as they begin in block `#seeded` of the seed `#root`. */
  readonly #streams: readonly Int32Array[]
  /** The first of them that is needed: chance has none where the game says that there is no chance. */
  readonly #firstStream: number
  #seeded = -1
  readonly #root = new Int32Array(RNG_WORDS)
  readonly #gauges: Int32Array
  /** Words of a step in `#gauges`. */
  readonly #sampleSize: number
  #rotation = 0
  #reason = ''

  /** `agents[participant]`, one for each seat of the game. */
  constructor(game: CompiledGame, agents: readonly MatchAgent[]) {
    this.#game = game
    this.#agents = agents
    this.#seats = game.info.seats.length
    this.#state = newState(game.info)
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#shownView = newState(game.info)
    this.#shownLegal = new Int32Array(game.info.legalMax)
    this.#uniform = Uint8Array.from(agents, ({ agent, foreign }) =>
      !foreign && agent.samplesUniformly ? 1 : 0,
    )
    this.#isSilent = Uint8Array.from(agents, ({ agent, foreign }) => (!foreign && !agent.begin ? 1 : 0))
    this.#allSilent = !this.#isSilent.includes(0)
    this.#streams = Array.from({ length: 1 + this.#seats }, () => new Int32Array(RNG_WORDS))
    this.#firstStream = game.info.type.chance === 'deterministic' ? CHANCE_STREAM + 1 : CHANCE_STREAM
    this.finished = {
      block: 0,
      rotation: 0,
      faulty: NO_SEAT,
      ending: 0,
      decisions: 0,
      options: 0,
      choices: 0,
      steps: 0,
      returns: new Int32Array(this.#seats),
      gauges: new Int32Array(game.info.stepMax * game.info.gauges.length * this.#seats),
      events: newEvents(game.info),
    }
    this.#gauges = this.finished.gauges
    this.#sampleSize = game.info.gauges.length * this.#seats
  }

  /**
   * Plays a rotation of a block; `root` are the words of the experiment's seed (rootOf). `finished`, `fault` and `record` then
   * hold the match. A quarantined match is forfeited at its known decision. Throws an Error if the game breaks its limits.
   */
  play(
    root: Int32Array,
    block: number,
    rotation: number,
    recording: boolean,
    quarantined: Quarantine | null = null,
  ): void {
    this.#reset(root, block, rotation)
    this.#game.start(this.#state, this.finished.events)
    if ((!this.#allSilent || quarantined !== null) && !this.#beginAll(quarantined)) return
    const counting = isSampled(COUNTED, block)
    if (!recording && !counting && quarantined === null && this.#allUniform()) this.#playAtRandom()
    else this.#playOn(recording, counting, quarantined)
    if (this.#firstStream !== CHANCE_STREAM && this.#rngs[CHANCE]![COUNTER] !== 0)
      throw new Error(
        `${this.#game.info.id}: chance was to move, expected a game without: its info.type.chance is deterministic`,
      )
  }

  /** Plays the rest of a match decision by decision; `counting` what there is to choose from. */
  #playOn(recording: boolean, counting: boolean, quarantined: Quarantine | null): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    let decisions = 0
    for (
      let seat = advance(game, state, match.events);
      seat !== OVER;
      seat = advance(game, state, match.events)
    ) {
      if (seat < 0) {
        if (seat === STEP) this.#sample()
        continue
      }
      requireEnd(game, ++decisions)
      match.decisions = decisions
      if (quarantined !== null && quarantined.decision === decisions) {
        this.#forfeit(quarantined.participant, quarantined.reason)
        return
      }
      if (counting && seat !== CHANCE) {
        match.options += game.legal(state, seat, this.#legal)
        match.choices++
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

  /** Plays the rest of a match in which nobody has to be asked. */
  #playAtRandom(): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    if (game.sampleMatch) {
      game.sampleMatch(state, this.#rngs, match)
      requireEnd(game, match.decisions)
    } else sampleMatch(game, state, this.#rngs, match)
    match.ending = game.result(state, match.returns)
  }

  #allUniform(): boolean {
    for (let p = 0; p < this.#seats; p++) if (this.#uniform[p] === 0) return false
    return true
  }

  #reset(root: Int32Array, block: number, rotation: number): void {
    const { finished: match, heartbeat } = this
    this.#rotation = rotation
    match.block = block
    match.rotation = rotation
    match.faulty = NO_SEAT
    match.ending = 0
    match.decisions = 0
    match.options = 0
    match.choices = 0
    match.steps = 0
    clearWords(match.events)
    this.fault = null
    if (this.record.length > 0) this.record = []
    this.#seed(root, block)
    writeBlock(heartbeat, block)
    heartbeat[ROTATION] = rotation
  }

  /** Gives every seat the generator of its participant in this block: the same in all rotations, so they are derived once. */
  #seed(root: Int32Array, block: number): void {
    const streams = this.#streams
    if (this.#seeded !== block || differ(this.#root, root)) {
      for (let stream = this.#firstStream; stream < streams.length; stream++)
        derive(streams[stream]!, root, block, stream)
      this.#seeded = block
      copyWords(root, this.#root)
    }
    if (this.#firstStream === CHANCE_STREAM) copyWords(streams[CHANCE_STREAM]!, this.#rngs[CHANCE]!)
    for (let seat = 0; seat < this.#seats; seat++)
      copyWords(streams[1 + this.#participantAt(seat)]!, this.#rngs[seat]!)
  }

  /** Calls the agents' `begin`; false if one of them forfeits the match already. */
  #beginAll(quarantined: Quarantine | null): boolean {
    for (let e = 0; e < this.#seats; e++) {
      if (quarantined !== null && quarantined.decision === 0 && quarantined.participant === e) {
        this.#forfeit(e, quarantined.reason)
        return false
      }
      if (this.#isSilent[e] === 1) continue
      this.#beat(e, 0)
      try {
        // Of a foreign agent both may be getters.
        const { agent } = this.#agents[e]!
        this.#uniform[e] = agent.samplesUniformly === true ? 1 : 0
        agent.begin?.()
      } catch (error) {
        this.#reason = `threw ${reasonOf(error, REASON_MAX)}`
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
    const turned = seat + this.#rotation
    return turned < this.#seats ? turned : turned - this.#seats
  }

  /** The seat's action, or -1 if its agent forfeits, with the reason in `#reason`. */
  #decide(seat: Seat): Action {
    const rng = this.#rngs[seat]!
    if (seat === CHANCE) return this.#game.sample(this.#state, CHANCE, rng)
    const participant = this.#participantAt(seat)
    const { agent, foreign } = this.#agents[participant]!
    if (this.#uniform[participant] === 1) return this.#game.sample(this.#state, seat, rng)
    const count = this.#game.legal(this.#state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    this.#game.observe(this.#state, seat, this.#view)
    this.#beat(participant, this.finished.decisions)
    const action = foreign
      ? this.#askForeign(agent, seat, count, rng)
      : this.#ask(agent, foreign, seat, this.#view, this.#legal, count, rng)
    this.heartbeat[PARTICIPANT] = 0
    return action
  }

  /** Writes the question to the heartbeat, the participant last, which makes it valid. */
  #beat(participant: number, decision: number): void {
    const { heartbeat } = this
    heartbeat[DECISION] = decision
    heartbeat[SERIAL] = (heartbeat[SERIAL]! + 1) | 0
    heartbeat[PARTICIPANT] = 1 + participant
  }

  #ask(
    agent: Agent,
    foreign: boolean,
    seat: Seat,
    view: Int32Array,
    legal: Int32Array,
    count: number,
    rng: Int32Array,
  ): Action {
    try {
      const action = agent.choose(view, seat, legal, count, rng)
      for (let i = 0; i < count; i++) if (this.#legal[i] === action) return action
      this.#reason = `answered ${reasonOf(quoted(action), REASON_MAX)}, which is not legal`
    } catch (error) {
      // A search of ours goes as far as the game lets it: what a game of the user throws in it is the game's.
      if (!foreign && isOfGame(error)) throw error
      this.#reason = `threw ${reasonOf(error, REASON_MAX)}`
    }
    return -1
  }

  /** Asks a foreign agent, and checks that it keeps the rules for agents. */
  #askForeign(agent: Agent, seat: Seat, count: number, rng: Int32Array): Action {
    const calls = randomCalls()
    this.#shownView.set(this.#view)
    this.#shownLegal.set(this.#legal)
    const action = this.#ask(agent, true, seat, this.#shownView, this.#shownLegal, count, rng)
    if (action < 0) return action
    if (randomCalls() !== calls) this.#reason = 'used randomness other than its rng'
    else if (differ(this.#view, this.#shownView)) this.#reason = 'changed the view that it was given'
    else if (differ(this.#legal, this.#shownLegal))
      this.#reason = 'changed the legal actions that it was given'
    else return action
    return -1
  }

  #sample(): void {
    this.#game.gauge(this.#state, this.#gauges, this.finished.steps++ * this.#sampleSize)
  }

  /** Ends the match: the participant loses, and the others share the win. */
  #forfeit(participant: number, reason: string): void {
    const { finished: match } = this
    const seat = (participant - this.#rotation + this.#seats) % this.#seats
    match.faulty = seat
    match.returns.fill(WIN_UNITS / (this.#seats - 1))
    match.returns[seat] = 0
    this.fault = {
      block: match.block,
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

/** For the few words that a match begins with, a loop is several times faster than `fill`. */
function clearWords(words: Int32Array): void {
  for (let i = 0; i < words.length; i++) words[i] = 0
}

function copyWords(from: Int32Array, to: Int32Array): void {
  for (let i = 0; i < RNG_WORDS; i++) to[i] = from[i]!
}

function differ(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return true
  return false
}

/** Text in quotes, so that "1" is not taken for 1. Agents by path answer anything. */
function quoted(answer: unknown): unknown {
  return typeof answer === 'string' ? JSON.stringify(answer) : answer
}
