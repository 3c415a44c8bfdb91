/**
 * Learning as tasks for any thread: matches, and training on their decisions. A task holds all that decides
 * its result, and results are joined in the order of blocks, so threads change nothing.
 */
import { type Agent, Policy } from '../../agents/index.ts'
import {
  type CompiledGame,
  type GameInfo,
  payoffGauge,
  WIN_UNITS,
  wrapGame,
} from '../../engine/contract/index.ts'
import { type GameModule, loadGame, nameOfGame } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { MatchRunner } from '../match/runner.ts'
import { type Interval, scoreInterval } from '../stats/interval.ts'
import { lastSampleOf } from '../tally/match.ts'
import { agentOf, type Player } from './players.ts'
import { ReplayBuffer } from './replay-buffer.ts'
import {
  type ActorCritic,
  type CriticState,
  type Fit,
  fitCritic,
  fitPolicy,
  type Practice,
  practise,
} from './training.ts'

/** What is learned: the rules of a game. */
export interface Environment {
  /** What the registry knows the game by. */
  readonly game: string
  /** The hash of a user's game module, which identifies the game wherever the file lies. */
  readonly sha256?: string
  readonly rules: object
}

export function environmentOf(game: GameModule, rules: object): Environment {
  const { source } = game
  return { game: nameOfGame(game), ...(source ? { sha256: source.sha256 } : {}), rules }
}

/**
 * Whose decisions are kept: `winners`, with more than the fair share; `unbeaten`, planners' in draws too, but
 * not at the turn limit, which teaches nothing that leads to an end; or `all`.
 */
export type DecisionFilter = 'winners' | 'unbeaten' | 'all'

/**
 * What is scored: shares of a win, or the payoff from its minimum to its maximum. With `even`, the payoff
 * only where equal seats get half of that range (`isPaidEvenly`).
 */
export type RewardKind = 'wins' | 'payoff' | 'even'

/** Matches under one seed, `players[participant]` one a seat. */
export interface Matches {
  readonly players: readonly Player[]
  readonly seed: string
  readonly blocks: number
  readonly keeps: DecisionFilter
  readonly reward: RewardKind
  /** Whether their work is counted, which slows them down. */
  readonly measures?: boolean
}

/** Tasks name their environment by its index in the pool. */
interface InEnvironment {
  readonly environment: number
}

export interface MatchTask extends InEnvironment, Omit<Matches, 'blocks'> {
  /** Blocks `from` to `to - 1`. */
  readonly from: number
  readonly to: number
}

interface FitTask extends InEnvironment {
  /** Where training starts. */
  readonly weights: Float32Array
  readonly decisions: Int32Array
  readonly fit: Fit
}

/** Trains `actorCritic` in place on a batch of matches that its policy played. */
interface PracticeTask extends InEnvironment {
  readonly actorCritic: ActorCritic
  readonly decisions: Int32Array
  readonly features: Int32Array
  readonly practice: Practice
  readonly seed: string
}

/** Trains `critic` in place on the outcomes of a batch of matches. */
interface CriticTask extends InEnvironment {
  readonly critic: CriticState
  readonly decisions: Int32Array
  readonly seed: string
}

export type Task = MatchTask | FitTask | PracticeTask | CriticTask

export interface PlayedMatches {
  /** The decisions kept, as `ReplayBuffer.append` takes them. */
  readonly decisions: Int32Array
  /** The features of practising players' decisions, as `Features.append` takes them. */
  readonly features: Int32Array
  readonly count: number
  /** How many blocks brought the first participant so many win units, or payoff above the minimum. */
  readonly sums: Int32Array
  /** Moves described, and actions carried out in matches and in thought, weighted; 0 unless they were counted. */
  readonly work: number
}

/** The result of a task: matches, weights, or what was trained in place. */
export type TaskResult = PlayedMatches | Float32Array | ActorCritic | CriticState

