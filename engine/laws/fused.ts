/** Laws of fused paths: a game's `sampleStep` and `sampleMatch` play as the plain loops of play.ts do. */
import {
  CHANCE,
  type CompiledGame,
  type GameInfo,
  newRandomMatch,
  type RandomMatch,
  sampleMatch,
  sampleStep,
  takeSample,
  wrapGame,
} from '../contract/index.ts'
import { RNG_WORDS } from '../rng.ts'
import {
  failLaw,
  type Law,
  type LawSubject,
  law,
  lawOfPositions,
  requireSame,
  requireUntouched,
} from './law.ts'
import { type Guard, generator, guarded, strict, type WalkPosition } from './walk.ts'

export function fusedLaws(subject: LawSubject): Law[] {
  const { game, seed } = subject
  const laws: Law[] = []
  if (game.sampleStep !== undefined)
    laws.push(
      lawOfPositions(
        subject,
        'sampleStep plays a step exactly as the plain loop does: words, draws, decisions, events',
        checkStep,
      ),
      law('sampleStep stays within its buffers', () =>
        checkBuffers(game, seed, lent => playSteps(game, lent)),
      ),
    )
  if (game.sampleMatch !== undefined) {
    const plain = plainOf(game)
    const { since } = newRandomMatch({ ...game.info, stepMax: 1 + game.info.stepMax })
    laws.push(
      lawOfPositions(
        subject,
        'sampleMatch plays to the end exactly as the plain loop does: result, draws, gauges, events, counts',
        position => checkMatch(position, plain, since),
      ),
      law('sampleMatch stays within its buffers', () =>
        checkBuffers(game, seed, ({ state, rngs, match }) => game.sampleMatch!(state, rngs, match)),
      ),
    )
  }
  return laws
}

/** The game without its fused paths. */
function plainOf(game: CompiledGame): CompiledGame {
  const { sampleStep: _step, sampleMatch: _match, ...plain } = wrapGame(game, {})
  return plain
}

interface Lent {
  readonly state: Int32Array
  readonly rngs: readonly Int32Array[]
  readonly match: RandomMatch
}

/**
 * Pairs of copies of a position after `steps` steps: with a generator for every seat, as in matches, and with
 * one for all, as in playouts. The first copy of a pair has `since` as an earlier match left it, if given.
 */
function* copies(
  { game, state, events, rng }: WalkPosition,
  steps: number,
  since: Int32Array | null,
): Generator<[string, Lent, Lent]> {
  const stepMax = game.info.stepMax + steps
  for (const [how, rngsOf] of [
    ['a generator for each seat', () => generators(rng)],
    ['one generator for all seats', () => new Array<Int32Array>(CHANCE + 1).fill(rng.slice())],
  ] as const) {
    const lent = (used: Int32Array | null): Lent => {
      const empty = newRandomMatch({ ...game.info, stepMax })
      const match = { ...empty, since: used ?? empty.since, events: events.slice() }
      while (match.steps < steps) takeSample(game, state, match)
      return { state: state.slice(), rngs: rngsOf(), match }
    }
    yield [how, lent(since), lent(null)]
  }
}

/** A generator for each seat and chance, all different. */
function generators(own: Int32Array): Int32Array[] {
  return Array.from({ length: CHANCE + 1 }, (_, seat) => own.map(word => word ^ (seat << 8)))
}

function checkStep(position: WalkPosition): void {
  const { game } = position
  for (const [how, found, plain] of copies(position, 0, null)) {
    const decisions = game.sampleStep!(found.state, found.rngs, found.match.events)
    const expected = sampleStep(game, plain.state, plain.rngs, plain.match.events)
    requireSame(found.state, plain.state, `the state after sampleStep with ${how}`)
    requireSameDraws(found, plain, `sampleStep with ${how}`)
    if (decisions !== expected)
      failLaw(`sampleStep returns ${decisions} with ${how}`, `${expected}, like the plain loop`)
  }
}

