/**
 * Learns a policy by expert iteration (Anthony, Tian, Barber 2017) with features that nobody made by hand (Soemers, Piette, Browne 2019). At
 * first it imitates `greedy` where that wins (and knows nothing where greedy never beats itself); then, round by round, a planner that looks ahead with the policy plays matches, and the policy is
 * fitted to what the winners among them did. A round counts only if its policy beats the one before.
 *
 * The numbers of matches are fixed, every draw comes from the seed, and fits go through decisions one by one: the same seed gives the
 * same policy, to the byte.
 */
import {
  type Agent,
  findAgent,
  Learned,
  makeAgent,
  PLANNER_DEFAULTS,
  Planner,
  Policy,
  type PolicyHeader,
  rounded,
  WEIGHTS,
} from '../../agents/index.ts'
import { type CompiledGame, WIN_UNITS } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { Interval } from '../stats/interval.ts'
import { type Between, playBlocks } from './arena.ts'
import { Decisions } from './decisions.ts'
import { fitPolicy } from './fit.ts'
import { Pupil } from './pupil.ts'

/** What came of a round: as files of policies say it. */
export type Round = PolicyHeader['rounds'][number]
type Strength = Round['strength'][number]

export interface LearnSettings {
  readonly rounds: number
  /** Matches of a round, and of each test of it. */
  readonly matches: number
  readonly tests: number
  readonly seed: string
}

export interface Learnt {
  readonly weights: Float32Array
  readonly rounds: readonly Round[]
  /** Whether the policy scores above the fair share against greedy, beyond doubt. */
  readonly beatsGreedy: boolean
}

/** Percentages of decisions made at random: of a planner against itself, and of both sides where it meets others. */
const NOISE = 20
const NOISE_MET = 10

/** Passes over the decisions of a round. */
const EPOCHS = 2
/** AdaGrad's rate, and the sum of squared gradients that each weight starts from: bold at first, then careful. */
const FIRST_FIT = { rate: 0.1, squares: 0.01 } as const
const LATER_FIT = { rate: 0.05, squares: 1 } as const

/** The temperature at which policies are tested: at 0 two of them might play one match over and over. */
const TEST_TEMPERATURE = 0.5

const GREEDY = 'greedy'

/** Learns; `onRound` is told of every round. `between` is called before every match and ends the learning by throwing. */
export async function learn(
  game: CompiledGame,
  settings: LearnSettings,
  onRound: (round: Round) => void,
  between: Between,
): Promise<Learnt> {
  const school = new School(game, settings, between, await greedyFor(game))
  for (let round = 0; round <= settings.rounds; round++) onRound(await school.round(round))
  return school.learnt()
}

async function greedyFor(game: CompiledGame): Promise<Agent> {
  const kind = await findAgent(GREEDY)
  return makeAgent(kind, game, {})
}

class School {
  readonly #game: CompiledGame
  readonly #settings: LearnSettings
  readonly #between: Between
  readonly #greedy: Agent
  readonly #seats: number
  readonly #decisions: Decisions
  readonly #squares = new Float32Array(WEIGHTS)
  readonly #rounds: Round[] = []
  /** Weights of the rounds that were kept, the last of them the best so far. */
  readonly #kept: Float32Array[] = []
  #beatsGreedy = false

  constructor(game: CompiledGame, settings: LearnSettings, between: Between, greedy: Agent) {
    this.#game = game
    this.#settings = settings
    this.#between = between
    this.#greedy = greedy
    this.#seats = game.info.seats.length
    this.#decisions = new Decisions(game)
  }

