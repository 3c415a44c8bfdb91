/**
 * Adapts a game of plain values to the fast contract: states are the words of codec.ts, moves are numbered by
 * their index in a position's list.
 */
import {
  type Action,
  bitCount,
  CHANCE,
  type CompiledGame,
  EVENTS,
  FIELDED,
  type Field,
  type GameInfo,
  type GameText,
  type RandomMatch,
  RESOLVE_BIT,
  type Seat,
  type State,
  sampleMatch,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { isAudited, isStrict, showGameWork } from '../modules/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../rng.ts'
import { auditPosition } from './audit.ts'
import { Author } from './author.ts'
import { type Codec, fieldAt } from './codec.ts'
import { DecodedStates, type Maker } from './decoded.ts'
import { type Context, type Definition, seatsBy } from './define.ts'
import { StructuralFeatures } from './features.ts'
import { infoOf, MOVES_MAX, requireSeatNames, type Sizes } from './info.ts'
import {
  CHOICE,
  CHOICE_SIZE,
  CHOICES,
  CHOICES_SIZE,
  copyWords,
  LIVE,
  NO_ASSET,
  NONE,
  POSITION,
  POSITION_SIZE,
  PositionTable,
  UNASKED,
} from './position-table.ts'
import { textOf } from './text.ts'

/**
 * Words before the author's state. NEXT: who is to move after `resolve`. COUNT: decisions so far. JOINT:
 * whether seats decide at the same time. LENGTH: of the author's state.
 */
const TO_MOVE = 0
const NEXT = 1
const COUNT = 2
const ENDING = 3
const JOINT = 4
const LENGTH = 5
const HEAD = 6

/** First of the words with 1 + the number of a seat's sealed move; those of returns follow. */
const SEALED = HEAD

/** States of this many words and more are not encoded in random matches: smaller ones are found in the table of positions. */
const LIVE_WORDS = 256
/** In audited matches, one position is audited for every this many words of a state: an audit copies it several times. */
const AUDIT_WORDS = 128

/** For the guesses that describe moves. */
const FEATURES = rootOf('features')

export class PlainGame implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly notes: readonly string[]
  readonly chanceWeights?: (state: State, out: Int32Array) => number
  readonly uses?: (state: State, seat: Seat, action: Action, asset: number) => boolean
  readonly sampleMatch?: (state: State, rngs: readonly Int32Array[], match: RandomMatch) => void
  readonly #of: Definition
  readonly #author: Author
  readonly #codec: Codec
  readonly #positions: PositionTable
  readonly #values: DecodedStates
  readonly #seats: number
  readonly #returns: number
  readonly #body: number
  readonly #most: number
  readonly #assetWords: number
  readonly #levels: number
  readonly #features: StructuralFeatures
  /** A guess at the view whose moves were last described, that view, and whose it is. */
  readonly #guess: State
  readonly #guessed: State
  #guesser: Seat = NONE
  readonly #rng = new Int32Array(RNG_WORDS)
  /** The opening position, or NONE. */
  #first = NONE
  #isLive = false
  readonly #auditEvery: number

  constructor(
    id: string,
    definition: Definition,
    rules: object,
    codec: Codec,
    sizes: Sizes,
    notes: readonly string[] = [],
  ) {
    const names = seatsBy(definition, rules)
    requireSeatNames(names)
    this.notes = notes
    this.#of = definition
    this.#codec = codec
    this.#seats = names.length
    this.#returns = SEALED + names.length
    this.#body = this.#returns + names.length
    this.#most = definition.maxMoves ?? MOVES_MAX
    const learning = StructuralFeatures.hints(Object.keys(definition.gauges ?? {}).length)
    this.info = { ...infoOf(id, definition, names, this.#body + sizes.words, this.#most, sizes), learning }
    this.#assetWords = this.info.assets.length * EVENTS.length
    this.#levels = definition.gauges ? this.info.gauges.length * names.length : 0
    this.#author = new Author(definition, this.info, rules)
    this.#positions = new PositionTable(sizes.words, isStrict(), codec.isLenient)
    this.#values = new DecodedStates(this.#author, codec, this.#positions, sizes.words, definition)
    this.#features = new StructuralFeatures(this.#author, names.length, this.#levels / names.length)
    this.#guess = new Int32Array(this.info.stateSize)
    this.#guessed = new Int32Array(this.info.stateSize)
    if (definition.chance) this.chanceWeights = (state, out) => this.#writeWeights(state, out)
    if (definition.assets)
      this.uses = (state, seat, action, asset) =>
        this.#author.assetOf(this.movesOf(state, seat)[action], this.positionOf(state), seat) === asset
    if (codec.isLenient && !isStrict() && sizes.words >= LIVE_WORDS)
      this.sampleMatch = (state, rngs, match) => this.#sampleLive(state, rngs, match)
    this.#auditEvery = isStrict() ? 1 : Math.ceil(sizes.words / AUDIT_WORDS)
    this.text = textOf(this, definition)
  }

  start(s: State, _events: Int32Array): void {
    s.fill(0)
    const first = this.#first === NONE ? this.#values.enter(this.#author.setup(), 'setup') : this.#first
    if (this.#positions.isKept(first)) this.#first = first
    this.#goOn(s, first)
    this.#open(s)
  }

  toMove(s: State): number {
    return s[TO_MOVE]!
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    const count = this.#values.countOf(this.#at(s), seat)
    for (let place = 0; place < count; place++) out[place] = place
    return count
  }

  passive(_state: State, _seat: Seat): Action {
    return 0
  }

  sample(s: State, seat: Seat, rng: Int32Array): Action {
    const position = this.#at(s)
    if (seat !== CHANCE) return below(rng, this.#values.countOf(position, seat))
    const choices = this.#values.choicesOf(position, CHANCE)
    let left = below(rng, this.#values.weightSumOf(position, choices))
    let place = 0
    for (;;) {
      const weight = this.#values.weightOf(choices, place)
      if (left < weight) return place
      left -= weight
      place++
    }
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (this.#isLive) showGameWork()
    const position = this.#at(s)
    const choices = this.#values.choicesOf(position, seat)
    const count =
      choices === NONE
        ? this.#values.movesOf(position, seat).length
        : this.#positions.words[choices + CHOICES.COUNT]!
    if (action >= count) this.#author.refuseGuess(seat, count)
    const choice = choices === NONE ? NONE : choices + CHOICES_SIZE + action * CHOICE_SIZE
    if (seat !== CHANCE) this.#count(position, choice, seat, action, events)
    if (s[JOINT] === 1) {
      s[SEALED + seat] = 1 + action
      const left = s[TO_MOVE]! & ~(1 << seat)
      s[TO_MOVE] = left === 0 ? RESOLVE_BIT : left
      return
    }
    let after = choice === NONE ? NONE : this.#positions.words[choice + CHOICE.TO]!
    if (after === NONE) after = this.#step(position, choice, seat, action)
    this.#goOn(s, after)
    if (seat === CHANCE) this.#open(s)
    else s[TO_MOVE] = RESOLVE_BIT
  }

  resolve(s: State): boolean {
    // After a single move, JOINT already describes who is next.
    if (s[JOINT] === 1 && s[NEXT] === 0) this.#applyAll(s)
    s[TO_MOVE] = s[NEXT]!
    s[NEXT] = 0
    return true
  }

  result(s: State, returns: Int32Array): number {
    for (let seat = 0; seat < this.#seats; seat++) returns[seat] = s[this.#returns + seat]!
    return s[ENDING]! - 1
  }

  observe(s: State, seat: Seat, view: State): void {
    if (this.#of.view === undefined) view.set(s)
    else {
      view.fill(0)
      for (let at = 0; at < this.#body; at++) view[at] = s[at]!
      this.#write(view, this.#author.view(this.positionOf(s), seat), 0, 'view')
    }
    if (s[JOINT] === 0) return
    for (let other = 0; other < this.#seats; other++) {
      if (other === seat || view[SEALED + other] === 0) continue
      view[SEALED + other] = 0
      view[TO_MOVE] = (view[TO_MOVE]! & ~RESOLVE_BIT) | (1 << other)
    }
  }

  determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    if (this.#of.determinize === undefined) return
    const guess = this.#author.determinize(this.#codec.read(view, this.#body), seat, rng)
    this.#write(out, guess, out[LENGTH]!, 'determinize')
  }

  gauge(s: State, out: Int32Array, at: number): void {
    if (this.#levels === 0) {
      for (let seat = 0; seat < this.#seats; seat++)
        out[at + seat] = s[ENDING] === 0 ? 0 : Math.sign(s[this.#returns + seat]! * this.#seats - WIN_UNITS)
      return
    }
    const position = this.#at(s)
    const levels = this.#positions.words[position + POSITION.LEVELS]!
    if (levels === NONE) {
      this.#author.writeGauges(this.#values.of(position), out, at)
      const kept = this.#positions.addLevels(position, this.#levels)
      if (kept !== NONE) for (let i = 0; i < this.#levels; i++) this.#positions.words[kept + i] = out[at + i]!
      return
    }
    const { words } = this.#positions
    for (let i = 0; i < this.#levels; i++) out[at + i] = words[levels + i]!
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#features.tokens(this.positionOf(view), seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    const move = this.movesOf(view, seat)[action]
    const count = this.#features.move(move, seat, out)
    if (view[JOINT] === 1) return count
    if (this.#guesser !== seat || !sameStates(view, this.#guessed)) this.#guessAt(view, seat)
    const read = (): unknown => this.#codec.read(this.#guess, this.#body)
    return this.#features.after(this.#author.apply(read(), move, seat, read), seat, out, count)
  }

  /** The same guess at a view every time. */
  #guessAt(view: State, seat: Seat): void {
    derive(this.#rng, FEATURES, this.#positions.hashAt(this.#at(view)), seat)
    this.determinize(view, seat, this.#rng, this.#guess)
    this.#guessed.set(view)
    this.#guesser = seat
    this.#features.readBefore(this.#codec.read(this.#guess, this.#body), seat)
  }

  /** The author's state; lent. */
  positionOf(s: State): unknown {
    return this.#values.of(this.#at(s))
  }

  wordsOf(s: State): number {
    return s[LENGTH]!
  }

  fieldOf(s: State, word: number): Field | null {
    const at = word - this.#body
    return at < 0 || at >= s[LENGTH]! ? null : fieldAt(this.#codec, this.positionOf(s), at)
  }

  contextOf(seat: Seat): Context<object> {
    return this.#author.contextOf(seat)
  }

  /** Moves by action; lent. Throws a GameError if there are none or too many. */
  movesOf(s: State, seat: Seat): readonly unknown[] {
    return this.#values.movesOf(this.#at(s), seat)
  }

  /** Plays a match as the plain loop does, on the author's own values: their words are written at the end. */
  #sampleLive(s: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    this.#values.beginLive(this.#at(s))
    this.#isLive = true
    try {
      sampleMatch(this, s, rngs, match)
    } finally {
      this.#isLive = false
      this.#values.endLive()
    }
    const before = s[LENGTH]!
    this.#setLength(s, this.#values.writeLive(s, this.#body), before)
  }

  #at(s: State): number {
    if (this.#isLive) return LIVE
    return this.#positions.at(s, this.#body, s[LENGTH]!)
  }

  #writeWeights(s: State, out: Int32Array): number {
    const position = this.#at(s)
    const choices = this.#values.choicesOf(position, CHANCE)
    const count = this.#values.countOf(position, CHANCE)
    for (let place = 0; place < count; place++) out[place] = this.#values.weightOf(choices, place)
    return this.#values.weightSumOf(position, choices)
  }

  #count(position: number, choice: number, seat: Seat, action: Action, events: Int32Array): void {
    let asset = choice === NONE ? UNASKED : this.#positions.words[choice + CHOICE.ASSET]!
    if (asset === UNASKED) {
      const move = this.#values.movesOf(position, seat)[action]
      asset = this.#author.assetOf(move, this.#values.of(position), seat)
      if (choice !== NONE) this.#positions.words[choice + CHOICE.ASSET] = asset
    }
    if (asset === NO_ASSET) return
    const at = seat * this.#assetWords + asset * EVENTS.length
    events[at + FIELDED]!++
    events[at + USED]!++
  }

  #step(position: number, choice: number, seat: Seat, action: Action): number {
    const move = this.#values.movesOf(position, seat)[action]
    const after = this.#values.enter(
      this.#author.apply(this.#values.draft(position), move, seat, this.#values.before),
      'apply',
    )
    if (choice !== NONE && this.#positions.isKept(after)) this.#positions.words[choice + CHOICE.TO] = after
    return after
  }

  #applyAll(s: State): void {
    const position = this.#at(s)
    const moves: unknown[] = new Array(this.#seats).fill(undefined)
    for (let seat = 0; seat < this.#seats; seat++)
      if (s[SEALED + seat] !== 0) moves[seat] = this.#values.movesOf(position, seat)[s[SEALED + seat]! - 1]
    const after = this.#values.enter(
      this.#author.applyAll(this.#values.draft(position), moves, this.#values.before),
      'applyAll',
    )
    for (let seat = 0; seat < this.#seats; seat++) s[SEALED + seat] = 0
    this.#goOn(s, after)
  }

  /** Writes a position, and its outcome or who is next. */
  #goOn(s: State, position: number): void {
    if (position !== LIVE) {
      this.#positions.visit(position)
      this.#copy(s, position)
    }
    s[JOINT] = 0
    s[NEXT] = 0
    const { words } = this.#positions
    if (words[position + POSITION.ENDING] === UNASKED) this.#values.askOutcome(position)
    const ending = words[position + POSITION.ENDING]!
    if (ending !== 0) this.#end(s, ending, words[position + POSITION.WINNERS]!)
    else if (s[COUNT]! >= this.#most) this.#end(s, this.info.endings.length, (1 << this.#seats) - 1)
    else {
      s[COUNT]!++
      if (words[position + POSITION.NEXT] === UNASKED) this.#values.askNext(position)
      s[NEXT] = words[position + POSITION.NEXT]!
      s[JOINT] = words[position + POSITION.JOINT]!
    }
    const isAuditDue = isAudited() && s[COUNT]! % this.#auditEvery === 0
    if (isAuditDue && words[position + POSITION.AUDITED] === 0) {
      auditPosition(this.#of, this.#author, this.#values.copierOf(position), s[NEXT]!)
      words[position + POSITION.AUDITED] = 1
    }
  }

  #copy(s: State, position: number): void {
    const { words } = this.#positions
    const from = position + POSITION_SIZE
    const body = this.#body
    const before = s[LENGTH]!
    const length = words[position + POSITION.LENGTH]!
    copyWords(words, from, s, body, length)
    for (let i = length; i < before; i++) s[body + i] = 0
    s[LENGTH] = length
  }

  #end(s: State, ending: number, winners: number): void {
    s[ENDING] = ending
    const share = WIN_UNITS / bitCount(winners)
    for (let seat = 0; seat < this.#seats; seat++) s[this.#returns + seat] = (winners >> seat) & 1 ? share : 0
  }

  /** Puts the next seats to move without a step; a match that is over still needs one. */
  #open(s: State): void {
    const over = s[NEXT] === 0
    s[TO_MOVE] = over ? RESOLVE_BIT : s[NEXT]!
    s[NEXT] = 0
  }

  /** Clears the rest of an earlier state of `before` words. */
  #write(s: State, value: unknown, before: number, by: Maker): void {
    this.#setLength(s, this.#values.write(value, s, this.#body, by), before)
  }

  #setLength(s: State, length: number, before: number): void {
    for (let i = length; i < before; i++) s[this.#body + i] = 0
    s[LENGTH] = length
  }
}

function sameStates(a: State, b: State): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
