/**
 * Liar's dice: both roll in secret and name in turn, ever higher, how many dice of a face lie on the table; who is called a liar wins if there
 * are as many.
 */
import { z } from 'zod'
import {
  type Action,
  CHANCE,
  CHANCE_BIT,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  UNKNOWN,
  USED,
  winnerOf,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords } from './classic.ts'

const SIDES_MAX = 6
/** Bids are bits of two words of the state. */
const WORD_BITS = 30

export const schema = z.strictObject({
  dice: z.int().min(1).max(5).describe('dice of each seat').default(1),
  sides: z.int().min(2).max(SIDES_MAX).describe('sides of a die').default(6),
  wild: z.boolean().describe('the highest face counts as every other').default(true),
})
type Rules = z.output<typeof schema>

/**
 * ROLLED: dice so far. BID: 1 + the last bid, 0 for none. SAID: all bids, as bits. DICE: by seat and face, how many it has. Bid number
 * (count - 1) * sides + face - 1 is the decision of that number too.
 */
const { at, size: STATE_SIZE } = classicWords({ ROLLED: 1, BID: 1, SAID: 2, DICE: 2 * SIDES_MAX })
const { BID, DICE, OUTCOME, ROLLED, SAID, TO_MOVE } = at
const SEATS = 2
const BY_TRUTH = 0
const BY_LIE = 1

function infoOf(id: string, { dice, sides }: Rules): GameInfo {
  const bids = SEATS * dice * sides
  return {
    id,
    type: { dynamics: 'sequential', chance: 'explicit', information: 'imperfect', utility: 'constant-sum' },
    seats: ['first', 'second'],
    stateSize: STATE_SIZE,
    actionCount: bids + 1,
    legalMax: bids + 1,
    decisionMax: SEATS * dice + bids + 1,
    stepMax: 1,
    step: { label: 'round', perTurn: 1 },
    gauges: [{ id: 'won', label: 'rounds won', min: 0, max: 1, zeroSum: false, weight: 0 }],
    assets: ['bid', 'liar'].map(id => ({ id, group: 'decision', label: id })),
    endings: [
      { id: 'truth', kind: 'win', label: 'there were as many dice as the last bid said' },
      { id: 'lie', kind: 'win', label: 'there were fewer dice than the last bid said' },
    ],
  }
}

