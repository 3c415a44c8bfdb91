/** Two seats bid for two prizes, one after the other, in secret: only who won is announced, and the bids stay secret. */
import {
  type CompiledGame,
  endingOf,
  NOBODY,
  packOutcome,
  RESOLVE_BIT,
  type State,
  UNKNOWN,
  wordOffsets,
  wrapGame,
  writeReturns,
} from '../../../engine/contract/index.ts'
import { below } from '../../../engine/rng.ts'

const BIDS = 4
const ROUNDS = 2
const TIE = 3
/** BID: 1 + what each seat sealed, 0 for nothing yet. PAST: per round and seat, the same. WINNER: per round, 1 + seat or TIE. */
const { at: WORDS, size } = wordOffsets({ ROUND: 1, BID: 2, PAST: 2 * ROUNDS, WINNER: ROUNDS, OUTCOME: 1 })
const { ROUND, BID, PAST, WINNER, OUTCOME } = WORDS
const ALL = Array.from({ length: BIDS }, (_, bid) => 1 + bid)

const prizes = (s: State, seat: number): number =>
  s.subarray(WINNER, WINNER + ROUNDS).reduce((sum, winner) => sum + (winner === 1 + seat ? 1 : 0), 0)

/** Bids of the other seat that fit who won a round, by the seat's own bid. */
function fitting(s: State, seat: number, round: number): number[] {
  const own = s[PAST + 2 * round + seat]!
  const winner = s[WINNER + round]!
  if (winner === TIE) return [own]
  return ALL.filter(bid => (winner === 1 + seat ? bid < own : bid > own))
}

/** Completes a view with a bid of `bidsFor(round)` for every round that is over. */
function guessBids(
  view: State,
  seat: number,
  rng: Int32Array,
  out: State,
  bidsFor: (round: number) => readonly number[],
): void {
  if (out !== view) out.set(view)
  for (let round = 0; round < ROUNDS; round++) {
    if (out[PAST + 2 * round + 1 - seat] !== UNKNOWN) continue
    const bids = bidsFor(round)
    out[PAST + 2 * round + 1 - seat] = bids[below(rng, bids.length)]!
  }
}

export const sealedBid: CompiledGame = {
  info: {
    id: 'sealed-bid',
    type: {
      dynamics: 'simultaneous',
      chance: 'deterministic',
      information: 'imperfect',
      utility: 'constant-sum',
    },
    seats: ['left', 'right'],
    stateSize: size,
    actionCount: BIDS,
    legalMax: BIDS,
    decisionMax: 2 * ROUNDS,
    stepMax: ROUNDS,
    step: { label: 'round', perTurn: 1 },
    gauges: [
      {
        id: 'prizes',
        label: 'prizes',
        min: 0,
        max: ROUNDS,
        zeroSum: false,
        weight: 10,
        decides: ['more', 'even'],
      },
    ],
    assets: [{ id: 'prize', group: 'prize', label: 'prize' }],
    endings: [
      { id: 'more', kind: 'win', label: 'more prizes' },
      { id: 'even', kind: 'draw', label: 'as many prizes' },
    ],
  },
  start: s => {
    s.fill(0)
  },
  toMove: s => {
    if (s[OUTCOME] !== 0) return 0
    const mask = (s[BID] === 0 ? 1 : 0) | (s[BID + 1] === 0 ? 2 : 0)
    return mask === 0 ? RESOLVE_BIT : mask
  },
  legal: (_s, _seat, out) => {
    out.set(ALL.map(bid => bid - 1))
    return BIDS
  },
  passive: () => 0,
  sample: (_s, _seat, rng) => below(rng, BIDS),
  apply: (s, seat, action) => {
    s[BID + seat] = 1 + action
  },
  resolve: s => {
    const round = s[ROUND]!++
    const [left, right] = [s[BID]!, s[BID + 1]!]
    s[PAST + 2 * round] = left
    s[PAST + 2 * round + 1] = right
    s[WINNER + round] = left === right ? TIE : left > right ? 1 : 2
    s[BID] = s[BID + 1] = 0
    if (s[ROUND] === ROUNDS) {
      const lead = prizes(s, 0) - prizes(s, 1)
      s[OUTCOME] = lead === 0 ? packOutcome(1, NOBODY) : packOutcome(0, lead > 0 ? 0 : 1)
    }
    return true
  },
  result: (s, returns) => writeReturns(s[OUTCOME]!, 2, 0b11, returns),
  observe: (s, seat, view) => {
    view.set(s)
    view[BID + 1 - seat] = 0
    for (let round = 0; round < s[ROUND]!; round++) view[PAST + 2 * round + 1 - seat] = UNKNOWN
  },
  determinize: (view, seat, rng, out) => guessBids(view, seat, rng, out, round => fitting(view, seat, round)),
  gauge: (s, out, at) => {
    for (let seat = 0; seat < 2; seat++) out[at + seat] = prizes(s, seat)
  },
  text: {
    replayEach: 'step',
    fixedFormat: true,
    format: (_s, _seat, action) => `bid ${action}`,
    parse: (_s, _seat, text) => {
      if (!/^bid [0-3]$/.test(text)) throw new Error(`found ${text}`)
      return Number(text.slice('bid '.length))
    },
    describe: s => ({
      past: [...s.subarray(PAST, WINNER)],
      winners: [...s.subarray(WINNER, OUTCOME)],
      ending: s[OUTCOME] === 0 ? null : endingOf(s[OUTCOME]!),
    }),
    render: s => `prizes ${prizes(s, 0)} ${prizes(s, 1)}`,
  },
}

/** Guesses any bid for a round that is over, whoever won it. */
export const anyBid = wrapGame(sealedBid, {
  determinize: (view, seat, rng, out) => guessBids(view, seat, rng, out, () => ALL),
})

/** Guesses bids that fit, but the highest of them too often. */
export const highBid = wrapGame(sealedBid, {
  determinize: (view, seat, rng, out) =>
    guessBids(view, seat, rng, out, round => {
      const bids = fitting(view, seat, round)
      return [...bids, bids.at(-1)!]
    }),
})
