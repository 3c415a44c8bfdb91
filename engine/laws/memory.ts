/** Laws of what engines remember and touch: nothing but the buffers that they are lent. */
import { CHANCE, type CompiledGame, newEvents, RESOLVE_BIT, type State, wrapGame } from '../contract/index.ts'
import {
  failLaw,
  type Law,
  type LawSubject,
  law,
  lawOfPositions,
  requireSame,
  requireUntouched,
} from './law.ts'
import {
  buffersOf,
  draw,
  type Guard,
  generator,
  guarded,
  seatsIn,
  settle,
  strict,
  unguarded,
  type WalkPosition,
  walk,
} from './walk.ts'

export function memoryLaws(subject: LawSubject): Law[] {
  const { game, seed, stride, matches, isEnough } = subject
  return [
    lawOfPositions(subject, "reading a state doesn't change it", checkLooking, stride),
    law('the same seed leads to the same states', () => checkSameSeed(game, seed)),
    law('a game wrapped by wrapGame plays the same states', () =>
      requireSamePath(statesOf(wrapGame(game, {}), seed, 0), statesOf(game, seed, 0)),
    ),
    law('a copy taken midway continues as the match did, so engines keep nothing between calls', () => {
      for (let match = 0; match < matches && !isEnough(match); match++) checkCopy(game, seed, match)
    }),
    law('engines stay within the buffers of their callers', () => checkBuffers(game, seed)),
    law("the previous contents of a buffer don't matter", () => checkDirt(game, seed, stride)),
  ]
}

function checkLooking({ game, mask, state, rng, ...at }: WalkPosition): void {
  const before = state.slice()
  for (const seat of seatsIn(game, mask)) {
    const count = game.legal(state, seat, at.legal)
    if (seat === CHANCE) game.chanceWeights!(state, at.weights)
    else game.passive(state, seat)
    game.sample(state, seat, rng)
    game.text.parse(state, seat, game.text.format(state, seat, at.legal[count - 1]!))
  }
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, at.view)
    game.isRevealed?.(state, seat)
  }
  game.gauge(state, at.gauges, 0)
  game.text.describe(state)
  game.text.render(state)
  if (mask === 0) game.result(state, at.returns)
  requireSame(state, before, 'the state after it was read')
}

function statesOf(game: CompiledGame, seed: string, match: number): State[] {
  const states: State[] = []
  walk(game, seed, match, ({ state }) => {
    states.push(state.slice())
  })
  return states
}

function requireSamePath(found: readonly State[], expected: readonly State[]): void {
  for (const [i, state] of found.slice(0, expected.length).entries())
    requireSame(state, expected[i]!, `the state after ${i} calls`)
  if (found.length !== expected.length)
    failLaw(`a match of ${found.length} states`, `${expected.length} states, as in the first match`)
}

function checkSameSeed(game: CompiledGame, seed: string): void {
  const once = statesOf(game, seed, 0)
  // Another match in between shows whatever the engine remembers.
  walk(game, seed, 1, () => {})
  requireSamePath(statesOf(game, seed, 0), once)
}

/** Continues from mid-match twice with the same draws; the second time with another match in between. */
function checkCopy(game: CompiledGame, seed: string, match: number): void {
  const states = statesOf(game, seed, match)
  const middle = states[Math.floor(states.length / 2)]!
  const alone = finish(game, middle, generator(seed, match, 3), () => {})
  const disturb = otherMatch(game, generator(seed, match, 4))
  requireSamePath(finish(game, middle, generator(seed, match, 3), disturb), alone)
}

function finish(game: CompiledGame, start: State, rng: Int32Array, disturb: () => void): State[] {
  const at = buffersOf(game, unguarded)
  const path: State[] = []
  at.state.set(start)
  for (let mask = game.toMove(at.state); mask !== 0; mask = game.toMove(at.state)) {
    disturb()
    if (mask === RESOLVE_BIT) game.resolve(at.state, at.events)
    else {
      const seat = seatsIn(game, mask)[0]!
      game.apply(at.state, seat, draw(game, at.state, seat, rng, at), at.events)
    }
    path.push(at.state.slice())
  }
  return path
}

/** Plays other matches on the same engine, a decision per call. */
function otherMatch(game: CompiledGame, rng: Int32Array): () => void {
  const at = buffersOf(game, unguarded)
  game.start(at.state, at.events)
  return () => {
    settle(game, at.state, at.events)
    const seat = seatsIn(game, game.toMove(at.state))[0]
    if (seat === undefined) game.start(at.state, at.events)
    else game.apply(at.state, seat, draw(game, at.state, seat, rng, at), at.events)
  }
}

function checkBuffers(game: CompiledGame, seed: string): void {
  const guards: Guard[] = []
  const lent = buffersOf(game, (words, what) => {
    const { buffer, guard } = guarded(words, what)
    guards.push(guard)
    return strict(buffer, what)
  })
  const visit = ({ mask, state, view, guess, rng, gauges, returns }: WalkPosition) => {
    for (const seat of seatsIn(game, mask)) game.sample(state, seat, rng)
    for (let seat = 0; seat < game.info.seats.length; seat++) {
      game.observe(state, seat, view)
      game.determinize(view, seat, rng, guess)
      game.determinize(view, seat, rng, view)
    }
    game.gauge(state, gauges, 0)
    game.text.describe(state)
    game.text.render(state)
    if (mask === 0) game.result(state, returns)
    requireUntouched(guards)
  }
  const end = walk(game, seed, 0, visit, lent)
  requireSame(end.state.slice(), statesOf(game, seed, 0).at(-1)!, 'the last state')
}

const DIRT = -7

function checkDirt(game: CompiledGame, seed: string, stride: number): void {
  const size = game.info.stateSize
  const dirty = new Int32Array(size).fill(DIRT)
  const clean = new Int32Array(size)
  game.start(dirty, newEvents(game.info))
  game.start(clean, newEvents(game.info))
  requireSame(dirty, clean, 'the state that start wrote to a used buffer')
  let met = 0
  walk(game, seed, 0, ({ state, rng, gauges }) => {
    if (met++ % stride !== 0) return
    for (let seat = 0; seat < game.info.seats.length; seat++) {
      game.observe(state, seat, dirty.fill(DIRT))
      game.observe(state, seat, clean.fill(0))
      requireSame(dirty, clean, 'the view that observe wrote to a used buffer')
      const twin = rng.slice()
      game.determinize(clean, seat, rng, dirty.fill(DIRT))
      game.determinize(clean, seat, twin, clean)
      requireSame(dirty, clean, 'the guess that determinize wrote to a used buffer')
    }
    game.gauge(state, gauges, 0)
    const within = gauges.length
    const wide = new Int32Array(3 * within).fill(DIRT)
    game.gauge(state, wide, within)
    requireSame(wide.subarray(within, 2 * within), gauges, 'the gauges written at an offset in a used buffer')
    requireSame(wide.fill(DIRT, within, 2 * within), wide.slice().fill(DIRT), 'the buffer around the gauges')
  })
}