class LiarsDice extends Classic {
  readonly text: GameText
  readonly #dice: number
  readonly #sides: number
  readonly #wild: boolean
  readonly #bids: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#dice = rules.dice
    this.#sides = rules.sides
    this.#wild = rules.wild
    this.#bids = SEATS * rules.dice * rules.sides
    this.text = textOf(this, rules)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = CHANCE_BIT
  }

  /** Chance rolls a face; action n is face 1 + n. A seat bids higher than the last bid, or calls it a lie, by the last action. */
  legal(s: State, seat: Seat, out: Int32Array): number {
    let count = 0
    if (seat === CHANCE) {
      for (let face = 0; face < this.#sides; face++) out[count++] = face
      return count
    }
    for (let bid = s[BID]!; bid < this.#bids; bid++) out[count++] = bid
    if (s[BID]! > 0) out[count++] = this.#bids
    return count
  }

  override chanceWeights(_s: State, out: Int32Array): number {
    for (let face = 0; face < this.#sides; face++) out[face] = 1
    return this.#sides
  }

  override sample(s: State, seat: Seat, rng: Int32Array): Action {
    if (seat === CHANCE) return below(rng, this.#sides)
    const bid = s[BID]!
    return bid + below(rng, this.#bids - bid + (bid > 0 ? 1 : 0))
  }

  /** The last action calls the other a liar, all before it bid. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return asset === (action === this.#bids ? 1 : 0)
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) {
      const roller = s[ROLLED]! < this.#dice ? 0 : 1
      s[DICE + roller * SIDES_MAX + action]!++
      if (++s[ROLLED]! === SEATS * this.#dice) s[TO_MOVE] = 0b01
      return
    }
    const isCall = action === this.#bids
    const count = (seat * this.info.assets.length + (isCall ? 1 : 0)) * EVENTS.length
    events[count + FIELDED]!++
    events[count + USED]!++
    if (isCall) {
      // The other made the last bid.
      s[OUTCOME] = this.#isTrue(s) ? packOutcome(BY_TRUTH, 1 - seat) : packOutcome(BY_LIE, seat)
      s[TO_MOVE] = RESOLVE_BIT
      return
    }
    s[BID] = 1 + action
    s[SAID + (action < WORD_BITS ? 0 : 1)]! |= 1 << (action % WORD_BITS)
    s[TO_MOVE] = 1 << (1 - seat)
  }

  /** Whether as many dice show the face of the last bid as it said. */
  #isTrue(s: State): boolean {
    const bid = s[BID]! - 1
    const face = bid % this.#sides
    const highest = this.#sides - 1
    let found = 0
    for (let seat = 0; seat < SEATS; seat++) {
      found += s[DICE + seat * SIDES_MAX + face]!
      if (this.#wild && face !== highest) found += s[DICE + seat * SIDES_MAX + highest]!
    }
    return found > Math.floor(bid / this.#sides)
  }

  resolve(s: State): boolean {
    s[TO_MOVE] = 0
    return true
  }

  /** The other's dice are secret until somebody is called a liar. */
  override observe(s: State, seat: Seat, view: State): void {
    view.set(s)
    if (s[OUTCOME] !== 0) return
    const other = DICE + (1 - seat) * SIDES_MAX
    for (let face = 0; face < this.#sides; face++) view[other + face] = UNKNOWN
  }

  /** Random play bids whatever it has: the other's dice are as a fair roll makes them, those that have been rolled. */
  override determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    const other = DICE + (1 - seat) * SIDES_MAX
    if (out[other] !== UNKNOWN) return
    const rolled = Math.max(0, Math.min(this.#dice, out[ROLLED]! - (seat === 0 ? this.#dice : 0)))
    for (let face = 0; face < this.#sides; face++) out[other + face] = 0
    for (let die = 0; die < rolled; die++) out[other + below(rng, this.#sides)]!++
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const winner = winnerOf(s[OUTCOME]!)
    out[at] = winner === 0 ? 1 : 0
    out[at + 1] = winner === 1 ? 1 : 0
  }
}

function textOf(game: LiarsDice, { dice, sides }: Rules): GameText {
  const bids = SEATS * dice * sides
  const bidName = (bid: number): string => `${1 + Math.floor(bid / sides)} of ${1 + (bid % sides)}`
  const facesOf = (s: State, seat: Seat): (number | null)[] =>
    Array.from({ length: sides }, (_, face) => s[DICE + seat * SIDES_MAX + face]!).flatMap((count, face) =>
      count === UNKNOWN ? (face === 0 ? [null] : []) : new Array<number>(count).fill(1 + face),
    )
  const said = (s: State): string[] =>
    Array.from({ length: bids }, (_, bid) => bid)
      .filter(bid => (s[SAID + (bid < WORD_BITS ? 0 : 1)]! >> (bid % WORD_BITS)) & 1)
      .map(bidName)
  return classicText(game, {
    format: (_state, seat, action) =>
      seat === CHANCE ? `rolls ${1 + action}` : action === bids ? 'liar' : bidName(action),
    legend: '"2 of 5": two dice at least show a five; ? is unknown',
    describe: s => ({ dice: [facesOf(s, 0), facesOf(s, 1)], bids: said(s) }),
    render: s => {
      const held = game.info.seats.map(
        (name, seat) =>
          `${name} ${
            facesOf(s, seat)
              .map(face => face ?? '?')
              .join(' ') || '-'
          }`,
      )
      const last = s[BID] === 0 ? [] : [`bid: ${bidName(s[BID]! - 1)}`]
      return [held.join(', '), ...last].join('\n')
    },
  })
}

export function compile(id: string, rules: Rules): LiarsDice {
  return new LiarsDice(id, rules)
}
