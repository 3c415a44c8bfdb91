/** What a training schedule plays: matches of each round and of its evaluation, and which rounds count. */
import type { PolicyHeader } from '../../agents/index.ts'
import { HYPERPARAMETERS, type Hyperparameters } from './hyperparameters.ts'
import type { OpponentPool } from './opponents.ts'
import type { FrozenAgent, Player } from './players.ts'
import type { Matches } from './tasks.ts'
import type { Practice } from './training.ts'

/** A round's results, as policy files have them. */
export type Round = PolicyHeader['rounds'][number]
export type RoundStrength = Round['strength'][number]

/** Whom a best response is learned against. */
export interface Opponents {
  readonly label: string
  /** They share the matches evenly. */
  readonly members: readonly FrozenAgent[]
  /**
   * Whether they decide without search. Then planners ask them about other seats, and the policy practises
   * against them.
   */
  readonly isQuick: boolean
}

/** A policy's file; the SHA-256 identifies its content wherever it lies. */
export interface PolicyOnDisk {
  readonly file: string
  readonly sha256: string
}

export interface LearnSettings {
  readonly rounds: number
  /** Matches of a round, and of each evaluation. */
  readonly matches: number
  readonly tests: number
  readonly seed: string
  /** A policy of the game whose weights are round 0, instead of an imitation of greedy. */
  readonly from?: PolicyOnDisk
  /** Agents that join its opponents in practice: those that learned to beat it, and its earlier generations. */
  readonly rivals?: readonly FrozenAgent[]
  /** Its only opponents in training and evaluation; else itself, greedy and its own past. */
  readonly against?: Opponents
  /** By default `HYPERPARAMETERS`, or `BEST_RESPONSE` with `against`. */
  readonly hyperparameters?: Hyperparameters
  /** What matches cost, where that decides how many there are: from `measured`. */
  readonly costs?: Costs
}

/** The work of a seat in a match, by who plays it (`PlayedMatches.work`). */
export interface Costs {
  readonly policy: number
  readonly greedy: number
  readonly planner: number
  readonly mcts: number
}

/** Who shows a policy what to do before it practises. */
export type Teacher = NonNullable<Round['teacher']>

/** Evaluation matches of a round. */
export interface Evaluation {
  readonly against: string
  readonly matches: Matches
}

/** Matches of a batch of practice, and the place of their opponent in the pool; null for one outside of it. */
export interface PracticeMatches {
  readonly opponent: number | null
  readonly matches: Matches
}

/** A round that was kept. */
export interface KeptRound {
  readonly round: Round
  readonly weights: Float32Array
}

/** Numbers of matches. */
export interface RoundCounts {
  readonly training: number
  readonly practice: number
  readonly tests: number
}

/** Rounds are numbered from 0. `kept` are the kept ones so far, in order; at least one from round 1 on. */
export interface TrainingSchedule {
  /** The weights that round 0 starts from. */
  readonly start: Float32Array
  /** The matches whose decisions a round's policy is fitted to. */
  trainingMatches(round: number, kept: readonly KeptRound[], teacher?: Teacher): Matches[]
  /** The practice that follows the fit; null for none. */
  practice(round: number): Practice | null
  /** The matches of a batch of practice. The pool is greedy and the kept rounds, in this order. */
  practiceMatches(
    round: number,
    batch: number,
    weights: Float32Array,
    kept: readonly KeptRound[],
    pool: OpponentPool,
  ): PracticeMatches[]
  evaluations(round: number, weights: Float32Array, kept: readonly KeptRound[]): Evaluation[]
  /** Of the round that is written, at the end; without them its own evaluations stand. */
  finals?(weights: Float32Array): Evaluation[]
  /** Matches of possible teachers against a policy that has practised; those that cost too much are left out. */
  trials?(weights: Float32Array): (Evaluation & { readonly teacher: Teacher })[]
  /** Whether a round is better than the last kept one. */
  isBetter(strength: readonly RoundStrength[], kept: readonly KeptRound[]): boolean
  counts(round: number): RoundCounts
}

/** The temperature of players, and of policies in evaluations: at 0 two of them might play one match over and over. */
export const PLAYED_TEMPERATURE = 0.5

/** A policy in a match. */
export const playerOf = (weights: Float32Array, temperature = PLAYED_TEMPERATURE): Player => ({
  agent: 'learned',
  options: { temperature },
  weights,
})

/** Makes the matches of a learning, under its seed. */
export class Matchmaker {
  readonly seats: number
  readonly settings: LearnSettings
  readonly hyperparameters: Hyperparameters

  constructor(seats: number, settings: LearnSettings, defaults = HYPERPARAMETERS) {
    this.seats = seats
    this.settings = settings
    this.hyperparameters = settings.hyperparameters ?? defaults
  }

  /** At least so many matches, in whole blocks: one player in the first place, another in all others. */
  matches(first: Player, others: Player, matches: number, what: string): Matches {
    const { keeps, reward } = this.hyperparameters
    return {
      players: Array.from({ length: this.seats }, (_, i) => (i === 0 ? first : others)),
      seed: `${this.settings.seed} ${what}`,
      blocks: this.#blocks(matches),
      keeps,
      reward,
    }
  }

  /** How many `matches` makes of a number asked for. */
  whole(matches: number): number {
    return this.seats * this.#blocks(matches)
  }

  #blocks(matches: number): number {
    return Math.ceil(matches / this.seats)
  }
}
