/**
 * Learns a policy by expert iteration (Anthony, Tian, Barber 2017) with features that nobody made by hand (Soemers, Piette, Browne 2019). At
 * first it imitates `greedy` where that wins (and knows nothing where greedy never beats itself); then, round by round, a planner that looks ahead with the policy plays matches, and the policy is
 * fitted to what the winners among them did. A round counts only if its policy beats the one before. Where the game's gauges say little, what positions are worth to the
 * best policy is learned last, from its matches against itself.
 *
 * The numbers of matches are fixed, every draw comes from the seed, and fits go through decisions one by one: the same seed gives the
 * same policy and the same values, to the byte.
 */
import { type PolicyHeader, rounded, VALUE_WEIGHTS, type ValueWeights } from '../../agents/index.ts'
import { type Arena, type Matches, meanOf, type Played, playAll, scoreIn, together } from './arena.ts'
import {
  type Curriculum,
  type Kept,
  type LearnSettings,
  Matchmaker,
  playerOf,
  type Round,
  type RoundCounts,
  type Strength,
} from './curriculum.ts'
import { Exploiting } from './exploiting.ts'
import type { Player } from './players.ts'
import { netsOf, type Practice } from './practice.ts'
import { EXPLOITING } from './recipe.ts'
import { Rivals } from './rivals.ts'
import { type Bout, type Standings, standingsOf } from './robin.ts'
import { SelfPlay } from './self-play.ts'
import { shared } from './shared.ts'
import { newValuing } from './values.ts'

export type { LearnSettings, Opposition, PolicyOnDisk, Round } from './curriculum.ts'

export interface Learnt {
  /** Those of the best round. */
  readonly weights: Float32Array
  /** What positions are worth to it against itself; null where the recipe has no values. */
  readonly values: ValueWeights | null
  readonly rounds: readonly Round[]
  /** The best round, and the rounds against each other. */
  readonly best: number
  readonly robin: PolicyHeader['robin']
  /** Whether the policy scores above the fair share against greedy, or against whom it learned to beat, beyond doubt. */
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

/** At the end so many of the last rounds that were kept meet each other. */
const ROBIN_MAX = 8

/** So many batches of matches of the policy against itself, each of as many as a round has, tell what positions are worth to it. */
const VALUE_BATCHES = 10

/** How many matches learning takes. */
export interface MatchPlan {
  /** In a round. */
  readonly round: (round: number) => RoundCounts
  /** Of so many rounds that were kept against each other, at its end. */
  readonly robin: (kept: number) => number
  /** Of the policy against itself, which tell what positions are worth to it. */
  readonly values: number
}

export function matchesOf(settings: LearnSettings, seats: number): MatchPlan {
  const [maker, curriculum] = curriculumOf(seats, settings)
  const robin = (kept: number): number => {
    const met = Math.min(kept, ROBIN_MAX)
    return settings.against ? 0 : ((met * (met - 1)) / 2) * maker.whole(settings.tests / 2)
  }
  return {
    round: round => curriculum.counts(round),
    robin,
    values: maker.recipe.values ? VALUE_BATCHES * maker.whole(settings.matches) : 0,
  }
}

function curriculumOf(seats: number, settings: LearnSettings): [Matchmaker, Curriculum] {
  const { against } = settings
  const maker = new Matchmaker(seats, settings, against && EXPLOITING)
  return [maker, against ? new Exploiting(maker, against) : new SelfPlay(maker)]
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
  return await school.learnt()
}

/** What positions are worth to a policy that plays against itself as it is tested. Its weights are shared among threads. */
export async function valuesOf(
  arena: Arena,
  course: number,
  maker: Matchmaker,
  weights: Float32Array,
): Promise<ValueWeights> {
  const player: Player = { ...playerOf(weights), noise: 0 }
  const { matches, seed } = maker.settings
  const valuing = newValuing(VALUE_WEIGHTS)
  for (let batch = 0; batch < VALUE_BATCHES; batch++) {
    const what = `values ${batch}`
    const met: Matches = {
      ...maker.matches(player, player, matches, what),
      keeps: 'all',
      stakes: 'payoff',
    }
    const { decisions } = together(await playAll(arena, course, [met], () => {}))
    await arena.run({ course, valuing, decisions, seed: `${seed} ${what}` })
  }
  return valuing.values
}

class School {
  readonly #arena: Arena
  readonly #course: number
  readonly #maker: Matchmaker
  readonly #curriculum: Curriculum
  readonly #follower: Follower
  readonly #rounds: Round[] = []
  /** The rounds that were kept, the last of them the best so far. Their weights are shared among threads. */
  readonly #kept: Kept[] = []

