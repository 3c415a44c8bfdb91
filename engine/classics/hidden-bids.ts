/** Fair guesses at bids of which only is known how they compared: a uniform draw of one of all lists of different cards that fit. */
import { below } from '../rng.ts'

/** How a hidden bid compares with the known one. */
export const LOWER = 0
export const EQUAL = 1
export const HIGHER = 2
export type Comparison = typeof LOWER | typeof EQUAL | typeof HIGHER

export class HiddenBids {
  readonly #cards: number
  /** By round: the lowest and the highest card that fits. */
  readonly #low: Int32Array
  readonly #high: Int32Array
  #rounds = 0
  /**
   * `ways[card << cards | open]`: in how many ways cards from that one up can be given to the rounds in the set `open`, each a different
   * one that fits it. At most 8!.
   */
  readonly #ways: Int32Array

  /** For hands of `cards` cards, from 1 up. */
  constructor(cards: number) {
    this.#cards = cards
    this.#low = new Int32Array(cards)
    this.#high = new Int32Array(cards)
    this.#ways = new Int32Array((cards + 2) << cards)
  }

  /** Forgets all rounds. */
  clear(): void {
    this.#rounds = 0
  }

  /** Adds a round, by the bid that is known and how the hidden one compares with it. */
  add(known: number, hidden: Comparison): void {
    this.#low[this.#rounds] = hidden === LOWER ? 1 : hidden === EQUAL ? known : known + 1
    this.#high[this.#rounds++] = hidden === LOWER ? known - 1 : hidden === EQUAL ? known : this.#cards
  }

  /** Writes the bids of all rounds to `out` from `at` on, and returns their cards as bits, card n being bit n - 1. One draw. */
  draw(rng: Int32Array, out: Int32Array, at: number): number {
    const ways = this.#ways
    const cards = this.#cards
    const sets = 1 << this.#rounds
    for (let open = 0; open < sets; open++) ways[((cards + 1) << cards) | open] = open === 0 ? 1 : 0
    for (let card = cards; card >= 1; card--)
      for (let open = 0; open < sets; open++) ways[(card << cards) | open] = this.#waysFrom(card, open)
    let left = below(rng, ways[(1 << cards) | (sets - 1)]!)
    let open = sets - 1
    let used = 0
    for (let card = 1; card <= cards; card++) {
      // The card isn't a bid, or it is the bid of a round that it fits.
      const unused = ways[((card + 1) << cards) | open]!
      if (left < unused) continue
      left -= unused
      for (let round = 0; ; round++) {
        if (!this.#fits(card, round, open)) continue
        const rest = ways[((card + 1) << cards) | (open & ~(1 << round))]!
        if (left < rest) {
          out[at + round] = card
          open &= ~(1 << round)
          used |= 1 << (card - 1)
          break
        }
        left -= rest
      }
    }
    return used
  }

  #waysFrom(card: number, open: number): number {
    const next = (card + 1) << this.#cards
    let sum = this.#ways[next | open]!
    for (let round = 0; round < this.#rounds; round++)
      if (this.#fits(card, round, open)) sum += this.#ways[next | (open & ~(1 << round))]!
    return sum
  }

  #fits(card: number, round: number, open: number): boolean {
    return ((open >> round) & 1) === 1 && card >= this.#low[round]! && card <= this.#high[round]!
  }
}
