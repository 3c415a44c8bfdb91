/**
 * Positions of a game of plain values, and what its author's functions have said of them. These look at a state and at nothing else, so what they
 * said of one holds for every state of the same words: a position that was met before is looked up, and its author is not asked again. How much is
 * remembered is bounded, and shows in nothing but speed.
 *
 * All of it lies in one buffer, so that a step of a match touches a few lines of memory: a position is the index of its first word.
 */
import { wordOffsets } from '../contract/index.ts'

/** The author has not been asked. */
export const UNASKED = -1
export const NO_ASSET = -2
/** No choices, no gauges, no position. */
export const NONE = 0

/**
 * The words of a position, before those of the author's state. SERIAL: tells states apart that have lain here. ENDING: 1 + its index, 0 as long
 * as the match goes on, or UNASKED; WINNERS share the win. NEXT: who is next, as a mask, or UNASKED; JOINT: whether these decide at the same time.
 * LEVELS: where what `gauge` writes begins. CHOICES: where the choices of the seat that was asked first begin.
 */
export const { at: POSITION, size: POSITION_SIZE } = wordOffsets({
  HASH: 1,
  SERIAL: 1,
  LENGTH: 1,
  ENDING: 1,
  WINNERS: 1,
  NEXT: 1,
  JOINT: 1,
  LEVELS: 1,
  CHOICES: 1,
})

/** The words of a seat's choices, or of chance's, before those of each: MORE are the choices of another seat. SUM: of the weights of chance. */
export const { at: CHOICES, size: CHOICES_SIZE } = wordOffsets({ SEAT: 1, MORE: 1, COUNT: 1, SUM: 1 })

/** The words of a choice: its asset, NO_ASSET or UNASKED; the position that it leads to, if that is kept; its weight, of chance. */
export const { at: CHOICE, size: CHOICE_SIZE } = wordOffsets({ ASSET: 1, TO: 1, WEIGHT: 1 })

/**
 * Positions that are looked at before the first is kept: whoever tries a game out has its author's functions called every time, which shows those that
 * look at more than a state.
 */
const PATIENCE = 2 ** 13
/** Words that all positions that are kept may take: 4 MB. */
const ROOM = 2 ** 20
const WORDS_MIN = 2 ** 10
/** Slots of the table at first; at most half of them are taken. */
const SLOTS_MIN = 64

/** The positions of a game: those that come first are kept, after some patience, until the room is taken. Two more lie before them and take turns. */
export class PositionTable {
  /** The buffer. Another one takes its place when a position is kept. */
  words: Int32Array
  readonly #even: number
  readonly #odd: number
  readonly #kept: number
  readonly #end: number
  #used: number
  #slots = new Int32Array(SLOTS_MIN)
  #count = 0
  #patience = PATIENCE
  /** The position that was looked at last, and the one that the next may be written to. */
  #here: number
  #spare: number