export interface LearningPool {
  readonly environments: readonly Environment[]
  /** Tasks in progress at once that keep all threads busy. */
  readonly width: number
  /** Rejects with a Stopped if the learning is to end. */
  run(task: Task): Promise<TaskResult>
  /** Ends all tasks in progress at once: they reject. */
  abandon(): void
  /** Ends its threads. Call it when no task is in progress, or after `abandon`. */
  close(): Promise<void>
}

/** What each thread of a pool is given. */
export interface PoolData {
  readonly environments: readonly Environment[]
  /** One word over a SharedArrayBuffer: not 0 once the learning is to end. */
  readonly stop: Int32Array
}

/** The learning was told to end. */
export class Stopped extends Error {
  constructor() {
    super('the learning was stopped')
    this.name = 'Stopped'
  }
}

/** Does tasks on the thread that it is made on. */
export class TaskRunner {
  readonly #data: PoolData
  readonly #games: CompiledGame[] = []

  constructor(data: PoolData) {
    this.#data = data
  }

  /** Null if the learning is to end. Rejects with an Error if an agent forfeits, which none of these may. */
  async run(task: Task): Promise<TaskResult | null> {
    const game = await this.#gameOf(task.environment)
    if ('players' in task) return await this.#play(game, task)
    return this.#stopped ? null : train(game, task)
  }

  get #stopped(): boolean {
    return Atomics.load(this.#data.stop, 0) !== 0
  }

  async #gameOf(environment: number): Promise<CompiledGame> {
    const { game, rules } = this.#data.environments[environment]!
    this.#games[environment] ??= (await loadGame(game)).compile(rules)
    return this.#games[environment]
  }

  async #play(played: CompiledGame, task: MatchTask): Promise<PlayedMatches | null> {
    const counter = { work: 0 }
    const game = task.measures ? counting(played, counter) : played
    const { players, seed, from, to, keeps, reward } = task
    const decisions = new ReplayBuffer(game)
    const agents: Agent[] = []
    for (const player of players) agents.push(await agentOf(game, player, decisions))
    const seats = game.info.seats.length
    const fair = WIN_UNITS / seats
    const runner = new MatchRunner(
      game,
      agents.map(agent => ({ agent, foreign: false })),
    )
    const root = rootOf(seed)
    const rewards = rewardsOf(game, runner, reward)
    const sums = new Int32Array(seats * rewards.most + 1)
    for (let block = from; block < to; block++) {
      let sum = 0
      for (let rotation = 0; rotation < seats; rotation++) {
        if (this.#stopped) return null
        runner.play(root, block, rotation, false)
        if (runner.fault !== null) throw new Error(`learning: an agent ${runner.fault.reason}`)
        const { ending, returns } = runner.finished
        const isDraw = game.info.endings[ending]!.kind === 'draw'
        // Participant p sits in the seat that p is the rotation away from.
        sum += rewards.of((seats - rotation) % seats)
        if (keeps === 'all') decisions.endWholeMatch(seat => rewards.of(seat) / rewards.most)
        else decisions.endMatch(returns, fair, keeps === 'unbeaten' && isDraw)
      }
      sums[sum]!++
    }
    const { count, features } = decisions
    return { decisions: decisions.packed(), features: features.packed(), count, sums, work: counter.work }
  }
}

/** An action carried out takes about as long as so many moves described: a position must be entered, and its moves listed. */
const APPLY_WORK = 4

/** A game that counts the work of whoever plays it. */
const counting = (game: CompiledGame, counter: { work: number }): CompiledGame =>
  wrapGame(game, {
    apply: (state, seat, action, events) => {
      counter.work += APPLY_WORK
      game.apply(state, seat, action, events)
    },
    ...(game.aspects && {
      aspects: (view, seat, action, out) => {
        counter.work++
        return game.aspects!(view, seat, action, out)
      },
    }),
  })

function train(
  game: CompiledGame,
  task: FitTask | PracticeTask | CriticTask,
): Float32Array | ActorCritic | CriticState {
  const decisions = new ReplayBuffer(game)
  decisions.append(task.decisions)
  if ('fit' in task) {
    const policy = new Policy(game, task.weights.slice())
    fitPolicy(game, policy, decisions, task.fit)
    return policy.weights
  }
  if ('critic' in task) {
    fitCritic(game, task.critic, decisions, task.seed)
    return task.critic
  }
  decisions.features.append(task.features)
  practise(game, task.actorCritic, decisions, task.practice, task.seed)
  return task.actorCritic
}

