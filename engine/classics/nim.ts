/** Nim: two seats take stones from piles in turn, as many as they like from one of them; who takes the last one wins. */
import { z } from 'zod'
import {
  type Action,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  packOutcome,
  type RandomMatch,
  RESOLVE_BIT,
  SCORED,
  type Seat,
  type State,
  takeSample,
  USED,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords } from './classic.ts'

const PILES_MAX = 8
const STONES_MAX = 20

export const schema = z.strictObject({
  piles: z
    .array(z.int().min(1).max(STONES_MAX))
    .min(1)
    .max(PILES_MAX)
    .describe('stones of each pile at the start')
    .default([1, 3, 5, 7]),
  misere: z.boolean().describe('the last stone loses').default(false),
})
type Rules = z.output<typeof schema>

/** TURN: the seat whose turn it is or was last. TAKEN: stones, by seat. The piles follow. */
const { at, size: FIXED_SIZE } = classicWords({ TURN: 1, TAKEN: 2 })
const { OUTCOME, TAKEN, TO_MOVE, TURN } = at
const PILES = FIXED_SIZE
const BY_LAST = 0

function infoOf(id: string, { misere, piles }: Rules): GameInfo {
  const stones = piles.reduce((sum, pile) => sum + pile, 0)
  const most = Math.max(...piles)
  return {
    id,
    type: {
      dynamics: 'sequential',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: ['first', 'second'],
    stateSize: FIXED_SIZE + piles.length,
    actionCount: piles.length * most,
    legalMax: stones,
    decisionMax: stones,
    stepMax: stones,
    step: { label: 'half-turn', perTurn: 2 },
    // Stones taken say nothing about who wins: playouts have to go to the end.
    horizon: stones,
    gauges: [{ id: 'taken', label: 'stones taken', min: 0, max: stones, zeroSum: false, weight: 0 }],
    assets: [{ id: 'stone', group: 'stone', label: 'stone' }],
    endings: [
      { id: 'last', kind: 'win', label: misere ? 'the other took the last stone' : 'took the last stone' },
    ],
  }
}

class Nim extends Classic {
  readonly text: GameText
  readonly #piles: readonly number[]
  /** Actions of a pile: action `pile * most + n` takes 1 + n stones from it. */
  readonly #most: number
  readonly #misere: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#piles = rules.piles
    this.#most = Math.max(...rules.piles)
    this.#misere = rules.misere ? 1 : 0
    this.text = textOf(this, this.#most, rules.piles.length)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = 1
    for (let pile = 0; pile < this.#piles.length; pile++) s[PILES + pile] = this.#piles[pile]!
  }

  legal(s: State, _seat: Seat, out: Int32Array): number {
    let count = 0
    for (let pile = 0; pile < this.#piles.length; pile++)
      for (let n = 0; n < s[PILES + pile]!; n++) out[count++] = pile * this.#most + n
    return count
  }

  /** Every decision takes stones. */
  uses(): boolean {
    return true
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    take(s, seat, PILES + Math.floor(action / this.#most), 1 + (action % this.#most), events)
    s[TO_MOVE] = RESOLVE_BIT
  }

  resolve(s: State): boolean {
    if (this.#left(s) === 0) {
      s[OUTCOME] = packOutcome(BY_LAST, s[TURN]! ^ this.#misere)
      s[TO_MOVE] = 0
    } else {
      s[TURN] = 1 - s[TURN]!
      s[TO_MOVE] = 1 << s[TURN]!
    }
    return true
  }

  /** Stones on the table: as many as there are legal actions. */
  #left(s: State): number {
    let left = 0
    for (let pile = 0; pile < this.#piles.length; pile++) left += s[PILES + pile]!
    return left
  }

  /** A match in one go. The stones of the piles in turn are the legal actions: none has to be listed for one to be drawn. */
  sampleMatch(s: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    if (!this.isOpen(s, match)) return
    const { events } = match
    let left = this.#left(s)
    let seat = s[TURN]!
    for (;;) {
      let stone = below(rngs[seat]!, left)
      let pile = PILES
      while (stone >= s[pile]!) stone -= s[pile++]!
      take(s, seat, pile, 1 + stone, events)
      match.decisions++
      left -= 1 + stone
      if (left === 0) break
      takeSample(this, s, match)
      seat ^= 1
    }
    s[TURN] = seat
    this.resolve(s)
    takeSample(this, s, match)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    out[at] = s[TAKEN]!
    out[at + 1] = s[TAKEN + 1]!
  }
}

/** Takes stones from the pile whose word is `pile`. */
function take(s: State, seat: Seat, pile: number, stones: number, events: Int32Array): void {
  s[pile]! -= stones
  s[TAKEN + seat]! += stones
  const count = seat * EVENTS.length
  events[count + FIELDED]! += stones
  events[count + USED]! += stones
  events[count + SCORED]! += stones
}

function textOf(game: Nim, most: number, piles: number): GameText {
  const stones = (s: State): number[] => [...s.subarray(PILES, PILES + piles)]
  return classicText(game, {
    format: (_state, _seat, action) =>
      `take ${1 + (action % most)} from pile ${1 + Math.floor(action / most)}`,
    describe: s => ({ piles: stones(s), taken: [s[TAKEN]!, s[TAKEN + 1]!] }),
    render: s =>
      stones(s)
        .map((count, pile) => `pile ${1 + pile}: ${count === 0 ? '-' : 'o'.repeat(count)}`)
        .join('\n'),
  })
}

export function compile(id: string, rules: Rules): Nim {
  return new Nim(id, rules)
}
