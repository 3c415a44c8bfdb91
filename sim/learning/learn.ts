/**
 * Learns a policy by expert iteration (Anthony, Tian, Barber 2017) with features that nobody made by hand (Soemers, Piette, Browne 2019). At
 * first it imitates `greedy` where that wins (and knows nothing where greedy never beats itself); then, round by round, a planner that looks ahead with the policy plays matches, and the policy is
 * fitted to what the winners among them did. A round counts only if its policy beats the one before.
 *
 * The numbers of matches are fixed, every draw comes from the seed, and fits go through decisions one by one: the same seed gives the
 * same policy, to the byte.
 */
import { PLANNER_DEFAULTS, type PolicyHeader, rounded, WEIGHTS } from '../../agents/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import { type Arena, type Matches, type Played, type Player, playAll, scoreIn, together } from './arena.ts'

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

/** A round that is over: all that the next ones need of it. */
export interface RoundKept {
  readonly round: Round
  /** Those of a policy that was kept; null for one that was dropped. */
  readonly weights: Float32Array | null
}

/** Who follows the learning. */
export interface Follower {
  /** Told of every round that is over. If it throws, the learning ends. */
  onRound(kept: RoundKept): void
  /** Told of matches played, in any order. */
  onMatches(matches: number): void
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

/** How many matches learning takes: in round 0, and in each further one. */
export function matchesOf({ matches, tests }: LearnSettings, seats: number): [number, number] {
  const whole = (count: number): number => seats * Math.ceil(count / seats)
  return [whole(matches) + whole(tests), whole(matches / 2) + 2 * whole(matches / 4) + 2 * whole(tests)]
}

/**
 * Learns one of an arena's courses, of a game with so many seats; goes on after the rounds of `past`, the first ones of the same
 * learning. Rejects with a Stopped if the arena is told to end, and with what the follower throws.
 */
export async function learn(
  arena: Arena,
  course: number,
  seats: number,
  settings: LearnSettings,
  past: readonly RoundKept[],
  follower: Follower,
): Promise<Learnt> {
  const school = new School(arena, course, seats, settings, follower)
  for (const { round, weights } of past) school.add({ round, weights: weights && shared(weights) })
  for (let round = past.length; round <= settings.rounds; round++) follower.onRound(await school.round(round))
  return school.learnt()
}

class School {
  readonly #arena: Arena
  readonly #course: number
  readonly #seats: number
  readonly #settings: LearnSettings
  readonly #follower: Follower
  readonly #rounds: Round[] = []
  /** Weights of the rounds that were kept, the last of them the best so far. They are shared among threads. */
  readonly #kept: Float32Array[] = []

  constructor(arena: Arena, course: number, seats: number, settings: LearnSettings, follower: Follower) {
    this.#arena = arena
    this.#course = course
    this.#seats = seats
    this.#settings = settings
    this.#follower = follower
  }

  learnt(): Learnt {
    const best = this.#rounds.findLast(({ kept }) => kept)!
    const beatsGreedy = best.strength.at(-1)!.low > 1 / this.#seats
    return { weights: this.#kept.at(-1)!, rounds: this.#rounds, beatsGreedy }
  }

  add({ round, weights }: RoundKept): void {
    if (weights) this.#kept.push(weights)
    this.#rounds.push(round)
  }

  async round(round: number): Promise<RoundKept> {
    const { seed } = this.#settings
    const played = await this.#play(round === 0 ? [this.#watchGreedy()] : this.#search(round))
    const { decisions, count } = together(played)
    const fit = { epochs: EPOCHS, ...(round === 0 ? FIRST_FIT : LATER_FIT), seed: `${seed} fit ${round}` }
    const from = this.#kept.at(-1) ?? new Float32Array(WEIGHTS)
    const weights = await this.#arena.run({ course: this.#course, weights: from, decisions, fit })
    // From here on it is what a file would give back, so that its strength is that of the file.
    const policy = shared(rounded(weights as Float32Array))
    const strength = await this.#test(policy, round)
    const kept = this.#kept.length === 0 || strength[0]!.score > 1 / this.#seats
    const told = { round: { round, decisions: count, kept, strength }, weights: kept ? policy : null }
    this.add(told)
    return told
  }

  #lastKept(): number {
    return this.#rounds.findLast(({ kept }) => kept)!.round
  }

  async #play(all: readonly Matches[]): Promise<Played[]> {
    const { onMatches } = this.#follower
    return await playAll(this.#arena, this.#course, all, blocks => onMatches(blocks * this.#seats))
  }

  /** Greedy against itself. */
  #watchGreedy(): Matches {
    return this.#matches(this.#fill(greedy(NOISE_MET)), this.#settings.matches, 'watch 0')
  }

  /** The planner: half of the matches against itself, a quarter against greedy, a quarter against the policy of an earlier round. */
  #search(round: number): Matches[] {
    const { matches, seed } = this.#settings
    const planner = (noise: number): Player => ({
      agent: 'planner',
      options: PLANNER_DEFAULTS,
      weights: this.#kept.at(-1)!,
      noise,
    })
    const drawn = below(rootOf(`${seed} past ${round}`), this.#kept.length)
    const past = { ...player(this.#kept[drawn]!), noise: NOISE_MET }
    const met = planner(NOISE_MET)
    return [
      this.#matches(this.#fill(planner(NOISE)), matches / 2, `self ${round}`),
      this.#matches(this.#fill(greedy(NOISE_MET), met), matches / 4, `greedy ${round}`),
      this.#matches(this.#fill(past, met), matches / 4, `past ${round}`),
    ]
  }

  /** Against the last policy that was kept, if there is one, and against greedy. */
  async #test(weights: Float32Array, round: number): Promise<Strength[]> {
    const last = this.#kept.at(-1)
    const others: [string, string, Player][] = [
      ...(last ? [[`round ${this.#lastKept()}`, 'test', player(last)] as [string, string, Player]] : []),
      [GREEDY, GREEDY, greedy()],
    ]
    const tests = others.map(([, name, other]) =>
      this.#matches(this.#fill(other, player(weights)), this.#settings.tests, `${name} ${round}`),
    )
    const played = await this.#play(tests)
    return others.map(([against], i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { against, matches: tests[i]!.blocks * this.#seats, score: mean, low, high }
    })
  }

  #matches(players: readonly Player[], matches: number, what: string): Matches {
    const blocks = Math.ceil(matches / this.#seats)
    return { players, seed: `${this.#settings.seed} ${what}`, blocks }
  }

  /** One player in the first place of a line-up, another in all others. */
  #fill(others: Player, first = others): Player[] {
    return Array.from({ length: this.#seats }, (_, i) => (i === 0 ? first : others))
  }
}

const greedy = (noise?: number): Player => ({
  agent: GREEDY,
  options: {},
  ...(noise === undefined ? {} : { noise }),
})

const player = (weights: Float32Array): Player => ({
  agent: 'learned',
  options: { temperature: TEST_TEMPERATURE },
  weights,
})

/** A copy that threads can read without copies of their own. */
function shared(weights: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(weights.byteLength))
  copy.set(weights)
  return copy
}
