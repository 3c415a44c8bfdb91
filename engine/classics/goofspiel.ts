/**
 * Goofspiel, the game of pure strategy: both bid a card of their hand for each prize in secret; the higher bid takes the prize, equal bids
 * nobody, and both cards are gone.
 */
import { z } from 'zod'
import {
  type Action,
  bitCount,
  CHANCE,
  CHANCE_BIT,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  lowest,
  NOBODY,
  packOutcome,
  RESOLVE_BIT,
  SCORED,
  type Seat,
  type State,
  UNKNOWN,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords, hideSealed } from './classic.ts'
import { EQUAL, HIGHER, HiddenBids, LOWER } from './hidden-bids.ts'

const CARDS_MAX = 13
/** Guesses at hidden bids go through all sets of rounds. */
const HIDDEN_MAX = 8

export const schema = z
  .strictObject({
    cards: z.int().min(2).max(CARDS_MAX).describe('cards of each hand, and prizes, from 1 up').default(4),
    order: z
      .enum(['random', 'ascending', 'descending'])
      .describe('the order of the prizes')
      .default('random'),
    bids: z.enum(['open', 'hidden']).describe('whether bids are shown, or only who won').default('open'),
    stakes: z
      .enum(['points', 'win'])
      .describe('what seats play for: the margin in points, or the win')
      .default('points'),
  })
  .superRefine(({ bids, cards }, context) => {
    if (bids === 'hidden' && cards > HIDDEN_MAX)
      context.addIssue({
        code: 'custom',
        path: ['cards'],
        message: `cards is ${cards}, expected at most ${HIDDEN_MAX} where bids are hidden`,
      })
  })
type Rules = z.output<typeof schema>

/**
 * PRIZE: the one bid for, 0 for none. PRIZES: left to come, HAND: by seat; as bits, card n being bit n - 1. BID: by seat, a sealed card, 0
 * for none. With hidden bids follow, by round: OUTCOMES, how the bid of the first seat compares with the other's plus 1; the prizes, for what
 * was bid for tells something of the bid; the bids, round after round for the first seat, then for the second.
 */
const { at, size: FIXED_SIZE } = classicWords({
  ROUND: 1,
  PRIZE: 1,
  PRIZES: 1,
  HAND: 2,
  BID: 2,
  POINTS: 2,
})
const { BID, HAND, OUTCOME, POINTS, PRIZE, PRIZES, ROUND, TO_MOVE } = at
const OUTCOMES = FIXED_SIZE
const BOTH = 0b11
const BY_POINTS = 0
const BY_EQUALS = 1

function infoOf(id: string, { bids, cards, order, stakes }: Rules): GameInfo {
  const most = (cards * (cards + 1)) / 2
  const margin = {
    id: 'margin',
    label: 'lead in points',
    min: -most,
    max: most,
    zeroSum: true,
    weight: WIN_UNITS / 4 / most,
  }
  return {
    id,
    type: {
      dynamics: 'simultaneous',
      chance: order === 'random' ? 'explicit' : 'deterministic',
      information: bids === 'open' ? 'perfect' : 'imperfect',
      utility: 'constant-sum',
    },
    seats: ['left', 'right'],
    stateSize: FIXED_SIZE + (bids === 'hidden' ? 4 * cards : 0),
    actionCount: cards,
    legalMax: cards,
    decisionMax: (order === 'random' ? 3 : 2) * cards,
    stepMax: cards,
    step: { label: 'round', perTurn: 1 },
    horizon: cards,
    gauges: [stakes === 'points' ? { ...margin, payoff: true } : margin],
    assets: Array.from({ length: cards }, (_, n) => ({
      id: `${1 + n}`,
      group: 'card',
      label: `card ${1 + n}`,
    })),
    endings: [
      { id: 'points', kind: 'win', label: 'more points' },
      { id: 'equals', kind: 'draw', label: 'equal points' },
    ],
  }
}

