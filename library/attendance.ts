/** How far the learning of a policy is, and the work that it has left. */
import type { MatchCounts } from '../sim/learning/learn.ts'
import { type Load, NOTHING, plus } from './learning-pace.ts'

/** How far one policy is. */
export interface PolicyProgress {
  readonly state: 'waiting' | 'learning' | 'learned'
  /** Rounds that are over, and all of them: round 0 and the further ones. */
  readonly over: number
  readonly rounds: number
}

/** A lesson that is taken, round by round. */
export class Attendance {
  readonly #plan: MatchCounts
  readonly #further: number
  state: PolicyProgress['state'] = 'waiting'
  #over = 0
  #kept = 0
  /** Matches of the round that is being played, those that it learns from before those that test it. */
  #current = 0

  /** Of a lesson that takes so many matches, with so many rounds after round 0. */
  constructor(plan: MatchCounts, further: number) {
    this.#plan = plan
    this.#further = further
  }

  get progress(): PolicyProgress {
    return { state: this.state, over: this.#over, rounds: 1 + this.#further }
  }

  /** Takes matches of the round. */
  play(matches: number): void {
    this.#current += matches
  }

  /** Takes the end of a round. */
  end(kept: boolean): void {
    this.#over++
    if (kept) this.#kept++
    this.#current = 0
  }

  /** Matches planned, but for those at the end, of the rounds against each other and of the policy against itself. */
  get total(): number {
    return this.#before(1 + this.#further)
  }

  /** Of these, those that were played. */
  get matches(): number {
    return this.#before(this.#over) + this.#current
  }

  /** Matches of so many rounds. */
  #before(rounds: number): number {
    let sum = 0
    for (let round = 0; round < rounds; round++) {
      const { training, practice, tests } = this.#plan.round(round)
      sum += training + practice + tests
    }
    return sum
  }

  /** What is left. */
  get load(): Load {
    if (this.state === 'learned') return NOTHING
    const last = 1 + this.#further
    const end = {
      ...NOTHING,
      tests: this.#plan.robin(this.#kept + last - this.#over),
      practice: this.#plan.values,
    }
    if (this.#over === last) return end
    let whole: Load = end
    for (let round = this.#over; round < last; round++) whole = plus(whole, this.#round(round))
    return plus(whole, this.#played, -1)
  }

  /** The work of a round. */
  #round(round: number): Load {
    const { training, practice, tests } = this.#plan.round(round)
    const [imitation, planning] = round === 0 ? [training, 0] : [0, training]
    return { imitation, planning, practice, tests, fits: training > 0 ? 1 : 0 }
  }

  /** What of the current round is over. */
  get #played(): Load {
    const round = this.#round(this.#over)
    const training = round.imitation + round.planning
    const learned = Math.min(this.#current, training + round.practice)
    const tests = this.#current - learned
    const practice = Math.max(0, learned - training)
    return {
      imitation: Math.min(learned, round.imitation),
      planning: Math.min(learned, round.planning),
      practice,
      tests,
      fits: practice > 0 || tests > 0 ? round.fits : 0,
    }
  }
}