/** Plays from the position, and on from there after a step. */
function checkMatch(position: WalkPosition, plainGame: CompiledGame, since: Int32Array): void {
  for (const steps of [0, 1])
    for (const [how, found, plain] of copies(position, steps, since)) {
      position.game.sampleMatch!(found.state, found.rngs, found.match)
      sampleMatch(plainGame, plain.state, plain.rngs, plain.match)
      const what = `sampleMatch with ${how}`
      if (plainGame.toMove(found.state) !== 0) failLaw(`the match isn't over after ${what}`, 'its end')
      requireSame(ended(plainGame, found.state), ended(plainGame, plain.state), `the result after ${what}`)
      requireSameDraws(found, plain, what)
      for (const count of ['decisions', 'steps'] as const)
        if (found.match[count] !== plain.match[count])
          failLaw(
            `${found.match[count]} ${count} after ${what}`,
            `${plain.match[count]}, like the plain loop`,
          )
      const { info } = plainGame
      requireSame(
        gaugesByStep(info, found.match, what),
        gaugesByStep(info, plain.match, what),
        `the gauges after ${what}`,
      )
    }
}

/** The gauges after every step, unpacked from the samples. */
function gaugesByStep({ gauges, seats }: GameInfo, match: RandomMatch, what: string): Int32Array {
  const words = gauges.length * seats.length
  const since = [...match.since.subarray(0, match.samples)]
  const ascends = since.every(
    (step, i) => step < match.steps && (i === 0 ? step === 0 : step > since[i - 1]!),
  )
  if (!ascends || (since.length === 0 && match.steps > 0))
    failLaw(
      `gauge samples from steps ${since.join(', ') || '(none)'} after ${what}`,
      `ascending steps from 0 to at most ${match.steps - 1}`,
    )
  const all = new Int32Array(match.steps * words)
  for (const [sample, step] of since.entries())
    for (let at = step; at < (since[sample + 1] ?? match.steps); at++)
      all.set(match.gauges.subarray(sample * words, (sample + 1) * words), at * words)
  return all
}

/** Returns, ending and gauges. */
function ended(game: CompiledGame, state: Int32Array): Int32Array {
  const { gauges, seats } = game.info
  const words = new Int32Array(seats.length + 1 + gauges.length * seats.length)
  words[seats.length] = game.result(state, words)
  game.gauge(state, words, seats.length + 1)
  return words
}

function requireSameDraws(found: Lent, plain: Lent, what: string): void {
  for (const [seat, words] of plain.rngs.entries())
    requireSame(found.rngs[seat]!, words, `generator ${seat} after ${what}`)
  requireSame(found.match.events, plain.match.events, `the events after ${what}`)
}

/** Plays a match step by step, by `sampleStep`. */
function playSteps(game: CompiledGame, { state, rngs, match: { events } }: Lent): void {
  for (let steps = 0; game.sampleStep!(state, rngs, events) >= 0; steps++)
    if (steps > game.info.stepMax) failLaw(`${steps} steps`, `at most stepMax, ${game.info.stepMax}`)
}

/** A whole match in buffers that show what is written beside them. */
function checkBuffers(game: CompiledGame, seed: string, play: (lent: Lent) => void): void {
  const guards: Guard[] = []
  const lend = (words: number, what: string): Int32Array => {
    const { buffer, guard } = guarded(words, what)
    guards.push(guard)
    return strict(buffer, what)
  }
  const state = lend(game.info.stateSize, 'state')
  const whole = newRandomMatch(game.info)
  const events = lend(whole.events.length, 'events')
  const rngs = Array.from({ length: CHANCE + 1 }, (_, seat) => {
    const rng = lend(RNG_WORDS, `generator ${seat}`)
    generator(seed, 0, seat).forEach((word, i) => {
      rng[i] = word
    })
    return rng
  })
  const gauges = lend(whole.gauges.length, 'gauges')
  const since = lend(whole.since.length, 'since')
  whole.since.forEach((step, sample) => {
    since[sample] = step
  })
  game.start(state, events)
  play({ state, rngs, match: { ...whole, gauges, since, events } })
  requireUntouched(guards)
}
