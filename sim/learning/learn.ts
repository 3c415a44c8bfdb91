/**
 * Learns a policy by expert iteration (Anthony, Tian, Barber 2017) with features that nobody made by hand (Soemers, Piette, Browne 2019). At
 * first it imitates `greedy` where that wins (and knows nothing where greedy never beats itself); then, round by round, a planner that looks ahead with the policy plays matches, and the policy is
 * fitted to what the winners among them did. A round counts only if its policy beats the one before.
 *
 * The numbers of matches are fixed, every draw comes from the seed, and fits go through decisions one by one: the same seed gives the
 * same policy, to the byte.
 */
import { type PolicyHeader, rounded, WEIGHTS } from '../../agents/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import { type Arena, type Matches, type Played, type Player, playAll, scoreIn, together } from './arena.ts'
import { RECIPE, type Recipe } from './recipe.ts'
import { type Bout, standingsOf } from './robin.ts'

/** What came of a round: as files of policies say it. */
export type Round = PolicyHeader['rounds'][number]
type Strength = Round['strength'][number]

export interface LearnSettings {
  readonly rounds: number
  /** Matches of a round, and of each test of it. */
  readonly matches: number
  readonly tests: number
  readonly seed: string
  /** What stands unless it is given is `RECIPE`. */
  readonly recipe?: Recipe
}

export interface Learnt {
  /** Those of the best round. */
  readonly weights: Float32Array
  readonly rounds: readonly Round[]
  /** The best round, and the rounds against each other. */
  readonly best: number
  readonly robin: PolicyHeader['robin']
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

/** The temperature at which policies are tested: at 0 two of them might play one match over and over. */
const TEST_TEMPERATURE = 0.5

const GREEDY = 'greedy'

/** The search that every round is tested against, beside greedy: a small one, for it costs more than all the rest, in one of so many tests. */
const MCTS_ITERATIONS = 50
const MCTS = `mcts:iterations=${MCTS_ITERATIONS}`
const MCTS_RARITY = 4

/** At the end so many of the last rounds that were kept meet each other. */
const ROBIN_MAX = 8

/** How many matches learning takes, but for those of the rounds against each other at its end: in round 0, and in each further one. */
export function matchesOf({ matches, tests, recipe }: LearnSettings, seats: number): [number, number] {
  const whole = (count: number): number => seats * Math.ceil(count / seats)
  const { self, greedy, past } = (recipe ?? RECIPE).parts
  const part = (share: number): number => whole((matches * share) / (self + greedy + past))
  const alone = whole(tests) + whole(tests / MCTS_RARITY)
  return [whole(matches) + alone, part(self) + part(greedy) + part(past) + whole(tests) + alone]
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

class School {
  readonly #arena: Arena
  readonly #course: number
  readonly #seats: number
  readonly #settings: LearnSettings
  readonly #recipe: Recipe
  readonly #follower: Follower
  readonly #rounds: Round[] = []
  /** Weights of the rounds that were kept, the last of them the best so far. They are shared among threads. */
  readonly #kept: Float32Array[] = []

  constructor(arena: Arena, course: number, seats: number, settings: LearnSettings, follower: Follower) {
    this.#arena = arena
    this.#course = course
    this.#seats = seats
    this.#settings = settings
    this.#recipe = settings.recipe ?? RECIPE
    this.#follower = follower
  }

  /** Lets the rounds that were kept meet each other, and picks the best. */
  async learnt(): Promise<Learnt> {
    const kept = this.#rounds.filter(({ kept }) => kept)
    const first = Math.max(0, kept.length - ROBIN_MAX)
    const met = this.#kept.slice(first)
    const { shares, best, circle } = standingsOf(met.length, await this.#bouts(met))
    const numberOf = (i: number): number => kept[first + i]!.round
    const robin = {
      shares: shares.map((share, i) => ({ round: numberOf(i), share })),
      circle: circle.map(numberOf),
    }
    const beatsGreedy = kept[first + best]!.strength.at(-1)!.low > 1 / this.#seats
    return { weights: met[best]!, rounds: this.#rounds, best: numberOf(best), robin, beatsGreedy }
  }

  /** Every policy against every earlier one, half as often as in the test of a round. */
  async #bouts(met: readonly Float32Array[]): Promise<Bout[]> {
    const pairs = met.flatMap((_, one) => Array.from({ length: one }, (_, other) => [one, other] as const))
    const matches = pairs.map(([one, other]) =>
      this.#matches(
        this.#fill(player(met[other]!), player(met[one]!)),
        this.#settings.tests / 2,
        `robin ${one} ${other}`,
      ),
    )
    const played = await playAll(this.#arena, this.#course, matches, () => {})
    const fair = 1 / this.#seats
    return pairs.map(([one, other], i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { one, other, ahead: mean - fair, low: low - fair, high: high - fair }
    })
  }

  add({ round, weights }: RoundKept): void {
    if (weights) this.#kept.push(weights)
    this.#rounds.push(round)
  }

  async round(round: number): Promise<RoundKept> {
    const { seed } = this.#settings
    const played = await this.#play(round === 0 ? [this.#watchGreedy()] : this.#search(round))
    const { decisions, count } = together(played)
    const { first, later } = this.#recipe
    const fit = { ...(round === 0 ? first : later), seed: `${seed} fit ${round}` }
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
    return this.#matches(this.#fill(greedy(this.#recipe.noise.met)), this.#settings.matches, 'watch 0')
  }

  /** The planner: against itself, against greedy, and against the policy of an earlier round. */
  #search(round: number): Matches[] {
    const { matches, seed } = this.#settings
    const { noise, parts, planner: options } = this.#recipe
    const planner = (noise: number): Player => ({
      agent: 'planner',
      options,
      weights: this.#kept.at(-1)!,
      noise,
    })
    const drawn = below(rootOf(`${seed} past ${round}`), this.#kept.length)
    const past = { ...player(this.#kept[drawn]!), noise: noise.met }
    const met = planner(noise.met)
    const share = (part: number): number => (matches * part) / (parts.self + parts.greedy + parts.past)
    return [
      this.#matches(this.#fill(planner(noise.self)), share(parts.self), `self ${round}`),
      this.#matches(this.#fill(greedy(noise.met), met), share(parts.greedy), `greedy ${round}`),
      this.#matches(this.#fill(past, met), share(parts.past), `past ${round}`),
    ].filter(({ blocks }) => blocks > 0)
  }

  /** Against the last policy that was kept, if there is one, against a small search, and against greedy. */
  async #test(weights: Float32Array, round: number): Promise<Strength[]> {
    const { tests } = this.#settings
    const last = this.#kept.at(-1)
    const others: [string, string, Player, number][] = [
      [MCTS, 'mcts', { agent: 'mcts', options: { iterations: MCTS_ITERATIONS } }, tests / MCTS_RARITY],
      [GREEDY, GREEDY, greedy(), tests],
    ]
    if (last) others.unshift([`round ${this.#lastKept()}`, 'test', player(last), tests])
    const all = others.map(([, name, other, matches]) =>
      this.#matches(this.#fill(other, player(weights)), matches, `${name} ${round}`),
    )
    const played = await this.#play(all)
    return others.map(([against], i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { against, matches: all[i]!.blocks * this.#seats, score: mean, low, high }
    })
  }

  #matches(players: readonly Player[], matches: number, what: string): Matches {
    const blocks = Math.ceil(matches / this.#seats)
    return { players, seed: `${this.#settings.seed} ${what}`, blocks, keeps: this.#recipe.keeps }
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
