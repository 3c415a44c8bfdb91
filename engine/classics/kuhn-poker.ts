/**
 * Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950): an ante of one chip, one card each, one bet of one chip, which
 * the other calls or folds to.
 */
import { z } from 'zod'
import {
  type Action,
  CHANCE,
  CHANCE_BIT,
  EVENTS,
  endingOf,
  FIELDED,
  type GameInfo,
  type GameText,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  UNKNOWN,
  USED,
  WIN_UNITS,
  winnerOf,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords } from './classic.ts'

export const schema = z.strictObject({
  cards: z.int().min(3).max(50).describe('cards of the deck, from 1 up').default(3),
})
type Rules = z.output<typeof schema>

/** CARD: by seat, 0 for none yet. BETS: what was said so far as bits after a first 1: 0 to pass, 1 to bet. */
const { at, size: STATE_SIZE } = classicWords({ CARD: 2, BETS: 1 })
const { BETS, CARD, OUTCOME, TO_MOVE } = at
const PASS = 0
const BET = 1
const SAYINGS = ['pass', 'bet']

const NOTHING_SAID = 0b1
const PASSED = 0b10
const FIRST_BET = 0b11
const BOTH_PASSED = 0b100
const BET_CALLED = 0b111
const PASSED_BET = 0b101
const PASSED_BET_CALLED = 0b1011

const BY_PASSES = 0
const BY_FOLD = 1
const BY_CALL = 2
/** Chips that change hands, by ending. */
const STAKES = [1, 1, 2] as const

const infoOf = (id: string, { cards }: Rules): GameInfo => ({
  id,
  type: { dynamics: 'sequential', chance: 'explicit', information: 'imperfect', utility: 'constant-sum' },
  seats: ['first', 'second'],
  stateSize: STATE_SIZE,
  actionCount: cards,
  legalMax: cards,
  decisionMax: 5,
  stepMax: 1,
  step: { label: 'deal', perTurn: 1 },
  gauges: [
    { id: 'chips', label: 'chips won', min: -2, max: 2, zeroSum: true, weight: WIN_UNITS / 8, payoff: true },
  ],
  assets: SAYINGS.map(id => ({ id, group: 'decision', label: id })),
  endings: [
    { id: 'passes', kind: 'win', label: 'both passed, and the higher card won' },
    { id: 'fold', kind: 'win', label: 'a bet was not called' },
    { id: 'call', kind: 'win', label: 'a bet was called, and the higher card won' },
  ],
})

class KuhnPoker extends Classic {
  readonly text: GameText
  readonly #cards: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#cards = rules.cards
    this.text = textOf(this)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = CHANCE_BIT
  }

  /** Chance deals any card but the one that is dealt; action n is card 1 + n. */
  legal(s: State, seat: Seat, out: Int32Array): number {
    if (seat !== CHANCE) {
      out[0] = PASS
      out[1] = BET
      return SAYINGS.length
    }
    let count = 0
    for (let n = 0; n < this.#cards; n++) if (1 + n !== s[CARD]) out[count++] = n
    return count
  }

  override chanceWeights(s: State, out: Int32Array): number {
    const count = s[CARD] === 0 ? this.#cards : this.#cards - 1
    for (let n = 0; n < count; n++) out[n] = 1
    return count
  }

  override sample(s: State, seat: Seat, rng: Int32Array): Action {
    return seat === CHANCE ? this.#anyCardBut(s[CARD]!, rng) - 1 : below(rng, SAYINGS.length)
  }

  /** One draw, all cards but one alike. Nothing is left out for 0. */
  #anyCardBut(known: number, rng: Int32Array): number {
    const card = 1 + below(rng, known === 0 ? this.#cards : this.#cards - 1)
    return known !== 0 && card >= known ? card + 1 : card
  }

  /** Says it. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return action === asset
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) {
      const isFirst = s[CARD] === 0
      s[isFirst ? CARD : CARD + 1] = 1 + action
      if (!isFirst) {
        s[BETS] = NOTHING_SAID
        s[TO_MOVE] = 0b01
      }
      return
    }
    const count = (seat * SAYINGS.length + action) * EVENTS.length
    events[count + FIELDED]!++
    events[count + USED]!++
    const bets = (s[BETS]! << 1) | action
    s[BETS] = bets
    const goesOn = bets === PASSED || bets === PASSED_BET || bets === FIRST_BET
    s[TO_MOVE] = goesOn ? 1 << (1 - seat) : RESOLVE_BIT
  }

  resolve(s: State): boolean {
    const bets = s[BETS]!
    const higher = s[CARD]! > s[CARD + 1]! ? 0 : 1
    if (bets === BOTH_PASSED) s[OUTCOME] = packOutcome(BY_PASSES, higher)
    else if (bets === BET_CALLED || bets === PASSED_BET_CALLED) s[OUTCOME] = packOutcome(BY_CALL, higher)
    // Who bet wins: the second seat after a pass of the first.
    else s[OUTCOME] = packOutcome(BY_FOLD, bets === ((PASSED_BET << 1) | PASS) ? 1 : 0)
    s[TO_MOVE] = 0
    return true
  }

  /** The other's card is a secret until the cards are compared. */
  override observe(s: State, seat: Seat, view: State): void {
    view.set(s)
    const shown = s[OUTCOME] !== 0 && endingOf(s[OUTCOME]!) !== BY_FOLD
    if (!shown && s[CARD + 1 - seat] !== 0) view[CARD + 1 - seat] = UNKNOWN
  }

  /** Random play says whatever it holds: every card but the seat's own is as likely. */
  override determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    if (out[CARD + 1 - seat] === UNKNOWN) out[CARD + 1 - seat] = this.#anyCardBut(out[CARD + seat]!, rng)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const chips = chipsOf(s)
    out[at] = chips
    out[at + 1] = -chips
  }
}

/** Chips that the first seat has won. */
function chipsOf(s: State): number {
  if (s[OUTCOME] === 0) return 0
  const stake = STAKES[endingOf(s[OUTCOME]!) as 0 | 1 | 2]
  return winnerOf(s[OUTCOME]!) === 0 ? stake : -stake
}

function textOf(game: KuhnPoker): GameText {
  const said = (s: State): string[] => [...s[BETS]!.toString(2).slice(1)].map(bit => SAYINGS[Number(bit)]!)
  const cards = (s: State): number[] => [s[CARD]!, s[CARD + 1]!]
  return classicText(game, {
    format: (_state, seat, action) => (seat === CHANCE ? `card ${1 + action}` : SAYINGS[action]!),
    legend: 'cards: 0 is none yet, -1 unknown',
    describe: s => ({ cards: cards(s), said: said(s), chips: chipsOf(s) }),
    render: s => {
      const held = cards(s).map(
        (card, seat) => `${game.info.seats[seat]} ${card === UNKNOWN ? 'hidden' : card}`,
      )
      return [held.join(', '), ...(s[BETS]! > NOTHING_SAID ? [said(s).join(', ')] : [])].join(': ')
    },
  })
}

export function compile(id: string, rules: Rules): KuhnPoker {
  return new KuhnPoker(id, rules)
}
