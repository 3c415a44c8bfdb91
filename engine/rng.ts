/**
 * The generator: sfc32 (Chris Doty-Humphrey's PractRand), four words that the caller owns. Word 3 is a counter, so every
 * seed has a period of at least 2^32, and 2^127 on average.
 */
import { createHash } from 'node:crypto'
import seedrandom from 'seedrandom'

export const RNG_WORDS = 4

/** The word that counts draws. */
export const COUNTER = 3

/** PractRand warms a freshly seeded sfc32 by this many rounds. */
const WARM_UP = 15

const TWO_32 = 4294967296

/** The next 32 bits, as a signed word. */
export function next(rng: Int32Array): number {
  const a = rng[0]!
  const b = rng[1]!
  const c = rng[2]!
  const d = rng[3]!
  const out = (((a + b) | 0) + d) | 0
  rng[3] = d + 1
  rng[0] = b ^ (b >>> 9)
  rng[1] = c + (c << 3)
  rng[2] = ((c << 21) | (c >>> 11)) + out
  return out
}

/** Bounds up to this one are drawn from 16 random bits in integer arithmetic, which is several times faster. */
const SMALL = 32768

/** Up to here a product with 32 bits is an exact double. */
const EXACT = 2 ** 21

/**
 * An unbiased integer in [0, bound), 1 <= bound <= 2^31: Lemire's multiply-shift with rejection
 * (arXiv:1805.10941), on 16 bits for small bounds, on 32 bits in exact doubles for others.
 */
export function below(rng: Int32Array, bound: number): number {
  if (bound > SMALL) return belowLarge(rng, bound)
  let product = (next(rng) >>> 16) * bound
  // Only a remainder below the bound can be one of the few to reject, so the division is rare.
  if ((product & 65535) < bound) {
    const reject = 65536 % bound
    while ((product & 65535) < reject) product = (next(rng) >>> 16) * bound
  }
  return product >>> 16
}

/**
 * Draws below `first`, `first + 1`, ..., `count` draws; returns the bound of the last that came to 0, or 0.
 * This breaks a run of ties uniformly: each of `count` more candidates replaces the best so far if its draw
 * is 0.
 */
export function lastZero(rng: Int32Array, first: number, count: number): number {
  let last = 0
  if (first + count > SMALL) {
    for (let bound = first; bound < first + count; bound++) if (below(rng, bound) === 0) last = bound
    return last
  }
  // `below` with the generator's words at hand.
  let a = rng[0]!
  let b = rng[1]!
  let c = rng[2]!
  let d = rng[3]!
  for (let bound = first; bound < first + count; ) {
    const out = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    const product = (out >>> 16) * bound
    if ((product & 65535) < bound && (product & 65535) < 65536 % bound) continue
    if (product < 65536) last = bound
    bound++
  }
  rng[0] = a
  rng[1] = b
  rng[2] = c
  rng[3] = d
  return last
}

function belowLarge(rng: Int32Array, bound: number): number {
  if (bound > EXACT) return belowHuge(rng, bound)
  for (;;) {
    const product = (next(rng) >>> 0) * bound
    const high = Math.floor(product / TWO_32)
    if (isAccepted(product - high * TWO_32, bound)) return high | 0
  }
}

/** The product has more bits than a double: two halves. */
function belowHuge(rng: Int32Array, bound: number): number {
  for (;;) {
    const word = next(rng)
    const low = (word & 65535) * bound
    const high = (word >>> 16) * bound + Math.floor(low / 65536)
    if (isAccepted(Math.imul(word, bound) >>> 0, bound)) return Math.floor(high / 65536)
  }
}

/** The division is needed only below the bound. */
function isAccepted(low: number, bound: number): boolean {
  return low >= bound || low >= TWO_32 % bound
}

/**
 * Four root words of a seed's text, by seedrandom's ARC4. Allocates: once per experiment. ARC4 repeats its
 * key and seedrandom keeps eight bits of a character, so seeds 1, 11 and 111 would be one: the key is the
 * SHA-256 of the text's UTF-16 code units (UTF-8 would map all lone surrogates to one character).
 */
export function rootOf(seed: string): Int32Array {
  const arc4 = seedrandom(createHash('sha256').update(Buffer.from(seed, 'utf16le')).digest('hex'))
  return Int32Array.of(arc4.int32(), arc4.int32(), arc4.int32(), arc4.int32())
}

/** Bits from the 32nd on. */
export function highWord(value: number): number {
  return value < TWO_32 ? 0 : Math.floor(value / TWO_32)
}

/**
 * Seeds `out` from an experiment's root words, the block and the stream (0 is chance, 1 + e the agent e of a line-up).
 * Nothing else goes in: all rotations of a block, all variants and all line-ups play the same seeds.
 */
export function derive(out: Int32Array, root: Int32Array, block: number, stream: number): void {
  // The operator takes the block's lower 32 bits.
  let a = root[0]! ^ block
  let b = root[1]! ^ highWord(block)
  let c = root[2]! ^ stream
  let d = root[3]!
  // `next` with the generator's words at hand.
  for (let i = 0; i < WARM_UP; i++) {
    const word = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
  }
  out[0] = a
  out[1] = b
  out[2] = c
  out[3] = d
}
