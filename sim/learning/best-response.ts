/**
 * Learns an approximate best response to frozen agents (Timbers et al., "Approximate exploitability", 2022).
 */
import { readPolicy, WEIGHTS } from '../../agents/index.ts'
import type { FrozenAgent, Player } from './players.ts'
import {
  type Evaluation,
  type KeptRound,
  type Matchmaker,
  type Opponents,
  type PracticeMatches,
  playerOf,
  type RoundCounts,
  type RoundStrength,
  type TrainingSchedule,
} from './schedule.ts'
import type { Matches } from './tasks.ts'
import type { Practice } from './training.ts'

/**
 * By how much an adversary that starts from the agent's weights softens them. It knows how to play, and still tries
 * what the agent never would: unsoftened, it found no way to beat a player of Frontline that loses 100 : 0 to this one.
 */
const SOFTENING = 3

export class BestResponse implements TrainingSchedule {
  readonly #maker: Matchmaker
  readonly #against: Opponents
  /** The policy that the opponents play by, if they do. */
  readonly #known: Float32Array | null
  readonly start: Float32Array

  constructor(maker: Matchmaker, against: Opponents) {
    this.#maker = maker
    this.#against = against
    this.#known = policyOf(against)
    this.start = this.#known?.map(weight => weight / SOFTENING) ?? new Float32Array(WEIGHTS)
  }

  trainingMatches(round: number, kept: readonly KeptRound[]): Matches[] {
    const { hyperparameters, settings } = this.#maker
    const { isQuick, label } = this.#against
    if (round === 0 && this.#known) return []
    const noise = hyperparameters.noise.met
    const own = (frozen: FrozenAgent): Player => {
      if (round === 0) return { ...frozen, noise }
      const { weights } = kept.at(-1)!
      const planner = { agent: 'planner', options: hyperparameters.planner, weights, noise }
      return isQuick ? { ...planner, others: frozen } : planner
    }
    return this.#each(settings.matches, (frozen, matches, member) =>
      this.#maker.matches(own(frozen), frozen, matches, `${label} ${member} ${round}`),
    )
  }

  /** What `make` makes of each opponent and its share of the matches. */
  #each<T>(matches: number, make: (frozen: FrozenAgent, matches: number, member: number) => T): T[] {
    const { members } = this.#against
    return members.map((frozen, member) => make(frozen, matches / members.length, member))
  }

  practice(round: number): Practice | null {
    return round > 0 && this.#against.isQuick ? this.#maker.hyperparameters.practice : null
  }

  practiceMatches(round: number, batch: number, weights: Float32Array): PracticeMatches[] {
    const { label } = this.#against
    const own: Player = { ...playerOf(weights, 1), practises: true }
    return this.#each(this.#batch, (frozen, matches, member) => {
      const what = `practice ${label} ${member} ${round} ${batch}`
      return { opponent: null, matches: { ...this.#maker.matches(own, frozen, matches, what), keeps: 'all' } }
    })
  }

  /** The matches of a batch of practice. */
  get #batch(): number {
    const { hyperparameters, settings } = this.#maker
    return settings.matches * (hyperparameters.practice?.share ?? 0)
  }

  evaluations(round: number, weights: Float32Array): Evaluation[] {
    const { label } = this.#against
    const own = playerOf(weights, TEMPERATURE)
    return this.#each(this.#maker.settings.tests, (frozen, matches, member) => ({
      against: label,
      matches: this.#maker.matches(own, frozen, matches, `test ${label} ${member} ${round}`),
    }))
  }

  isBetter(strength: readonly RoundStrength[], kept: readonly KeptRound[]): boolean {
    const last = kept.at(-1)
    return !last || meanOf(strength) > meanOf(last.round.strength)
  }

  counts(round: number): RoundCounts {
    const { matches, tests } = this.#maker.settings
    const whole = (all: number): number =>
      this.#each(all, (_, share) => this.#maker.whole(share)).reduce((a, b) => a + b, 0)
    return {
      training: round === 0 && this.#known ? 0 : whole(matches),
      practice: (this.practice(round)?.batches ?? 0) * whole(this.#batch),
      tests: whole(tests),
    }
  }
}

/** Against a frozen agent the best choice is best every time. */
const TEMPERATURE = 0

const meanOf = (strength: readonly RoundStrength[]): number =>
  strength.reduce((sum, { score }) => sum + score, 0) / strength.length

function policyOf({ members }: Opponents): Float32Array | null {
  const { file } = members[0]!.options as { readonly file?: string }
  return file === undefined ? null : readPolicy(file).weights
}
