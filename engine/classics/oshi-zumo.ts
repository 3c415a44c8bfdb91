/**
 * Oshi-Zumo (Buro, "Solving the Oshi-Zumo game", 2004): a wrestler stands in the middle of a row of places; both bid coins in secret, the
 * higher bid pushes it one place towards the other's end, and both bids are gone.
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
import { below } from '../rng.ts'
import { Classic, classicText, classicWords, hideSealed } from './classic.ts'

export const schema = z.strictObject({
  coins: z.int().min(1).max(200).describe('coins of each seat').default(50),
  size: z.int().min(1).max(10).describe('places on each side of the middle').default(3),
  minimum: z.int().min(1).max(10).describe('the lowest bid; a side with fewer coins bids nothing').default(1),
})
type Rules = z.output<typeof schema>

/** BID: 1 + a sealed bid, 0 for none. PLACE: of the wrestler, from the middle, positive towards the second seat's end. */
const { at, size: STATE_SIZE } = classicWords({ PLACE: 1, COINS: 2, BID: 2 })
const { BID, COINS, OUTCOME, PLACE, TO_MOVE } = at
const BOTH = 0b11
const BY_PUSH = 0
const BY_PLACE = 1
const BY_MIDDLE = 2

function infoOf(id: string, { coins, minimum, size }: Rules): GameInfo {
  // Who can bid, bids the minimum at least.
  const steps = Math.ceil(coins / minimum)
  return {
    id,
    type: {
      dynamics: 'simultaneous',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: ['left', 'right'],
    stateSize: STATE_SIZE,
    actionCount: 1 + coins,
    legalMax: 1 + coins,
    decisionMax: 2 * steps,
    stepMax: steps,
    step: { label: 'round', perTurn: 1 },
    horizon: steps,
    gauges: [
      {
        id: 'place',
        label: 'places that the wrestler is beyond the middle',
        min: -size - 1,
        max: size + 1,
        zeroSum: true,
        weight: WIN_UNITS / 4 / (size + 1),
      },
      { id: 'coins', label: 'coins', min: 0, max: coins, zeroSum: false, weight: WIN_UNITS / 4 / coins },
    ],
    assets: [{ id: 'coin', group: 'coin', label: 'coin' }],
    endings: [
      { id: 'push', kind: 'win', label: 'pushed the wrestler off' },
      { id: 'place', kind: 'win', label: "the wrestler ended on the other's side" },
      { id: 'middle', kind: 'draw', label: 'the wrestler ended in the middle' },
    ],
  }
}

class OshiZumo extends Classic {
  readonly text: GameText
  readonly #rules: Rules

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#rules = rules
    this.text = textOf(this, rules)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = BOTH
    s[COINS] = s[COINS + 1] = this.#rules.coins
  }

  #least(s: State, seat: Seat): number {
    return s[COINS + seat]! >= this.#rules.minimum ? this.#rules.minimum : 0
  }

  /** The highest bid: 0 for a seat that has less than the lowest. */
  #most(s: State, seat: Seat): number {
    return s[COINS + seat]! >= this.#rules.minimum ? s[COINS + seat]! : 0
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    let count = 0
    for (let bid = this.#least(s, seat); bid <= this.#most(s, seat); bid++) out[count++] = bid
    return count
  }

  override passive(s: State, seat: Seat): Action {
    return this.#least(s, seat)
  }

  override sample(s: State, seat: Seat, rng: Int32Array): Action {
    const least = this.#least(s, seat)
    return least + below(rng, this.#most(s, seat) - least + 1)
  }

  /** Bids any. */
  uses(_s: State, _seat: Seat, action: Action): boolean {
    return action > 0
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    s[BID + seat] = 1 + action
    const count = seat * EVENTS.length
    events[count + FIELDED]! += action
    events[count + USED]! += action
    s[TO_MOVE]! &= ~(1 << seat)
    if (s[TO_MOVE] === 0) s[TO_MOVE] = RESOLVE_BIT
  }

  resolve(s: State, events: Int32Array): boolean {
    const left = s[BID]! - 1
    const right = s[BID + 1]! - 1
    s[COINS]! -= left
    s[COINS + 1]! -= right
    s[BID] = s[BID + 1] = 0
    if (left !== right) {
      events[(left > right ? 0 : EVENTS.length) + SCORED]!++
      s[PLACE]! += left > right ? 1 : -1
    }
    const { minimum, size } = this.#rules
    const place = s[PLACE]!
    s[TO_MOVE] = 0
    if (Math.abs(place) > size) s[OUTCOME] = packOutcome(BY_PUSH, place > 0 ? 0 : 1)
    else if (s[COINS]! >= minimum || s[COINS + 1]! >= minimum) s[TO_MOVE] = BOTH
    else s[OUTCOME] = place === 0 ? packOutcome(BY_MIDDLE, NOBODY) : packOutcome(BY_PLACE, place > 0 ? 0 : 1)
    return true
  }

  override observe(s: State, seat: Seat, view: State): void {
    hideSealed(s, seat, view, BID)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    out[at] = s[PLACE]!
    out[at + 1] = -s[PLACE]!
    out[at + 2] = s[COINS]!
    out[at + 3] = s[COINS + 1]!
  }
}

function textOf(game: OshiZumo, { size }: Rules): GameText {
  return classicText(game, {
    replayEach: 'step',
    format: (_state, _seat, action) => `bid ${action}`,
    describe: s => ({ place: s[PLACE]!, coins: [s[COINS]!, s[COINS + 1]!] }),
    legend: 'o is the wrestler; left pushes to the right',
    render: s => {
      const row = Array.from({ length: 2 * size + 3 }, (_, n) =>
        Math.abs(n - size - 1) > size ? '|' : '.',
      ).join('')
      const at = s[PLACE]! + size + 1
      return `left ${s[COINS]}  ${row.slice(0, at)}o${row.slice(at + 1)}  right ${s[COINS + 1]}`
    },
  })
}

export function compile(id: string, rules: Rules): OshiZumo {
  return new OshiZumo(id, rules)
}
