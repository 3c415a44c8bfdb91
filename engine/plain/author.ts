/** Calls an author's functions and checks their answers. Wrong ones throw a GameError that says so. */
import { CHANCE, CHANCE_BIT, type GameInfo, type Seat } from '../contract/index.ts'
import { GameError, isStrict } from '../modules/index.ts'
import { below } from '../rng.ts'
import { shown } from './checked.ts'
import { type Chance, type Context, type Definition, type Draws, type Outcome, roleNames } from './define.ts'
import { drawEndingOf, endingOfRole } from './info.ts'
import { NO_ASSET } from './position-table.ts'

interface AskedOutcome {
  readonly ending: number
  readonly winners: number
}

/** Largest sum of chance's weights: draws have 32 bits. */
const WEIGHTS_MAX = 2 ** 31 - 1

const GOES_ON: AskedOutcome = { ending: 0, winners: 0 }

export class Author {
  readonly #of: Definition
  readonly #info: GameInfo
  readonly seats: readonly Seat[]
  readonly #seats: number
  readonly #legalMax: number
  readonly #all: Context<object>
  readonly #contexts: readonly Context<object>[]
  readonly #assets: ReadonlyMap<string, number>
  readonly #gauges: readonly NonNullable<Definition['gauges']>[string][]
  #rng: Int32Array = new Int32Array(0)
  readonly #draws: Draws

  constructor(definition: Definition, info: GameInfo, rules: object) {
    this.#of = definition
    this.#info = info
    this.#seats = info.seats.length
    this.seats = info.seats.map((_, seat) => seat)
    this.#legalMax = info.legalMax
    this.#all = { rules, seats: this.#seats, seat: -1 }
    this.#contexts = info.seats.map((_, seat) => ({ rules, seats: this.#seats, seat }))
    this.#assets = new Map((definition.assets ?? []).map((asset, at) => [asset, at]))
    this.#gauges = Object.values(definition.gauges ?? {})
    const draw = (n: number): number => below(this.#rng, n)
    this.#draws = {
      below: draw,
      pick: list => list[draw(list.length)]!,
      shuffle: list => shuffled(list, draw),
    }
  }

  /** The context of a seat; for chance, one without a seat. */
  contextOf(seat: Seat): Context<object> {
    return this.#contexts[seat] ?? this.#all
  }

  setup(): unknown {
    return this.#of.setup(this.#all)
  }

  moves(value: unknown, seat: Seat): readonly unknown[] {
    const moves: unknown = this.#of.moves(value, this.#contexts[seat]!)
    return this.#checked(moves, seat)
  }

