/**
 * One card of three for each of two seats, hidden from the other. The opener bets or passes; the caller calls a bet or
 * folds. Two cards stay out. The smallest game in which a seat has to guess.
 */
import {
  type Action,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  endingOf,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  UNKNOWN,
  winnerOf,
  wordOffsets,
  wrapGame,
  writeReturns,
} from '../../../engine/contract/index.ts'
import { below } from '../../../engine/rng.ts'

const CARDS = 4
const { at: WORDS, size } = wordOffsets({ STAGE: 1, CARD: 2, BET: 1, OUTCOME: 1 })
const { STAGE, CARD, BET, OUTCOME } = WORDS

// Stages. In both deals a card from 1 to CARDS goes to the seat of that number; 0 is none yet.
const OPENING = 2
const CALLING = 3
const SHOWDOWN = 4
const TO_MOVE = [CHANCE_BIT, CHANCE_BIT, 1, 2, RESOLVE_BIT]
const TEXTS = [
  ['pass', 'bet'],
  ['fold', 'call'],
]
const BY_SHOWDOWN = 0
const BY_FOLD = 1

const end = (s: State, ending: number, winner: Seat): void => {
  s[OUTCOME] = packOutcome(ending, winner)
}

/** The cards that a seat can imagine in the other's hand: all but its own, or all that are left to deal. */
const others = (s: State, known: Seat): number[] =>
  Array.from({ length: CARDS }, (_, card) => 1 + card).filter(card => card !== s[CARD + known])

export const hiddenCard: CompiledGame = {
  info: {
    id: 'hidden-card',
    type: {
      dynamics: 'sequential',
      chance: 'explicit',
      information: 'imperfect',
      utility: 'constant-sum',
    },
    seats: ['opener', 'caller'],
    stateSize: size,
    actionCount: CARDS,
    legalMax: CARDS,
    decisionMax: 4,
    stepMax: 1,
    step: { label: 'deal', perTurn: 1 },
    gauges: [
      {
        id: 'wins',
        label: 'deals won',
        min: 0,
        max: 1,
        zeroSum: false,
        weight: 0,
        decides: ['showdown', 'fold'],
      },
    ],
    assets: [{ id: 'bet', group: 'action', label: 'bet' }],
    endings: [
      { id: 'showdown', kind: 'win', label: 'the higher card won' },
      { id: 'fold', kind: 'win', label: 'the caller folded' },
    ],
  },
  start: s => {
    s.fill(0)
  },
  toMove: s => (s[OUTCOME] === 0 ? TO_MOVE[s[STAGE]!]! : 0),
  legal: (s, seat, out) => {
    const actions = seat === CHANCE ? others(s, 0).map(card => card - 1) : [0, 1]
    out.set(actions)
    return actions.length
  },
  passive: () => 0,
  chanceWeights: (s, out) =>
    others(s, 0)
      .fill(1)
      .map((weight, i) => (out[i] = weight)).length,
  sample: (s, seat, rng) =>
    seat === CHANCE ? others(s, 0)[below(rng, others(s, 0).length)]! - 1 : below(rng, 2),
  apply: (s, seat, action) => {
    if (seat === CHANCE) s[CARD + s[STAGE]!++] = 1 + action
    else if (s[STAGE] === OPENING) {
      s[BET] = action
      s[STAGE] = action === 1 ? CALLING : SHOWDOWN
    } else {
      s[BET] = action === 1 ? 2 : 3
      s[STAGE] = SHOWDOWN
    }
  },
  resolve: s => {
    if (s[BET] === 3) end(s, BY_FOLD, 0)
    else end(s, BY_SHOWDOWN, s[CARD]! > s[CARD + 1]! ? 0 : 1)
    return true
  },
  result: (s, returns) => writeReturns(s[OUTCOME]!, 2, 0b11, returns),
  observe: (s, seat, view) => {
    view.set(s)
    if (view[CARD + 1 - seat] !== 0) view[CARD + 1 - seat] = UNKNOWN
  },
  determinize: (view, seat, rng, out) => {
    if (out !== view) out.set(view)
    if (out[CARD + 1 - seat] !== UNKNOWN) return
    const cards = others(out, seat)
    out[CARD + 1 - seat] = cards[below(rng, cards.length)]!
  },
  gauge: (s, out, at) => {
    for (let seat = 0; seat < 2; seat++)
      out[at + seat] = s[OUTCOME] !== 0 && winnerOf(s[OUTCOME]!) === seat ? 1 : 0
  },
  text: {
    replayEach: 'decision',
    fixedFormat: true,
    format: (_s, seat, action) => (seat === CHANCE ? `card ${1 + action}` : TEXTS[seat]![action]!),
    parse: (_s, seat, text): Action => {
      const action = seat === CHANCE ? Number(text.slice('card '.length)) - 1 : TEXTS[seat]!.indexOf(text)
      if (action < 0 || Number.isNaN(action)) throw new Error(`found ${text}`)
      return action
    },
    describe: s => ({
      cards: [s[CARD]!, s[CARD + 1]!],
      bet: s[BET]!,
      ending: s[OUTCOME] === 0 ? null : endingOf(s[OUTCOME]!),
    }),
    render: s => `cards ${s[CARD]} ${s[CARD + 1]}`,
  },
}

/** Guesses that the other holds the lowest remaining card. */
export const lowestCard = wrapGame(hiddenCard, {
  determinize: (view, seat, rng, out) => {
    const drawn = rng.slice()
    hiddenCard.determinize(view, seat, drawn, out)
    if (out[CARD + 1 - seat] !== 0) out[CARD + 1 - seat] = others(out, seat)[0]!
  },
})

/** Guesses any card for the other, even the seat's own. */
export const anyCard = wrapGame(hiddenCard, {
  determinize: (view, seat, rng, out) => {
    const hidden = view[CARD + 1 - seat] === UNKNOWN
    hiddenCard.determinize(view, seat, rng, out)
    if (hidden) out[CARD + 1 - seat] = 1 + below(rng, CARDS)
  },
})
