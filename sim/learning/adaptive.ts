/**
 * Learns by play against itself first, and spends on everybody else no more than that costs. In a game whose
 * moves are slow, `greedy` may take fifty times as long as the policy, and a search five hundred times.
 */
import { readPolicy, WEIGHTS } from '../../agents/index.ts'
import type { OpponentPool } from './opponents.ts'
import type { Player } from './players.ts'
import {
  type Costs,
  type Evaluation,
  type KeptRound,
  type LearnSettings,
  type Matchmaker,
  type PracticeMatches,
  playerOf,
  type RoundCounts,
  type RoundStrength,
  type Teacher,
  type TrainingSchedule,
} from './schedule.ts'
import { type LearningPool, type Matches, playAll } from './tasks.ts'
import type { Practice } from './training.ts'

/** Most work of a batch of practice: the rounds of a game with long matches have fewer of them. */
const BATCH_WORK = 60_000
/** What a round's practice counts for at least, where its cost says what else is affordable: some twenty seconds. */
const ROUND_WORK = 3_000_000
/** Fewer matches of an imitation or a trial, and of an evaluation, say nothing. */
const SHOWN_MIN = 24
const TESTED_MIN = 30
/** The last evaluation's fewest matches against a search, in blocks of which each costs a minute in slow games. */
const SEARCHED_MIN = 24
/** Parts of a round's practice that may be spent on imitation or a trial, on an evaluation, and on the last one. */
const SHOWN_PART = 1 / 4
const TESTED_PART = 1 / 8
const FINAL_PART = 3 / 2
/** In practice, greedy's matches may cost as much as the policy's own. */
const GREEDY_PART = 1 / 2

const SEARCH = { agent: 'mcts', options: { iterations: 200 } } as const
const SEARCH_LABEL = 'mcts:iterations=200'
/** A pilot's search, whose cost is scaled. */
const PILOT_ITERATIONS = 20
const GREEDY: Player = { agent: 'greedy', options: {} }
const RANDOM: Player = { agent: 'random', options: {} }

/** Settings with the costs of matches, from a block of each kind, where hyperparameters adapt to them. */
export async function measured(
  pool: LearningPool,
  environment: number,
  maker: Matchmaker,
): Promise<LearnSettings> {
  const { hyperparameters, seats, settings } = maker
  if (!hyperparameters.adapts) return settings
  const weights = new Float32Array(WEIGHTS)
  const own: Player = { ...playerOf(weights, 1), practises: true }
  const pilot = (first: Player, others: Player): Matches => ({
    ...maker.matches(first, others, 1, 'pilot'),
    keeps: 'all',
    measures: true,
  })
  const planner: Player = { agent: 'planner', options: hyperparameters.planner, weights }
  const search: Player = { agent: 'mcts', options: { iterations: PILOT_ITERATIONS } }
  const all = [pilot(own, own), ...[GREEDY, planner, search].map(player => pilot(player, RANDOM))]
  const played = await playAll(pool, environment, all, () => {})
  const [policy, ...others] = played.map(({ work }) => Math.max(1, work / seats)) as [number, ...number[]]
  const costs = {
    policy: policy / seats,
    greedy: others[0]!,
    planner: others[1]!,
    mcts: (others[2]! * SEARCH.options.iterations) / PILOT_ITERATIONS,
  }
  return { ...settings, costs }
}

export class AdaptiveSelfPlay implements TrainingSchedule {
  readonly #maker: Matchmaker
  readonly #costs: Costs
  /** Matches of a batch of practice, and the work of a round's. */
  readonly #batch: number
  readonly #work: number

  constructor(maker: Matchmaker, costs: Costs) {
    const { hyperparameters, seats, settings } = maker
    this.#maker = maker
    this.#costs = costs
    const own = costs.policy * seats
    this.#batch = maker.whole(Math.min(settings.matches, Math.max(2 * seats, Math.floor(BATCH_WORK / own))))
    this.#work = Math.max(ROUND_WORK, this.#batch * own * (hyperparameters.practice?.batches ?? 1))
  }

  /** Throws an Error if the policy that the settings name cannot be read. */
  get start(): Float32Array {
    const { from } = this.#maker.settings
    return from ? readPolicy(from.file).weights : new Float32Array(WEIGHTS)
  }

