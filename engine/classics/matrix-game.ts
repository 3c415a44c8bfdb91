/** Matrix games: both seats choose at the same time, and a table says what the row seat wins of the column seat. */
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
  type Seat,
  type State,
  USED,
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords, hideSealed } from './classic.ts'

const CHOICES_MAX = 20
const PAYOFF_MAX = 1_000_000
const HANDS = ['rock', 'paper', 'scissors']

const names = (seat: string) =>
  z
    .array(z.string().regex(/^[a-z0-9-]{1,20}$/, 'expected lower-case letters, digits and hyphens'))
    .min(1)
    .max(CHOICES_MAX)
    .describe(`choices of the ${seat} seat`)
    .default(HANDS)

export const schema = z
  .strictObject({
    row: names('row'),
    column: names('column'),
    payoffs: z
      .array(z.array(z.int().min(-PAYOFF_MAX).max(PAYOFF_MAX)).min(1).max(CHOICES_MAX))
      .min(1)
      .max(CHOICES_MAX)
      .describe(
        "the row seat's payoffs: a list for each of its choices, with a number for each of the column seat's",
      )
      .default([
        [0, -1, 1],
        [1, 0, -1],
        [-1, 1, 0],
      ]),
  })
  .superRefine(({ row, column, payoffs }, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    for (const [key, list] of Object.entries({ row, column }))
      if (new Set(list).size < list.length)
        wrong([key], `${key} names a choice twice, expected different names`)
    if (payoffs.length !== row.length)
      wrong(
        ['payoffs'],
        `payoffs has length ${payoffs.length}, expected one list for each of ${row.length} choices`,
      )
    for (const [at, list] of payoffs.entries())
      if (list.length !== column.length)
        wrong(
          ['payoffs', at],
          `payoffs[${at}] has length ${list.length}, expected one number for each of ${column.length} choices`,
        )
  })
type Rules = z.output<typeof schema>

/** CHOICE: by seat, 1 + its choice, 0 for none yet. */
const { at, size: STATE_SIZE } = classicWords({ CHOICE: 2 })
const { CHOICE, OUTCOME, TO_MOVE } = at
const BOTH = 0b11
const BY_PAYOFF = 0
const BY_NOTHING = 1

function infoOf(id: string, { row, column, payoffs }: Rules): GameInfo {
  const most = Math.max(1, ...payoffs.flat().map(Math.abs))
  const choices = [...new Set([...row, ...column])]
  const actions = Math.max(row.length, column.length)
  return {
    id,
    type: {
      dynamics: 'simultaneous',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: ['row', 'column'],
    stateSize: STATE_SIZE,
    actionCount: actions,
    legalMax: actions,
    decisionMax: 2,
    stepMax: 1,
    step: { label: 'round', perTurn: 1 },
    gauges: [
      {
        id: 'payoff',
        label: 'payoff',
        min: -most,
        max: most,
        zeroSum: true,
        weight: WIN_UNITS / 4 / most,
        payoff: true,
      },
    ],
    assets: choices.map(id => ({ id, group: 'choice', label: id })),
    endings: [
      { id: 'payoff', kind: 'win', label: 'the choices pay one side' },
      { id: 'nothing', kind: 'draw', label: 'the choices pay nobody' },
    ],
  }
}

class MatrixGame extends Classic {
  readonly text: GameText
  readonly #counts: readonly [number, number]
  readonly #payoffs: Int32Array
  /** By seat and choice: where the counts of its asset begin. */
  readonly #assets: Int32Array

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    const { actionCount, assets } = this.info
    this.#counts = [rules.row.length, rules.column.length]
    this.#payoffs = Int32Array.from(rules.payoffs.flat())
    this.#assets = new Int32Array(2 * actionCount)
    for (const [seat, choices] of [rules.row, rules.column].entries())
      for (const [choice, name] of choices.entries())
        this.#assets[seat * actionCount + choice] =
          (seat * assets.length + assets.findIndex(asset => asset.id === name)) * EVENTS.length
    this.text = textOf(this, rules)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = BOTH
  }

  legal(_s: State, seat: Seat, out: Int32Array): number {
    const count = this.#counts[seat as 0 | 1]
    for (let n = 0; n < count; n++) out[n] = n
    return count
  }

  override sample(_s: State, seat: Seat, rng: Int32Array): Action {
    return below(rng, this.#counts[seat as 0 | 1])
  }

  /** Chooses it. */
  uses(_s: State, seat: Seat, action: Action, asset: number): boolean {
    const { actionCount, assets } = this.info
    return this.#assets[seat * actionCount + action] === (seat * assets.length + asset) * EVENTS.length
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    s[CHOICE + seat] = 1 + action
    const count = this.#assets[seat * this.info.actionCount + action]!
    events[count + FIELDED]!++
    events[count + USED]!++
    s[TO_MOVE]! &= ~(1 << seat)
    if (s[TO_MOVE] === 0) s[TO_MOVE] = RESOLVE_BIT
  }

  resolve(s: State): boolean {
    const payoff = this.#payoffOf(s)
    s[OUTCOME] = payoff === 0 ? packOutcome(BY_NOTHING, NOBODY) : packOutcome(BY_PAYOFF, payoff > 0 ? 0 : 1)
    s[TO_MOVE] = 0
    return true
  }

  #payoffOf(s: State): number {
    return this.#payoffs[(s[CHOICE]! - 1) * this.#counts[1] + s[CHOICE + 1]! - 1]!
  }

  override observe(s: State, seat: Seat, view: State): void {
    hideSealed(s, seat, view, CHOICE)
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const payoff = s[OUTCOME] === 0 ? 0 : this.#payoffOf(s)
    out[at] = payoff
    out[at + 1] = -payoff
  }
}

function textOf(game: MatrixGame, { row, column, payoffs }: Rules): GameText {
  const choices = [row, column]
  const chosen = (s: State): (string | null)[] =>
    choices.map((names, seat) => names[s[CHOICE + seat]! - 1] ?? null)
  return classicText(game, {
    format: (_state, seat, action) => choices[seat]![action]!,
    describe: s => ({
      choices: chosen(s),
      payoff: s[OUTCOME] === 0 ? null : payoffs[s[CHOICE]! - 1]![s[CHOICE + 1]! - 1]!,
    }),
    render: s => {
      const said = chosen(s).map((name, seat) => `${game.info.seats[seat]} ${name ?? '?'}`)
      const payoff = s[OUTCOME] === 0 ? '' : `: ${payoffs[s[CHOICE]! - 1]![s[CHOICE + 1]! - 1]} for row`
      return `${said.join(', ')}${payoff}`
    },
  })
}

export function compile(id: string, rules: Rules): MatrixGame {
  return new MatrixGame(id, rules)
}
