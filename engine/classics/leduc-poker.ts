/**
 * Leduc poker (Southey and others, "Bayes' bluff: opponent modelling in poker", 2005): one card each, a round of bets, a card for
 * both, another round of bets. A pair with the common card wins, else the higher rank.
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
  NOBODY,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  UNKNOWN,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords } from './classic.ts'

const CHIPS_MAX = 100
/** Bets of a round are two bits each behind a first 1. */
const RAISES_MAX = 8

const chips = (meaning: string, count: number) =>
  z.int().min(1).max(CHIPS_MAX).describe(meaning).default(count)

export const schema = z.strictObject({
  ranks: z.int().min(2).max(13).describe('ranks of the cards').default(3),
  suits: z.int().min(2).max(4).describe('cards of each rank').default(2),
  ante: chips('chips that each seat puts in first', 1),
  raises: z.int().min(1).max(RAISES_MAX).describe('raises of a round').default(2),
  firstRaise: chips('chips of a raise in the first round', 2),
  secondRaise: chips('chips of a raise in the second round', 4),
})
type Rules = z.output<typeof schema>

/**
 * CARD: by seat, from 1 up, 0 for none yet; then the common one. CHIPS: what each seat has put in. BETS: by round, what was said as
 * pairs of bits after a first 1. ROUND: 0 or 1. RAISES: of the round.
 */
const { at, size: STATE_SIZE } = classicWords({
  CARD: 2,
  COMMON: 1,
  CHIPS: 2,
  BETS: 2,
  ROUND: 1,
  RAISES: 1,
})
const { BETS, CARD, CHIPS, COMMON, OUTCOME, RAISES, ROUND, TO_MOVE } = at
const ROUNDS = 2
const NOTHING_SAID = 1

const FOLD = 0
const CALL = 1
const RAISE = 2
const SAYINGS = ['fold', 'call', 'raise']
const BY_FOLD = 0
const BY_CARDS = 1
const BY_EQUALS = 2

function infoOf(id: string, { ante, firstRaise, raises, ranks, secondRaise }: Rules): GameInfo {
  const most = ante + raises * (firstRaise + secondRaise)
  return {
    id,
    type: { dynamics: 'sequential', chance: 'explicit', information: 'imperfect', utility: 'constant-sum' },
    seats: ['first', 'second'],
    stateSize: STATE_SIZE,
    actionCount: Math.max(SAYINGS.length, ranks),
    legalMax: Math.max(SAYINGS.length, ranks),
    // Three cards, and in each round a call, all raises, and a call.
    decisionMax: 3 + ROUNDS * (2 + raises),
    stepMax: ROUNDS,
    step: { label: 'round', perTurn: ROUNDS },
    gauges: [
      {
        id: 'chips',
        label: 'chips won',
        min: -most,
        max: most,
        zeroSum: true,
        weight: WIN_UNITS / 4 / most,
        payoff: true,
      },
    ],
    assets: SAYINGS.map(id => ({ id, group: 'decision', label: id })),
    endings: [
      { id: 'fold', kind: 'win', label: 'a raise was not called' },
      { id: 'cards', kind: 'win', label: 'a pair or the higher card won' },
      { id: 'equals', kind: 'draw', label: 'both hold the same rank' },
    ],
  }
}