  learnt(): Learnt {
    return { weights: this.#kept.at(-1)!, rounds: this.#rounds, beatsGreedy: this.#beatsGreedy }
  }

  async round(round: number): Promise<Round> {
    const { seed, tests } = this.#settings
    this.#decisions.clear()
    if (round === 0) await this.#watchGreedy()
    else await this.#search(round)
    const weights = this.#kept.at(-1)?.slice() ?? new Float32Array(WEIGHTS)
    const { rate, squares } = round === 0 ? FIRST_FIT : LATER_FIT
    this.#squares.fill(squares)
    fitPolicy(
      this.#game,
      new Policy(this.#game, weights),
      this.#decisions,
      EPOCHS,
      rate,
      this.#squares,
      rootOf(`${seed} fit ${round}`),
    )
    // From here on it is what a file would give back, so that its strength is that of the file.
    const policy = rounded(weights)
    const fair = 1 / this.#seats
    const last = this.#kept.at(-1)
    const strength: Strength[] = []
    if (last)
      strength.push(
        await this.#test(
          policy,
          this.#player(last),
          `round ${this.#lastKept()}`,
          `${seed} test ${round}`,
          tests,
        ),
      )
    strength.push(await this.#test(policy, this.#greedy, GREEDY, `${seed} greedy ${round}`, tests))
    const kept = last === undefined || strength[0]!.score > fair
    if (kept) {
      this.#kept.push(policy)
      this.#beatsGreedy = strength.at(-1)!.low > fair
    }
    const told = { round, decisions: this.#decisions.count, kept, strength }
    this.#rounds.push(told)
    return told
  }

  #lastKept(): number {
    return this.#rounds.findLast(({ kept }) => kept)!.round
  }

  #blocks(matches: number): number {
    return Math.ceil(matches / this.#seats)
  }

  /** Greedy against itself. */
  async #watchGreedy(): Promise<void> {
    const pupil = new Pupil(this.#greedy, this.#decisions, NOISE_MET)
    await this.#collect(new Array<Agent>(this.#seats).fill(pupil), this.#settings.matches, 'watch 0')
  }

  /** The planner: half of the matches against itself, a quarter against greedy, a quarter against the policy of an earlier round. */
  async #search(round: number): Promise<void> {
    const { matches } = this.#settings
    const planner = (noise: number): Agent => new Pupil(this.#planner(), this.#decisions, noise)
    const self = Array.from({ length: this.#seats }, () => planner(NOISE))
    await this.#collect(self, matches / 2, `self ${round}`)
    const drawn = below(rootOf(`${this.#settings.seed} past ${round}`), this.#kept.length)
    const past = this.#player(this.#kept[drawn]!)
    for (const [name, other] of [
      ['greedy', this.#greedy],
      ['past', past],
    ] as const) {
      const met = new Pupil(other, this.#decisions, NOISE_MET)
      await this.#collect(this.#first(planner(NOISE_MET), met), matches / 4, `${name} ${round}`)
    }
  }

  /** One agent in the first place of a line-up, another in all others. */
  #first(agent: Agent, others: Agent): Agent[] {
    return Array.from({ length: this.#seats }, (_, i) => (i === 0 ? agent : others))
  }

  /** Plays matches and keeps what their winners decided. */
  async #collect(agents: readonly Agent[], matches: number, what: string): Promise<void> {
    const fair = WIN_UNITS / this.#seats
    const after = (returns: Int32Array): void => this.#decisions.close(returns, fair)
    await playBlocks(
      this.#game,
      agents,
      this.#blocks(matches),
      `${this.#settings.seed} ${what}`,
      this.#between,
      after,
    )
  }

  async #test(
    weights: Float32Array,
    other: Agent,
    against: string,
    seed: string,
    matches: number,
  ): Promise<Strength> {
    const agents = this.#first(this.#player(weights), other)
    const blocks = this.#blocks(matches)
    const { mean, low, high }: Interval = await playBlocks(this.#game, agents, blocks, seed, this.#between)
    return { against, matches: blocks * this.#seats, score: mean, low, high }
  }

  #player(weights: Float32Array): Agent {
    return new Learned(new Policy(this.#game, weights), TEST_TEMPERATURE)
  }

  #planner(): Agent {
    return new Planner(this.#game, new Policy(this.#game, this.#kept.at(-1)!), PLANNER_DEFAULTS)
  }
}
