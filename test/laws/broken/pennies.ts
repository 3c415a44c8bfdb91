/** Matching pennies: both show a side at the same time; `even` wins if they match, `odd` if they do not. */
import {
  type CompiledGame,
  packOutcome,
  RESOLVE_BIT,
  WIN_UNITS,
  winnerOf,
  wrapGame,
  writeReturns,
} from '../../../engine/contract/index.ts'
import { below } from '../../../engine/rng.ts'

const SIDES = ['heads', 'tails']
/** Words 0 and 1: 1 + what each seat shows, 0 for nothing yet; word 2: the outcome. */
const OUTCOME = 2

export const pennies: CompiledGame = {
  info: {
    id: 'pennies',
    type: {
      dynamics: 'simultaneous',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: ['even', 'odd'],
    stateSize: 3,
    actionCount: 2,
    legalMax: 2,
    decisionMax: 2,
    stepMax: 1,
    step: { label: 'show', perTurn: 1 },
    gauges: [
      { id: 'right', label: 'was right', min: 0, max: 1, zeroSum: false, weight: 0, decides: ['shown'] },
    ],
    assets: [{ id: 'penny', group: 'coin', label: 'penny' }],
    endings: [{ id: 'shown', kind: 'win', label: 'both have shown' }],
  },
  start: s => {
    s.fill(0)
  },
  toMove: s => {
    if (s[OUTCOME] !== 0) return 0
    const mask = (s[0] === 0 ? 1 : 0) | (s[1] === 0 ? 2 : 0)
    return mask === 0 ? RESOLVE_BIT : mask
  },
  legal: (_s, _seat, out) => {
    out.set([0, 1])
    return 2
  },
  passive: () => 0,
  sample: (_s, _seat, rng) => below(rng, 2),
  apply: (s, seat, action) => {
    s[seat] = 1 + action
  },
  resolve: s => {
    s[OUTCOME] = packOutcome(0, s[0] === s[1] ? 0 : 1)
    return true
  },
  result: (s, returns) => writeReturns(s[OUTCOME]!, 2, 0b11, returns),
  observe: (s, seat, view) => {
    view.set(s)
    if (s[OUTCOME] === 0) view[1 - seat] = 0
  },
  determinize: (view, _seat, _rng, out) => {
    if (out !== view) out.set(view)
  },
  gauge: (s, out, at) => {
    for (let seat = 0; seat < 2; seat++)
      out[at + seat] = s[OUTCOME] !== 0 && winnerOf(s[OUTCOME]!) === seat ? 1 : 0
  },
  text: {
    replayEach: 'step',
    fixedFormat: true,
    format: (_s, _seat, action) => SIDES[action]!,
    parse: (_s, _seat, text) => {
      if (!SIDES.includes(text)) throw new Error(`found ${text}`)
      return SIDES.indexOf(text)
    },
    describe: s => ({ shown: [s[0]!, s[1]!], over: s[OUTCOME] !== 0 }),
    render: s => `shown ${s[0]} ${s[1]}`,
  },
}

/** Pays the seat that was wrong. */
export const paysLoser = wrapGame(pennies, {
  result: (s, returns) => {
    const ending = pennies.result(s, returns)
    for (let seat = 0; seat < 2; seat++) returns[seat] = WIN_UNITS - returns[seat]!
    return ending
  },
})

/** Calls it a win when both get the same. */
export const winOfNobody = wrapGame(pennies, {
  result: (_s, returns) => {
    returns.fill(WIN_UNITS / 2)
    return 0
  },
})