class LeducPoker extends Classic {
  readonly text: GameText
  readonly #ranks: number
  readonly #suits: number
  readonly #ante: number
  readonly #raises: number
  /** Chips of a raise, by round. */
  readonly #raise: Int32Array

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#ranks = rules.ranks
    this.#suits = rules.suits
    this.#ante = rules.ante
    this.#raises = rules.raises
    this.#raise = Int32Array.of(rules.firstRaise, rules.secondRaise)
    this.text = textOf(this)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = CHANCE_BIT
    s[CHIPS] = s[CHIPS + 1] = this.#ante
  }

  /** Cards of a rank (from 1 up) that have not been dealt, as far as the words say. */
  #left(s: State, rank: number): number {
    return (
      this.#suits - (s[CARD] === rank ? 1 : 0) - (s[CARD + 1] === rank ? 1 : 0) - (s[COMMON] === rank ? 1 : 0)
    )
  }

  /** Chance deals a rank of which there are cards left; action n is rank 1 + n. There is nothing to fold to before a raise. */
  legal(s: State, seat: Seat, out: Int32Array): number {
    let count = 0
    if (seat === CHANCE) {
      for (let n = 0; n < this.#ranks; n++) if (this.#left(s, 1 + n) > 0) out[count++] = n
      return count
    }
    if (s[CHIPS + 1 - seat]! > s[CHIPS + seat]!) out[count++] = FOLD
    out[count++] = CALL
    if (s[RAISES]! < this.#raises) out[count++] = RAISE
    return count
  }

  override chanceWeights(s: State, out: Int32Array): number {
    let count = 0
    let sum = 0
    for (let n = 0; n < this.#ranks; n++) {
      const left = this.#left(s, 1 + n)
      if (left === 0) continue
      out[count++] = left
      sum += left
    }
    return sum
  }

  /** Calls. */
  override passive(): Action {
    return CALL
  }

  /** Says it. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return action === asset
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) {
      this.#deal(s, 1 + action)
      return
    }
    const count = (seat * SAYINGS.length + action) * EVENTS.length
    events[count + FIELDED]!++
    events[count + USED]!++
    const round = s[ROUND]!
    const isFirst = s[BETS + round] === NOTHING_SAID
    s[BETS + round] = (s[BETS + round]! << 2) | action
    s[TO_MOVE] = 1 << (1 - seat)
    if (action === FOLD) {
      s[OUTCOME] = packOutcome(BY_FOLD, 1 - seat)
      s[TO_MOVE] = RESOLVE_BIT
    } else if (action === CALL) {
      s[CHIPS + seat] = s[CHIPS + 1 - seat]!
      // A call before anything else leaves the other a word.
      if (!isFirst) s[TO_MOVE] = RESOLVE_BIT
    } else {
      s[CHIPS + seat] = s[CHIPS + 1 - seat]! + this.#raise[round]!
      s[RAISES]!++
    }
  }

  #deal(s: State, rank: number): void {
    if (s[CARD] === 0) s[CARD] = rank
    else {
      s[s[CARD + 1] === 0 ? CARD + 1 : COMMON] = rank
      s[BETS + s[ROUND]!] = NOTHING_SAID
      s[TO_MOVE] = 0b01
    }
  }

  /** Closes a round of bets. */
  resolve(s: State): boolean {
    if (s[OUTCOME] !== 0) s[TO_MOVE] = 0
    else if (s[ROUND] === 0) {
      s[ROUND] = 1
      s[RAISES] = 0
      s[TO_MOVE] = CHANCE_BIT
    } else this.#compare(s)
    return true
  }

  #compare(s: State): void {
    const first = s[CARD]! === s[COMMON] ? this.#ranks + 1 : s[CARD]!
    const second = s[CARD + 1]! === s[COMMON] ? this.#ranks + 1 : s[CARD + 1]!
    s[OUTCOME] =
      first === second ? packOutcome(BY_EQUALS, NOBODY) : packOutcome(BY_CARDS, first > second ? 0 : 1)
    s[TO_MOVE] = 0
  }

  /** The other's card is a secret until the cards are compared. */
  override observe(s: State, seat: Seat, view: State): void {
    view.set(s)
    const shown = s[OUTCOME] !== 0 && endingOf(s[OUTCOME]!) !== BY_FOLD
    if (!shown && s[CARD + 1 - seat] !== 0) view[CARD + 1 - seat] = UNKNOWN
  }

  /** Random play says whatever it holds: the other's card is any of those that the seat does not see. */
  override determinize(view: State, seat: Seat, rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
    if (out[CARD + 1 - seat] !== UNKNOWN) return
    const dealt = out[COMMON] === 0 ? 1 : 2
    let left = below(rng, this.#ranks * this.#suits - dealt)
    let rank = 1
    while (left >= this.#left(out, rank)) left -= this.#left(out, rank++)
    out[CARD + 1 - seat] = rank
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const chips = chipsOf(s)
    out[at] = chips
    out[at + 1] = -chips
  }
}

/** Chips that the first seat has won: those of the loser, at the end. */
function chipsOf(s: State): number {
  const ended = s[OUTCOME]!
  if (ended === 0 || ended === packOutcome(BY_EQUALS, NOBODY)) return 0
  return ended === packOutcome(BY_FOLD, 0) || ended === packOutcome(BY_CARDS, 0) ? s[CHIPS + 1]! : -s[CHIPS]!
}

function textOf(game: LeducPoker): GameText {
  const said = (s: State): string[][] =>
    [0, 1].map(round => {
      const words: string[] = []
      for (let bets = s[BETS + round]!; bets > NOTHING_SAID; bets >>= 2) words.unshift(SAYINGS[bets & 3]!)
      return words
    })
  return classicText(game, {
    format: (_state, seat, action) => (seat === CHANCE ? `card ${1 + action}` : SAYINGS[action]!),
    legend: 'cards: 0 is none yet, -1 unknown; chips put in are in brackets',
    describe: s => ({
      cards: [s[CARD]!, s[CARD + 1]!],
      common: s[COMMON]!,
      said: said(s),
      putIn: [s[CHIPS]!, s[CHIPS + 1]!],
      chips: chipsOf(s),
    }),
    render: s => {
      const held = game.info.seats.map((name, seat) => `${name} ${s[CARD + seat]} (${s[CHIPS + seat]})`)
      const rounds = said(s).filter(words => words.length > 0)
      return [
        `${held.join(', ')}, for both ${s[COMMON]}`,
        ...rounds.map((words, round) => `round ${1 + round}: ${words.join(', ')}`),
      ].join('\n')
    },
  })
}

export function compile(id: string, rules: Rules): LeducPoker {
  return new LeducPoker(id, rules)
}
