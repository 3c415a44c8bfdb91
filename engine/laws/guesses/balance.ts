/** How often something was so in play and not in a guess for the same view, and the reverse: what the laws of fair guesses measure. */

/**
 * Positions of one match share their secrets, so the differences of a match count as one observation. Their sum is measured by the root of the sum of their
 * squares: Efron, Student's t-test under symmetry conditions, JASA 64 (1969).
 */
export class Balance {
  played = 0
  guessed = 0
  /** In the current match, played less guessed. */
  #difference = 0
  /** Of the matches before: how many had a difference, and the sum of their squares. */
  #matches = 0
  #squares = 0

  count(isPlayed: boolean): void {
    if (isPlayed) this.played++
    else this.guessed++
    this.#difference += isPlayed ? 1 : -1
  }

  closeMatch(): void {
    if (this.#difference === 0) return
    this.#matches++
    this.#squares += this.#difference ** 2
    this.#difference = 0
  }

  /** How far the two are apart, in units of what chance makes of it; 0 while fewer than `least` matches had a difference. */
  score(least: number): number {
    return this.#matches < least ? 0 : Math.abs(this.played - this.guessed) / Math.sqrt(this.#squares)
  }
}
