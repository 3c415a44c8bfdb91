/**
 * Learns a policy by expert iteration (Anthony, Tian, Barber 2017) with features that nobody made by hand
 * (Soemers, Piette, Browne 2019). Round 0 imitates `greedy` where that wins. In each further round, a planner
 * that looks ahead with the policy plays matches, the policy is fitted to what the winners did, and
 * practises. A round counts only if its policy beats the one before. Where gauges say little, a value
 * function is learned last, from the best policy's matches against itself.
 *
 * Numbers of matches are fixed, every draw comes from the seed, and decisions are trained one by one: the
 * same seed gives the same policy and values, to the byte.
 */
import { type PolicyHeader, rounded, VALUE_WEIGHTS, type ValueWeights } from '../../agents/index.ts'
import { AdaptiveSelfPlay } from './adaptive.ts'
import { BestResponse } from './best-response.ts'
import { BEST_RESPONSE } from './hyperparameters.ts'
import { OpponentPool, type Pairing, type Standings, standingsOf } from './opponents.ts'
import type { Player } from './players.ts'
import {
  type Evaluation,
  type KeptRound,
  type LearnSettings,
  Matchmaker,
  PLAYED_TEMPERATURE,
  playerOf,
  type Round,
  type RoundCounts,
  type RoundStrength,
  type Teacher,
  type TrainingSchedule,
} from './schedule.ts'
import { SelfPlay } from './self-play.ts'
import {
  type LearningPool,
  type Matches,
  meanOf,
  mergePlayed,
  type PlayedMatches,
  playAll,
  scoreIn,
} from './tasks.ts'
import { newActorCritic, newCriticState, type Practice, practiceAt, shared } from './training.ts'

export { measured } from './adaptive.ts'
export type { LearnSettings, Opponents, PolicyOnDisk, Round } from './schedule.ts'

export interface LearnResult {
  /** Of the best round. */
  readonly weights: Float32Array
  /** Its value function in self-play; null if none was to be learned. */
  readonly values: ValueWeights | null
  readonly rounds: readonly Round[]
  readonly best: number
  readonly robin: PolicyHeader['robin']
  /** Whether its whole interval is above greedy, or above the opponents that it was trained against. */
  readonly beatsGreedy: boolean
}

/** A round that is over, and its weights; null if it was dropped. All that later rounds need. */
export interface Checkpoint {
  readonly round: Round
  readonly weights: Float32Array | null
}

export interface LearnObserver {
  /** Called after every round. If it throws, the learning ends. */
  onRound(checkpoint: Checkpoint): void
  /** Called with numbers of matches played, in any order. */
  onMatches(matches: number): void
}

/** Kept rounds in the round robin at the end, the last ones. */
const ROBIN_MAX = 8

/** Batches of self-play, each of as many matches as a round, from which the value function is learned. */
const VALUE_BATCHES = 10

/** How many matches learning takes. */
export interface MatchCounts {
  readonly round: (round: number) => RoundCounts
  /** Of the round robin of so many kept rounds, and of the last evaluation. */
  readonly robin: (kept: number) => number
  /** Of the self-play from which the value function is learned. */
  readonly values: number
}

export function countMatches(settings: LearnSettings, seats: number): MatchCounts {
  const [maker, schedule] = scheduleOf(seats, settings)
  const finals = schedule.finals?.(new Float32Array()) ?? []
  const final = finals.reduce((sum, { matches }) => sum + matches.blocks * seats, 0)
  const robin = (kept: number): number => {
    const met = Math.min(kept, ROBIN_MAX)
    return settings.against ? 0 : ((met * (met - 1)) / 2) * maker.whole(settings.tests / 2) + final
  }
  return {
    round: round => schedule.counts(round),
    robin,
    values: maker.hyperparameters.learnsValues ? VALUE_BATCHES * maker.whole(settings.matches) : 0,
  }
}

function scheduleOf(seats: number, settings: LearnSettings): [Matchmaker, TrainingSchedule] {
  const { against, costs } = settings
  const maker = new Matchmaker(seats, settings, against && BEST_RESPONSE)
  if (against) return [maker, new BestResponse(maker, against)]
  return [maker, costs ? new AdaptiveSelfPlay(maker, costs) : new SelfPlay(maker)]
}

/**
 * Learns one of a pool's environments, a game with so many seats; continues after the rounds of `past`.
 * Rejects with a Stopped if the pool is stopped, and with what the observer throws.
 */
