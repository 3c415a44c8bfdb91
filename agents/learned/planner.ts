/**
 * Looks ahead with a learned policy: samples plans for all seats from the policy, plays every pair of its own and the others' until its seat is
 * to move again (see `turns`), and follows the plan with the best mean value. Positions are valued by the critic that was learned with the
 * policy, or by the game's gauges.
 *
 * Where other seats decide at the same time, a plan is what its seat seals until something is resolved, and the others' plans are the
 * same against each of its own. Elsewhere a plan is the next decision, and after it everybody plays by the policy. All plans
 * meet the same determinizations and random numbers.
 */
import {
  type Action,
  advance,
  CHANCE,
  type Game,
  type GameInfo,
  newEvents,
  newState,
  OVER,
  type Seat,
  type State,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { next, RNG_WORDS } from '../../engine/rng.ts'
import type { Agent } from '../agent.ts'
import { Evaluator } from '../evaluation.ts'
import { Critic, type ValueWeights } from './critic.ts'
import type { Policy } from './policy.ts'

export interface PlannerOptions {
  /** Most own plans compared, and the number of the others' plans that each meets. */
  readonly plans: number
  readonly replies: number
  /** Of the policy, as plans are sampled. */
  readonly temperature: number
  /**
   * How often its own seat comes to move again, after a step, before a position is evaluated; at 0 it is evaluated as soon as the game resolves
   * anything. `game`: as far as the game's horizon, 1 where it names none.
   */
  readonly turns: number | 'game'
}

/** Most decisions of a plan; further ones are made by the next. */
const PLAN_MAX = 16

export class Planner implements Agent {
  readonly #game: Game
  readonly #policy: Policy
  /** Decides for the other seats in the look-ahead; null for the policy. */
  readonly #others: Agent | null
  readonly #options: PlannerOptions
  readonly #turns: number
  readonly #evaluator: Evaluator
  readonly #critic: Critic | null
  readonly #guess: Int32Array
  readonly #state: Int32Array
  readonly #view: Int32Array
  readonly #expected: Int32Array
  readonly #events: Int32Array
  readonly #legal: Int32Array
  /** Own plans, PLAN_MAX decisions each, and how many decisions each has. */
  readonly #plans: Int32Array
  readonly #lengths: Int32Array
  readonly #values: Float64Array
  /** What the others seal in one determinization: pairs of seat and action. */
  readonly #sealed = new Int32Array(2 * 6 * PLAN_MAX)
  #sealedCount = 0
  readonly #seed = new Int32Array(RNG_WORDS)
  readonly #rng = new Int32Array(RNG_WORDS)
  /** The plan being followed: its next decision and its end in `#plans`. */
  #nextAt = 0
  #endAt = 0

  /** `values`: the policy's value function. `others` may be asked at positions in any order. */
  constructor(
    game: Game,
    policy: Policy,
    options: PlannerOptions,
    values: ValueWeights | null = null,
    others: Agent | null = null,
  ) {
    this.#game = game
    this.#policy = policy
    this.#others = others
    this.#options = options
    this.#turns = options.turns === 'game' ? turnsTo(game.info) : options.turns
    this.#evaluator = new Evaluator(game)
    this.#critic = values && new Critic(game, values)
    this.#guess = newState(game.info)
    this.#state = newState(game.info)
    this.#view = newState(game.info)
    this.#expected = newState(game.info)
    this.#events = newEvents(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#plans = new Int32Array(options.plans * PLAN_MAX)
    this.#lengths = new Int32Array(options.plans)
    this.#values = new Float64Array(options.plans)
  }

  begin(): void {
    this.#endAt = this.#nextAt
  }

  choose(view: State, seat: Seat, _legal: Int32Array, _count: number, rng: Int32Array): Action {
    if (this.#nextAt === this.#endAt || !same(view, this.#expected)) this.#plan(view, seat, rng)
    const action = this.#plans[this.#nextAt++]!
    if (this.#nextAt < this.#endAt) {
      this.#expected.set(view)
      this.#game.apply(this.#expected, seat, action, this.#events)
    }
    return action
  }

  /** Finds the plan to follow. */
  #plan(view: State, seat: Seat, rng: Int32Array): void {
    const count = this.#samplePlans(view, seat, rng)
    let best = 0
    if (count > 1) {
      this.#values.fill(0)
      for (let reply = 0; reply < this.#options.replies; reply++) this.#meet(view, seat, rng, count)
      for (let plan = 1; plan < count; plan++) if (this.#values[plan]! > this.#values[best]!) best = plan
    }
    this.#nextAt = best * PLAN_MAX
    this.#endAt = this.#nextAt + this.#lengths[best]!
  }

  /** Samples different own plans, the likeliest first; returns their number. */
  #samplePlans(view: State, seat: Seat, rng: Int32Array): number {
    const { plans } = this.#options
    let count = 0
    for (let tries = 0; count < plans && tries < plans + (plans >> 1); tries++) {
      const at = count * PLAN_MAX
      const length = this.#samplePlan(view, seat, rng, tries === 0, at)
      this.#lengths[count] = length
      if (!this.#isKnown(count, at, length)) count++
    }
    return count
  }

  #samplePlan(view: State, seat: Seat, rng: Int32Array, best: boolean, at: number): number {
    const game = this.#game
    const state = this.#state
    state.set(view)
    for (let length = 0; ; ) {
      const action = this.#pick(state, seat, rng, best)
      this.#plans[at + length++] = action
      if (length === PLAN_MAX || !this.#isSealed(state, seat)) return length
      game.apply(state, seat, action, this.#events)
      if (!this.#owes(state, seat)) return length
    }
  }

  /** Whether other seats decide at the same time as this one. */
  #isSealed(state: State, seat: Seat): boolean {
    return (this.#game.toMove(state) & ~(1 << seat)) !== 0
  }

  #owes(state: State, seat: Seat): boolean {
    return ((this.#game.toMove(state) >> seat) & 1) === 1
  }

  #isKnown(count: number, at: number, length: number): boolean {
    for (let plan = 0; plan < count; plan++) {
      if (this.#lengths[plan] !== length) continue
      let i = 0
      while (i < length && this.#plans[plan * PLAN_MAX + i] === this.#plans[at + i]) i++
      if (i === length) return true
    }
    return false
  }

  #pick(view: State, seat: Seat, rng: Int32Array, best: boolean): Action {
    const count = this.#game.legal(view, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    return best
      ? this.#policy.best(view, seat, this.#legal, count)
      : this.#policy.draw(view, seat, this.#legal, count, this.#options.temperature, rng)
  }

  /** Adds to each plan's value its result in one more determinization, against one more plan of each of the others. */
  #meet(view: State, seat: Seat, rng: Int32Array, count: number): void {
    const game = this.#game
    const state = this.#state
    game.determinize(view, seat, rng, this.#guess)
    for (let w = 0; w < RNG_WORDS; w++) this.#seed[w] = next(rng)
    this.#sealedCount = -1
    for (let plan = 0; plan < count; plan++) {
      state.set(this.#guess)
      this.#rng.set(this.#seed)
      const at = plan * PLAN_MAX
      for (let i = 0; i < this.#lengths[plan]!; i++)
        game.apply(state, seat, this.#plans[at + i]!, this.#events)
      if (this.#isSealed(view, seat)) this.#reply(state, seat)
      this.#values[plan]! += this.#follow(state, seat)
    }
  }

  /** Seals the others' plans: the first call of a determinization samples them. */
  #reply(state: State, seat: Seat): void {
    const game = this.#game
    if (this.#sealedCount >= 0) {
      for (let i = 0; i < this.#sealedCount; i += 2)
        if (this.#owes(state, this.#sealed[i]!))
          game.apply(state, this.#sealed[i]!, this.#sealed[i + 1]!, this.#events)
      return
    }
    let n = 0
    for (let other = 0; other < game.info.seats.length; other++) {
      if (other === seat) continue
      for (let i = 0; i < PLAN_MAX && this.#owes(state, other); i++) {
        const action = this.#answer(state, other)
        this.#sealed[n++] = other
        this.#sealed[n++] = action
        game.apply(state, other, action, this.#events)
      }
    }
    this.#sealedCount = n
  }

  /** What another seat does at a position. */
  #answer(state: State, other: Seat): Action {
    const game = this.#game
    const others = this.#others
    game.observe(state, other, this.#view)
    if (others === null) return this.#pick(this.#view, other, this.#rng, false)
    const count = game.legal(this.#view, other, this.#legal)
    if (count === 1) return this.#legal[0]!
    // It forgets what it was asked before, which was about other positions.
    others.begin?.()
    return others.choose(this.#view, other, this.#legal, count, this.#rng)
  }

  /** Plays on by the policy as far as `turns` says; returns the evaluation. */
  #follow(state: State, seat: Seat): number {
    const game = this.#game
    let turns = this.#turns
    let resolved = false
    // Sampling the others' plans has drawn from it, once for all plans.
    this.#rng.set(this.#seed)
    for (
      let who = advance(game, state, this.#events);
      who !== OVER;
      who = advance(game, state, this.#events)
    ) {
      if (who < 0) {
        if (turns === 0) break
        resolved = true
        continue
      }
      if (resolved && ((game.toMove(state) >> seat) & 1) === 1) {
        if (--turns === 0) break
        resolved = false
      }
      let action: Action
      if (who === CHANCE) action = game.sample(state, CHANCE, this.#rng)
      else if (who === seat) {
        game.observe(state, who, this.#view)
        action = this.#pick(this.#view, who, this.#rng, false)
      } else action = this.#answer(state, who)
      game.apply(state, who, action, this.#events)
    }
    return this.#valueOf(state, seat)
  }

  /** In win units. */
  #valueOf(state: State, seat: Seat): number {
    const critic = this.#critic
    if (critic === null || this.#game.toMove(state) === 0) return this.#evaluator.evaluate(state, seat)
    const lead = critic.leadIn(state, seat)
    this.#game.observe(state, seat, this.#view)
    return critic.valueOf(this.#view, seat, lead) * WIN_UNITS
  }
}

function turnsTo({ horizon = 1, step, stepMax }: GameInfo): number {
  if (horizon === 'turn') return 0
  return Math.ceil(Math.min(horizon, stepMax) / step.perTurn)
}

function same(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