class Goofspiel extends Classic {
  readonly text: GameText
  readonly #cards: number
  readonly #order: Rules['order']
  readonly #all: number
  /** Guesses at the other's bids, where those are hidden. */
  readonly #guesses: HiddenBids | null
  /** Where the words of prizes and of bids begin, with hidden bids. */
  readonly #turned: number
  readonly #played: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#cards = rules.cards
    this.#order = rules.order
    this.#all = (1 << rules.cards) - 1
    this.#guesses = rules.bids === 'hidden' ? new HiddenBids(rules.cards) : null
    this.#turned = OUTCOMES + rules.cards
    this.#played = this.#turned + rules.cards
    this.text = textOf(this, rules)
    if (rules.order === 'random') this.chanceWeights = (s, out) => this.#weights(s, out)
  }

  start(s: State): void {
    s.fill(0)
    s[PRIZES] = this.#all
    s[HAND] = s[HAND + 1] = this.#all
    this.#reveal(s)
  }

  /** Has chance turn up the next prize, or turns it up itself where the order is fixed. */
  #reveal(s: State): void {
    const left = s[PRIZES]!
    if (this.#order === 'random') s[TO_MOVE] = CHANCE_BIT
    else this.#turnUp(s, this.#order === 'ascending' ? lowest(left) : 31 - Math.clz32(left))
  }

  #turnUp(s: State, card: number): void {
    s[PRIZES]! &= ~(1 << card)
    s[PRIZE] = 1 + card
    s[TO_MOVE] = BOTH
  }

  /** Action n is card 1 + n. */
  legal(s: State, seat: Seat, out: Int32Array): number {
    let count = 0
    for (let cards = seat === CHANCE ? s[PRIZES]! : s[HAND + seat]!; cards !== 0; cards &= cards - 1)
      out[count++] = lowest(cards)
    return count
  }

  #weights(s: State, out: Int32Array): number {
    const count = bitCount(s[PRIZES]!)
    for (let n = 0; n < count; n++) out[n] = 1
    return count
  }

  override sample(s: State, seat: Seat, rng: Int32Array): Action {
    let cards = seat === CHANCE ? s[PRIZES]! : s[HAND + seat]!
    for (let left = below(rng, bitCount(cards)); left > 0; left--) cards &= cards - 1
    return lowest(cards)
  }

  /** Bids it. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return action === asset
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) {
      this.#turnUp(s, action)
      return
    }
    s[BID + seat] = 1 + action
    const count = (seat * this.#cards + action) * EVENTS.length
    events[count + FIELDED]!++
    events[count + USED]!++
    s[TO_MOVE]! &= ~(1 << seat)
    if (s[TO_MOVE] === 0) s[TO_MOVE] = RESOLVE_BIT
  }

  resolve(s: State, events: Int32Array): boolean {
    const compared = Math.sign(s[BID]! - s[BID + 1]!)
    if (compared !== 0) {
      const winner = compared > 0 ? 0 : 1
      s[POINTS + winner]! += s[PRIZE]!
      events[(winner * this.#cards + s[BID + winner]! - 1) * EVENTS.length + SCORED]! += s[PRIZE]!
    }
    const round = s[ROUND]!
    if (this.#guesses !== null) {
      s[OUTCOMES + round] = 1 + compared
      s[this.#turned + round] = s[PRIZE]!
    }
    for (let seat = 0; seat < 2; seat++) {
      if (this.#guesses !== null) s[this.#played + seat * this.#cards + round] = s[BID + seat]!
      s[HAND + seat]! &= ~(1 << (s[BID + seat]! - 1))
      s[BID + seat] = 0
    }
    s[PRIZE] = 0
    s[ROUND] = round + 1
    if (round + 1 < this.#cards) this.#reveal(s)
    else {
      const lead = s[POINTS]! - s[POINTS + 1]!
      s[OUTCOME] = lead === 0 ? packOutcome(BY_EQUALS, NOBODY) : packOutcome(BY_POINTS, lead > 0 ? 0 : 1)
      s[TO_MOVE] = 0
    }
    return true
  }

  /** The opponent's hidden bids and remaining hand are secret until the end. */
  override observe(s: State, seat: Seat, view: State): void {
    hideSealed(s, seat, view, BID)
    const rounds = s[ROUND]!
    if (this.#guesses === null || rounds === 0 || s[OUTCOME] !== 0) return
    view[HAND + 1 - seat] = UNKNOWN
    const played = this.#played + (1 - seat) * this.#cards
    for (let round = 0; round < rounds; round++) view[played + round] = UNKNOWN
  }

  /** Random play bids any card: all lists of different cards that compare as they did are as likely. */
  override determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    if (this.#guesses === null || out[HAND + 1 - seat] !== UNKNOWN) return
    const rounds = out[ROUND]!
    const own = this.#played + seat * this.#cards
    const other = this.#played + (1 - seat) * this.#cards
    this.#guesses.clear()
    for (let round = 0; round < rounds; round++) {
      const first = out[OUTCOMES + round]! - 1
      const is = (seat === 0 ? first : -first) > 0 ? LOWER : first === 0 ? EQUAL : HIGHER
      this.#guesses.add(out[own + round]!, is)
    }
    out[HAND + 1 - seat] = this.#all & ~this.#guesses.draw(rng, out, other)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const lead = s[POINTS]! - s[POINTS + 1]!
    out[at] = lead
    out[at + 1] = -lead
  }
}

function textOf(game: Goofspiel, { cards }: Rules): GameText {
  const cardsOf = (bits: number): number[] | null =>
    bits === UNKNOWN
      ? null
      : Array.from({ length: cards }, (_, n) => 1 + n).filter(card => (bits >> (card - 1)) & 1)
  const hand = (s: State, seat: Seat): string => cardsOf(s[HAND + seat]!)?.join(' ') ?? '?'
  return classicText(game, {
    format: (_state, seat, action) => (seat === CHANCE ? `prize ${1 + action}` : `bid ${1 + action}`),
    legend: '? is a hand that the seat cannot know',
    describe: s => ({
      round: s[ROUND]!,
      prize: s[PRIZE]!,
      prizes: cardsOf(s[PRIZES]!),
      hands: [cardsOf(s[HAND]!), cardsOf(s[HAND + 1]!)],
      points: [s[POINTS]!, s[POINTS + 1]!],
    }),
    render: s =>
      [
        ...game.info.seats.map(
          (name, seat) => `${name}: ${s[POINTS + seat]} points, hand ${hand(s, seat) || '-'}`,
        ),
        ...(s[PRIZE] === 0 ? [] : [`prize: ${s[PRIZE]}`]),
      ].join('\n'),
  })
}

export function compile(id: string, rules: Rules): Goofspiel {
  return new Goofspiel(id, rules)
}
