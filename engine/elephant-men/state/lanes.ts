/**
 * Lanes: a byte per slot, four slots a word, slot 0 in the lowest byte. Questions about four slots at once are answered by
 * arithmetic on whole words, which is written for bytes.
 */
import { repeatedField } from '../../contract/index.ts'
import { MAX_UNITS } from '../rules/schema.ts'

/** A lane holds a square, a number of plannable orders, or hit points. */
export const LANE = repeatedField('value of a lane', 8, 4)
/** The numbers of plannable orders of four slots, added up, leave a lane's high bit free: see `bytesUpTo`. */
export const SUM = repeatedField('plannable orders of four slots', LANE.bits - 1, 4)

/** A slot's lane in the lanes of squares when its unit is gone. No board is that large. */
export const GONE = LANE.mask

const ONES = 0x01010101
const HIGHS = 0x80808080

/** Words that hold the lanes of a number of slots. */
export const wordsOfLanes = (slots: number): number => (slots + 3) >> 2

const GROUP = wordsOfLanes(MAX_UNITS)
/** Words of one group of lanes, with room for all slots. Where lanes of squares are, those of counts follow them. */
export const TO_COUNTS = wordsOfLanes(MAX_UNITS)

/** The byte of a slot in lanes that start at `base`. As shifts use five bits only, `slot << 3` is its place in the word. */
export const lane = (words: Int32Array, base: number, slot: number): number =>
  (words[base + (slot >> 2)]! >>> (slot << 3)) & 255

export const setLane = (words: Int32Array, base: number, slot: number, value: number): void => {
  const at = base + (slot >> 2)
  const shift = slot << 3
  words[at] = (words[at]! & ~(255 << shift)) | (value << shift)
}

/** A slot's square, and the number of its plannable orders with it. */
export const setStand = (
  words: Int32Array,
  base: number,
  slot: number,
  square: number,
  count: number,
): void => {
  const at = base + (slot >> 2)
  const shift = slot << 3
  const others = ~(255 << shift)
  words[at] = (words[at]! & others) | (square << shift)
  words[at + GROUP] = (words[at + GROUP]! & others) | (count << shift)
}

/** `slot >> TO_WORD` is the number of the word that holds a slot. */
export const TO_WORD = 2
/** The slot of byte number `byte` in word number `word`. */
export const slotAt = (word: number, byte: number): number => (word << 2) | byte

/** Byte number `byte` of a word. */
export const byteAt = (word: number, byte: number): number => (word >>> (byte << 3)) & 255

/** Sum of the four bytes of a word, where that is less than 256. */
export const byteSum = (word: number): number => Math.imul(word, ONES) >>> 24

/** Byte k: the sum of bytes 0 to k. */
export const prefixSums = (word: number): number => Math.imul(word, ONES)

/** The sum of the bytes before byte number `byte`, from the prefix sums of a word. */
export const sumBefore = (sums: number, byte: number): number => ((sums << 8) >>> (byte << 3)) & 255

/** How many of four ascending bytes are at most `value`; all of them below 128. */
export const bytesUpTo = (bytes: number, value: number): number =>
  Math.imul((((Math.imul(value, ONES) | HIGHS) - bytes) & HIGHS) >>> 7, ONES) >>> 24

/** 255 in the bytes of those slots of the lanes' word number `word` that are in the mask. */
export const bytesOf = (mask: number, word: number): number =>
  // The product puts bit k of the four at bit 8 * k.
  Math.imul(Math.imul((mask >>> (word << 2)) & 15, 0x00204081) & ONES, 255)

/** Whether some lane of `count` words holds the value: the classic test for a zero byte. */
export const someLane = (words: Int32Array, base: number, count: number, value: number): boolean => {
  const sought = Math.imul(value, ONES)
  for (let at = base; at < base + count; at++) {
    const word = words[at]! ^ sought
    if (((word - ONES) & ~word & HIGHS) !== 0) return true
  }
  return false
}

export const NO_LANE = -1

/** The slot whose lane among those of `count` words holds the value, or NO_LANE. No two may hold it. */
export const laneWith = (words: Int32Array, base: number, count: number, value: number): number => {
  const sought = Math.imul(value, ONES)
  for (let at = base; at < base + count; at++) {
    const word = words[at]! ^ sought
    const zeros = (word - ONES) & ~word & HIGHS
    if (zeros !== 0) return ((at - base) << 2) | ((31 - Math.clz32(zeros & -zeros)) >> 3)
  }
  return NO_LANE
}
