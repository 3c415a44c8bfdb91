/** Learns by play against itself, greedy, and its own past. */
import { readPolicy, WEIGHTS } from '../../agents/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { OpponentPool } from './opponents.ts'
import type { FrozenAgent, Player } from './players.ts'
import {
  type Evaluation,
  type KeptRound,
  type Matchmaker,
  PLAYED_TEMPERATURE,
  type PracticeMatches,
  playerOf,
  type RoundCounts,
  type RoundStrength,
  type TrainingSchedule,
} from './schedule.ts'
import type { Matches } from './tasks.ts'
import type { Practice } from './training.ts'

const GREEDY = 'greedy'

/** The search in each round's evaluation: a small one in a quarter of the matches, as it costs the most. */
const MCTS_ITERATIONS = 50
const MCTS = `mcts:iterations=${MCTS_ITERATIONS}`
const MCTS_RARITY = 4

/** Numbers of matches by opponent. */
interface Shares {
  readonly self: number
  readonly greedy: number
  readonly past: number
  readonly mcts: number
}

export class SelfPlay implements TrainingSchedule {
  readonly #maker: Matchmaker

  constructor(maker: Matchmaker) {
    this.#maker = maker
  }

  /** Throws an Error if the policy that the settings name cannot be read. */
  get start(): Float32Array {
    const { from } = this.#maker.settings
    if (!from) return new Float32Array(WEIGHTS)
    const { weights } = readPolicy(from.file)
    return this.#maker.hyperparameters.mixes ? weights.map(one => one / PLAYED_TEMPERATURE) : weights
  }

  trainingMatches(round: number, kept: readonly KeptRound[]): Matches[] {
    const { hyperparameters, settings } = this.#maker
    const { expert, noise, usesPlanner } = hyperparameters
    if (round === 0 ? settings.from : !usesPlanner) return []
    if (expert) return this.#imitate(expert, round, kept)
    if (round > 0) return this.#plan(round, kept)
    const player = greedy(noise.met)
    return [this.#maker.matches(player, player, settings.matches, 'watch 0')]
  }

  /**
   * First the expert against itself; then, in most matches, the last policy with the expert labelling every
   * decision, so that it learns to recover from its own errors (DAgger: Ross, Gordon, Bagnell 2011).
   */
  #imitate(expert: FrozenAgent, round: number, kept: readonly KeptRound[]): Matches[] {
    const maker = this.#maker
    const noise = maker.hyperparameters.noise.met
    const shown: Player = { ...expert, noise }
    const whole = (first: Player, others: Player, matches: number, what: string): Matches => ({
      ...maker.matches(first, others, matches, `${what} ${round}`),
      keeps: 'all',
    })
    if (round === 0) return [whole(shown, shown, maker.settings.matches, 'watch')]
    const labelled: Player = { ...playerOf(kept.at(-1)!.weights), noise, expert }
    const { self, greedy, past } = this.#shares()
    return [
      whole(labelled, labelled, self, 'self'),
      whole(labelled, shown, greedy, 'expert'),
      whole(shown, shown, past, 'watch'),
    ].filter(({ blocks }) => blocks > 0)
  }

