/** Asks a line-up's agents for decisions, and says what an agent did wrong. */
import type { Agent } from '../../agents/index.ts'
import { type Action, type CompiledGame, newState, type Seat } from '../../engine/contract/index.ts'
import { isOfGame, reasonOf, refusedDraws, UnsoundError } from '../../engine/modules/index.ts'
import { REASON_MAX } from './fault.ts'
import { arraysDiffer } from './generators.ts'
import * as heartbeats from './heartbeat.ts'

const { DECISION, PARTICIPANT, SERIAL } = heartbeats

export interface MatchAgent {
  readonly agent: Agent
  /** Comes from a module by path, so every decision is checked against the rules for agents. */
  readonly foreign: boolean
}

export class Asker {
  /** Where it writes who is being asked: HEARTBEAT words. */
  heartbeat: Int32Array = heartbeats.unwatchedHeartbeat()
  /** Why the last forfeit happened. */
  reason = ''
  /** Whether no agent needs to hear that a match begins. */
  allSilent = true
  readonly #game: CompiledGame
  #agents: readonly MatchAgent[] = []
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** Copies for foreign agents, which can't change the loop's own. */
  readonly #shownView: Int32Array
  readonly #shownLegal: Int32Array
  /** By participant: 1 if its agent samples uniformly. */
  readonly #uniform: Uint8Array
  /** By participant: 1 if its agent is trusted and has no `begin`. */
  readonly #isSilent: Uint8Array

  /** `agents[participant]`, one for each seat of the game. */
  constructor(game: CompiledGame, agents: readonly MatchAgent[]) {
    this.#game = game
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#shownView = newState(game.info)
    this.#shownLegal = new Int32Array(game.info.legalMax)
    this.#uniform = new Uint8Array(agents.length)
    this.#isSilent = new Uint8Array(agents.length)
    this.use(agents)
  }

  /** Has these agents play the next matches: `agents[participant]`. */
  use(agents: readonly MatchAgent[]): void {
    this.#agents = agents
    for (const [p, { agent, foreign }] of agents.entries()) {
      this.#uniform[p] = !foreign && agent.samplesUniformly ? 1 : 0
      this.#isSilent[p] = !foreign && !agent.begin ? 1 : 0
    }
    this.allSilent = !this.#isSilent.includes(0)
  }

  /** Whether all agents sample uniformly, so the loop can draw for them. */
  allUniform(): boolean {
    for (let p = 0; p < this.#uniform.length; p++) if (this.#uniform[p] === 0) return false
    return true
  }

  /** Tells a participant's agent that a match begins; false if it forfeits, with the reason in `reason`. */
  begin(participant: number): boolean {
    if (this.#isSilent[participant] === 1) return true
    let isFine = true
    this.#beat(participant, 0)
    try {
      // Both may be getters of a foreign agent.
      const { agent } = this.#agents[participant]!
      this.#uniform[participant] = agent.samplesUniformly === true ? 1 : 0
      agent.begin?.()
    } catch (error) {
      this.reason = `threw ${reasonOf(error, REASON_MAX)}`
      isFine = false
    }
    this.heartbeat[PARTICIPANT] = 0
    return isFine
  }

  /**
   * The participant's action; -1 if its agent forfeits, with the reason in `reason`. Doesn't ask about a
   * single legal action, or an agent that samples uniformly.
   */
  ask(participant: number, state: Int32Array, seat: Seat, decision: number, rng: Int32Array): Action {
    const { agent, foreign } = this.#agents[participant]!
    if (this.#uniform[participant] === 1) return this.#game.sample(state, seat, rng)
    const count = this.#game.legal(state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    this.#game.observe(state, seat, this.#view)
    this.#beat(participant, decision)
    const action = foreign
      ? this.#askForeign(agent, seat, count, rng)
      : this.#choose(agent, foreign, seat, this.#view, this.#legal, count, rng)
    this.heartbeat[PARTICIPANT] = 0
    return action
  }

  /** Writes the participant last, which makes the question valid. */
  #beat(participant: number, decision: number): void {
    const { heartbeat } = this
    heartbeat[DECISION] = decision
    heartbeat[SERIAL] = (heartbeat[SERIAL]! + 1) | 0
    heartbeat[PARTICIPANT] = 1 + participant
  }

  #choose(
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
      this.reason = `answered ${reasonOf(quoted(action), REASON_MAX)}, which is not legal`
    } catch (error) {
      // Our searches go as far as the game lets them: what a user's game throws there is the game's fault.
      if ((!foreign && isOfGame(error)) || error instanceof UnsoundError) throw error
      this.reason = `threw ${reasonOf(error, REASON_MAX)}`
    }
    return -1
  }

  /** Asks a foreign agent, and checks that it keeps the rules for agents. */
  #askForeign(agent: Agent, seat: Seat, count: number, rng: Int32Array): Action {
    const calls = refusedDraws()
    this.#shownView.set(this.#view)
    this.#shownLegal.set(this.#legal)
    const action = this.#choose(agent, true, seat, this.#shownView, this.#shownLegal, count, rng)
    if (action < 0) return action
    if (refusedDraws() !== calls) this.reason = 'used randomness other than its rng'
    else if (arraysDiffer(this.#view, this.#shownView)) this.reason = 'changed the view that it was given'
    else if (arraysDiffer(this.#legal, this.#shownLegal))
      this.reason = 'changed the legal actions that it was given'
    else return action
    return -1
  }
}

/** Text in quotes, to tell "1" from 1: agents by path answer anything. */
function quoted(answer: unknown): unknown {
  return typeof answer === 'string' ? JSON.stringify(answer) : answer
}