export async function learn(
  pool: LearningPool,
  environment: number,
  seats: number,
  settings: LearnSettings,
  past: readonly Checkpoint[],
  observer: LearnObserver,
): Promise<LearnResult> {
  const trainer = new Trainer(pool, environment, seats, settings, observer)
  for (const { round, weights } of past) trainer.add({ round, weights: weights && shared(weights) })
  for (let round = past.length; round <= settings.rounds; round++)
    observer.onRound(await trainer.round(round))
  return await trainer.result()
}

/** The value function of a policy in self-play at the temperature of evaluations. */
export async function learnValues(
  pool: LearningPool,
  environment: number,
  maker: Matchmaker,
  weights: Float32Array,
): Promise<ValueWeights> {
  const player: Player = { ...playerOf(weights), noise: 0 }
  const { matches, seed } = maker.settings
  const critic = newCriticState(VALUE_WEIGHTS)
  for (let batch = 0; batch < VALUE_BATCHES; batch++) {
    const what = `values ${batch}`
    const met: Matches = {
      ...maker.matches(player, player, matches, what),
      keeps: 'all',
      reward: 'payoff',
    }
    const { decisions } = mergePlayed(await playAll(pool, environment, [met], () => {}))
    await pool.run({ environment, critic, decisions, seed: `${seed} ${what}` })
  }
  return critic.values
}

class Trainer {
  readonly #pool: LearningPool
  readonly #environment: number
  readonly #maker: Matchmaker
  readonly #schedule: TrainingSchedule
  readonly #observer: LearnObserver
  readonly #rounds: Round[] = []
  /** Who teaches from round 1 on; null until the trial. */
  #teacher: Teacher | null = null
  /** The kept rounds, the last of them the best so far. Threads share their weights. */
  readonly #kept: KeptRound[] = []

