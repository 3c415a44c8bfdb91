/**
 * Randomness that the user's code asks for while it carries out a move. Chance rolls after the decision, so no search can foresee it: a
 * move that needs another roll is stopped, and replayed once chance has answered. A die of up to 256 sides is one answer. Shuffles,
 * numbers, larger dice and draws from Math come from a generator, for which chance draws a seed of 32 bits in four answers.
 */
import { below, derive, next, RNG_WORDS, rootOf } from '../rng.ts'

/** Most answers of chance: those of a byte of a seed. */
const ANSWERS_MAX = 256
const BYTES = 4
const TWO_32 = 2 ** 32

const ROOT = rootOf('boardgame.io')

/** Streams of generators seeded by chance, and of others. */
const DRAWN = 0
const FREE = 1

/** The answers a move has had, and the one it waits for. */
export interface Roll {
  readonly drawn: readonly number[]
  /** The sides of a die, or 0 for a seed. */
  readonly of: number
  /** Of a seed: the answers still missing, and its value so far. */
  readonly left: number
  readonly part: number
}

/** In records: "D6 3" is the face of a die, "seed 2/4: 137" a byte of a seed. */
export interface ChanceAnswer {
  readonly answer: number
  readonly text: string
}

const CACHED = new Map<number, readonly { readonly move: ChanceAnswer }[]>()

/** The answers to a roll, equally likely. */
export function chanceAnswers({ of, left }: Roll): readonly { readonly move: ChanceAnswer }[] {
  const key = of === 0 ? -left : of
  let answers = CACHED.get(key)
  if (!answers) {
    const textOf = (answer: number): string =>
      of === 0 ? `seed ${BYTES + 1 - left}/${BYTES}: ${answer}` : `D${of} ${answer + 1}`
    answers = Array.from({ length: countOf(of) }, (_, answer) => ({ move: { answer, text: textOf(answer) } }))
    CACHED.set(key, answers)
  }
  return answers
}

function countOf(of: number): number {
  return of === 0 ? ANSWERS_MAX : of
}

/** Whether a decision of a record is a byte of a seed that others follow. */
export function isPartOfSeed(decision: string): boolean {
  const [, byte] = SEED_BYTE.exec(decision) ?? []
  return byte !== undefined && Number(byte) < BYTES
}

/** Decisions of a record for people: one line for the bytes of a seed. */
export function foldSeeds(decisions: readonly string[]): string[] {
  return decisions
    .filter(decision => !isPartOfSeed(decision))
    .map(decision => (SEED_BYTE.test(decision) ? 'chance draws random numbers' : decision))
}

const SEED_BYTE = new RegExp(`^chance seed (\\d)/${BYTES}: \\d+$`)

/** Stops a move that needs a roll. */
const STOP = new Error('a move waits for chance')

export class Rolls {
  #drawn: readonly number[] = []
  #at = 0
  #asked: Roll | null = null
  #isSeeded = false
  /** Seeds code outside of moves; null while a move is played. */
  #freeSeed: (() => number) | null = null
  readonly #rng = new Int32Array(RNG_WORDS)

  begin(drawn: readonly number[]): void {
    this.#drawn = drawn
    this.#at = 0
    this.#asked = null
    this.#isSeeded = false
    this.#freeSeed = null
  }

  /** Before code outside of moves: what it draws follows from `seed()`, 32 bits, called if it draws. */
  beginFreely(seed: () => number): void {
    this.begin([])
    this.#freeSeed = seed
  }

  /** Replays with the same answers; the next draw stays the same. */
  again(drawn: readonly number[], play: () => void): void {
    const [at, isSeeded, rng] = [this.#at, this.#isSeeded, this.#rng.slice()]
    this.begin(drawn)
    play()
    this.#at = at
    this.#isSeeded = isSeeded
    this.#rng.set(rng)
  }

  /** The roll that the move waits for, even if its author caught STOP; null if it is done. */
  get asked(): Roll | null {
    return this.#asked
  }

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

  #open(): void {
    if (this.#isSeeded) return
    if (this.#freeSeed) derive(this.#rng, ROOT, this.#freeSeed(), FREE)
    else derive(this.#rng, ROOT, this.#answer(0), DRAWN)
    this.#isSeeded = true
  }

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

  /** The `random` of the user's functions, with what boardgame.io's own code looks up in it. */
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

/** `left` is 0 once the roll is complete. */
export function withAnswer({ drawn, of, left, part }: Roll, answer: number): Roll {
  const whole = part * ANSWERS_MAX + answer
  return left > 1
    ? { drawn, of, left: left - 1, part: whole }
    : { drawn: [...drawn, whole], of, left: 0, part: 0 }
}
