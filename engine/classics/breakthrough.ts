/**
 * Breakthrough (Dan Troyka, 2000): men step one row ahead, straight or slanting, and take only slanting; who reaches the last row or takes
 * all men of the other wins.
 */
import { z } from 'zod'
import {
  type Action,
  bitCount,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  LOST,
  lowest,
  packOutcome,
  RESOLVE_BIT,
  type Seat,
  type State,
  USED,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords, drawBoard, fileName, squareBoard } from './classic.ts'

const FILES_MAX = 16
const RANKS_MAX = 16

export const schema = z.strictObject({
  files: z.int().min(2).max(FILES_MAX).describe('files of the board').default(8),
  ranks: z.int().min(3).max(RANKS_MAX).describe('ranks of the board').default(8),
})
type Rules = z.output<typeof schema>

/**
 * TURN: the seat whose turn it is or was last. COUNT: men, by seat. Then MEN, by seat and rank: the files where a seat has men, as bits.
 */
const { at, size: FIXED_SIZE } = classicWords({ TURN: 1, COUNT: 2 })
const { COUNT, OUTCOME, TO_MOVE, TURN } = at
const MEN = FIXED_SIZE

/** Steps: a decision is 3 * its cell, ranks after each other, + its step: to the left, straight, to the right. */
const STEPS = 3
const STRAIGHT = 1
const BY_RANK = 0
const BY_MEN = 1

/** Ranks that men stand on at the start: two, or one on a board too short for them to be apart. */
const rowsOf = (ranks: number): number => (ranks >= 5 ? 2 : 1)

