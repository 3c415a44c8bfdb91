/** The speed of a run, and the time it has left. */

/** Measures the speed of each line-up, since matches of a search take a thousand times as long as random ones. */
export class Pace {
  readonly #left: number[]
  readonly #played: { matches: number; seconds: number }[]
  #matches: number
  #begun = false
  #time = 0
  #lineup = 0

  /** `left` are the matches of each line-up, in all variants, that are yet to be played; `matches` is the number already counted. */
  constructor(left: readonly number[], matches = 0) {
    this.#left = [...left]
    this.#matches = matches
    this.#played = left.map(() => ({ matches: 0, seconds: 0 }))
  }

  /** Takes the matches counted in all line-ups, the line-up played since the last call, and the time in milliseconds. */
  record(matches: number, lineup: number, now: number): void {
    const more = matches - this.#matches
    this.#left[lineup]! -= more
    // Until the first result, threads are mostly starting up: that time says nothing about the games.
    if (this.#begun) {
      this.#played[lineup]!.matches += more
      this.#played[lineup]!.seconds += (now - this.#time) / 1000
    }
    this.#begun = true
    this.#matches = matches
    this.#time = now
    this.#lineup = lineup
  }

  /** Matches a second in the line-up played last; 0 if unknown. */
  get rate(): number {
    return this.#rateOf(this.#lineup)
  }

  /** Seconds left, assuming that line-ups not yet begun are as slow as the slowest so far; infinite if unknown. */
  get left(): number {
    const rates = this.#played.map((_, lineup) => this.#rateOf(lineup))
    const known = rates.filter(rate => rate > 0)
    if (known.length === 0) return Number.POSITIVE_INFINITY
    const slowest = Math.min(...known)
    return this.#left.reduce(
      (sum, matches, l) => (matches > 0 ? sum + matches / (rates[l] || slowest) : sum),
      0,
    )
  }

  #rateOf(lineup: number): number {
    const { matches, seconds } = this.#played[lineup]!
    return seconds > 0 ? matches / seconds : 0
  }
}
