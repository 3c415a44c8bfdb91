/** What the classics have in common: two seats, a word that says who is to move, one for the outcome, and texts. */
import { show } from '../../documents/index.ts'
import {
  type Action,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  endingOf,
  type GameBoard,
  type GameInfo,
  type GameText,
  NOBODY,
  type RandomMatch,
  RESOLVE_BIT,
  type Seat,
  type State,
  takeSample,
  winnerOf,
  wordOffsets,
  writeReturns,
} from '../contract/index.ts'
import { below } from '../rng.ts'

/** Offsets of a classic's words: what `toMove` returns, the outcome as `packOutcome` has it, and those that it names itself. */
export function classicWords<const Sizes extends Readonly<Record<string, number>>>(
  sizes: Sizes,
): {
  readonly at: { readonly [Name in keyof Sizes | 'OUTCOME' | 'TO_MOVE']: number }
  readonly size: number
} {
  return wordOffsets({ TO_MOVE: 1, OUTCOME: 1, ...sizes })
}

const { TO_MOVE, OUTCOME } = classicWords({}).at
const SEATS = 2
const BOTH = 0b11

/**
 * A game of two seats whose words begin as `classicWords` has them. What is here suits a game of perfect information with short
 * lists of actions; the others override it.
 */
export abstract class Classic implements CompiledGame {
  readonly info: GameInfo
  abstract readonly text: GameText
  /** Scratch of `sample` and `passive`. */
  readonly #actions: Int32Array
  readonly #weights: Int32Array

  constructor(info: GameInfo) {
    this.info = info
    this.#actions = new Int32Array(info.legalMax)
    this.#weights = new Int32Array(info.legalMax)
  }

  abstract start(state: State, events: Int32Array): void
  abstract legal(state: State, seat: Seat, out: Int32Array): number
  abstract apply(state: State, seat: Seat, action: Action, events: Int32Array): void
  abstract resolve(state: State, events: Int32Array): boolean
  abstract gauge(state: State, out: Int32Array, at: number): void
  chanceWeights?(state: State, out: Int32Array): number

  toMove(state: State): number {
    return state[TO_MOVE]!
  }