function infoOf(id: string, { files, ranks }: Rules): GameInfo {
  const rows = rowsOf(ranks)
  const men = rows * files
  // Every turn a man comes a rank nearer to the last one.
  const turns = 2 * files * (rows * (ranks - 1) - (rows - 1))
  return {
    id,
    type: {
      dynamics: 'sequential',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: ['white', 'black'],
    stateSize: FIXED_SIZE + 2 * ranks,
    actionCount: STEPS * files * ranks,
    legalMax: STEPS * men,
    decisionMax: turns,
    stepMax: turns,
    step: { label: 'half-turn', perTurn: 2 },
    horizon: turns,
    gauges: [{ id: 'men', label: 'men', min: 0, max: men, zeroSum: false, weight: 2 }],
    assets: [{ id: 'man', group: 'man', label: 'man' }],
    endings: [
      { id: 'rank', kind: 'win', label: 'reached the last rank' },
      { id: 'men', kind: 'win', label: 'took the last man' },
    ],
  }
}

class Breakthrough extends Classic {
  readonly text: GameText
  readonly #files: number
  readonly #ranks: number
  readonly #all: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#files = rules.files
    this.#ranks = rules.ranks
    this.#all = (1 << rules.files) - 1
    this.text = textOf(this, rules)
  }

  start(s: State, events: Int32Array): void {
    s.fill(0)
    s[TO_MOVE] = 1
    const rows = rowsOf(this.#ranks)
    for (let seat = 0; seat < 2; seat++) {
      for (let row = 0; row < rows; row++)
        s[MEN + seat * this.#ranks + (seat === 0 ? row : this.#ranks - 1 - row)] = this.#all
      s[COUNT + seat] = rows * this.#files
      events[seat * EVENTS.length + FIELDED]! += rows * this.#files
    }
  }

  /** The files from which men of a rank can make a step. */
  #canStep(s: State, seat: Seat, rank: number, step: number): number {
    const men = s[MEN + seat * this.#ranks + rank]!
    const ahead = seat === 0 ? rank + 1 : rank - 1
    if (men === 0 || ahead < 0 || ahead >= this.#ranks) return 0
    const own = s[MEN + seat * this.#ranks + ahead]!
    if (step === STRAIGHT) return men & ~own & ~s[MEN + (1 - seat) * this.#ranks + ahead]!
    const free = this.#all & ~own
    return men & (step < STRAIGHT ? free << 1 : free >> 1)
  }

  legal(s: State, seat: Seat, out: Int32Array): number {
    let count = 0
    for (let rank = 0; rank < this.#ranks; rank++) {
      const left = this.#canStep(s, seat, rank, 0)
      const straight = this.#canStep(s, seat, rank, STRAIGHT)
      const right = this.#canStep(s, seat, rank, 2)
      for (let men = left | straight | right; men !== 0; men &= men - 1) {
        const file = lowest(men)
        const first = STEPS * (rank * this.#files + file)
        if ((left >> file) & 1) out[count++] = first
        if ((straight >> file) & 1) out[count++] = first + 1
        if ((right >> file) & 1) out[count++] = first + 2
      }
    }
    return count
  }

  /** The same draw as from the list: steps are counted by rank, then walked through in the rank that it falls on. */
  override sample(s: State, seat: Seat, rng: Int32Array): Action {
    let total = 0
    for (let rank = 0; rank < this.#ranks; rank++) total += this.#stepsFrom(s, seat, rank)
    let left = below(rng, total)
    let rank = 0
    for (let count = this.#stepsFrom(s, seat, 0); left >= count; count = this.#stepsFrom(s, seat, ++rank))
      left -= count
    for (let file = 0; ; file++)
      for (let step = 0; step < STEPS; step++)
        if ((this.#canStep(s, seat, rank, step) >> file) & 1 && left-- === 0)
          return STEPS * (rank * this.#files + file) + step
  }

  #stepsFrom(s: State, seat: Seat, rank: number): number {
    return (
      bitCount(this.#canStep(s, seat, rank, 0)) +
      bitCount(this.#canStep(s, seat, rank, STRAIGHT)) +
      bitCount(this.#canStep(s, seat, rank, 2))
    )
  }

  /** Every decision moves a man. */
  uses(): boolean {
    return true
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    const cell = Math.floor(action / STEPS)
    const rank = Math.floor(cell / this.#files)
    const ahead = seat === 0 ? rank + 1 : rank - 1
    const from = 1 << (cell % this.#files)
    const to = 1 << ((cell % this.#files) + (action % STEPS) - 1)
    const other = 1 - seat
    s[MEN + seat * this.#ranks + rank]! &= ~from
    s[MEN + seat * this.#ranks + ahead]! |= to
    events[seat * EVENTS.length + USED]!++
    const met = MEN + other * this.#ranks + ahead
    if ((s[met]! & to) !== 0) {
      s[met]! &= ~to
      s[COUNT + other]!--
      events[other * EVENTS.length + LOST]!++
    }
    if (ahead === (seat === 0 ? this.#ranks - 1 : 0)) s[OUTCOME] = packOutcome(BY_RANK, seat)
    else if (s[COUNT + other] === 0) s[OUTCOME] = packOutcome(BY_MEN, seat)
    s[TO_MOVE] = RESOLVE_BIT
  }

  /** Closes the half-turn. Its foremost man can always step somewhere, so a seat always has a move. */
  resolve(s: State): boolean {
    s[TO_MOVE] = 0
    if (s[OUTCOME] === 0) {
      s[TURN] = 1 - s[TURN]!
      s[TO_MOVE] = 1 << s[TURN]!
    }
    return true
  }

  gauge(s: State, out: Int32Array, at: number): void {
    out[at] = s[COUNT]!
    out[at + 1] = s[COUNT + 1]!
  }
}

const SIGNS = ['o', 'x'] as const

function textOf(game: Breakthrough, { files, ranks }: Rules): GameText {
  const signAt = (s: State, file: number, rank: number): string =>
    SIGNS.find((_, seat) => (s[MEN + seat * ranks + rank]! >> file) & 1) ?? '.'
  const cellName = (file: number, rank: number): string => `${fileName(file)}${1 + rank}`
  const cellsOf = (seat: Seat, action: Action): [from: string, to: string] => {
    const cell = Math.floor(action / STEPS)
    const [file, rank] = [cell % files, Math.floor(cell / files)]
    const ahead = seat === 0 ? rank + 1 : rank - 1
    return [cellName(file, rank), cellName(file + (action % STEPS) - 1, ahead)]
  }
  return classicText(game, {
    format: (_state, seat, action) => cellsOf(seat, action).join('-'),
    places: (_state, seat, action) => cellsOf(seat, action),
    legend: 'o is white and moves up, x is black and moves down',
    describe: s => ({
      board: Array.from({ length: ranks }, (_, rank) =>
        Array.from({ length: files }, (_, file) => signAt(s, file, rank)).join(''),
      ),
    }),
    render: s => drawBoard(files, ranks, (file, rank) => signAt(s, file, rank)),
    board: squareBoard(files, ranks, ['', ''], 'checkered', (s, file, rank) =>
      SIGNS.findIndex((_, seat) => (s[MEN + seat * ranks + rank]! >> file) & 1),
    ),
  })
}

export function compile(id: string, rules: Rules): Breakthrough {
  return new Breakthrough(id, rules)
}