/** What a seat won in the runner's last match: whole numbers from 0 to `most`. */
interface Rewards {
  readonly most: number
  of(seat: number): number
}

/** Whether a game has two seats, one of which is paid what the other loses, with equal bounds for both. */
export function isPaidEvenly(info: Pick<GameInfo, 'seats' | 'gauges'>): boolean {
  const gauge = info.gauges.find(({ payoff }) => payoff)
  return info.seats.length === 2 && gauge !== undefined && gauge.zeroSum && gauge.min === -gauge.max
}

function rewardsOf({ info }: CompiledGame, { finished }: MatchRunner, reward: RewardKind): Rewards {
  const at = payoffGauge(info)
  const gauge = info.gauges[at]
  const seats = info.seats.length
  if (!gauge || reward === 'wins' || (reward === 'even' && !isPaidEvenly(info)))
    return { most: WIN_UNITS, of: seat => finished.returns[seat]! }
  const last = (): number => lastSampleOf(finished, info.gauges.length * seats)
  return {
    most: gauge.max - gauge.min,
    of: seat => finished.gauges[last() + at * seats + seat]! - gauge.min,
  }
}

/** A pool of only the calling thread. */
export function inlinePool(data: PoolData): LearningPool {
  const runner = new TaskRunner(data)
  return {
    environments: data.environments,
    width: 1,
    run: async task => {
      const result = await runner.run(task)
      if (result === null) throw new Stopped()
      return result
    },
    abandon: () => {},
    close: () => Promise.resolve(),
  }
}

/** Tasks of each list of matches for every thread: enough that none is waited for long. */
const TASKS = 4

/**
 * Plays lists of matches side by side; returns results in the same order. `onPlayed` hears of blocks in any
 * order. One block of each list goes first, so that an estimate of the time left comes soon.
 */
export async function playAll(
  pool: LearningPool,
  environment: number,
  all: readonly Matches[],
  onPlayed: (blocks: number) => void,
): Promise<PlayedMatches[]> {
  const part = async (
    { blocks: _, ...matches }: Matches,
    from: number,
    to: number,
  ): Promise<PlayedMatches> => {
    const played = (await pool.run({ environment, ...matches, from, to })) as PlayedMatches
    onPlayed(to - from)
    return played
  }
  const first = all.map(one => part(one, 0, 1))
  const whole = all.map((one, i) => {
    const others: Promise<PlayedMatches>[] = []
    const size = Math.max(1, Math.ceil((one.blocks - 1) / (TASKS * pool.width)))
    for (let from = 1; from < one.blocks; from += size)
      others.push(part(one, from, Math.min(one.blocks, from + size)))
    return Promise.all([first[i]!, ...others])
  })
  return (await Promise.all(whole)).map(mergePlayed)
}

/** Parts of matches as one, in the order given, which is that of their blocks. */
export function mergePlayed(parts: readonly PlayedMatches[]): PlayedMatches {
  const sums = new Int32Array(parts[0]!.sums.length)
  let count = 0
  let work = 0
  for (const part of parts) {
    count += part.count
    work += part.work
    for (let k = 0; k < sums.length; k++) sums[k]! += part.sums[k]!
  }
  const decisions = concatenated(parts.map(part => part.decisions))
  const features = concatenated(parts.map(part => part.features))
  return { decisions, features, count, sums, work }
}

function concatenated(parts: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The mean score of the first participant, from 0 to 1. */
export function meanOf({ sums }: PlayedMatches): number {
  let won = 0
  let blocks = 0
  for (const [sum, count] of sums.entries()) {
    won += sum * count
    blocks += count
  }
  return won / blocks / (sums.length - 1)
}

/** The score of the first participant. */
export function scoreIn({ sums }: PlayedMatches): Interval {
  return scoreInterval(sums, sums.length - 1)
}
