/** Finds a game's sizes by random matches, always the same, which also teach the codec its shapes. */
import { advance, CHANCE, newEvents, newState, OVER, type Seat, type State } from '../contract/index.ts'
import { GameError, isStrict, keepTrail, type Trail } from '../modules/index.ts'
import { derive, RNG_WORDS, rootOf } from '../rng.ts'
import type { Definition } from './define.ts'
import type { PlainGame } from './game.ts'
import type { Sizes } from './info.ts'

/** Bounds while sizes are found. */
const WIDE: Sizes = { words: 2 ** 16, moves: 2 ** 16, takesTurns: true }
/** Random matches; decisions in all of them, and words of their states. */
const MATCHES = 20
const DECISIONS = 2_000
const WORDS = 2 ** 22
/** Sizes are FACTOR times what these matches show, and these at least. */
const FACTOR = 2
const WORDS_MIN = 32
const MOVES_MIN = 16
/** More moves at once need movesAtOnce: no search gets anywhere with them. */
const MOVES_MANY = 2_000

/** Throws what the author's functions throw, and a GameError for a state without bounds. */
export function sizesOf(make: (sizes: Sizes) => PlainGame, definition: Definition): Sizes {
  const { stateWords, movesAtOnce } = definition
  const game = make(WIDE)
  const trial = new Trial(game, definition)
  try {
    for (let match = 0; match < MATCHES && !trial.isDone; match++) trial.play(match)
  } catch (error) {
    if (isStrict()) keepTrail(error, trial.trail())
    throw error
  }
  const { words, moves } = trial
  if (words * FACTOR > WIDE.words && stateWords === undefined)
    throw new GameError(
      `a state takes ${words} words, expected at most ${WIDE.words / FACTOR}: remove data that no player needs`,
    )
  return {
    words: stateWords ?? words * FACTOR + WORDS_MIN,
    moves: movesAtOnce ?? Math.max(moves * FACTOR, MOVES_MIN),
    takesTurns: trial.takesTurns,
  }
}

class Trial {
  words = 0
  moves = 0
  decisions = 0
  takesTurns = true
  /** The seat that decided last, or -1. */
  #last = -1
  readonly #game: PlainGame
  readonly #definition: Definition
  readonly #state: State
  readonly #view: State
  readonly #events: Int32Array
  readonly #rng = new Int32Array(RNG_WORDS)
  #read = 0
  #ended = 0
  /** Decisions as records write them, in strict play. */
  #record: string[] = []

  constructor(game: PlainGame, definition: Definition) {
    this.#game = game
    this.#definition = definition
    this.#state = newState(game.info)
    this.#view = newState(game.info)
    this.#events = newEvents(game.info)
  }

  get isDone(): boolean {
    return this.decisions >= DECISIONS || (this.#read >= WORDS && this.#ended > 0)
  }

  play(match: number): void {
    const game = this.#game
    const state = this.#state
    derive(this.#rng, rootOf('sizes'), match, 0)
    this.#record = []
    this.#last = -1
    game.start(state, this.#events)
    for (let next = 0; next !== OVER && !this.isDone; ) {
      next = advance(game, state, this.#events)
      const words = game.wordsOf(state)
      this.#read += words
      this.words = Math.max(this.words, words)
      if (next >= 0) this.#decide(next)
      if (next === OVER) this.#ended++
    }
  }

  #decide(seat: Seat): void {
    const game = this.#game
    const state = this.#state
    if (seat !== CHANCE) {
      game.observe(state, seat, this.#view)
      this.words = Math.max(this.words, game.wordsOf(this.#view))
      if (this.#last >= 0 && seat !== (this.#last + 1) % game.info.seats.length) this.takesTurns = false
      this.#last = seat
    }
    this.moves = Math.max(this.moves, this.#offered(seat))
    const action = game.sample(state, seat, this.#rng)
    if (isStrict())
      this.#record.push(`${game.info.seats[seat] ?? 'chance'} ${game.text.format(state, seat, action)}`)
    game.apply(state, seat, action, this.#events)
    this.decisions++
  }

  #offered(seat: Seat): number {
    const { length } = this.#game.movesOf(this.#state, seat)
    if (seat !== CHANCE && length > MOVES_MANY && this.#definition.movesAtOnce === undefined)
      throw new GameError(
        `moves returned ${length} moves, expected at most ${MOVES_MANY}: split a turn into several decisions, such as a piece and then its target, or set movesAtOnce to the most there can be`,
        this.#definition.moves,
      )
    return length
  }

  trail(): Trail {
    let position: string | null = null
    try {
      position = this.#game.text.render(this.#state)
    } catch {
      // `render` may be what failed.
    }
    return { moves: this.#record, position }
  }
}