  /** The planner: against itself, greedy, the policy of an earlier round, and a search. */
  #plan(round: number, kept: readonly KeptRound[]): Matches[] {
    const maker = this.#maker
    const { noise, planner: options } = maker.hyperparameters
    const planner = (noise: number): Player => ({
      agent: 'planner',
      options,
      weights: kept.at(-1)!.weights,
      noise,
    })
    const drawn = below(rootOf(`${maker.settings.seed} past ${round}`), kept.length)
    const earlier = { ...playerOf(kept[drawn]!.weights), noise: noise.met }
    const met = planner(noise.met)
    const shares = this.#shares()
    return [
      maker.matches(planner(noise.self), planner(noise.self), shares.self, `self ${round}`),
      maker.matches(met, greedy(noise.met), shares.greedy, `greedy ${round}`),
      maker.matches(met, earlier, shares.past, `past ${round}`),
      maker.matches(met, { ...this.#search, noise: noise.met }, shares.mcts, `search ${round}`),
    ].filter(({ blocks }) => blocks > 0)
  }

  practice(round: number): Practice | null {
    return round === 0 ? null : this.#maker.hyperparameters.practice
  }

  /** Against itself, both sides learning, against greedy and earlier rounds, and against a search. */
  practiceMatches(
    round: number,
    batch: number,
    weights: Float32Array,
    kept: readonly KeptRound[],
    pool: OpponentPool,
  ): PracticeMatches[] {
    const maker = this.#maker
    const practice = maker.hyperparameters.practice!
    const what = `practice ${round} ${batch}`
    const own: Player = { ...playerOf(weights, 1), practises: true }
    const against = (
      others: Player,
      matches: number,
      name: string,
      opponent: number | null = null,
    ): PracticeMatches => ({
      opponent,
      matches: {
        ...maker.matches(own, others, matches, `${what} ${name}`),
        keeps: 'all',
        reward: 'payoff',
      },
    })
    const shares = this.#batchShares(practice)
    const { rivals = [] } = maker.settings
    const past = (at: number): Player => playerOf(kept[at]!.weights, 1)
    const even = (): PracticeMatches[] => {
      const drawn = below(rootOf(`${maker.settings.seed} ${what}`), kept.length)
      return [against(greedy(), shares.greedy, GREEDY), against(past(drawn), shares.past, 'past')]
    }
    const strong = (): PracticeMatches[] => {
      const first = kept.length + 1
      const from = shares.greedy > 0 ? 0 : maker.hyperparameters.parts.past > 0 ? 1 : first
      const to = (shares.past > 0 ? first : 1) + rivals.length
      const blocks = pool.allotBlocks(maker.whole(shares.greedy + shares.past) / maker.seats, from, to)
      return blocks.map((blocks, i) => {
        const opponent = from + i
        const player =
          opponent === 0 ? greedy() : opponent < first ? past(opponent - 1) : rivals[opponent - first]!
        return against(player, blocks * maker.seats, `rival ${opponent}`, opponent)
      })
    }
    return [
      against(own, shares.self, 'self'),
      ...(practice.matchmaking === 'even' ? even() : strong()),
      against(this.#search, shares.mcts, 'search'),
    ].filter(({ matches }) => matches.blocks > 0)
  }

  /** The matches of a round. */
  #shares(times = 1): Shares {
    const { hyperparameters, settings } = this.#maker
    const { self, greedy, mcts } = hyperparameters.parts
    // A player that would only meet itself meets its rivals half of the time.
    const past = hyperparameters.parts.past || (settings.rivals ? self : 0)
    const share = (part: number): number =>
      ((this.#maker.settings.matches * part) / (self + greedy + past + mcts)) * times
    return { self: share(self), greedy: share(greedy), past: share(past), mcts: share(mcts) }
  }

  #batchShares({ share }: Practice): Shares {
    return this.#shares(share)
  }

  get #search(): FrozenAgent {
    return { agent: 'mcts', options: { iterations: this.#maker.hyperparameters.iterations } }
  }

  /** Against the last kept policy, rivals, a small search, and greedy. */
  evaluations(round: number, weights: Float32Array, kept: readonly KeptRound[]): Evaluation[] {
    const { tests } = this.#maker.settings
    const temperature = this.#maker.hyperparameters.mixes ? 1 : PLAYED_TEMPERATURE
    const own = playerOf(weights, temperature)
    const test = (against: string, name: string, other: Player, matches: number): Evaluation => ({
      against,
      matches: this.#maker.matches(own, other, matches, `${name} ${round}`),
    })
    const mcts: Player = { agent: 'mcts', options: { iterations: MCTS_ITERATIONS } }
    const last = kept.at(-1)
    const { rivals = [] } = this.#maker.settings
    return [
      ...(last
        ? [test(`round ${last.round.round}`, 'test', playerOf(last.weights, temperature), tests)]
        : []),
      ...rivals.map((rival, i) => test(rivalName(i), rivalName(i), rival, tests / rivals.length)),
      test(MCTS, 'mcts', mcts, tests / MCTS_RARITY),
      test(GREEDY, GREEDY, greedy(), tests),
    ]
  }

  isBetter(strength: readonly RoundStrength[], kept: readonly KeptRound[]): boolean {
    if (kept.length === 0 || this.#maker.hyperparameters.mixes) return true
    // A round that learned to withstand a rival may only draw with the last one.
    const gains = rivalScores(strength) - rivalScores(kept.at(-1)!.round.strength)
    return strength[0]!.score + gains > 1 / this.#maker.seats
  }

  counts(round: number): RoundCounts {
    const maker = this.#maker
    const { from, matches, tests, rivals = [] } = maker.settings
    const { practice, usesPlanner } = maker.hyperparameters
    const met = rivals.length > 0 ? rivals.length * maker.whole(tests / rivals.length) : 0
    const others = maker.whole(tests) + maker.whole(tests / MCTS_RARITY) + met
    if (round === 0) return { training: from ? 0 : maker.whole(matches), practice: 0, tests: others }
    const sum = (...shares: number[]): number => shares.reduce((sum, share) => sum + maker.whole(share), 0)
    const ofBatch = (practice: Practice): number => {
      const { self, greedy, past, mcts } = this.#batchShares(practice)
      return practice.matchmaking === 'even' ? sum(self, greedy, past, mcts) : sum(self, greedy + past, mcts)
    }
    return {
      training: usesPlanner ? sum(...Object.values(this.#shares())) : 0,
      practice: practice ? practice.batches * ofBatch(practice) : 0,
      tests: maker.whole(tests) + others,
    }
  }
}

const RIVAL = 'rival '
const rivalName = (rival: number): string => `${RIVAL}${rival + 1}`

/** The sum of a round's scores against all rivals. */
const rivalScores = (strength: readonly RoundStrength[]): number =>
  strength.reduce((sum, { against, score }) => sum + (against.startsWith(RIVAL) ? score : 0), 0)

const greedy = (noise?: number): Player => {
  const player = { agent: GREEDY, options: {} }
  return noise === undefined ? player : { ...player, noise }
}
