/** Pig: a turn is rolls of a die, whose pips are kept by holding and lost by a roll of 1; who first has enough points wins. */
import { z } from 'zod'
import {
  type Action,
  CHANCE,
  CHANCE_BIT,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  NOBODY,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords } from './classic.ts'

export const schema = z.strictObject({
  goal: z.int().min(2).max(1000).describe('points that win').default(100),
  sides: z.int().min(2).max(20).describe('sides of the die').default(6),
  turns: z.int().min(1).max(1000).describe('turns of each seat until the match is a draw').default(100),
})
type Rules = z.output<typeof schema>

/** TURNS: begun before this one. POOL: pips of this turn so far, none after a roll of 1. */
const { at, size: STATE_SIZE } = classicWords({ TURNS: 1, POINTS: 2, POOL: 1 })
const { OUTCOME, POINTS, POOL, TO_MOVE, TURNS } = at
const ROLL = 0
const HOLD = 1
const CHOICES = ['roll', 'hold']
const BY_GOAL = 0
const BY_TURNS = 1

function infoOf(id: string, { goal, sides, turns }: Rules): GameInfo {
  // All rolls of a turn but one of 1 add at least 2 pips; each is a decision of the seat and one of chance.
  const perTurn = 2 * (1 + Math.ceil(goal / 2)) + 1
  const actions = Math.max(CHOICES.length, sides)
  return {
    id,
    type: { dynamics: 'sequential', chance: 'explicit', information: 'perfect', utility: 'constant-sum' },
    seats: ['first', 'second'],
    stateSize: STATE_SIZE,
    actionCount: actions,
    legalMax: actions,
    decisionMax: 2 * turns * perTurn,
    stepMax: 2 * turns,
    step: { label: 'half-turn', perTurn: 2 },
    gauges: [
      {
        id: 'points',
        label: 'points',
        min: 0,
        max: goal + sides - 1,
        zeroSum: false,
        weight: WIN_UNITS / 2 / goal,
      },
    ],
    assets: CHOICES.map(id => ({ id, group: 'decision', label: id })),
    endings: [
      { id: 'goal', kind: 'win', label: 'enough points' },
      { id: 'turns', kind: 'length', label: 'the turn limit was reached' },
    ],
  }
}

class Pig extends Classic {
  readonly text: GameText
  readonly #goal: number
  readonly #sides: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#goal = rules.goal
    this.#sides = rules.sides
    this.text = textOf(this)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = 1
  }

  /** A turn begins with a roll, and ends with a hold when the points are enough. Action n of chance is a roll of 1 + n. */
  legal(s: State, seat: Seat, out: Int32Array): number {
    if (seat === CHANCE) {
      for (let n = 0; n < this.#sides; n++) out[n] = n
      return this.#sides
    }
    let count = 0
    if (!this.#isEnough(s)) out[count++] = ROLL
    if (s[POOL]! > 0) out[count++] = HOLD
    return count
  }

  #isEnough(s: State): boolean {
    return s[POINTS + (s[TURNS]! & 1)]! + s[POOL]! >= this.#goal
  }

  override chanceWeights(_s: State, out: Int32Array): number {
    for (let n = 0; n < this.#sides; n++) out[n] = 1
    return this.#sides
  }

  override passive(s: State): Action {
    return s[POOL]! > 0 ? HOLD : ROLL
  }

  override sample(s: State, seat: Seat, rng: Int32Array): Action {
    if (seat === CHANCE) return below(rng, this.#sides)
    const canHold = s[POOL]! > 0
    const canRoll = !this.#isEnough(s)
    const drawn = below(rng, canHold && canRoll ? 2 : 1)
    return canRoll ? drawn : HOLD
  }

  /** Chooses it. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return action === asset
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    if (seat === CHANCE) {
      s[POOL] = action === 0 ? 0 : s[POOL]! + 1 + action
      s[TO_MOVE] = action === 0 ? RESOLVE_BIT : 1 << (s[TURNS]! & 1)
      return
    }
    const count = (seat * CHOICES.length + action) * EVENTS.length
    events[count + FIELDED]!++
    events[count + USED]!++
    s[TO_MOVE] = action === ROLL ? CHANCE_BIT : RESOLVE_BIT
  }

  /** Closes a turn. */
  resolve(s: State): boolean {
    const seat = s[TURNS]! & 1
    s[POINTS + seat]! += s[POOL]!
    s[POOL] = 0
    s[TURNS]!++
    s[TO_MOVE] = 0
    if (s[POINTS + seat]! >= this.#goal) s[OUTCOME] = packOutcome(BY_GOAL, seat)
    else if (s[TURNS] === this.info.stepMax) s[OUTCOME] = packOutcome(BY_TURNS, NOBODY)
    else s[TO_MOVE] = 1 << (1 - seat)
    return true
  }

  gauge(s: State, out: Int32Array, at: number): void {
    out[at] = s[POINTS]!
    out[at + 1] = s[POINTS + 1]!
  }
}

function textOf(game: Pig): GameText {
  const points = (s: State): number[] => [s[POINTS]!, s[POINTS + 1]!]
  return classicText(game, {
    format: (_state, seat, action) => (seat === CHANCE ? `a ${1 + action}` : CHOICES[action]!),
    describe: s => ({ turns: s[TURNS]!, points: points(s), pool: s[POOL]! }),
    render: s => {
      const scores = points(s).map((count, seat) => `${game.info.seats[seat]} ${count}`)
      return `${scores.join(', ')}${s[POOL]! > 0 ? `, and ${s[POOL]} to hold` : ''}`
    },
  })
}

export function compile(id: string, rules: Rules): Pig {
  return new Pig(id, rules)
}
