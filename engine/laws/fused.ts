/** The law of fused paths: `sampleStep` of a game, where it has one, plays as the plain loop of the contract does. */
import { CHANCE, type CompiledGame, newEvents, sampleStep } from '../contract/index.ts'
import { RNG_WORDS } from '../rng.ts'
import { type Guard, guarded, strict } from './buffers.ts'
import { broken, type Law, law, lawOfPositions, requireSame, type Subject } from './law.ts'
import { generator, type Position } from './walk.ts'

export function fusedLaws(subject: Subject): Law[] {
  const { game, seed } = subject
  if (game.sampleStep === undefined) return []
  return [
    lawOfPositions(
      subject,
      'sampleStep plays a step as the plain loop does: words, draws, decisions, events',
      checkStep,
    ),
    law('sampleStep stays within the buffers that it is lent', () => checkBuffers(game, seed)),
  ]
}

/** A generator for each seat and chance, all different. */
function generators(own: Int32Array): Int32Array[] {
  return Array.from({ length: CHANCE + 1 }, (_, seat) => own.map(word => word ^ (seat << 8)))
}

/** From a copy of the position: with a generator for every seat, as a match is played, and with one for all, as playouts are. */
function checkStep({ game, state, events, rng }: Position): void {
  for (const [how, rngsOf] of [
    ['a generator for each seat', () => generators(rng)],
    ['one generator for all seats', () => new Array<Int32Array>(CHANCE + 1).fill(rng.slice())],
  ] as const) {
    const found = { state: state.slice(), events: events.slice(), rngs: rngsOf() }
    const plain = { state: state.slice(), events: events.slice(), rngs: rngsOf() }
    const decisions = game.sampleStep!(found.state, found.rngs, found.events)
    const expected = sampleStep(game, plain.state, plain.rngs, plain.events)
    requireSame(found.state, plain.state, `the state after sampleStep with ${how}`)
    for (const [seat, words] of plain.rngs.entries())
      requireSame(found.rngs[seat]!, words, `generator ${seat} after sampleStep with ${how}`)
    requireSame(found.events, plain.events, `the events after sampleStep with ${how}`)
    if (decisions !== expected)
      broken(`sampleStep returns ${decisions} with ${how}`, `${expected}, as the plain loop does`)
  }
}

/** A whole match in buffers that show what is written beside them. */
function checkBuffers(game: CompiledGame, seed: string): void {
  const guards: Guard[] = []
  const lend = (words: number, what: string): Int32Array => {
    const { buffer, guard } = guarded(words, what)
    guards.push(guard)
    return strict(buffer, what)
  }
  const state = lend(game.info.stateSize, 'state')
  const events = lend(newEvents(game.info).length, 'events')
  const rngs = Array.from({ length: CHANCE + 1 }, (_, seat) => {
    const rng = lend(RNG_WORDS, `generator ${seat}`)
    generator(seed, 0, seat).forEach((word, i) => {
      rng[i] = word
    })
    return rng
  })
  game.start(state, events)
  for (let steps = 0; game.sampleStep!(state, rngs, events) >= 0; steps++)
    if (steps > game.info.stepMax) broken(`${steps} steps`, `at most stepMax, ${game.info.stepMax}`)
  for (const guard of guards)
    if (guard.touched() !== -1)
      broken(
        `index ${guard.touched()} of the ${guard.what} buffer was written`,
        'no word beside the buffer touched',
      )
}