  constructor(arena: Arena, course: number, seats: number, settings: LearnSettings, follower: Follower) {
    this.#arena = arena
    this.#course = course
    ;[this.#maker, this.#curriculum] = curriculumOf(seats, settings)
    this.#follower = follower
  }

  /** Picks the best round. */
  async learnt(): Promise<Learnt> {
    const met = this.#kept.slice(-ROBIN_MAX)
    const { shares, best, circle } = await this.#standings(met)
    const { round, weights } = met[best]!
    const robin = {
      shares: shares.map((share, i) => ({ round: met[i]!.round.round, share })),
      circle: circle.map(i => met[i]!.round.round),
    }
    const beatsGreedy = round.strength.at(-1)!.low > 1 / this.#maker.seats
    const values = this.#maker.recipe.values
      ? await valuesOf(this.#arena, this.#course, this.#maker, weights)
      : null
    return { weights, values, rounds: this.#rounds, best: round.round, robin, beatsGreedy }
  }

  /** Lets the rounds that were kept meet each other, every policy every earlier one, half as often as in the test of a round. Of those against somebody else the last is best. */
  async #standings(met: readonly Kept[]): Promise<Standings> {
    if (this.#maker.settings.against)
      return { shares: met.map((_, i) => (i === met.length - 1 ? 1 : 0)), best: met.length - 1, circle: [] }
    const pairs = met.flatMap((_, one) => Array.from({ length: one }, (_, other) => [one, other] as const))
    const { tests } = this.#maker.settings
    const matches = pairs.map(([one, other]) =>
      this.#maker.matches(
        playerOf(met[one]!.weights),
        playerOf(met[other]!.weights),
        tests / 2,
        `robin ${one} ${other}`,
      ),
    )
    const played = await playAll(this.#arena, this.#course, matches, () => {})
    const fair = 1 / this.#maker.seats
    const bouts: Bout[] = pairs.map(([one, other], i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { one, other, ahead: mean - fair, low: low - fair, high: high - fair }
    })
    return standingsOf(met.length, bouts)
  }

  add({ round, weights }: RoundKept): void {
    if (weights) this.#kept.push({ round, weights })
    this.#rounds.push(round)
  }

  async round(round: number): Promise<RoundKept> {
    const from = this.#kept.at(-1)?.weights ?? this.#curriculum.start
    const [fitted, shown] = await this.#fitted(
      from,
      await this.#play(this.#curriculum.lessons(round, this.#kept)),
      round,
    )
    const practice = this.#curriculum.practice(round)
    const [weights, own] = practice ? await this.#practised(fitted, practice, round) : [fitted, 0]
    // From here on it is what a file would give back, so that its strength is that of the file.
    const policy = shared(rounded(weights))
    const strength = await this.#test(policy, round)
    const kept = this.#curriculum.isBetter(strength, this.#kept)
    const told = { round: { round, decisions: shown + own, kept, strength }, weights: kept ? policy : null }
    this.add(told)
    return told
  }

  /** The weights after the decisions of some matches, and how many decisions these were. */
  async #fitted(
    from: Float32Array,
    played: readonly Played[],
    round: number,
  ): Promise<[Float32Array, number]> {
    if (played.length === 0) return [from, 0]
    const { decisions, count } = together(played)
    const { recipe, settings } = this.#maker
    const fit = { ...(round === 0 ? recipe.first : recipe.later), seed: `${settings.seed} fit ${round}` }
    const weights = await this.#arena.run({ course: this.#course, weights: from, decisions, fit })
    return [weights as Float32Array, count]
  }

  /** The weights after the practice of a round, and how many decisions it had. */
  async #practised(from: Float32Array, practice: Practice, round: number): Promise<[Float32Array, number]> {
    const nets = netsOf(from)
    const rivals = new Rivals(this.#kept.length + 1, 1 / this.#maker.seats)
    let sum = 0
    for (let batch = 0; batch < practice.batches; batch++) {
      const meetings = this.#curriculum.batch(round, batch, nets.weights, this.#kept, rivals)
      const played = await this.#play(meetings.map(({ matches }) => matches))
      for (const [i, { rival, matches }] of meetings.entries())
        if (rival !== null) rivals.heard(rival, meanOf(played[i]!), matches.blocks * this.#maker.seats)
      const { decisions, features, count } = together(played)
      sum += count
      const seed = `${this.#maker.settings.seed} practice ${round} ${batch}`
      await this.#arena.run({ course: this.#course, nets, decisions, features, practice, seed })
    }
    return [nets.weights, sum]
  }

  async #play(all: readonly Matches[]): Promise<Played[]> {
    const { onMatches } = this.#follower
    return await playAll(this.#arena, this.#course, all, blocks => onMatches(blocks * this.#maker.seats))
  }

  async #test(weights: Float32Array, round: number): Promise<Strength[]> {
    const tests = this.#curriculum.tests(round, weights, this.#kept)
    const played = await this.#play(tests.map(({ matches }) => matches))
    return tests.map(({ against, matches }, i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { against, matches: matches.blocks * this.#maker.seats, score: mean, low, high }
    })
  }
}
