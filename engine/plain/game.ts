/** A game of plain values in the words of the fast contract: states as the words of `codec.ts`, moves numbered by their place in the list of a position. */
import {
  type Action,
  bitCount,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  RESOLVE_BIT,
  type Seat,
  type State,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { GameError, isStrict } from '../modules/index.ts'
import { below } from '../rng.ts'
import type { Codec } from './codec.ts'
import type { Chance, Context, Definition, Draws, Outcome } from './define.ts'
import { infoOf, type Sizes } from './info.ts'
import { textOf } from './text.ts'

/** Words before those of the author's state. NEXT: who is to move once the step is resolved. JOINT: whether seats decide at the same time. */
const TO_MOVE = 0
const NEXT = 1
const COUNT = 2
const ENDING = 3
const JOINT = 4
const LENGTH = 5
const HEAD = 6

/** Where the first of the words is that hold a seat's sealed move (its number and one), and of those that hold its returns. */
const SEALED = HEAD

export class PlainGame implements CompiledGame {
  readonly info: GameInfo
  readonly text: GameText
  readonly chanceWeights?: (state: State, out: Int32Array) => number
  readonly #of: Definition
  readonly #codec: Codec
  readonly #seats: number
  readonly #returns: number
  /** The first word of the author's state, and how many there may be. */
  readonly #body: number
  readonly #bodyMax: number
  readonly #most: number
  readonly #legalMax: number
  readonly #all: Context<object>
  readonly #contexts: readonly Context<object>[]
  readonly #assets: ReadonlyMap<string, number>
  /** The position that was looked at last: its words, its value if that is known, and the moves of a seat. */
  readonly #words: Int32Array
  #length = -1
  #value: unknown = null
  #isKnown = false
  #asked: Seat = -1
  #moves: readonly unknown[] = []
  #weights: readonly number[] = []
  #weightSum = 0
  #rng: Int32Array = new Int32Array(0)
  readonly #draws: Draws

  constructor(id: string, definition: Definition, rules: object, codec: Codec, sizes: Sizes) {
    this.#of = definition
    this.#codec = codec
    const names = typeof definition.seats === 'function' ? definition.seats(rules) : definition.seats
    this.#seats = names.length
    this.#returns = SEALED + names.length
    this.#body = this.#returns + names.length
    this.#bodyMax = sizes.words
    this.#legalMax = sizes.moves
    this.#most = definition.maxMoves ?? MOVES_MAX
    this.#words = new Int32Array(sizes.words)
    this.#all = { rules, seats: names.length, seat: -1 }
    this.#contexts = names.map((_, seat) => ({ rules, seats: names.length, seat }))
    this.info = infoOf(id, definition, names, this.#body + sizes.words, this.#most, sizes)
    this.#assets = new Map((definition.assets ?? []).map((asset, at) => [asset, at]))
    if (definition.chance) this.chanceWeights = (state, out) => this.#writeWeights(state, out)
    const draw = (n: number): number => below(this.#rng, n)
    this.#draws = {
      below: draw,
      pick: list => list[draw(list.length)]!,
      shuffle: list => {
        const mixed = [...list]
        for (let left = mixed.length; left > 1; left--) {
          const at = draw(left)
          const last = mixed[left - 1]!
          mixed[left - 1] = mixed[at]!
          mixed[at] = last
        }
        return mixed
      },
    }
    this.text = textOf(this, definition)
  }

  start(s: State, _events: Int32Array): void {
    s.fill(0)
    this.#length = -1
    this.#store(s, this.#of.setup(this.#all))
    this.#goOn(s)
    this.#open(s)
  }

  toMove(s: State): number {
    return s[TO_MOVE]!
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    const { length } = this.movesOf(s, seat)
    for (let place = 0; place < length; place++) out[place] = place
    return length
  }

  passive(_state: State, _seat: Seat): Action {
    return 0
  }

  sample(s: State, seat: Seat, rng: Int32Array): Action {
    const { length } = this.movesOf(s, seat)
    if (seat !== CHANCE) return below(rng, length)
    let left = below(rng, this.#weightSum)
    let place = 0
    while (left >= this.#weights[place]!) left -= this.#weights[place++]!
    return place
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    const move = this.movesOf(s, seat)[action]
    if (seat !== CHANCE) this.#count(s, seat, move, events)
    if (s[JOINT] === 1) {
      s[SEALED + seat] = 1 + action
      const left = s[TO_MOVE]! & ~(1 << seat)
      s[TO_MOVE] = left === 0 ? RESOLVE_BIT : left
      return
    }
    const draft = this.#draft(s)
    const context = seat === CHANCE ? this.#all : this.#contexts[seat]!
    this.#store(s, this.#of.apply(draft, move, context) ?? draft)
    this.#goOn(s)
    if (seat === CHANCE) this.#open(s)
    else s[TO_MOVE] = RESOLVE_BIT
  }

  resolve(s: State): boolean {
    if (s[JOINT] === 1) this.#applyAll(s)
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
      this.#put(view, this.#of.view(this.#read(s), this.#contexts[seat]!), 0)
    }
    if (s[JOINT] === 0) return
    // What the others have sealed is unmade.
    for (let other = 0; other < this.#seats; other++) {
      if (other === seat || view[SEALED + other] === 0) continue
      view[SEALED + other] = 0
      view[TO_MOVE] = (view[TO_MOVE]! & ~RESOLVE_BIT) | (1 << other)
    }
  }

  determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    if (this.#of.determinize === undefined) return
    this.#rng = rng
    const seen = this.#codec.read(view, this.#body)
    const guess = this.#of.determinize(seen, { ...this.#contexts[seat]!, random: this.#draws })
    this.#put(out, guess, out[LENGTH]!)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const { gauges } = this.info
    let to = at
    if (this.#of.gauges === undefined) {
      for (let seat = 0; seat < this.#seats; seat++)
        out[to++] = s[ENDING] === 0 ? 0 : Math.sign(s[this.#returns + seat]! * this.#seats - WIN_UNITS)
      return
    }
    const value = this.#read(s)
    for (let g = 0; g < gauges.length; g++) {
      const { id, min, max } = gauges[g]!
      const { of } = this.#of.gauges[id]!
      for (let seat = 0; seat < this.#seats; seat++) {
        const level = of(value, this.#contexts[seat]!)
        if (!(level >= min && level <= max && Number.isInteger(level)))
          throw new GameError(
            `gauge ${id} is ${String(level)} for ${this.info.seats[seat]}, expected a whole number from ${min} to ${max}`,
            of,
          )
        out[to++] = level
      }
    }
  }

  /** The author's state of a position; lent. */
  positionOf(s: State): unknown {
    return this.#read(s)
  }

  /** Words that the author's state takes in a position. */
  wordsOf(s: State): number {
    return s[LENGTH]!
  }

  /** What the author's functions are given for a seat, or for none. */
  contextOf(seat: Seat): Context<object> {
    return this.#contexts[seat] ?? this.#all
  }

  /** The moves of a seat or chance, by action; lent. Throws a GameError if there are none or too many. */
  movesOf(s: State, seat: Seat): readonly unknown[] {
    const value = this.#read(s)
    if (this.#asked === seat) return this.#moves
    this.#asked = -1
    const moves = seat === CHANCE ? this.#outcomes(value) : this.#of.moves(value, this.#contexts[seat]!)
    if (!Array.isArray(moves) || moves.length === 0)
      throw new GameError(
        `moves returned ${Array.isArray(moves) ? 'none' : String(moves)} for ${this.info.seats[seat] ?? 'chance'}, who is to move, expected a list with a move at least: end the match in outcome, or offer a pass`,
        this.#of.moves,
      )
    if (moves.length > this.#legalMax)
      throw new GameError(
        `moves returned ${moves.length} moves, expected at most ${this.#legalMax}, twice as many as random matches showed: give movesAtOnce`,
        this.#of.moves,
      )
    if (isStrict()) freeze(moves)
    this.#moves = moves
    this.#asked = seat
    return moves
  }

  #outcomes(value: unknown): readonly unknown[] {
    const chances = this.#of.chance?.(value, this.#all) as readonly Chance<unknown>[] | undefined
    if (!Array.isArray(chances))
      throw new GameError('chance is to move, but chance returned no list', this.#of.chance)
    this.#weights = chances.map(({ weight = 1 }: Chance<unknown>) => weight)
    this.#weightSum = 0
    for (const weight of this.#weights) {
      if (!Number.isInteger(weight) || weight < 1)
        throw new GameError(
          `chance has the weight ${String(weight)}, expected a whole number from 1 on`,
          this.#of.chance,
        )
      this.#weightSum += weight
    }
    return chances.map(({ move }: Chance<unknown>) => move)
  }

  #writeWeights(s: State, out: Int32Array): number {
    this.movesOf(s, CHANCE)
    for (let place = 0; place < this.#weights.length; place++) out[place] = this.#weights[place]!
    return this.#weightSum
  }

  #count(s: State, seat: Seat, move: unknown, events: Int32Array): void {
    const { assetOf } = this.#of
    let asset = 0
    if (assetOf) {
      const id = assetOf(move, this.#read(s), this.#contexts[seat]!)
      if (id === null || id === undefined) return
      const found = this.#assets.get(id)
      if (found === undefined)
        throw new GameError(
          `assetOf returned ${String(id)}, expected one of ${[...this.#assets.keys()].join(', ')}, or null`,
          assetOf,
        )
      asset = found
    }
    const at = (seat * this.info.assets.length + asset) * EVENTS.length
    events[at + FIELDED]!++
    events[at + USED]!++
  }

  #applyAll(s: State): void {
    const { applyAll } = this.#of
    if (!applyAll)
      throw new GameError(
        'toMove returned a list of seats, expected applyAll, which carries out their moves',
        this.#of.toMove,
      )
    const moves: unknown[] = new Array(this.#seats).fill(undefined)
    for (let seat = 0; seat < this.#seats; seat++)
      if (s[SEALED + seat] !== 0) moves[seat] = this.movesOf(s, seat)[s[SEALED + seat]! - 1]
    const draft = this.#draft(s)
    this.#store(s, applyAll(draft, moves, this.#all) ?? draft)
    for (let seat = 0; seat < this.#seats; seat++) s[SEALED + seat] = 0
    this.#goOn(s)
  }

  /** The author's state, which the author may change: the one that was looked at, which nobody needs again. */
  #draft(s: State): unknown {
    const value = isStrict() ? this.#codec.read(s, this.#body) : this.#read(s)
    this.#isKnown = false
    this.#asked = -1
    this.#value = null
    return value
  }

  #read(s: State): unknown {
    const length = s[LENGTH]!
    if (length !== this.#length || !this.#holds(s, length)) {
      for (let i = 0; i < length; i++) this.#words[i] = s[this.#body + i]!
      this.#length = length
      this.#isKnown = false
    }
    if (!this.#isKnown) {
      this.#value = this.#codec.read(this.#words, 0)
      if (isStrict()) freeze(this.#value)
      this.#isKnown = true
      this.#asked = -1
    }
    return this.#value
  }

  #holds(s: State, length: number): boolean {
    const words = this.#words
    const from = this.#body
    for (let i = 0; i < length; i++) if (words[i] !== s[from + i]) return false
    return true
  }

  #store(s: State, value: unknown): void {
    this.#put(s, value, s[LENGTH]!)
  }

  /** Writes the author's state after which `before` words of an earlier one lie. */
  #put(s: State, value: unknown, before: number): void {
    const end = this.#codec.write(value, s, this.#body)
    const length = end - this.#body
    if (length > this.#bodyMax)
      throw new GameError(
        `the state has grown to ${length} words, expected at most ${this.#bodyMax}: give stateWords, and keep what a player need not know, such as all past moves, out of it`,
        this.#of.apply,
      )
    for (let i = end; i < this.#body + before; i++) s[i] = 0
    s[LENGTH] = length
  }

  /** Finds out what a new position leads to: an end, or who is to move. */
  #goOn(s: State): void {
    const value = this.#read(s)
    const outcome = this.#of.outcome(value, this.#all)
    s[JOINT] = 0
    s[NEXT] = 0
    if (outcome !== null && outcome !== undefined) this.#end(s, outcome)
    else if (s[COUNT]! >= this.#most) {
      s[ENDING] = this.info.endings.length
      for (let seat = 0; seat < this.#seats; seat++) s[this.#returns + seat] = WIN_UNITS / this.#seats
    } else {
      s[COUNT]!++
      const next = this.#of.toMove(value, this.#all)
      if (typeof next === 'number') s[NEXT] = this.#bit(next)
      else if (next === 'chance') s[NEXT] = CHANCE_BIT
      else if (Array.isArray(next) && next.length > 0) {
        for (const seat of next) s[NEXT] = s[NEXT]! | this.#bit(seat)
        s[JOINT] = 1
      } else throw new GameError(`toMove returned ${String(next)}, ${this.#expectedSeat()}`, this.#of.toMove)
    }
  }

  /** Puts whoever is next to move, without a step; a match that is over still has one. */
  #open(s: State): void {
    const over = s[NEXT] === 0
    s[TO_MOVE] = over ? RESOLVE_BIT : s[NEXT]!
    s[NEXT] = 0
  }

  #bit(seat: unknown): number {
    if (!(Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < this.#seats))
      throw new GameError(`toMove returned ${String(seat)}, ${this.#expectedSeat()}`, this.#of.toMove)
    return 1 << (seat as number)
  }

  #expectedSeat(): string {
    return `expected a seat from 0 to ${this.#seats - 1}, a list of seats, or 'chance'; outcome says that a match is over`
  }

  #end(s: State, { winner, winners, scores, by }: Outcome): void {
    const mask = this.#winners(winners ?? (winner === undefined ? undefined : [winner]), scores)
    const isDraw = mask === (1 << this.#seats) - 1
    const id = by ?? (isDraw ? 'draw' : 'win')
    const kind = isDraw ? 'draw' : 'win'
    const ending = this.info.endings.findIndex(one => one.id === id && one.kind === kind)
    if (ending < 0) {
      const ids = this.info.endings.filter(one => one.kind === kind).map(one => one.id)
      throw new GameError(
        `outcome returned by: ${String(id)}, expected one of ${[...new Set(ids)].join(', ')}`,
        this.#of.outcome,
      )
    }
    s[ENDING] = 1 + ending
    const share = WIN_UNITS / bitCount(mask)
    for (let seat = 0; seat < this.#seats; seat++) s[this.#returns + seat] = (mask >> seat) & 1 ? share : 0
  }

  /** The seats that share the win; all of them in a draw. */
  #winners(named: readonly number[] | undefined, scores: readonly number[] | undefined): number {
    let mask = 0
    if (named) for (const seat of named) mask |= this.#winner(seat)
    else if (scores) {
      if (scores.length !== this.#seats || !scores.every(Number.isFinite))
        throw new GameError(
          `outcome returned scores ${String(scores)}, expected a number for each of ${this.#seats} seats`,
          this.#of.outcome,
        )
      const highest = Math.max(...scores)
      for (const [seat, score] of scores.entries()) if (score === highest) mask |= 1 << seat
    }
    return mask === 0 ? (1 << this.#seats) - 1 : mask
  }

  #winner(seat: number): number {
    if (!(Number.isInteger(seat) && seat >= 0 && seat < this.#seats))
      throw new GameError(
        `outcome returned the winner ${String(seat)}, expected a seat from 0 to ${this.#seats - 1}`,
        this.#of.outcome,
      )
    return 1 << seat
  }
}

/** The most decisions of a match where the author says nothing. */
const MOVES_MAX = 1000

/** Freezes a value with all that is in it, so that an author who changes it is told where. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}
