/** Features of decisions, kept as they were seen, so that training need not ask the game again. */

/** Words of a decision before its tokens: its length in words, the place of its action in the list, its number of tokens, and of actions. */
const HEAD = 4
const PLACE = 1
const TOKENS = 2
const ACTIONS = 3

const FIRST_WORDS = 1 << 12
const FIRST_DECISIONS = 256

/** Decisions one after another, numbered from 0, of varying length. */
export class Features {
  #words = new Int32Array(FIRST_WORDS)
  #used = 0
  /** Where each decision begins. */
  #starts = new Int32Array(FIRST_DECISIONS)
  count = 0

  /** A copy of what is kept, which `append` takes. */
  packed(): Int32Array {
    return this.#words.slice(0, this.#used)
  }

  /** Adds what `packed` returned. */
  append(packed: Int32Array): void {
    this.#makeRoom(packed.length)
    this.#words.set(packed, this.#used)
    const end = this.#used + packed.length
    for (let at = this.#used; at < end; at += this.#words[at]!) this.#begin(at)
    this.#used = end
  }

  /** Adds a decision: the tokens of its position, and the aspects of all actions, `counts[a]` of action `a` from `aspects[a * width]` on. */
  add(
    place: number,
    tokens: Int32Array,
    tokenCount: number,
    actions: number,
    counts: Int32Array,
    aspects: Int32Array,
    width: number,
  ): void {
    this.#makeRoom(HEAD + tokenCount + actions * (1 + width))
    const words = this.#words
    const start = this.#used
    let at = start + HEAD
    for (let t = 0; t < tokenCount; t++) words[at++] = tokens[t]!
    for (let a = 0; a < actions; a++) {
      const count = counts[a]!
      words[at++] = count
      for (let k = 0; k < count; k++) words[at++] = aspects[a * width + k]!
    }
    words[start] = at - start
    words[start + PLACE] = place
    words[start + TOKENS] = tokenCount
    words[start + ACTIONS] = actions
    this.#begin(start)
    this.#used = at
  }

  /** The place of the chosen action among the legal ones. */
  place(i: number): number {
    return this.#words[this.#starts[i]! + PLACE]!
  }

  /** Copies the tokens of a decision's position; returns their number. */
  tokens(i: number, out: Int32Array): number {
    const start = this.#starts[i]!
    const count = this.#words[start + TOKENS]!
    for (let t = 0; t < count; t++) out[t] = this.#words[start + HEAD + t]!
    return count
  }

  /** Copies the aspects of all actions of a decision, as `add` takes them; returns the number of actions. */
  aspects(i: number, counts: Int32Array, aspects: Int32Array, width: number): number {
    const words = this.#words
    const start = this.#starts[i]!
    const actions = words[start + ACTIONS]!
    let at = start + HEAD + words[start + TOKENS]!
    for (let a = 0; a < actions; a++) {
      const count = words[at++]!
      counts[a] = count
      for (let k = 0; k < count; k++) aspects[a * width + k] = words[at++]!
    }
    return actions
  }

  #begin(at: number): void {
    if (this.count === this.#starts.length) {
      const more = new Int32Array(2 * this.count)
      more.set(this.#starts)
      this.#starts = more
    }
    this.#starts[this.count++] = at
  }

  #makeRoom(words: number): void {
    if (this.#used + words <= this.#words.length) return
    const more = new Int32Array(Math.max(this.#used + words, 2 * this.#words.length))
    more.set(this.#words)
    this.#words = more
  }
}
