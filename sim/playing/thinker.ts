/** Thinks for a match of people and agents, off its event loop: what agents choose, hints and evaluations. */
import { policyOf } from '../../agents/index.ts'
import {
  type Action,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  requireEnd,
  type Seat,
  type State,
  settle,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { makeAgents } from '../chunks/lineup.ts'
import { type Experiment, gameNameOf, gameOf } from '../experiment/index.ts'
import { Asker, type MatchAgent } from '../match/asker.ts'
import { unwatchedHeartbeat } from '../match/heartbeat.ts'
import { meanInterval, scoreInterval } from '../stats/interval.ts'
import type { Odds } from './protocol.ts'

/**
 * An experiment of one variant whose line-ups are the players (anybody in seats of people), the strongest
 * agent at hand, and the one that plays matches to their ends.
 */
export const [PLAYERS, STRONGEST, PLAYOUTS] = [0, 1, 2] as const

export type Job =
  | {
      readonly kind: 'choose'
      readonly seat: Seat
      readonly state: State
      readonly decision: number
      readonly rng: Int32Array
      /** The agents have to forget what they saw, as at the start of a match. */
      readonly isAnew: boolean
    }
  /** A hint for the seat to move in this position, which may hold secrets: they are guessed at. */
  | { readonly kind: 'hint'; readonly seat: Seat; readonly state: State }
  /** Who will win, as far as `viewer` knows; null knows everything. */
  | { readonly kind: 'evaluation'; readonly viewer: Seat | null; readonly state: State }

export interface FoundHint {
  readonly best: Action
  readonly second: Action | null
  /** Win probability of the best minus that of the second, and half the width of its 95 % interval. */
  readonly ahead: number | null
  readonly plusMinus: number | null
}

export type Thought =
  | { readonly action: Action }
  | { readonly hint: FoundHint }
  | { readonly evaluation: Odds; readonly isDone: boolean }
  | { readonly failure: string }

/** Matches of an evaluation; after so many, and at the end, it is told. */
const MATCHES = 200
const TOLD_EACH = 20
/** Matches by which two moves of a hint are compared, and all others if their number is small. */
const PAIRS = 60
const TRIALS = 8
const TRIED_MAX = 24

export class Thinker {
  readonly #experiment: Experiment
  readonly #game: CompiledGame
  /** By line-up. */
  readonly #askers: readonly Asker[]
  readonly #strongest: MatchAgent
  readonly #legal: Int32Array
  readonly #events: Int32Array
  readonly #root = rootOf('playouts')
  readonly #rngs = Array.from({ length: CHANCE + 1 }, () => new Int32Array(RNG_WORDS))

  /** Rejects with an Error if an agent can't be made. */
  static async open(experiment: Experiment): Promise<Thinker> {
    await loadGame(gameNameOf(experiment))
    const game = gameOf(experiment, experiment.variants[0]!)
    const lines: MatchAgent[][] = []
    for (const lineup of experiment.lineups)
      lines.push((await makeAgents(experiment, lineup, 0, game, unwatchedHeartbeat()))[0]!)
    return new Thinker(experiment, game, lines)
  }

  private constructor(experiment: Experiment, game: CompiledGame, lines: readonly MatchAgent[][]) {
    this.#experiment = experiment
    this.#game = game
    this.#askers = lines.map(line => new Asker(game, line))
    this.#strongest = lines[STRONGEST]![0]!
    this.#legal = new Int32Array(game.info.legalMax)
    this.#events = newEvents(game.info)
  }

  /** Does a job, telling what it finds; `isStale` ends it early. Lets other jobs in between matches. */
  async think(job: Job, tell: (found: Thought) => void, isStale: () => boolean): Promise<void> {
    try {
      if (job.kind === 'choose') tell(this.#choose(job))
      else if (job.kind === 'hint') await this.#hint(job, tell, isStale)
      else await this.#evaluate(job, tell, isStale)
    } catch (error) {
      tell({ failure: reasonOf(error) })
    }
  }

  #choose({ seat, state, decision, rng, isAnew }: Job & { readonly kind: 'choose' }): Thought {
    const asker = this.#askers[PLAYERS]!
    const { participants } = this.#experiment.lineups[PLAYERS]!
    const failed = (): Thought => ({ failure: `${participants[seat]!.label} ${asker.reason}` })
    if (isAnew) for (const p of participants.keys()) if (!asker.begin(p)) return failed()
    const action = asker.ask(seat, state, seat, decision, rng)
    return action < 0 ? failed() : { action }
  }

  async #hint({ seat, state }: Job & { readonly kind: 'hint' }, tell: Tell, isStale: IsStale): Promise<void> {
    const game = this.#game
    const count = game.legal(state, seat, this.#legal)
    const actions = [...this.#legal.subarray(0, count)]
    if (count === 1) {
      tell({ hint: { best: actions[0]!, second: null, ahead: null, plusMinus: null } })
      return
    }
    const view = newState(game.info)
    game.observe(state, seat, view)
    const chances = new Float64Array(count)
    const { agent } = this.#strongest
    const legal = Int32Array.from(actions)
    agent.begin?.()
    const best = agent.choose(view.slice(), seat, legal.slice(), count, this.#seeded(0)[seat]!)
    if (agent.policy) {
      const scratch = new Float64Array(count)
      policyOf(agent, view.slice(), seat, legal, count, this.#seeded(0)[seat]!, 1, chances, scratch)
    }
    const others = actions.filter(action => action !== best)
    const chanceOf = (action: Action): number => chances[actions.indexOf(action)]!
    let second: Action | null = others.reduce((a, b) => (chanceOf(b) > chanceOf(a) ? b : a))
    if (chanceOf(second) === 0) {
      second = null
      let most = -1
      for (const action of others.length <= TRIED_MAX ? others : []) {
        const sum = total(await this.#scores({ seat, state }, action, TRIALS, isStale))
        if (sum > most) [most, second] = [sum, action]
      }
    }
    if (second === null) {
      tell({ hint: { best, second, ahead: null, plusMinus: null } })
      return
    }
    const one = await this.#scores({ seat, state }, best, PAIRS, isStale)
    const other = await this.#scores({ seat, state }, second, PAIRS, isStale)
    if (isStale()) return
    const leads = one.map((units, n) => units - other[n]!)
    const { mean, high } = meanInterval(PAIRS, total(leads), total(leads.map(lead => lead ** 2)))
    const [ahead, plusMinus] = [mean / WIN_UNITS, (high - mean) / WIN_UNITS]
    tell({ hint: { best, second, ahead, plusMinus } })
  }

  /** What a seat gets after an action, in win units, over matches with the same luck for each action. */
  async #scores(
    { seat, state }: { readonly seat: Seat; readonly state: State },
    action: Action,
    matches: number,
    isStale: IsStale,
  ): Promise<number[]> {
    const scores: number[] = []
    for (let n = 0; n < matches && !isStale(); n++) {
      scores.push(this.#playOut(state, seat, n, action)[seat]!)
      await new Promise(setImmediate)
    }
    return scores
  }

  async #evaluate(
    { viewer, state }: Job & { readonly kind: 'evaluation' },
    tell: Tell,
    isStale: IsStale,
  ): Promise<void> {
    const seats = this.#game.info.seats.length
    const counts = Array.from({ length: seats }, () => new Int32Array(WIN_UNITS + 1))
    for (let n = 0; n < MATCHES; n++) {
      for (const [seat, units] of this.#playOut(state, viewer, n).entries()) counts[seat]![units]!++
      await new Promise(setImmediate)
      if (isStale()) return
      const played = n + 1
      if (played % TOLD_EACH !== 0) continue
      const found = counts.map(hist => scoreInterval(hist, WIN_UNITS))
      const evaluation: Odds = {
        shares: found.map(({ mean }) => mean),
        plusMinus: found.map(({ low, high }) => (high - low) / 2),
        by: `${played} matches of ${this.#experiment.lineups[PLAYOUTS]!.participants[0]!.label} from here`,
      }
      tell({ evaluation, isDone: played === MATCHES })
    }
  }

  /** The returns of a match played on from a guess at the position, after an action of the viewer's if given. */
  #playOut(position: State, viewer: Seat | null, n: number, action?: Action): Int32Array {
    const game = this.#game
    const asker = this.#askers[PLAYOUTS]!
    const rngs = this.#seeded(1 + n)
    const state = position.slice()
    if (viewer !== null) {
      game.observe(position, viewer, state)
      game.determinize(state, viewer, rngs[viewer]!, state)
    }
    if (action !== undefined) game.apply(state, viewer!, action, this.#events)
    for (const seat of game.info.seats.keys()) asker.begin(seat)
    for (let decisions = 1; ; decisions++) {
      const seat = settle(game, state, this.#events)
      if (seat === OVER) break
      requireEnd(game, decisions)
      const chosen =
        seat === CHANCE
          ? game.sample(state, CHANCE, rngs[CHANCE]!)
          : asker.ask(seat, state, seat, decisions, rngs[seat]!)
      if (chosen < 0) throw new Error(asker.reason)
      game.apply(state, seat, chosen, this.#events)
    }
    const returns = new Int32Array(game.info.seats.length)
    game.result(state, returns)
    return returns
  }

  #seeded(block: number): readonly Int32Array[] {
    for (const [stream, rng] of this.#rngs.entries()) derive(rng, this.#root, block, stream)
    return this.#rngs
  }
}

const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

type Tell = (found: Thought) => void
type IsStale = () => boolean
