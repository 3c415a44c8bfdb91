/**
 * Randomness of a boardgame.io game: what a move asks `random` for is drawn by chance after the decision, so no search can foresee it. A move that asks
 * for more than was drawn is stopped and played again once chance has answered. Dice of up to 256 sides are an answer each, as likely as
 * the others; shuffles, numbers, larger dice and what code draws from Math come from a generator, for which chance draws a seed of 32 bits in four answers.
 */
import { below, derive, next, RNG_WORDS, rootOf } from '../rng.ts'

/** The answers that chance has at most, and those of a byte of a seed. */
const ANSWERS_MAX = 256
const BYTES = 4
const TWO_32 = 2 ** 32

/** Where the seeds of all boardgame.io games begin. */
const ROOT = rootOf('boardgame.io')

/** The streams of numbers that chance has seeded, and of those that it has not. */
const DRAWN = 0
const FREE = 1

/** What a move has been answered, and what it waits for. */
export interface Roll {
  readonly drawn: readonly number[]
  /** The sides of a die, or 0 for a seed. */
  readonly of: number
  /** Answers that are still to come for a seed, and what the earlier ones make of it. */
  readonly left: number
  readonly part: number
}

/** One of the answers of chance, as records write it: "D6 3", the face of a die, or "seed 2/4: 137", a byte of a seed. */
export interface Answer {
  readonly answer: number
  readonly text: string
}

/** The answers that there are to what was asked last, by what it was. */
const ANSWERS = new Map<number, readonly { readonly move: Answer }[]>()

/** The answers to what a move waits for, each as likely as the others. */
export function answersTo({ of, left }: Roll): readonly { readonly move: Answer }[] {
  const key = of === 0 ? -left : of
  let answers = ANSWERS.get(key)
  if (!answers) {
    const textOf = (answer: number): string =>
      of === 0 ? `seed ${BYTES + 1 - left}/${BYTES}: ${answer}` : `D${of} ${answer + 1}`
    answers = Array.from({ length: countOf(of) }, (_, answer) => ({ move: { answer, text: textOf(answer) } }))
    ANSWERS.set(key, answers)
  }
  return answers
}

/** How many answers there are to a die or to a byte of a seed. */
function countOf(of: number): number {
  return of === 0 ? ANSWERS_MAX : of
}

/** Stops a move that asks for what is not drawn yet. */
const STOP = new Error('a move waits for chance')

export class Rolls {
  #drawn: readonly number[] = []
  #at = 0
  #asked: Roll | null = null
  #isSeeded = false
  /** What seeds code that chance has no part in; null while a move is played. */
  #freeSeed: (() => number) | null = null
  readonly #rng = new Int32Array(RNG_WORDS)

  /** Before a move is played with these answers. */
  begin(drawn: readonly number[]): void {
    this.#drawn = drawn
    this.#at = 0
    this.#asked = null
    this.#isSeeded = false
    this.#freeSeed = null
  }

  /** Before code that chance has no part in: what it draws is always the same for the same number of 32 bits, which is asked for if it does. */
  beginFreely(seed: () => number): void {
    this.begin([])
    this.#freeSeed = seed
  }

  /** Plays once more what was played with these answers; what is drawn next stays what it is. */
  again(drawn: readonly number[], play: () => void): void {
    const [at, isSeeded, rng] = [this.#at, this.#isSeeded, this.#rng.slice()]
    this.begin(drawn)
    play()
    this.#at = at
    this.#isSeeded = isSeeded
    this.#rng.set(rng)
  }

  /** What the move waits for, though its author may have caught what stopped it; null if it is through. */
  get asked(): Roll | null {
    return this.#asked
  }

  /** Whether anything was drawn, or asked for, since `begin`. */
  get hasDrawn(): boolean {
    return this.#at > 0 || this.#isSeeded || this.#asked !== null
  }

  /** A number from 0 to below 1. */
  readonly number = (): number => {
    this.#open()
    return (next(this.#rng) >>> 0) / TWO_32
  }

  #below(n: number): number {
    if (this.#freeSeed || n > ANSWERS_MAX || !Number.isInteger(n) || n < 1)
      return Math.floor(this.number() * n)
    return n === 1 ? 0 : this.#answer(n)
  }

  /** Seeds the generator, unless it is. */
  #open(): void {
    if (this.#isSeeded) return
    if (this.#freeSeed) derive(this.#rng, ROOT, this.#freeSeed(), FREE)
    else derive(this.#rng, ROOT, this.#answer(0), DRAWN)
    this.#isSeeded = true
  }

  /** The next answer of `of`; a seed for 0. */
  #answer(of: number): number {
    if (this.#at < this.#drawn.length) return this.#drawn[this.#at++]!
    this.#asked ??= {
      drawn: this.#drawn,
      of,
      left: of === 0 ? BYTES : 1,
      part: 0,
    }
    throw STOP
  }

  /** What the user's functions are given as `random`, with what boardgame.io's own code looks for in it. */
  readonly api = {
    ...Object.fromEntries(
      [4, 6, 8, 10, 12, 20].map(sides => [`D${sides}`, (count?: number) => this.#dice(sides, count)]),
    ),
    Die: (sides = 6, count?: number) => this.#dice(sides, count),
    Number: this.number,
    Shuffle: (list: readonly unknown[]) => {
      const mixed = [...list]
      if (mixed.length > 1) this.#open()
      for (let left = mixed.length; left > 1; left--) {
        const at = below(this.#rng, left)
        const last = mixed[left - 1]
        mixed[left - 1] = mixed[at]
        mixed[at] = last
      }
      return mixed
    },
    _private: { isUsed: () => this.hasDrawn, getState: () => ({}) },
  }

  #dice(sides: number, count?: number): number | number[] {
    if (count === undefined) return 1 + this.#below(sides)
    return Array.from({ length: count }, () => 1 + this.#below(sides))
  }
}

/** A roll with one more answer of chance; nothing is left of it once it is whole. */
export function answered({ drawn, of, left, part }: Roll, answer: number): Roll {
  const whole = part * ANSWERS_MAX + answer
  return left > 1
    ? { drawn, of, left: left - 1, part: whole }
    : { drawn: [...drawn, whole], of, left: 0, part: 0 }
}
