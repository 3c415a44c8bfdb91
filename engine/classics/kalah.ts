/**
 * Kalah: two rows of houses with seeds, a store at the end of each. A turn sows the seeds of a house around the board; the last one in the
 * own store gives another turn, the last one in an empty house of one's own captures what lies opposite.
 */
import { z } from 'zod'
import {
  type Action,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  NOBODY,
  packOutcome,
  RESOLVE_BIT,
  SCORED,
  type Seat,
  type State,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { Classic, classicText, classicWords } from './classic.ts'

export const schema = z.strictObject({
  houses: z.int().min(1).max(8).describe('houses of each seat').default(6),
  seeds: z.int().min(1).max(10).describe('seeds in each house at the start').default(4),
})
type Rules = z.output<typeof schema>

/**
 * TURN: the seat to move next. Then the pits: the first seat's houses, its store, the second seat's houses,
 * its store, in the order of sowing.
 */
const { at, size: FIXED_SIZE } = classicWords({ TURN: 1 })
const { OUTCOME, TO_MOVE, TURN } = at
const PITS = FIXED_SIZE
const BY_SEEDS = 0
const BY_EQUALS = 1

/**
 * More moves than there can be. A move that passes its seat's store leaves a seed there on every lap, so there are no more laps than
 * seeds. Any other move brings a seed nearer to the store, by a house at least, and a lap adds at most one seed to each house, each as far
 * from its store as the house is.
 */
function movesMax({ houses, seeds }: Rules): number {
  const all = 2 * houses * seeds
  const distances = houses * (houses + 1)
  return all + seeds * distances + all * distances
}

function infoOf(id: string, rules: Rules): GameInfo {
  const { houses, seeds } = rules
  const most = 2 * houses * seeds
  const moves = movesMax(rules)
  return {
    id,
    type: {
      dynamics: 'sequential',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: ['south', 'north'],
    stateSize: FIXED_SIZE + 2 * (houses + 1),
    actionCount: houses,
    legalMax: houses,
    decisionMax: moves,
    stepMax: moves,
    step: { label: 'move', perTurn: 1 },
    horizon: moves,
    gauges: [
      {
        id: 'margin',
        label: 'lead in seeds in the store',
        min: -most,
        max: most,
        zeroSum: true,
        weight: WIN_UNITS / 4 / most,
        payoff: true,
      },
    ],
    assets: Array.from({ length: houses }, (_, n) => ({
      id: `${1 + n}`,
      group: 'house',
      label: `house ${1 + n}`,
    })),
    endings: [
      { id: 'seeds', kind: 'win', label: 'more seeds' },
      { id: 'equals', kind: 'draw', label: 'equal seeds' },
    ],
  }
}

class Kalah extends Classic {
  readonly text: GameText
  readonly #seeds: number
  readonly #houses: number
  readonly #pits: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#seeds = rules.seeds
    this.#houses = rules.houses
    this.#pits = 2 * (rules.houses + 1)
    this.text = textOf(this, rules)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = 1
    for (let pit = 0; pit < this.#pits; pit++)
      if (pit % (this.#houses + 1) !== this.#houses) s[PITS + pit] = this.#seeds
  }

  /** The first pit of a seat. */
  #first(seat: Seat): number {
    return PITS + seat * (this.#houses + 1)
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    const first = this.#first(seat)
    let count = 0
    for (let house = 0; house < this.#houses; house++) if (s[first + house]! > 0) out[count++] = house
    return count
  }

  /** Sows from it. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return action === asset
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    const store = this.#first(seat) + this.#houses
    const before = s[store]!
    const last = this.#sow(s, seat, this.#first(seat) + action)
    if (last !== store) {
      this.#capture(s, seat, last)
      s[TURN] = 1 - seat
    }
    const count = (seat * this.#houses + action) * EVENTS.length
    events[count + FIELDED]!++
    events[count + USED]!++
    events[count + SCORED]! += s[store]! - before
    s[TO_MOVE] = RESOLVE_BIT
  }

  /** Returns the word of the last seed. The other's store gets none. */
  #sow(s: State, seat: Seat, from: number): number {
    const passed = this.#first(1 - seat) + this.#houses
    const end = PITS + this.#pits
    let pit = from
    let left = s[from]!
    s[from] = 0
    while (left > 0) {
      pit = pit + 1 === end ? PITS : pit + 1
      if (pit === passed) continue
      s[pit]!++
      left--
    }
    return pit
  }

  /** A last seed in an own house that was empty takes what lies opposite, and itself, unless nothing does. */
  #capture(s: State, seat: Seat, last: number): void {
    const first = this.#first(seat)
    const house = last - first
    if (house < 0 || house >= this.#houses || s[last] !== 1) return
    const opposite = this.#first(1 - seat) + this.#houses - 1 - house
    if (s[opposite] === 0) return
    s[first + this.#houses]! += s[opposite]! + 1
    s[opposite] = 0
    s[last] = 0
  }

  /** Ends the match once a side is empty: the other seat keeps the seeds on its side. */
  resolve(s: State): boolean {
    const south = this.#onSide(s, 0)
    const north = this.#onSide(s, 1)
    s[TO_MOVE] = 1 << s[TURN]!
    if (south > 0 && north > 0) return true
    this.#keep(s, 0, south)
    this.#keep(s, 1, north)
    const lead = this.#lead(s)
    s[OUTCOME] = lead === 0 ? packOutcome(BY_EQUALS, NOBODY) : packOutcome(BY_SEEDS, lead > 0 ? 0 : 1)
    s[TO_MOVE] = 0
    return true
  }

  #onSide(s: State, seat: Seat): number {
    const first = this.#first(seat)
    let seeds = 0
    for (let house = 0; house < this.#houses; house++) seeds += s[first + house]!
    return seeds
  }

  #keep(s: State, seat: Seat, seeds: number): void {
    const first = this.#first(seat)
    for (let house = 0; house < this.#houses; house++) s[first + house] = 0
    s[first + this.#houses]! += seeds
  }

  #lead(s: State): number {
    return s[PITS + this.#houses]! - s[PITS + this.#pits - 1]!
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const lead = this.#lead(s)
    out[at] = lead
    out[at + 1] = -lead
  }
}

function textOf(game: Kalah, { houses }: Rules): GameText {
  const sideOf = (s: State, seat: Seat): number[] => {
    const first = PITS + seat * (houses + 1)
    return [...s.subarray(first, first + houses)]
  }
  const storeOf = (s: State, seat: Seat): number => s[PITS + seat * (houses + 1) + houses]!
  const line = (counts: readonly number[]): string => counts.map(count => `${count}`.padStart(3)).join('')
  return classicText(game, {
    format: (_state, _seat, action) => `sow ${1 + action}`,
    legend: "houses are numbered in the order of sowing: south's from the left, north's from the right",
    describe: s => ({
      houses: [sideOf(s, 0), sideOf(s, 1)],
      stores: [storeOf(s, 0), storeOf(s, 1)],
    }),
    render: s =>
      [
        `     ${line(sideOf(s, 1).reverse())}`,
        `${`${storeOf(s, 1)}`.padStart(4)} ${'   '.repeat(houses)} ${`${storeOf(s, 0)}`.padStart(3)}`,
        `     ${line(sideOf(s, 0))}`,
      ].join('\n'),
  })
}

export function compile(id: string, rules: Rules): Kalah {
  return new Kalah(id, rules)
}
