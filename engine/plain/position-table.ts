/**
 * A cache of positions of a game of plain values with the answers of its author's functions. These look only
 * at a state, so an answer holds for all states of the same words, and the author is not asked twice. Its
 * size is bounded and affects nothing but speed. Everything lies in one buffer, so that a step of a match
 * touches few lines of memory: a position is the index of its first word.
 */
import { wordOffsets } from '../contract/index.ts'

/** Not yet asked. */
export const UNASKED = -1
export const NO_ASSET = -2
export const NONE = 0

/**
 * Words of a position before the author's state. SERIAL tells apart states that have lain here. ENDING: 1 +
 * its index, 0 during the match, or UNASKED; WINNERS: a mask. NEXT: mask of who is next, or UNASKED;
 * JOINT: whether they decide at the same time. LEVELS: where the gauges lie. CHOICES: where the choices of
 * the seat asked first lie. AUDITED: whether it was audited.
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
  AUDITED: 1,
})

/** Words of a seat's choices before the choices. MORE: another seat's choices. SUM: of chance's weights. */
export const { at: CHOICES, size: CHOICES_SIZE } = wordOffsets({ SEAT: 1, MORE: 1, COUNT: 1, SUM: 1 })

/** Words of a choice: its asset, NO_ASSET or UNASKED; the position it leads to, if kept; chance's weight. */
export const { at: CHOICE, size: CHOICE_SIZE } = wordOffsets({ ASSET: 1, TO: 1, WEIGHT: 1 })

/**
 * Positions looked up before the first is kept: at first every call goes to the author's functions, which shows
 * functions that look at more than a state.
 */
const PATIENCE = 2 ** 13
/** The same for games of another framework, whose functions may take long. */
const PATIENCE_LENIENT = 2 ** 9
/** Words of all kept positions: 4 MB. */
const ROOM = 2 ** 20
const WORDS_MIN = 2 ** 10
/** Initial hash slots; at most half are taken. */
const SLOTS_MIN = 64

/** A position without words, of the state that a random match is at. */
export const LIVE = 1

/** Keeps the first positions until the room is taken. Two spare ones before them take turns. */
export class PositionTable {
  /** Replaced when it grows. */
  words: Int32Array
  readonly #even: number
  readonly #odd: number
  readonly #kept: number
  readonly #end: number
  #used: number
  #slots = new Int32Array(SLOTS_MIN)
  #count = 0
  #patience: number
  /** The last position, and the spare one for the next. */
  #here: number
  #spare: number

  /** `most`: words of a state. A forgetful table keeps no position; a lenient one is for a game of another framework. */
  constructor(most: number, isForgetful: boolean, isLenient = false) {
    this.#patience = isLenient ? PATIENCE_LENIENT : PATIENCE
    this.#even = LIVE + POSITION_SIZE
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

  /** Makes LIVE another state's position, of which nothing has been asked. */
  renew(): number {
    this.#reset(LIVE, UNASKED)
    return LIVE
  }

  /** A position that is not kept is valid until two others have been asked for. */
  isKept(position: number): boolean {
    return position >= this.#kept
  }

  at(state: Int32Array, from: number, length: number): number {
    if (this.#holds(this.#here, state, from, length)) return this.#here
    const draft = this.#spare + POSITION_SIZE
    copyWords(state, from, this.words, draft, length)
    return this.#enter(draft, length)
  }

  /** Never negative. */
  hashAt(position: number): number {
    return this.words[position + POSITION.HASH]! >>> 0
  }

  visit(position: number): void {
    this.#here = position
  }

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

  /** NONE if they have not been added. */
  choicesOf(position: number, seat: number): number {
    const { words } = this
    let at = words[position + POSITION.CHOICES]!
    while (at !== NONE && words[at + CHOICES.SEAT] !== seat) at = words[at + CHOICES.MORE]!
    return at
  }

  /** NONE if the position is not kept or no room is left. */
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

  /** Likewise for gauges. */
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

  /** Makes a kept position if there is room, else the draft becomes the position. */
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
    this.#reset(position, length)
    return position
  }

  #reset(position: number, length: number): void {
    const { words } = this
    words[position + POSITION.SERIAL]!++
    words[position + POSITION.LENGTH] = length
    words[position + POSITION.ENDING] = UNASKED
    words[position + POSITION.NEXT] = UNASKED
    words[position + POSITION.AUDITED] = 0
  }

  /** Zeroed words, or NONE if there are too few. */
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

/** Up to this many words, a loop is faster than `set`. */
const FEW_WORDS = 64

export function copyWords(from: Int32Array, at: number, to: Int32Array, start: number, length: number): void {
  if (length > FEW_WORDS) to.set(from.subarray(at, at + length), start)
  else for (let i = 0; i < length; i++) to[start + i] = from[at + i]!
}

/** Austin Appleby's MurmurHash3 of 32 bits, without the number of bytes. */
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