  /** `most` are the most words that a state takes. A forgetful table keeps no position. */
  constructor(most: number, isForgetful: boolean) {
    // No position begins at NONE.
    this.#even = 1
    this.#odd = this.#even + POSITION_SIZE + most
    this.#kept = this.#odd + POSITION_SIZE + most
    this.#used = this.#kept
    this.#end = this.#kept + (isForgetful ? 0 : ROOM)
    this.words = new Int32Array(Math.min(this.#end, this.#kept + WORDS_MIN))
    this.words[this.#even + POSITION.LENGTH] = UNASKED
    this.words[this.#odd + POSITION.LENGTH] = UNASKED
    this.#here = this.#even
    this.#spare = this.#odd
  }

  /** Whether a position stays where it is. If not, it is valid until two others have been asked for. */
  isKept(position: number): boolean {
    return position >= this.#kept
  }

  /** The position that has these words of a buffer. */
  at(state: Int32Array, from: number, length: number): number {
    if (this.#holds(this.#here, state, from, length)) return this.#here
    const draft = this.#spare + POSITION_SIZE
    for (let i = 0; i < length; i++) this.words[draft + i] = state[from + i]!
    return this.#enter(draft, length)
  }

  /** A number from 0 on that follows from the words of a position. */
  hashAt(position: number): number {
    return this.words[position + POSITION.HASH]! >>> 0
  }

  /** Says that a position is looked at next. */
  visit(position: number): void {
    this.#here = position
  }

  /** The position that has the words of the draft. */
  #enter(draft: number, length: number): number {
    const hash = hashOf(this.words, draft, length)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; this.#slots[slot] !== NONE; slot = (slot + 1) & mask) {
      const one = this.#slots[slot]!
      if (this.words[one + POSITION.HASH] !== hash || !this.#holds(one, this.words, draft, length)) continue
      this.#here = one
      return one
    }
    this.#here = this.#keep(draft, length, hash)
    return this.#here
  }

  /** Where the choices of a seat begin; NONE if they have not been added. */
  choicesOf(position: number, seat: number): number {
    const { words } = this
    let at = words[position + POSITION.CHOICES]!
    while (at !== NONE && words[at + CHOICES.SEAT] !== seat) at = words[at + CHOICES.MORE]!
    return at
  }

  /** Makes room for the choices of a seat, unless the position is not kept or no room is left: then it returns NONE. */
  addChoices(position: number, seat: number, count: number): number {
    const at = this.isKept(position) ? this.#take(CHOICES_SIZE + count * CHOICE_SIZE) : NONE
    if (at === NONE) return NONE
    const { words } = this
    words[at + CHOICES.SEAT] = seat
    words[at + CHOICES.MORE] = words[position + POSITION.CHOICES]!
    words[at + CHOICES.COUNT] = count
    for (let place = 0; place < count; place++)
      words[at + CHOICES_SIZE + place * CHOICE_SIZE + CHOICE.ASSET] = UNASKED
    words[position + POSITION.CHOICES] = at
    return at
  }

  /** Makes room for the gauges of a position, in the same way. */
  addLevels(position: number, count: number): number {
    const at = this.isKept(position) ? this.#take(count) : NONE
    if (at !== NONE) this.words[position + POSITION.LEVELS] = at
    return at
  }

  #holds(position: number, state: Int32Array, from: number, length: number): boolean {
    const { words } = this
    if (words[position + POSITION.LENGTH] !== length) return false
    const own = position + POSITION_SIZE
    for (let i = 0; i < length; i++) if (words[own + i] !== state[from + i]) return false
    return true
  }

  /** Makes a position of the words of the draft: one that is kept if there is room, else the draft itself. */
  #keep(draft: number, length: number, hash: number): number {
    let position = NONE
    if (this.#patience > 0) this.#patience--
    else position = this.#take(POSITION_SIZE + length)
    const isKept = position !== NONE
    if (isKept) this.words.copyWithin(position + POSITION_SIZE, draft, draft + length)
    else {
      position = this.#spare
      this.#spare = position === this.#even ? this.#odd : this.#even
    }
    const { words } = this
    words[position + POSITION.HASH] = hash
    if (isKept) {
      if (2 * ++this.#count > this.#slots.length) this.#widen()
      this.#put(position)
    }
    words[position + POSITION.SERIAL]!++
    words[position + POSITION.LENGTH] = length
    words[position + POSITION.ENDING] = UNASKED
    words[position + POSITION.NEXT] = UNASKED
    return position
  }

  /** Takes words of the room; NONE if there are not as many. They are 0. */
  #take(count: number): number {
    const at = this.#used
    if (at + count > this.#end) return NONE
    this.#used += count
    if (this.#used > this.words.length) {
      const wider = new Int32Array(Math.min(this.#end, Math.max(this.#used, 2 * this.words.length)))
      wider.set(this.words)
      this.words = wider
    }
    return at
  }

  #widen(): void {
    const before = this.#slots
    this.#slots = new Int32Array(2 * before.length)
    for (const position of before) if (position !== NONE) this.#put(position)
  }

  #put(position: number): void {
    const mask = this.#slots.length - 1
    let slot = this.words[position + POSITION.HASH]! & mask
    while (this.#slots[slot] !== NONE) slot = (slot + 1) & mask
    this.#slots[slot] = position
  }
}

/** Austin Appleby's MurmurHash3 of 32 bits, without the number of bytes: all of its bits depend on all words. */
function hashOf(words: Int32Array, from: number, length: number): number {
  let hash = length
  for (let i = from; i < from + length; i++) {
    const mixed = Math.imul(words[i]!, 0xcc9e2d51)
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
