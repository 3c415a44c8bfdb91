/** What is played while somebody learns: the matches of each round, those that test it, and which rounds count. */
import type { PolicyHeader } from '../../agents/index.ts'
import type { Matches } from './arena.ts'
import type { Frozen, Player } from './players.ts'
import type { Practice } from './practice.ts'
import { RECIPE, type Recipe } from './recipe.ts'
import type { Rivals } from './rivals.ts'

/** What came of a round: as files of policies say it. */
export type Round = PolicyHeader['rounds'][number]
export type Strength = Round['strength'][number]

/** Whom an exploiter learns against. */
export interface Opposition {
  /** What tests call it. */
  readonly label: string
  /** They share the matches evenly. */
  readonly members: readonly Frozen[]
  /** Whether they decide without search: then the planner that learns asks them what they do in the seats that it looks ahead for, and the policy practises against them. */
  readonly isQuick: boolean
}

/** A policy's file, which is what its SHA-256 says wherever it lies. */
export interface PolicyOnDisk {
  readonly file: string
  readonly sha256: string
}

export interface LearnSettings {
  readonly rounds: number
  /** Matches of a round, and of each test of it. */
  readonly matches: number
  readonly tests: number
  readonly seed: string
  /** A policy of the game whose weights round 0 is, instead of an imitation of greedy. */
  readonly from?: PolicyOnDisk
  /** Whom alone it plays and is tested against; else itself, greedy and its own past. */
  readonly against?: Opposition
  /** What stands unless it is given is `RECIPE`, or `EXPLOITING` against somebody. */
  readonly recipe?: Recipe
}

/** A test of a round, and whom it is against. */
export interface Test {
  readonly against: string
  readonly matches: Matches
}

/** Matches of a batch of practice, and which of the rivals they are against; null where they are against somebody else. */
export interface Meeting {
  readonly rival: number | null
  readonly matches: Matches
}

/** The policy of a round that was kept. */
export interface Kept {
  readonly round: Round
  readonly weights: Float32Array
}

/** Rounds are numbered from 0. `kept` are those kept so far, in their order; at least one from round 1 on. */
export interface Curriculum {
  /** The weights that round 0 goes on from, and how it is fitted. */
  readonly start: Float32Array
  /** What a round's policy is fitted to. */
  lessons(round: number, kept: readonly Kept[]): Matches[]
  /** How the policy practises in a round once it is fitted; null where it does not. */
  practice(round: number): Practice | null
  /** The matches of a batch of a round's practice. The rivals are greedy and the rounds kept, in this order. */
  batch(round: number, batch: number, weights: Float32Array, kept: readonly Kept[], rivals: Rivals): Meeting[]
  tests(round: number, weights: Float32Array, kept: readonly Kept[]): Test[]
  /** Whether a round of this strength is better than the last one that was kept. */
  isBetter(strength: readonly Strength[], kept: readonly Kept[]): boolean
  /** Matches of a round. */
  counts(round: number): RoundCounts
}

/** Matches of a round: those that its policy is fitted to, those in which it practises, and those that test it. */
export interface RoundCounts {
  readonly lessons: number
  readonly practice: number
  readonly tests: number
}

/** The temperature at which policies are tested: at 0 two of them might play one match over and over. */
const TEST_TEMPERATURE = 0.5

/** A policy in a match. */
export const playerOf = (weights: Float32Array, temperature = TEST_TEMPERATURE): Player => ({
  agent: 'learned',
  options: { temperature },
  weights,
})

/** Makes matches of a learning: with so many seats, under its seed. */
export class Matchmaker {
  readonly seats: number
  readonly settings: LearnSettings
  readonly recipe: Recipe

  constructor(seats: number, settings: LearnSettings, usual = RECIPE) {
    this.seats = seats
    this.settings = settings
    this.recipe = settings.recipe ?? usual
  }

  /** So many matches, or some more so that all blocks are whole: one player in the first place of the line-up, another in all others. */
  matches(first: Player, others: Player, matches: number, what: string): Matches {
    const { keeps, stakes } = this.recipe
    return {
      players: Array.from({ length: this.seats }, (_, i) => (i === 0 ? first : others)),
      seed: `${this.settings.seed} ${what}`,
      blocks: this.#blocks(matches),
      keeps,
      stakes,
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
