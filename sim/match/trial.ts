/** Random matches that show whether a user's game can be played at all, and plays the same the next time. */
import {
  type Action,
  CHANCE,
  type CompiledGame,
  differenceIn,
  newEvents,
  newState,
  OVER,
  RESOLVE_BIT,
  type Seat,
  type State,
  settle,
  wrapGame,
} from '../../engine/contract/index.ts'
import { GameError, tellReading, unaudited } from '../../engine/modules/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import type { MatchAgent } from './asker.ts'
import { MatchRunner } from './runner.ts'

/** Chooses at random as any agent does, so that lists and views are tried as well. */
const PLAYER: MatchAgent = {
  agent: { choose: (_view, _seat, legal, count, rng) => legal[below(rng, count)]! },
  foreign: false,
}

/** The game itself draws for it. */
const UNIFORM: MatchAgent = { ...PLAYER, agent: { ...PLAYER.agent, samplesUniformly: true } }

/** Words of all states that are kept for comparison, some megabytes. Large games are played no further: they take long. */
const WORDS_ENOUGH = 2 ** 20

const DRAWN = 12

/** Thrown to stop a match. */
const ENOUGH = Symbol('enough')

/**
 * Plays the same random matches twice. First beside a second instance that is asked everything right
 * after the game, so that a count of calls outside the state shows; then once more from the start, so that
 * anything remembered shows. In between, it draws some positions and makes seats guess at what is hidden.
 * Throws what the game throws, an Error if it breaks its limits, and a GameError if it plays differently the
 * second time.
 */
export function tryGame(compile: () => CompiledGame): void {
  const states: Int32Array[] = []
  const told = (again: string): void => {
    const count = at || states.length
    tellReading(() => ({
      doing: `playing random matches${again}: ${count.toLocaleString('en')} positions`,
      advice: 'Faster moves help, and smaller states',
    }))
  }
  let at = 0
  const first = compile()
  play(withTwin(first, withoutAudits(compile())), (_, state) => {
    states.push(state.slice())
    told('')
  })
  draw(first, states)
  requireFittingGuesses(first, states)
  play(withoutAudits(compile()), (game, state) => {
    const expected = states[at++]
    told(' once more, which must go the same way')
    if (expected !== undefined) requireSame(game, state, expected)
  })
}

/** The same game, for positions that were audited before. */
function withoutAudits(game: CompiledGame): CompiledGame {
  return wrapGame(game, {
    start: (state, events) => unaudited(() => game.start(state, events)),
    apply: (state, seat, action, events) => unaudited(() => game.apply(state, seat, action, events)),
    resolve: (state, events) => unaudited(() => game.resolve(state, events)),
  })
}

/** Draws some of these positions, as replays and pages of matches do, unwatched. */
function draw(game: CompiledGame, states: readonly Int32Array[]): void {
  const { text } = game
  for (const state of states.filter(one => game.toMove(one) !== RESOLVE_BIT).slice(0, DRAWN)) {
    text.render(state)
    text.board?.at(state)
  }
}

/** A game whose every match its twin plays too, call by call: one match at a time, on one state. */
function withTwin(game: CompiledGame, twin: CompiledGame): CompiledGame {
  const state = new Int32Array(game.info.stateSize)
  const events = newEvents(game.info)
  const actions = new Int32Array(game.info.legalMax)
  const { chanceWeights } = game
  return wrapGame(game, {
    start: (given, counted) => {
      game.start(given, counted)
      twin.start(state, events)
      requireSame(game, state, given)
    },
    toMove: given => {
      const seats = game.toMove(given)
      requireSameValue('what toMove says of a position', twin.toMove(state), seats)
      return seats
    },
    legal: (given, seat, out) => {
      const count = game.legal(given, seat, out)
      const again = twin.legal(state, seat, actions)
      const differs = again !== count || actions.subarray(0, count).some((action, i) => action !== out[i])
      if (differs)
        throw playsDifferently(
          `the same position offers ${again} moves the second time; expected the same ${count}`,
        )
      return count
    },
    sample: (given, seat, rng) => {
      const action = game.sample(given, seat, rng)
      twin.legal(state, seat, actions)
      return action
    },
    ...(chanceWeights && {
      chanceWeights: (given, out) => {
        const sum = chanceWeights.call(game, given, out)
        requireSameValue('the sum of the weights of chance', twin.chanceWeights!(state, actions), sum)
        return sum
      },
    }),
    apply: (given, seat, action, counted) => {
      game.apply(given, seat, action, counted)
      twin.apply(state, seat, action, events)
      requireSame(game, state, given)
    },
    resolve: (given, counted) => {
      const isComplete = game.resolve(given, counted)
      twin.resolve(state, events)
      requireSame(game, state, given)
      return isComplete
    },
  })
}

/** Names of the seats that never move in the matches of `tryGame`, which has passed. */
export function idleSeats(game: CompiledGame): string[] {
  const { seats } = game.info
  const moved = seats.map(() => false)
  const asked = wrapGame(game, {
    apply: (state, seat, action, events) => {
      if (seat !== CHANCE) moved[seat] = true
      game.apply(state, seat, action, events)
    },
  })
  play(asked, () => {})
  return seats.filter((_, seat) => !moved[seat])
}

