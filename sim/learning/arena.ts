/**
 * Where learning works: matches and fits as tasks that can be done on any thread. A task says all that decides its result, and results
 * are put together in the order of blocks, so that threads change nothing.
 */
import { type Agent, Policy } from '../../agents/index.ts'
import { type CompiledGame, type GameInfo, payoffGauge, WIN_UNITS } from '../../engine/contract/index.ts'
import { type GameModule, loadGame, nameOfGame } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { MatchRunner } from '../match/runner.ts'
import { type Interval, scoreInterval } from '../stats/interval.ts'
import { lastSampleOf } from '../tally/match.ts'
import { Decisions } from './decisions.ts'
import { type Fit, fitPolicy } from './fit.ts'
import { agentOf, type Player } from './players.ts'
import { type Nets, type Practice, practise } from './practice.ts'
import { type Valuing, value } from './values.ts'

/** What is learned: the rules of a game. */
export interface Course {
  /** What the registry knows the game by. */
  readonly game: string
  /** Of a game of the user, the hash of its module, which stands for the game wherever that lies. */
  readonly sha256?: string
  readonly rules: object
}

/** The course of some rules of a loaded game. */
export function courseOf(game: GameModule, rules: object): Course {
  const { source } = game
  return { game: nameOfGame(game), ...(source ? { sha256: source.sha256 } : {}), rules }
}

/**
 * Whose decisions are kept: those of seats with more than the fair share of a match, and with `unbeaten` those of planners in matches that end as a
 * draw. A match that the limit ended teaches nothing that leads to an end. With `all`, whatever the match brought.
 */
export type Keeps = 'winners' | 'unbeaten' | 'all'

/**
 * What scores are made of: shares of a win, or the payoff of games that have one, from its least to its most. With `even`, the payoff only where equal
 * seats get half of that way (`isPaidEvenly`).
 */
export type Stakes = 'wins' | 'payoff' | 'even'

/** Matches of a seed, `players[participant]` one a seat. */
export interface Matches {
  readonly players: readonly Player[]
  readonly seed: string
  readonly blocks: number
  /** Whose decisions are kept. */
  readonly keeps: Keeps
  readonly stakes: Stakes
}

export interface MatchTask extends Omit<Matches, 'blocks'> {
  /** Index of the course. */
  readonly course: number
  /** Blocks `from` to `to - 1`. */
  readonly from: number
  readonly to: number
}

interface FitTask {
  readonly course: number
  /** Those to go on from. */
  readonly weights: Float32Array
  readonly decisions: Int32Array
  readonly fit: Fit
}

/** A batch of matches that a policy practised in; changes the nets. */
interface PracticeTask {
  readonly course: number
  readonly nets: Nets
  readonly decisions: Int32Array
  readonly features: Int32Array
  readonly practice: Practice
  readonly seed: string
}

/** A batch of matches whose positions are valued by what came of them; changes the valuing. */
interface ValueTask {
  readonly course: number
  readonly valuing: Valuing
  readonly decisions: Int32Array
  readonly seed: string
}

export type Task = MatchTask | FitTask | PracticeTask | ValueTask

/** What came of matches. */
export interface Played {
  /** The decisions kept, as `Decisions.append` takes them. */
  readonly decisions: Int32Array
  /** The features of those who practise, as `Features.append` takes them. */
  readonly features: Int32Array
  readonly count: number
  /** How many blocks brought the first participant so many win units, or so much more than the least payoff. */
  readonly sums: Int32Array
}

/** The result of a task: matches, weights, or the nets or the valuing that it was given. */
export type Done = Played | Float32Array | Nets | Valuing

/** A place where tasks are done, one or more at a time. */
export interface Arena {
  readonly courses: readonly Course[]
  /** Tasks that may be in progress at once so that no thread is idle. */
  readonly width: number
  /** Rejects with a Stopped if the learning is to end. */
  run(task: Task): Promise<Done>
  /** Ends all tasks in progress at once: they reject. */
  abandon(): void
  /** Ends its threads. Call it when no task is in progress, or after `abandon`. */
  close(): Promise<void>
}

/** What each thread of an arena is given. */
export interface ArenaData {
  readonly courses: readonly Course[]
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
  readonly #data: ArenaData
  readonly #games: CompiledGame[] = []

  constructor(data: ArenaData) {
    this.#data = data
  }

  /** Null if the learning is to end. Rejects with an Error if an agent forfeits, which none of these may. */
  async run(task: Task): Promise<Done | null> {
    const game = await this.#gameOf(task.course)
    if ('fit' in task) return this.#stopped ? null : fitted(game, task)
    if ('nets' in task) return this.#stopped ? null : afterPractice(game, task)
    if ('valuing' in task) return this.#stopped ? null : valued(game, task)
    const decisions = new Decisions(game)
    const agents: Agent[] = []
    for (const player of task.players) agents.push(await agentOf(game, player, decisions))
    return this.#play(game, agents, task, decisions)
  }

  get #stopped(): boolean {
    return Atomics.load(this.#data.stop, 0) !== 0
  }