  /** The lowest action. */
  passive(state: State, seat: Seat): Action {
    this.legal(state, seat, this.#actions)
    return this.#actions[0]!
  }

  sample(state: State, seat: Seat, rng: Int32Array): Action {
    const count = this.legal(state, seat, this.#actions)
    if (seat !== CHANCE) return this.#actions[below(rng, count)]!
    let left = below(rng, this.chanceWeights!(state, this.#weights))
    let place = 0
    while (left >= this.#weights[place]!) left -= this.#weights[place++]!
    return this.#actions[place]!
  }

  /**
   * What `sampleMatch` begins with, where `resolve` closes a step: closes the one that nobody has to decide any more. Returns whether
   * somebody is to move then.
   */
  protected isOpen(state: State, match: RandomMatch): boolean {
    if (state[TO_MOVE] === RESOLVE_BIT) {
      this.resolve(state, match.events)
      takeSample(this, state, match)
    }
    return state[TO_MOVE] !== 0
  }

  /** `sampleMatch` where seats take turns, a decision is a step, and two words are gauged: asks nobody who is to move. */
  protected alternate(state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    if (!this.isOpen(state, match)) return
    const { events, gauges } = match
    let seat = state[TO_MOVE]! >> 1
    let plies = 0
    let at = SEATS * match.samples
    do {
      this.apply(state, seat, this.sample(state, seat, rngs[seat]!), events)
      this.gauge(state, gauges, at)
      at += SEATS
      seat ^= 1
      plies++
    } while (state[OUTCOME] === 0)
    state[TO_MOVE] = 0
    match.decisions += plies
    match.steps += plies
    match.samples += plies
  }

  result(state: State, returns: Int32Array): number {
    return writeReturns(state[OUTCOME]!, SEATS, BOTH, returns)
  }

  observe(state: State, _seat: Seat, view: State): void {
    view.set(state)
  }

  determinize(view: State, _seat: Seat, _rng: Int32Array, out: State): void {
    if (out !== view) out.set(view)
  }
}

/**
 * Copies a state of a game in which both seats seal a word each, from `sealed` on, with 0 for none: what the other has sealed
 * becomes unmade until it is carried out.
 */
export function hideSealed(state: State, seat: Seat, view: State, sealed: number): void {
  view.set(state)
  const toMove = state[TO_MOVE]!
  if (toMove === 0 || state[sealed + 1 - seat] === 0) return
  view[sealed + 1 - seat] = 0
  view[TO_MOVE] = (toMove & BOTH) | (1 << (1 - seat))
}

/** The texts that each classic writes for itself. */
interface Texts extends Pick<GameText, 'format' | 'legend' | 'render' | 'board' | 'places'> {
  readonly fixedFormat?: boolean
  readonly replayEach?: GameText['replayEach']
  /** The position without the seat to move and the ending. */
  describe(state: State): object
}

/** The texts of a classic. A decision is parsed by comparing its text with those of all legal actions. */
export function classicText(game: Classic, texts: Texts): GameText {
  const { info } = game
  const toMove = (state: State): string[] => {
    const mask = game.toMove(state)
    return [...info.seats.filter((_, seat) => (mask >> seat) & 1), ...(mask === CHANCE_BIT ? ['chance'] : [])]
  }
  const headline = (state: State): string => {
    const outcome = state[OUTCOME]!
    if (outcome === 0) return state[TO_MOVE] === RESOLVE_BIT ? '' : `to move: ${toMove(state).join(', ')}`
    const { label } = info.endings[endingOf(outcome)]!
    return winnerOf(outcome) === NOBODY ? label : `${info.seats[winnerOf(outcome)]} wins: ${label}`
  }
  return {
    replayEach: 'decision',
    fixedFormat: true,
    ...texts,
    parse: (state, seat, text) => parse(game, texts, state, seat, text),
    describe: state => ({
      ...texts.describe(state),
      toMove: toMove(state),
      ending: state[OUTCOME] === 0 ? null : info.endings[endingOf(state[OUTCOME]!)]!.id,
      winner: info.seats[winnerOf(state[OUTCOME]!)] ?? null,
    }),
    render: state => `${texts.render(state)}\n${headline(state)}`.trimEnd(),
  }
}

/** Most decisions that a message names. */
const NAMED_MAX = 12

function parse(game: Classic, { format }: Texts, state: State, seat: Seat, text: string): Action {
  const bit = seat === CHANCE ? CHANCE_BIT : 1 << seat
  if ((game.toMove(state) & bit) === 0)
    throw new Error(
      `${seat === CHANCE ? 'chance' : game.info.seats[seat]} is not to move, expected the decision of another`,
    )
  const actions = new Int32Array(game.info.legalMax)
  const count = game.legal(state, seat, actions)
  const known = [...actions.subarray(0, count)].map(action => format(state, seat, action))
  const place = known.indexOf(text)
  if (place >= 0) return actions[place]!
  const some = [...known.slice(0, NAMED_MAX), ...(count > NAMED_MAX ? ['...'] : [])]
  throw new Error(`found ${show(text)}, expected one of ${some.join(', ')}`)
}

/** A board for people: rows of signs from the highest down, with numbers before them and letters below. */
export function drawBoard(
  files: number,
  ranks: number,
  sign: (file: number, rank: number) => string,
): string {
  const width = `${ranks}`.length
  const rows = Array.from({ length: ranks }, (_, at) => {
    const rank = ranks - 1 - at
    const signs = Array.from({ length: files }, (_, file) => sign(file, rank))
    return `${`${1 + rank}`.padStart(width)} ${signs.join(' ')}`
  })
  const letters = Array.from({ length: files }, (_, file) => fileName(file))
  return [...rows, `${' '.repeat(width)} ${letters.join(' ')}`].join('\n')
}

/** A board of squares to draw: `seatAt` says whose man stands on a square, NOBODY for none; `signs` are the men, by seat. */
export function squareBoard(
  files: number,
  ranks: number,
  signs: readonly string[],
  look: NonNullable<GameBoard['look']>,
  seatAt: (state: State, file: number, rank: number) => Seat,
  labels: Pick<GameBoard, 'files' | 'ranks'> = {
    files: Array.from({ length: files }, (_, file) => fileName(file)),
    ranks: Array.from({ length: ranks }, (_, rank) => String(1 + rank)),
  },
): GameBoard {
  const squares = Array.from({ length: files * ranks }, (_, square) => ({
    file: square % files,
    rank: Math.floor(square / files),
  }))
  return {
    family: 'squares',
    look,
    ...labels,
    places: squares.map(({ file, rank }) => ({
      name: `${labels.files?.[file] ?? ''}${labels.ranks?.[rank] ?? ` row ${1 + rank}`}`,
      at: [file, rank],
    })),
    signs: [],
    at: s => ({
      holdings: squares.map(({ file, rank }) => {
        const seat = seatAt(s, file, rank)
        return { pieces: seat === NOBODY ? [] : [{ seat, sign: signs[seat]! }] }
      }),
      standings: [],
    }),
  }
}

/** The letter of a file, from 0: a, b, c. */
export function fileName(file: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + file)
}