  /** How many matches, of one seat and the others, a part of a round's work pays for. */
  #affordable(part: number, first: keyof Costs, others: keyof Costs): number {
    const cost = this.#costs[first] + (this.#maker.seats - 1) * this.#costs[others]
    return Math.floor((part * this.#work) / cost)
  }

  /** Matches that teachers may show in a round; 0 if they would be too few. */
  #shown(first: keyof Costs, others: keyof Costs): number {
    const most = this.#affordable(SHOWN_PART, first, others)
    return most < SHOWN_MIN ? 0 : Math.min(this.#maker.settings.matches, most)
  }

  trainingMatches(round: number, kept: readonly KeptRound[], teacher: Teacher = 'practice'): Matches[] {
    const maker = this.#maker
    const { noise, planner } = maker.hyperparameters
    if (round === 0) {
      const matches = maker.settings.from ? 0 : this.#shown('greedy', 'greedy')
      const shown: Player = { ...GREEDY, noise: noise.met }
      return matches === 0 ? [] : [maker.matches(shown, shown, matches, 'watch 0')]
    }
    if (teacher === 'practice') return []
    const { weights } = kept.at(-1)!
    const policy = playerOf(weights)
    const player: Player =
      teacher === 'planner'
        ? { agent: 'planner', options: planner, weights, noise: noise.met }
        : { ...policy, noise: noise.met, expert: SEARCH }
    const matches = maker.matches(player, policy, this.#shown(teacher, 'policy'), `${teacher} ${round}`)
    return [teacher === 'planner' ? matches : { ...matches, keeps: 'all' }]
  }

  practice(round: number): Practice | null {
    const { hyperparameters, settings } = this.#maker
    return round === 0 && settings.from ? null : hyperparameters.practice
  }

  /** Half against itself, the other half against earlier rounds, and greedy where it is quick. */
  practiceMatches(
    round: number,
    batch: number,
    weights: Float32Array,
    kept: readonly KeptRound[],
    pool: OpponentPool,
  ): PracticeMatches[] {
    const maker = this.#maker
    const own: Player = { ...playerOf(weights, 1), practises: true }
    const against = (others: Player, matches: number, opponent: number | null): PracticeMatches => ({
      opponent,
      matches: {
        ...maker.matches(own, others, matches, `practice ${round} ${batch} ${opponent ?? 'self'}`),
        keeps: 'all',
        reward: 'payoff',
      },
    })
    const half = Math.floor(this.#batch / maker.seats / 2)
    const meetsGreedy = this.#meetsGreedy
    const { rivals = [] } = maker.settings
    const first = kept.length + 1
    const met = kept.length > 0 || meetsGreedy || rivals.length > 0 ? half : 0
    const blocks = met === 0 ? [] : pool.allotBlocks(met, meetsGreedy ? 0 : 1, first + rivals.length)
    const own_ = this.#batch - met * maker.seats
    return [
      against(own, own_, null),
      ...blocks.map((blocks, i) => {
        const opponent = meetsGreedy ? i : i + 1
        const past = (): Player => playerOf(kept[opponent - 1]!.weights, 1)
        const player = opponent === 0 ? GREEDY : opponent < first ? past() : rivals[opponent - first]!
        return against(player, blocks * maker.seats, opponent)
      }),
    ].filter(({ matches }) => matches.blocks > 0)
  }

  get #meetsGreedy(): boolean {
    const { batches } = this.#maker.hyperparameters.practice!
    return this.#affordable(GREEDY_PART / batches, 'policy', 'greedy') >= this.#batch / 2
  }

  evaluations(round: number, weights: Float32Array, kept: readonly KeptRound[]): Evaluation[] {
    const last = kept.at(-1)
    const own = playerOf(weights)
    const { tests } = this.#maker.settings
    const versus = (against: string, player: Player, matches: number): Evaluation => ({
      against,
      matches: this.#maker.matches(own, player, matches, `test ${against} ${round}`),
    })
    const affordable = (opponent: 'mcts' | 'greedy'): number => this.#tested(opponent)
    return [
      ...(last ? [versus(`round ${last.round.round}`, playerOf(last.weights), tests)] : []),
      ...(affordable('mcts') > 0 ? [versus(SEARCH_LABEL, SEARCH, affordable('mcts'))] : []),
      ...(affordable('greedy') > 0 ? [versus(GREEDY.agent, GREEDY, affordable('greedy'))] : []),
    ]
  }

  #tested(opponent: 'mcts' | 'greedy'): number {
    const most = this.#affordable(TESTED_PART, 'policy', opponent)
    return most < TESTED_MIN ? 0 : Math.min(most, this.#maker.settings.tests)
  }

  finals(weights: Float32Array): Evaluation[] {
    const { tests } = this.#maker.settings
    const own = playerOf(weights)
    const versus = (against: string, player: Player, matches: number): Evaluation => ({
      against,
      matches: this.#maker.matches(own, player, Math.min(tests, matches), `final ${against}`),
    })
    const searched = Math.max(SEARCHED_MIN, this.#affordable(FINAL_PART, 'policy', 'mcts'))
    const greedy = Math.max(TESTED_MIN, this.#affordable(FINAL_PART, 'policy', 'greedy'))
    return [versus(SEARCH_LABEL, SEARCH, searched), versus(GREEDY.agent, GREEDY, greedy)]
  }

  trials(weights: Float32Array): (Evaluation & { readonly teacher: Teacher })[] {
    const { planner } = this.#maker.hyperparameters
    const policy = playerOf(weights)
    const players = {
      planner: { agent: 'planner', options: planner, weights },
      mcts: SEARCH,
    } satisfies Partial<Record<Teacher, Player>>
    return (['planner', 'mcts'] as const).flatMap(teacher => {
      const most = Math.min(2 * SHOWN_MIN, this.#shown(teacher, 'policy'))
      if (most === 0) return []
      const matches = this.#maker.matches(players[teacher], policy, most, `trial ${teacher}`)
      return [{ teacher, against: teacher, matches }]
    })
  }

  isBetter(strength: readonly RoundStrength[], kept: readonly KeptRound[]): boolean {
    return kept.length === 0 || strength[0]!.score > 1 / this.#maker.seats
  }

  /** As if players only practised; a teacher's matches don't count. */
  counts(round: number): RoundCounts {
    const maker = this.#maker
    const { from, tests } = maker.settings
    const tested = maker.whole(this.#tested('mcts')) + maker.whole(this.#tested('greedy'))
    return {
      training: round === 0 && !from ? maker.whole(this.#shown('greedy', 'greedy')) : 0,
      practice: (this.practice(round)?.batches ?? 0) * this.#batch,
      tests: round === 0 ? tested : tested + maker.whole(tests),
    }
  }
}
