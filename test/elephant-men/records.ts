/** Random records: plannable orders, plausible ones that may come to nothing, and well-formed nonsense. */
import { below } from '../../engine/rng.ts'
import type { OracleRules } from '../oracle/elephant-men.ts'
import type { Match } from './scenario.ts'
import { chance, pick, squareName } from './variants.ts'

type Rng = Int32Array

const REACH = 3

/** What a record's turns are made of, in percent; the rest of the orders is nonsense. */
interface Mix {
  readonly plannable: number
  readonly plausible: number
  readonly done: number
}

const MIXES: readonly Mix[] = [
  { plannable: 100, plausible: 0, done: 5 },
  { plannable: 100, plausible: 0, done: 0 },
  { plannable: 30, plausible: 70, done: 5 },
  { plannable: 0, plausible: 95, done: 3 },
  { plannable: 0, plausible: 60, done: 10 },
]

/** Where own units stand or mean to stand, this turn. */
type Stands = { square: string; kind: string }[]

export class RecordMaker {
  readonly #rng: Rng
  readonly #rules: OracleRules
  readonly #match: Match
  readonly #mix: Mix
  readonly #signs: readonly string[]
  #stands: [Stands, Stands] = [[], []]
  #used: [number[], number[]] = [[], []]
  #turn = -1

  constructor(rng: Rng, rules: OracleRules, match: Match) {
    this.#rng = rng
    this.#rules = rules
    this.#match = match
    this.#mix = pick(rng, MIXES)
    this.#signs = [...new Set(Object.values(rules.kinds).flatMap(kind => kind.actions.map(a => a.sign)))]
  }

  /** The next decision of the record, of a random side that owes one. */
  next(): string {
    const { game, state, frames } = this.#match
    if (frames.length !== this.#turn) this.#open()
    const mask = game.toMove(state)
    const seat = mask === 3 ? below(this.#rng, 2) : mask >> 1
    const s = seat as 0 | 1
    const text = this.#decision(s)
    const space = text.indexOf(' ')
    if (text !== 'done') this.#used[s].push(Number(text.slice(0, space)))
    return `${game.info.seats[seat]} ${text}`
  }

  #open(): void {
    this.#turn = this.#match.frames.length
    const { units } = this.#match.now()
    const of = (side: string) => units.filter(u => u.side === side).map(u => ({ square: u.at, kind: u.kind }))
    this.#stands = [of(this.#match.game.info.seats[0]!), of(this.#match.game.info.seats[1]!)]
    this.#used = [[], []]
  }

  #decision(s: 0 | 1): string {
    const rng = this.#rng
    if (chance(rng, this.#mix.done)) return 'done'
    const { game, state } = this.#match
    if (chance(rng, this.#mix.plannable)) return game.text.format(state, s, game.sample(state, s, rng))
    const phase = this.#phase(s)
    if (phase === 0) return 'done'
    return chance(rng, (100 * this.#mix.plausible) / (101 - this.#mix.plannable))
      ? `${phase} ${this.#plausible(s)}`
      : `${phase} ${this.#nonsense()}`
  }

  /** A phase that may still take an order, at random; 0 when none may. */
  #phase(s: 0 | 1): number {
    const open: number[] = []
    for (let p = 1; p <= this.#rules.phases; p++)
      if (this.#rules.perPhase === 'any' || !this.#used[s].includes(p)) open.push(p)
    return open.length === 0 ? 0 : pick(this.#rng, open)
  }

  /** An order of an own unit, in range, rather at somebody than at nobody. */
  #plausible(s: 0 | 1): string {
    const rng = this.#rng
    if (this.#stands[s].length === 0) return this.#nonsense()
    const { square, kind } = pick(rng, this.#stands[s])
    const { sign, action } = pick(rng, this.#rules.kinds[kind]!.actions)
    if (sign === ' p') return `${square} p`
    const range = { move: 1, shove: 1, block: 0, poke: 2, convert: 2, cleave: 1, pray: 0 }[action]
    const targets = this.#around(square, range)
    const taken = targets.filter(t => this.#stands.some(side => side.some(unit => unit.square === t)))
    const target = taken.length > 0 && chance(rng, 60) ? pick(rng, taken) : pick(rng, targets)
    if (sign === '>') this.#stands[s].push({ square: target, kind })
    return `${square}${sign}${target}`
  }

  /** Squares at a distance, one step off the board included: such an order is certain to fail, but a record may hold it. */
  #around(square: string, range: number): string[] {
    const x = square.charCodeAt(0) - 97
    const y = Number(square.slice(1)) - 1
    const found: string[] = []
    for (let dx = -REACH; dx <= REACH; dx++)
      for (let dy = -REACH; dy <= REACH; dy++)
        if (Math.abs(dx) + Math.abs(dy) === range && x + dx >= 0 && y + dy >= -1)
          found.push(squareName(x + dx, y + dy))
    return found
  }

  #nonsense(): string {
    const sign = pick(this.#rng, this.#signs)
    const origin = this.#anywhere()
    return sign === ' p' ? `${origin} p` : `${origin}${sign}${this.#anywhere()}`
  }

  /** A square on the board or somewhat off it: i3, c9, c0. */
  #anywhere(): string {
    const { files, ranks } = this.#rules.board
    if (chance(this.#rng, 2)) return pick(this.#rng, ['z99', 'a0', 'p16', 'c03'])
    return squareName(below(this.#rng, files + 1), below(this.#rng, ranks + 2) - 1)
  }
}
