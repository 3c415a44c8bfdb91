/** Learning by play against oneself, greedy, and the own past. */
import { readPolicy, WEIGHTS } from '../../agents/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { Matches } from './arena.ts'
import {
  type Curriculum,
  type Kept,
  type Matchmaker,
  type Meeting,
  playerOf,
  type RoundCounts,
  type Strength,
  type Test,
} from './curriculum.ts'
import type { Frozen, Player } from './players.ts'
import type { Practice } from './practice.ts'
import type { Rivals } from './rivals.ts'

const GREEDY = 'greedy'

/** The search that every round is tested against, beside greedy: a small one, for it costs more than all the rest, in one of so many tests. */
const MCTS_ITERATIONS = 50
const MCTS = `mcts:iterations=${MCTS_ITERATIONS}`
const MCTS_RARITY = 4

export class SelfPlay implements Curriculum {
  readonly #maker: Matchmaker

  constructor(maker: Matchmaker) {
    this.#maker = maker
  }

  /** Throws an Error if the policy that the settings name cannot be read. */
  get start(): Float32Array {
    const { from } = this.#maker.settings
    return from ? readPolicy(from.file).weights : new Float32Array(WEIGHTS)
  }

  lessons(round: number, kept: readonly Kept[]): Matches[] {
    if (round === 0 && this.#maker.settings.from) return []
    const { expert, plans } = this.#maker.recipe
    if (round > 0 && !plans) return []
    if (expert) return this.#imitate(expert, round, kept)
    return round === 0 ? [this.#watchGreedy()] : this.#search(round, kept)
  }

  /**
   * At first the expert against itself; then, in most matches, the last policy, which the expert tells at every decision what it would do: so it learns
   * what to do in positions that its own errors lead to (Ross, Gordon, Bagnell 2011).
   */
  #imitate(expert: Frozen, round: number, kept: readonly Kept[]): Matches[] {
    const maker = this.#maker
    const { noise } = maker.recipe
    const shown: Player = { ...expert, noise: noise.met }
    const whole = (first: Player, others: Player, matches: number, what: string): Matches => ({
      ...maker.matches(first, others, matches, `${what} ${round}`),
      keeps: 'all',
    })
    const { matches } = maker.settings
    if (round === 0) return [whole(shown, shown, matches, 'watch')]
    const told: Player = { ...playerOf(kept.at(-1)!.weights), noise: noise.met, adviser: expert }
    const [self, greed, earlier] = this.#shares()
    return [
      whole(told, told, self, 'self'),
      whole(told, shown, greed, 'expert'),
      whole(shown, shown, earlier, 'watch'),
    ].filter(({ blocks }) => blocks > 0)
  }

  /** Greedy against itself. */
  #watchGreedy(): Matches {
    const { recipe, settings } = this.#maker
    const player = greedy(recipe.noise.met)
    return this.#maker.matches(player, player, settings.matches, 'watch 0')
  }