  chances(value: unknown): { readonly moves: readonly unknown[]; readonly weights: readonly number[] } {
    const chances = this.#of.chance?.(value, this.#all) as readonly Chance<unknown>[] | undefined
    if (!Array.isArray(chances))
      throw new GameError(
        `chance returned ${shown(chances)}, expected a list of { move, weight }`,
        this.#of.chance,
      )
    const weights = chances.map(({ weight = 1 }: Chance<unknown>) => weight)
    for (const weight of weights)
      if (!Number.isInteger(weight) || weight < 1)
        throw new GameError(
          `chance has a weight of ${shown(weight)}, expected a whole number, at least 1`,
          this.#of.chance,
        )
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    if (total > WEIGHTS_MAX)
      throw new GameError(
        `chance has weights with a sum of ${total}, expected at most ${WEIGHTS_MAX}`,
        this.#of.chance,
      )
    const moves = chances.map(({ move }: Chance<unknown>) => move)
    return { moves: this.#checked(moves, CHANCE), weights }
  }

  /** Throws a GameError: a guess offers fewer moves than the view did. */
  refuseGuess(seat: Seat, count: number): never {
    throw new GameError(
      `a guess from determinize offers ${this.#info.seats[seat] ?? 'chance'} fewer moves (${count}) than its view does, expected the same moves`,
      this.#of.determinize,
    )
  }

  #checked(moves: unknown, seat: Seat): readonly unknown[] {
    if (!Array.isArray(moves) || moves.length === 0)
      throw new GameError(
        `moves returned ${shown(moves)} for ${this.#info.seats[seat] ?? 'chance'}, expected at least one move: end the match in outcome, or offer a pass`,
        this.#of.moves,
      )
    if (moves.length > this.#legalMax)
      throw new GameError(
        `moves returned ${moves.length} moves, expected at most ${this.#legalMax} (twice the maximum in random matches): set movesAtOnce`,
        this.#of.moves,
      )
    // A map without a return, or a sum with something absent.
    for (let i = 0; i < moves.length; i++)
      if (moves[i] === undefined || Number.isNaN(moves[i]))
        throw new GameError(
          `${seat === CHANCE ? 'chance' : 'moves'} offers ${String(moves[i])}, expected only plain values, such as numbers and strings`,
          seat === CHANCE ? this.#of.chance : this.#of.moves,
        )
    if (isStrict()) freeze(moves)
    return moves
  }

  /** May change `draft`; `before()` returns a fresh copy of it. Returns the next state. */
  apply(draft: unknown, move: unknown, seat: Seat, before: () => unknown): unknown {
    return this.#of.apply(draft, move, this.contextOf(seat), before) ?? draft
  }

  applyAll(draft: unknown, moves: readonly unknown[], before: () => unknown): unknown {
    if (!this.#of.applyAll)
      throw new GameError(
        'toMove returned a list of seats, but the game has no function applyAll, expected one that carries out their moves',
        this.#of.toMove,
      )
    return this.#of.applyAll(draft, moves, this.#all, before) ?? draft
  }

  assetOf(move: unknown, value: unknown, seat: Seat): number {
    if (!this.#of.assetOf) return 0
    const id = this.#of.assetOf(move, value, this.#contexts[seat]!)
    if (id === null || id === undefined) return NO_ASSET
    const found = this.#assets.get(id)
    if (found === undefined)
      throw new GameError(
        `assetOf returned ${shown(id)}, expected one of ${[...this.#assets.keys()].join(', ')}, or null`,
        this.#of.assetOf,
      )
    return found
  }

  view(value: unknown, seat: Seat): unknown {
    return this.#of.view!(value, this.#contexts[seat]!)
  }

  /** May change `view`. */
  determinize(view: unknown, seat: Seat, rng: Int32Array): unknown {
    this.#rng = rng
    return this.#of.determinize!(view, { ...this.#contexts[seat]!, random: this.#draws })
  }

  writeGauges(value: unknown, out: Int32Array, at: number): void {
    let to = at
    for (let g = 0; g < this.#gauges.length; g++) {
      const { min, max, of } = this.#gauges[g]!
      for (let seat = 0; seat < this.#seats; seat++) {
        const level = of(value, this.#contexts[seat]!)
        if (!(Number.isInteger(level) && level >= min && level <= max))
          throw new GameError(
            `gauge ${this.#info.gauges[g]!.id} is ${shown(level)} for ${this.#info.seats[seat]}, expected a whole number from ${min} to ${max}`,
            of,
          )
        out[to++] = level
      }
    }
  }

  /** 1 + the index of the ending, and the mask of winners; both 0 during the match. */
  outcome(value: unknown): AskedOutcome {
    const outcome = this.#of.outcome(value, this.#all)
    return outcome === null || outcome === undefined ? GOES_ON : this.#end(outcome, value)
  }

  #end({ winner, winners, scores, by, role }: Outcome, value: unknown): AskedOutcome {
    const isNamed = winners !== undefined || winner !== undefined || scores !== undefined
    const named = winners ?? (winner === undefined ? undefined : [winner])
    const mask = this.#winners(role === undefined || isNamed ? named : this.#holders(role, value), scores)
    const isDraw = mask === (1 << this.#seats) - 1
    const kind = isDraw ? 'draw' : 'win'
    const won = this.#roleOf(role, by, kind)
    const ending = this.#ending(won === undefined ? (by ?? kind) : endingOfRole(by, won), kind)
    if (ending < 0) {
      const ids = this.#info.endings.filter(one => one.kind === kind).map(one => one.id)
      throw new GameError(
        `outcome returned by: ${shown(by)}, expected one of ${[...new Set(ids)].join(', ')}`,
        this.#of.outcome,
      )
    }
    return { ending: 1 + ending, winners: mask }
  }

  /** The role that wins; undefined for a draw, and in games without roles. */
  #roleOf(role: string | undefined, by: string | undefined, kind: 'win' | 'draw'): string | undefined {
    const ids = roleNames(this.#of.roles ?? [])
    if (ids.length === 0 && role === undefined) return undefined
    const won = role ?? ids.find(id => id === by)
    const expected = ids.length > 0 ? `one of ${ids.join(', ')}` : `the game to have roles: ['${won}', ...]`
    if (won !== undefined && !ids.includes(won))
      throw new GameError(`outcome returned the role ${shown(won)}, expected ${expected}`, this.#of.outcome)
    if (kind === 'draw' && won !== undefined)
      throw new GameError(
        `outcome returned the role ${shown(won)} and all seats as winners, expected only the seats of that role, or {} for a draw`,
        this.#of.outcome,
      )
    if (kind === 'win' && won === undefined)
      throw new GameError(
        `outcome returned winners without their role, expected role: ${expected}`,
        this.#of.outcome,
      )
    return won
  }

  /** The seats that hold a role. */
  #holders(role: string, value: unknown): number[] {
    const { roleOf } = this.#of
    const seats = this.seats.filter(seat => roleOf?.(value, this.#contexts[seat]!) === role)
    if (seats.length === 0)
      throw new GameError(
        roleOf
          ? `outcome returned the role ${shown(role)}, but roleOf gives it to no seat; expected a role that a seat has`
          : `outcome returned the role ${shown(role)} without winners: expected { role, winners: [seats] }, or a function roleOf(state, { seat }) that returns a seat's role`,
        roleOf ?? this.#of.outcome,
      )
    return seats
  }

  /** The index of the ending of a kind that an id names, or below 0. An ending of its author's that all seats share is the draw by that name. */
  #ending(id: string, kind: 'win' | 'draw'): number {
    const { endings } = this.#info
    const named = endings.findIndex(one => one.id === id && one.kind === kind)
    if (named >= 0 || kind === 'win') return named
    const draw = id === 'win' ? 'draw' : drawEndingOf(id)
    return endings.findIndex(one => one.id === draw)
  }

  /** The mask of the seats that share the win; all of them in a draw. */
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
        `outcome returned the winner ${shown(seat)}, expected a seat from 0 to ${this.#seats - 1}`,
        this.#of.outcome,
      )
    return 1 << seat
  }

  /** The mask of the seats to move, and whether they decide at the same time. */
  next(value: unknown): { readonly mask: number; readonly isJoint: boolean } {
    const next: unknown = this.#of.toMove(value, this.#all)
    if (typeof next === 'number') return { mask: this.#bit(next), isJoint: false }
    if (next === 'chance') return { mask: CHANCE_BIT, isJoint: false }
    if (!Array.isArray(next) || next.length === 0)
      throw new GameError(
        `toMove returned ${Array.isArray(next) ? 'an empty list' : shown(next)}, ${this.#expectedSeat()}`,
        this.#of.toMove,
      )
    let mask = 0
    for (const seat of next) {
      const bit = this.#bit(seat)
      if (mask & bit)
        throw new GameError(
          `toMove returned seat ${String(seat)} twice, expected each seat once`,
          this.#of.toMove,
        )
      mask |= bit
    }
    return { mask, isJoint: true }
  }

  #bit(seat: unknown): number {
    if (!(Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < this.#seats))
      throw new GameError(`toMove returned ${shown(seat)}, ${this.#expectedSeat()}`, this.#of.toMove)
    return 1 << (seat as number)
  }

  #expectedSeat(): string {
    return `expected a seat from 0 to ${this.#seats - 1}, a list of seats, or 'chance' (evenhand calls toMove only as long as outcome returns null)`
  }
}

/** Deep-freezes, so that a change throws where it happens. */
export function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

function shuffled<T>(list: readonly T[], draw: (n: number) => number): T[] {
  const mixed = [...list]
  for (let left = mixed.length; left > 1; left--) {
    const at = draw(left)
    const last = mixed[left - 1]!
    mixed[left - 1] = mixed[at]!
    mixed[at] = last
  }
  return mixed
}
