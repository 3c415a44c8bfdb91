/** How fast a run is, and how long the rest will take. */

/** Measures speed line-up by line-up, for a search's matches take a thousand times as long as random ones. */
export class Pace {
  readonly #left: number[]
  readonly #played: { matches: number; seconds: number }[]
  #matches: number
  #begun = false
  #time = 0
  #lineup = 0

  /** `left` are the matches of each line-up, in all variants, that are still to be played; `matches` those already counted. */
  constructor(left: readonly number[], matches = 0) {
    this.#left = [...left]
    this.#matches = matches
    this.#played = left.map(() => ({ matches: 0, seconds: 0 }))
  }

  /** Takes the matches counted in all line-ups, and the line-up that was played since the last call; `now` in milliseconds. */
  record(matches: number, lineup: number, now: number): void {
    const more = matches - this.#matches
    this.#left[lineup]! -= more
    // Until the first chunk comes in, threads mostly start up: that time says nothing of the games.
    if (this.#begun) {
      this.#played[lineup]!.matches += more
      this.#played[lineup]!.seconds += (now - this.#time) / 1000
    }
    this.#begun = true
    this.#matches = matches
    this.#time = now
    this.#lineup = lineup
  }

  /** Matches a second in the line-up played last, 0 while nothing is known. */
  get rate(): number {
    return this.#rateOf(this.#lineup)
  }

  /** Seconds left; line-ups not begun yet are taken to be as slow as the slowest so far. Infinite if unknown. */
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