/** Shows the state after the start and after each decision. */
function play(game: CompiledGame, show: (game: CompiledGame, state: Int32Array) => void): void {
  const seats = game.info.seats.length
  const root = rootOf('trial')
  const playOn = (agent: MatchAgent, shown: typeof show, match: (runner: MatchRunner) => void): void => {
    const agents = Array.from({ length: seats }, () => agent)
    try {
      match(new MatchRunner(stopping(game, shown), agents))
    } catch (error) {
      if (error !== ENOUGH) throw error
    }
  }
  playOn(PLAYER, show, runner => {
    for (let rotation = 0; rotation < seats; rotation++) runner.play(root, 0, rotation, true)
  })
  playOn(
    UNIFORM,
    () => {},
    runner => runner.play(root, 1, 0, false),
  )
}

/** The game, which throws ENOUGH once its states have had enough words. */
function stopping(game: CompiledGame, show: (game: CompiledGame, state: Int32Array) => void): CompiledGame {
  let words = 0
  return wrapGame(game, {
    start: (state, events) => {
      game.start(state, events)
      show(game, state)
    },
    apply: (state, seat, action, events) => {
      game.apply(state, seat, action, events)
      show(game, state)
      words += state.length
      if (words >= WORDS_ENOUGH) throw ENOUGH
    },
  })
}

function requireSame(game: CompiledGame, found: Int32Array, expected: Int32Array): void {
  const word = found.findIndex((one, i) => one !== expected[i])
  if (word < 0) return
  throw playsDifferently(
    differenceIn(game, { what: 'a position', found, expected }) ??
      `word ${word} of a position is ${found[word]}; expected ${expected[word]}`,
  )
}

function requireSameValue(what: string, found: number, expected: number): void {
  if (found !== expected) throw playsDifferently(`${what} is ${found}; expected ${expected}`)
}

function playsDifferently(difference: string): GameError {
  return new GameError(
    `the same match went differently the second time: ${difference}, as the first time; keep everything that affects play in the state, not in variables outside it`,
  )
}

/**
 * Makes the seats to move in these positions guess at what they don't see. A guess must show its seat the
 * same view and the same moves. Throws a GameError about the author's function that guesses.
 */
export function requireFittingGuesses(game: CompiledGame, states: readonly State[]): void {
  const { info } = game
  if (info.type.information === 'perfect' || game.unsearchable !== undefined) return
  const [state, view, guess, seen] = [0, 0, 0, 0].map(() => newState(info))
  const events = newEvents(info)
  const rng = new Int32Array(RNG_WORDS)
  for (const [at, one] of states.entries()) {
    state!.set(one)
    const next = settle(game, state!, events)
    if (next === OVER || next === CHANCE) continue
    const mask = game.toMove(state!)
    for (let seat = 0; seat < info.seats.length; seat++) {
      if (((mask >> seat) & 1) === 0) continue
      derive(rng, rootOf('guesses'), at, seat)
      game.observe(state!, seat, view!)
      game.determinize(view!, seat, rng, guess!)
      game.observe(guess!, seat, seen!)
      requireView(game, seat, seen!, view!)
      requireMoves(game, seat, guess!, state!)
    }
  }
}

function requireView(game: CompiledGame, seat: Seat, found: State, expected: State): void {
  const word = found.findIndex((one, i) => one !== expected[i])
  if (word < 0) return
  const what = `${game.info.seats[seat]}'s view of its guess`
  throw badGuess(
    game,
    differenceIn(game, { what, found, expected }) ??
      `word ${word} of ${what} is ${found[word]}; expected ${expected[word]}`,
    'as in the view it was made from',
  )
}

function requireMoves(game: CompiledGame, seat: Seat, guess: State, state: State): void {
  const name = game.info.seats[seat]
  const isToMove = (game.toMove(guess) >> seat) & 1
  const [found, expected] = [isToMove ? movesOf(game, guess, seat) : [], movesOf(game, state, seat)]
  const place = expected.findIndex((move, i) => move !== found[i])
  if (found.length === expected.length && place < 0) return
  const differs =
    found.length === expected.length
      ? `a guess of ${name} offers it ${found[place]}; expected ${expected[place]}`
      : `a guess of ${name} offers it ${found.length} moves; expected ${expected.length}`
  throw badGuess(game, differs, 'as in the real position')
}

function movesOf(game: CompiledGame, state: State, seat: Seat): string[] {
  const legal = new Int32Array(game.info.legalMax)
  const actions: Action[] = [...legal.subarray(0, game.legal(state, seat, legal))]
  return actions.map(action => game.text.format(state, seat, action))
}

function badGuess({ text }: CompiledGame, difference: string, why: string): GameError {
  return new GameError(`guesses from determinize break the rules: ${difference}, ${why}`, text.guess)
}