  constructor(
    pool: LearningPool,
    environment: number,
    seats: number,
    settings: LearnSettings,
    observer: LearnObserver,
  ) {
    this.#pool = pool
    this.#environment = environment
    ;[this.#maker, this.#schedule] = scheduleOf(seats, settings)
    this.#observer = observer
  }

  /** Picks the best round. */
  async result(): Promise<LearnResult> {
    const met = this.#kept.slice(-ROBIN_MAX)
    const { shares, best, circle } = await this.#standings(met)
    const weights = this.#written(met[best]!.weights)
    const round = await this.#finished(met[best]!)
    const robin = {
      shares: shares.map((share, i) => ({ round: met[i]!.round.round, share })),
      circle: circle.map(i => met[i]!.round.round),
    }
    const beatsGreedy = round.strength.at(-1)!.low > 1 / this.#maker.seats
    const values = this.#maker.hyperparameters.learnsValues
      ? await learnValues(this.#pool, this.#environment, this.#maker, weights)
      : null
    return { weights, values, rounds: this.#rounds, best: round.round, robin, beatsGreedy }
  }

  /** The weights of a file: those of a policy that mixes draw at the temperature of players as in practice at 1. */
  #written(weights: Float32Array): Float32Array {
    const { mixes } = this.#maker.hyperparameters
    return mixes ? weights.map(weight => weight * PLAYED_TEMPERATURE) : weights
  }

  /** The round that is written, with its last evaluation, which takes its place among the rounds. */
  async #finished({ round, weights }: KeptRound): Promise<Round> {
    const finals = this.#schedule.finals?.(weights)
    if (!finals) return round
    const met = new Set(finals.map(({ against }) => against))
    const before = round.strength.filter(({ against }) => !met.has(against))
    const finished = { ...round, strength: [...before, ...(await this.#scores(finals, () => {}))] }
    this.#rounds[this.#rounds.indexOf(round)] = finished
    return finished
  }

  /** The teacher that beats the policy most clearly; only practice if none does. */
  async #chooseTeacher(weights: Float32Array): Promise<Teacher | null> {
    const trials = this.#schedule.trials?.(weights)
    if (!trials) return null
    const scores = await this.#scores(trials, () => {})
    let best: Teacher = 'practice'
    let most = 0
    for (const [i, { score, low }] of scores.entries()) {
      if (low <= 1 / this.#maker.seats || score <= most) continue
      most = score
      best = trials[i]!.teacher
    }
    return best
  }

  /**
   * A round robin of kept rounds, half an evaluation's matches a pair. Of best responses, of policies that mix,
   * and where there are rivals, the last is best.
   */
  async #standings(met: readonly KeptRound[]): Promise<Standings> {
    const { against, rivals } = this.#maker.settings
    if (against || rivals || this.#maker.hyperparameters.mixes)
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
    const played = await playAll(this.#pool, this.#environment, matches, () => {})
    const fair = 1 / this.#maker.seats
    const pairings: Pairing[] = pairs.map(([one, other], i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { one, other, ahead: mean - fair, low: low - fair, high: high - fair }
    })
    return standingsOf(met.length, pairings)
  }

  add({ round, weights }: Checkpoint): void {
    if (weights) this.#kept.push({ round, weights })
    this.#rounds.push(round)
    this.#teacher = round.teacher ?? null
  }

  async round(round: number): Promise<Checkpoint> {
    const start = this.#kept.at(-1)?.weights ?? this.#schedule.start
    if (round > 0) this.#teacher ??= await this.#chooseTeacher(start)
    const teacher = this.#teacher ?? undefined
    const played = await this.#play(this.#schedule.trainingMatches(round, this.#kept, teacher))
    const [fitted, shown] = await this.#fit(start, played, round)
    const practice = this.#schedule.practice(round)
    const [weights, own] = practice ? await this.#practise(fitted, practice, round) : [fitted, 0]
    // As a file would give it back, so that its strength is that of the file.
    const policy = shared(rounded(weights))
    const strength = await this.#evaluate(policy, round)
    const kept = this.#schedule.isBetter(strength, this.#kept)
    const checkpoint = {
      round: { round, decisions: shown + own, kept, ...(teacher && { teacher }), strength },
      weights: kept ? policy : null,
    }
    this.add(checkpoint)
    return checkpoint
  }

  /** The weights after a fit to the decisions of matches, and the number of decisions. */
  async #fit(
    start: Float32Array,
    played: readonly PlayedMatches[],
    round: number,
  ): Promise<[Float32Array, number]> {
    if (played.length === 0) return [start, 0]
    const { decisions, count } = mergePlayed(played)
    const { hyperparameters, settings } = this.#maker
    const { first, later } = hyperparameters
    const fit = { ...(round === 0 ? first : later), seed: `${settings.seed} fit ${round}` }
    const weights = await this.#pool.run({ environment: this.#environment, weights: start, decisions, fit })
    return [weights as Float32Array, count]
  }

  /** The weights after a round's practice, and its number of decisions. */
  async #practise(start: Float32Array, practice: Practice, round: number): Promise<[Float32Array, number]> {
    const { seats, settings } = this.#maker
    const environment = this.#environment
    const actorCritic = newActorCritic(start)
    const { weights } = actorCritic
    const opponents = new OpponentPool(this.#kept.length + 1 + (settings.rivals?.length ?? 0), 1 / seats)
    const mean = practice.falling ? new Float32Array(weights.length) : null
    let sum = 0
    for (let batch = 0; batch < practice.batches; batch++) {
      const met = this.#schedule.practiceMatches(round, batch, weights, this.#kept, opponents)
      const played = await this.#play(met.map(({ matches }) => matches))
      for (const [i, { opponent, matches }] of met.entries())
        if (opponent !== null) opponents.record(opponent, meanOf(played[i]!), matches.blocks * seats)
      const { decisions, features, count } = mergePlayed(played)
      sum += count
      const seed = `${settings.seed} practice ${round} ${batch}`
      const now = practiceAt(practice, round, batch)
      await this.#pool.run({ environment, actorCritic, decisions, features, practice: now, seed })
      if (mean) for (let i = 0; i < mean.length; i++) mean[i]! += weights[i]! / practice.batches
    }
    return [mean ?? weights, sum]
  }

  async #play(all: readonly Matches[], onMatches = this.#observer.onMatches): Promise<PlayedMatches[]> {
    const { seats } = this.#maker
    return await playAll(this.#pool, this.#environment, all, blocks => onMatches(blocks * seats))
  }

  async #evaluate(weights: Float32Array, round: number): Promise<RoundStrength[]> {
    return await this.#scores(this.#schedule.evaluations(round, weights, this.#kept))
  }

  async #scores(
    evaluations: readonly Evaluation[],
    onMatches?: LearnObserver['onMatches'],
  ): Promise<RoundStrength[]> {
    const played = await this.#play(
      evaluations.map(({ matches }) => matches),
      onMatches,
    )
    return evaluations.map(({ against, matches }, i) => {
      const { mean, low, high } = scoreIn(played[i]!)
      return { against, matches: matches.blocks * this.#maker.seats, score: mean, low, high }
    })
  }
}
