/** Laws of what seats may know: sealing, views and guesses. */
import { expect, it } from 'vitest'
import { CHANCE, newEvents, RESOLVE_BIT, type Seat, UNKNOWN } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import { expectSame } from './buffers.ts'
import type { Tour } from './laws.ts'
import { dueOf, legalOf, type Position, settle, viewOf } from './walk.ts'

export function secretLaws(tour: Tour, stride: number): void {
  it('the order in which seats seal does not matter', () => tour(checkOrder, stride))
  it('what a seat seals shows in no view of the others, and holds nobody back', () =>
    tour(checkLeaks, stride))
  it('a guess looks like the view that it completes', () => tour(checkGuess))
  it('views and guesses offer a seat just what its state offers', () => tour(checkOffers, stride))
}

/** Seats that decide at the same time; nobody when only one is due, for then nothing is sealed. */
function sealing({ game, mask }: Position): Seat[] {
  const due = dueOf(game, mask)
  return due.length > 1 ? due : []
}

interface Sealed {
  readonly seat: Seat
  readonly action: number
}

/** Random decisions of one seat until it owes no more, made on a copy where nobody else decides. */
function sealAll({ game, state, rng }: Position, seat: Seat): Sealed[] {
  const copy = state.slice()
  const events = newEvents(game.info)
  const sealed: Sealed[] = []
  while ((game.toMove(copy) >> seat) & 1) {
    const action = game.sample(copy, seat, rng)
    game.apply(copy, seat, action, events)
    sealed.push({ seat, action })
    if (sealed.length > game.info.decisionMax) expect.fail(`seat ${seat} never owes less`)
  }
  return sealed
}

/** Shuffles the seats' lists together, each kept in its own order. */
function shuffled(lists: readonly (readonly Sealed[])[], rng: Int32Array): Sealed[] {
  const left = lists.map(list => [...list])
  const mixed: Sealed[] = []
  for (let some = left.filter(list => list.length > 0); some.length > 0; ) {
    mixed.push(some[below(rng, some.length)]!.shift()!)
    some = left.filter(list => list.length > 0)
  }
  return mixed
}

function checkOrder(at: Position): void {
  const { game, state, rng } = at
  const lists = sealing(at).map(seat => sealAll(at, seat))
  if (lists.length === 0) return
  const after = (order: readonly Sealed[]) => {
    const copy = state.slice()
    const events = newEvents(game.info)
    for (const { seat, action } of order) game.apply(copy, seat, action, events)
    const steps = settle(game, copy, events)
    return { copy, events, steps }
  }
  const once = after(lists.flat())
  expect(after(lists.toReversed().flat())).toEqual(once)
  expect(after(shuffled(lists, rng))).toEqual(once)
}

/** All of the step's decisions but the last, in random order: nobody else may notice any of them. */
function checkLeaks(at: Position): void {
  const { game, state, rng } = at
  const due = sealing(at)
  if (due.length === 0) return
  const copy = state.slice()
  const events = newEvents(game.info)
  const seats = game.info.seats.map((_, seat) => seat)
  const views = seats.map(seat => viewOf(game, copy, seat))
  const lists = shuffled(
    due.map(seat => sealAll(at, seat)),
    rng,
  )
  for (const { seat, action } of lists.slice(0, -1)) {
    const others = due.filter(other => other !== seat && (game.toMove(copy) >> other) & 1)
    const offers = others.map(other => legalOf(game, copy, other))
    game.apply(copy, seat, action, events)
    for (const other of seats) {
      const view = viewOf(game, copy, other)
      if (other !== seat) expectSame(view, views[other]!, `seat ${other}'s view of what seat ${seat} sealed`)
      views[other] = view
    }
    for (const [i, other] of others.entries()) {
      if (((game.toMove(copy) >> other) & 1) === 0)
        expect.fail(`seat ${seat}'s order kept seat ${other} from its own`)
      expectSame(legalOf(game, copy, other), offers[i]!, `seat ${other}'s legal actions`)
    }
  }
}

function checkGuess({ game, state, rng, view, guess }: Position): void {
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    expectSame(viewOf(game, guess, seat), view, `seat ${seat}'s view of its guess`)
    for (let i = 0; i < view.length; i++)
      if (guess[i] === UNKNOWN && state[i] !== UNKNOWN)
        expect.fail(`seat ${seat}'s guess leaves word ${i} unknown`)
  }
}

function checkOffers({ game, mask, state, rng, view, guess }: Position): void {
  for (const seat of dueOf(game, mask)) {
    if (seat === CHANCE) continue
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    const offered = legalOf(game, state, seat)
    for (const seen of [view, guess]) {
      if (((game.toMove(seen) >> seat) & 1) === 0 || game.toMove(seen) & RESOLVE_BIT)
        expect.fail(`seat ${seat} is due, but its view says ${game.toMove(seen)}`)
      expectSame(legalOf(game, seen, seat), offered, `seat ${seat}'s legal actions`)
      expect(game.sample(seen, seat, rng.slice())).toBe(game.sample(state, seat, rng.slice()))
    }
  }
}