  /** The planner: against itself, against greedy, against the policy of an earlier round, and against a search. */
  #search(round: number, kept: readonly Kept[]): Matches[] {
    const maker = this.#maker
    const { noise, planner: options } = maker.recipe
    const planner = (noise: number): Player => ({
      agent: 'planner',
      options,
      weights: kept.at(-1)!.weights,
      noise,
    })
    const drawn = below(rootOf(`${maker.settings.seed} past ${round}`), kept.length)
    const past = { ...playerOf(kept[drawn]!.weights), noise: noise.met }
    const met = planner(noise.met)
    const [self, greed, earlier, search] = this.#shares()
    return [
      maker.matches(planner(noise.self), planner(noise.self), self, `self ${round}`),
      maker.matches(met, greedy(noise.met), greed, `greedy ${round}`),
      maker.matches(met, past, earlier, `past ${round}`),
      maker.matches(met, { ...this.#searcher, noise: noise.met }, search, `search ${round}`),
    ].filter(({ blocks }) => blocks > 0)
  }

  practice(round: number): Practice | null {
    return round === 0 ? null : this.#maker.recipe.practice
  }

  /** Against itself, both sides learning, against greedy and earlier rounds, and against a search. */
  batch(
    round: number,
    batch: number,
    weights: Float32Array,
    kept: readonly Kept[],
    rivals: Rivals,
  ): Meeting[] {
    const maker = this.#maker
    const practice = maker.recipe.practice!
    const what = `practice ${round} ${batch}`
    const own: Player = { ...playerOf(weights, 1), practises: true }
    const meeting = (
      others: Player,
      matches: number,
      name: string,
      rival: number | null = null,
    ): Meeting => ({
      rival,
      matches: {
        ...maker.matches(own, others, matches, `${what} ${name}`),
        keeps: 'all',
        stakes: 'payoff',
      },
    })
    const [self, greed, earlier, search] = this.#batch(practice)
    const past = (at: number): Player => playerOf(kept[at]!.weights, 1)
    const even = (): Meeting[] => [
      meeting(greedy(), greed, GREEDY),
      meeting(past(below(rootOf(`${maker.settings.seed} ${what}`), kept.length)), earlier, 'past'),
    ]
    const strong = (): Meeting[] => {
      const [from, to] = [greed > 0 ? 0 : 1, earlier > 0 ? kept.length + 1 : 1]
      return rivals.blocks(maker.whole(greed + earlier) / maker.seats, from, to).map((blocks, i) => {
        const rival = from + i
        const player = rival === 0 ? greedy() : past(rival - 1)
        return meeting(player, blocks * maker.seats, `rival ${rival}`, rival)
      })
    }
    const met = practice.rivals === 'even' ? even() : strong()
    return [meeting(own, self, 'self'), ...met, meeting(this.#searcher, search, 'search')].filter(
      ({ matches }) => matches.blocks > 0,
    )
  }

  /** The matches of a round that are lessons: against itself, against greedy, against the past, and against a search. */
  #shares(): [number, number, number, number] {
    const { self, greedy, past, mcts } = this.#maker.recipe.parts
    const share = (part: number): number =>
      (this.#maker.settings.matches * part) / (self + greedy + past + mcts)
    return [share(self), share(greedy), share(past), share(mcts)]
  }

  /** The matches of a batch, against the same. */
  #batch({ share }: Practice): [number, number, number, number] {
    const [self, greedy, past, search] = this.#shares()
    return [self * share, greedy * share, past * share, search * share]
  }

  /** The same as they are played: those against greedy and the past are whole blocks each, or together. */
  #groups(practice: Practice): number[] {
    const [self, greed, earlier, search] = this.#batch(practice)
    return practice.rivals === 'even' ? [self, greed, earlier, search] : [self, greed + earlier, search]
  }

  get #searcher(): Frozen {
    return { agent: 'mcts', options: { iterations: this.#maker.recipe.iterations } }
  }

  /** Against the last policy that was kept, if there is one, against a small search, and against greedy. */
  tests(round: number, weights: Float32Array, kept: readonly Kept[]): Test[] {
    const { tests } = this.#maker.settings
    const last = kept.at(-1)
    const test = (against: string, name: string, other: Player, matches: number): Test => ({
      against,
      matches: this.#maker.matches(playerOf(weights), other, matches, `${name} ${round}`),
    })
    const mcts: Player = { agent: 'mcts', options: { iterations: MCTS_ITERATIONS } }
    return [
      ...(last ? [test(`round ${last.round.round}`, 'test', playerOf(last.weights), tests)] : []),
      test(MCTS, 'mcts', mcts, tests / MCTS_RARITY),
      test(GREEDY, GREEDY, greedy(), tests),
    ]
  }

  isBetter(strength: readonly Strength[], kept: readonly Kept[]): boolean {
    return kept.length === 0 || strength[0]!.score > 1 / this.#maker.seats
  }

  counts(round: number): RoundCounts {
    const maker = this.#maker
    const { from, matches, tests } = maker.settings
    const alone = maker.whole(tests) + maker.whole(tests / MCTS_RARITY)
    if (round === 0) return { lessons: from ? 0 : maker.whole(matches), practice: 0, tests: alone }
    const sum = (shares: readonly number[]): number =>
      shares.reduce((sum, share) => sum + maker.whole(share), 0)
    const { practice } = maker.recipe
    return {
      lessons: maker.recipe.plans ? sum(this.#shares()) : 0,
      practice: practice ? practice.batches * sum(this.#groups(practice)) : 0,
      tests: maker.whole(tests) + alone,
    }
  }
}

const greedy = (noise?: number): Player => ({
  agent: GREEDY,
  options: {},
  ...(noise === undefined ? {} : { noise }),
})