  async #gameOf(course: number): Promise<CompiledGame> {
    const { game, rules } = this.#data.courses[course]!
    this.#games[course] ??= (await loadGame(game)).compile(rules)
    return this.#games[course]
  }

  #play(
    game: CompiledGame,
    agents: readonly Agent[],
    { seed, from, to, keeps, stakes }: MatchTask,
    decisions: Decisions,
  ): Played | null {
    const seats = game.info.seats.length
    const fair = WIN_UNITS / seats
    const runner = new MatchRunner(
      game,
      agents.map(agent => ({ agent, foreign: false })),
    )
    const root = rootOf(seed)
    const won = takings(game, runner, stakes)
    const sums = new Int32Array(seats * won.most + 1)
    for (let block = from; block < to; block++) {
      let sum = 0
      for (let rotation = 0; rotation < seats; rotation++) {
        if (this.#stopped) return null
        runner.play(root, block, rotation, false)
        if (runner.fault !== null) throw new Error(`learning: an agent ${runner.fault.reason}`)
        const { ending, returns } = runner.finished
        const isDraw = game.info.endings[ending]!.kind === 'draw'
        // Participant p sits in the seat that p is the rotation away from.
        sum += won.of((seats - rotation) % seats)
        if (keeps === 'all') decisions.closeWhole(seat => won.of(seat) / won.most)
        else decisions.close(returns, fair, keeps === 'unbeaten' && isDraw)
      }
      sums[sum]!++
    }
    const { count, features } = decisions
    return { decisions: decisions.packed(), features: features.packed(), count, sums }
  }
}

/** What a seat won in the runner's last match: whole numbers from 0 to `most`. */
interface Takings {
  readonly most: number
  of(seat: number): number
}

/** Whether a game is for two, one of whom is paid what the other loses, and can win as much as lose. */
export function isPaidEvenly(info: Pick<GameInfo, 'seats' | 'gauges'>): boolean {
  const gauge = info.gauges.find(({ payoff }) => payoff)
  return info.seats.length === 2 && gauge !== undefined && gauge.zeroSum && gauge.min === -gauge.max
}

function takings({ info }: CompiledGame, { finished }: MatchRunner, stakes: Stakes): Takings {
  const at = payoffGauge(info)
  const gauge = info.gauges[at]
  const seats = info.seats.length
  if (!gauge || stakes === 'wins' || (stakes === 'even' && !isPaidEvenly(info)))
    return { most: WIN_UNITS, of: seat => finished.returns[seat]! }
  const last = (): number => lastSampleOf(finished, info.gauges.length * seats)
  return {
    most: gauge.max - gauge.min,
    of: seat => finished.gauges[last() + at * seats + seat]! - gauge.min,
  }
}

function fitted(game: CompiledGame, { weights, decisions: packed, fit }: FitTask): Float32Array {
  const decisions = new Decisions(game)
  decisions.append(packed)
  const policy = new Policy(game, weights.slice())
  fitPolicy(game, policy, decisions, fit)
  return policy.weights
}

function afterPractice(game: CompiledGame, task: PracticeTask): Nets {
  const { nets, practice, seed } = task
  const decisions = new Decisions(game)
  decisions.append(task.decisions)
  decisions.features.append(task.features)
  practise(game, nets, decisions, practice, seed)
  return nets
}

function valued(game: CompiledGame, { valuing, decisions: packed, seed }: ValueTask): Valuing {
  const decisions = new Decisions(game)
  decisions.append(packed)
  value(game, valuing, decisions, seed)
  return valuing
}

/** An arena of the calling thread. */
export function inlineArena(data: ArenaData): Arena {
  const runner = new TaskRunner(data)
  return {
    courses: data.courses,
    width: 1,
    run: async task => (await runner.run(task)) ?? stopped(),
    abandon: () => {},
    close: () => Promise.resolve(),
  }
}

function stopped(): never {
  throw new Stopped()
}

/** Tasks of a list of matches for each that may be in progress at once: enough that none is waited for long. */
const TASKS = 4

/**
 * Plays matches side by side, and returns what came of each, in their order. `played` is told of every block, in any order. A block of each comes before all
 * others, so that what they take is known soon.
 */
export async function playAll(
  arena: Arena,
  course: number,
  all: readonly Matches[],
  played: (blocks: number) => void,
): Promise<Played[]> {
  const part = async ({ blocks: _, ...matches }: Matches, from: number, to: number): Promise<Played> => {
    const done = (await arena.run({ course, ...matches, from, to })) as Played
    played(to - from)
    return done
  }
  const first = all.map(one => part(one, 0, 1))
  const whole = all.map((one, i) => {
    const others: Promise<Played>[] = []
    const size = Math.max(1, Math.ceil((one.blocks - 1) / (TASKS * arena.width)))
    for (let from = 1; from < one.blocks; from += size)
      others.push(part(one, from, Math.min(one.blocks, from + size)))
    return Promise.all([first[i]!, ...others])
  })
  return (await Promise.all(whole)).map(together)
}

/** Parts of matches as one, in the order given, which is that of their blocks. */
export function together(parts: readonly Played[]): Played {
  const sums = new Int32Array(parts[0]!.sums.length)
  let count = 0
  for (const part of parts) {
    count += part.count
    for (let k = 0; k < sums.length; k++) sums[k]! += part.sums[k]!
  }
  const decisions = joined(parts.map(part => part.decisions))
  const features = joined(parts.map(part => part.features))
  return { decisions, features, count, sums }
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The mean score of the first participant, from 0 to 1. */
export function meanOf({ sums }: Played): number {
  let won = 0
  let blocks = 0
  for (const [sum, count] of sums.entries()) {
    won += sum * count
    blocks += count
  }
  return won / blocks / (sums.length - 1)
}

/** The score of the first participant. */
export function scoreIn({ sums }: Played): Interval {
  return scoreInterval(sums, sums.length - 1)
}
