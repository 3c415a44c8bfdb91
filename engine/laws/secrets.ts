/** Laws of what seats may know: sealing, views and guesses. */
import { newEvents, RESOLVE_BIT, type Seat, UNKNOWN } from '../contract/index.ts'
import { below } from '../rng.ts'
import { Breach, failLaw, type Law, type LawSubject, lawOfPositions, requireSame, seatName } from './law.ts'
import { legalOf, playersIn, seatsIn, settle, viewOf, type WalkPosition } from './walk.ts'

const REVEALED = "where isRevealed returns true, a seat's view and guess equal the state"

export function secretLaws(subject: LawSubject): Law[] {
  const { game, stride } = subject
  return [
    lawOfPositions(subject, "the order of simultaneous decisions doesn't matter", checkOrder, stride),
    lawOfPositions(
      subject,
      'a simultaneous decision is hidden from the other seats, and they can still make theirs',
      checkLeaks,
      stride,
    ),
    lawOfPositions(subject, 'the view of a guess is the view that it was made from', checkGuess),
    lawOfPositions(subject, 'views and guesses offer a seat the same actions as the state', checkOffers),
    ...(game.isRevealed === undefined ? [] : [lawOfPositions(subject, REVEALED, checkRevealed)]),
  ]
}

/** Seats that decide at the same time; none if only one is to move. */
function sealing({ game, mask }: WalkPosition): Seat[] {
  const sealers = seatsIn(game, mask)
  return sealers.length > 1 ? sealers : []
}

interface Sealed {
  readonly seat: Seat
  readonly action: number
}

/** One seat's random decisions until it owes no more, on a copy. */
function sealAll({ game, state, rng }: WalkPosition, seat: Seat): Sealed[] {
  const copy = state.slice()
  const events = newEvents(game.info)
  const sealed: Sealed[] = []
  while ((game.toMove(copy) >> seat) & 1) {
    const action = game.sample(copy, seat, rng)
    game.apply(copy, seat, action, events)
    sealed.push({ seat, action })
    if (sealed.length > game.info.decisionMax)
      failLaw(
        `${seatName(game, seat)} must still move after ${sealed.length} decisions in a row`,
        'an end of its turn',
      )
  }
  return sealed
}

/** Interleaves the lists at random, each in its own order. */
function shuffled(lists: readonly (readonly Sealed[])[], rng: Int32Array): Sealed[] {
  const left = lists.map(list => [...list])
  const mixed: Sealed[] = []
  for (let some = left.filter(list => list.length > 0); some.length > 0; ) {
    mixed.push(some[below(rng, some.length)]!.shift()!)
    some = left.filter(list => list.length > 0)
  }
  return mixed
}

function checkOrder(at: WalkPosition): void {
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
  for (const order of [lists.toReversed().flat(), shuffled(lists, rng)]) {
    const again = after(order)
    requireSame(again.copy, once.copy, 'the state after the same decisions in another order')
    requireSame(again.events, once.events, 'the events after the same decisions in another order')
    if (again.steps !== once.steps)
      failLaw(`${again.steps} steps complete after the same decisions in another order`, `${once.steps}`)
  }
}

/** Seals all decisions of the step but the last in random order: no other seat may notice. */
function checkLeaks(at: WalkPosition): void {
  const { game, state, rng } = at
  const sealers = sealing(at)
  if (sealers.length === 0) return
  const copy = state.slice()
  const events = newEvents(game.info)
  const seats = game.info.seats.map((_, seat) => seat)
  const views = seats.map(seat => viewOf(game, copy, seat))
  const lists = shuffled(
    sealers.map(seat => sealAll(at, seat)),
    rng,
  )
  for (const { seat, action } of lists.slice(0, -1)) {
    const others = sealers.filter(other => other !== seat && (game.toMove(copy) >> other) & 1)
    const offers = others.map(other => legalOf(game, copy, other))
    game.apply(copy, seat, action, events)
    for (const other of seats) {
      const view = viewOf(game, copy, other)
      if (other !== seat)
        requireSame(
          view,
          views[other]!,
          `${seatName(game, other)}'s view after a simultaneous decision of ${seatName(game, seat)}`,
        )
      views[other] = view
    }
    for (const [i, other] of others.entries()) {
      if (((game.toMove(copy) >> other) & 1) === 0)
        failLaw(
          `${seatName(game, other)} can no longer move after the decision of ${seatName(game, seat)}`,
          'both to move, because they decide at the same time',
        )
      requireSame(
        legalOf(game, copy, other),
        offers[i]!,
        `${seatName(game, other)}'s legal actions after a simultaneous decision of ${seatName(game, seat)}`,
      )
    }
  }
}

function checkGuess({ game, state, rng, view, guess }: WalkPosition): void {
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    requireSame(viewOf(game, guess, seat), view, `${seatName(game, seat)}'s view of its guess`)
    for (let i = 0; i < view.length; i++)
      if (guess[i] === UNKNOWN && state[i] !== UNKNOWN)
        failLaw(`word ${i} of ${seatName(game, seat)}'s guess is UNKNOWN`, 'a guess without unknown words')
  }
}

function checkRevealed({ game, state, rng, view, guess }: WalkPosition): void {
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    if (!game.isRevealed!(state, seat)) continue
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    requireSame(view, state, `${seatName(game, seat)}'s view of a revealed position`)
    requireSame(guess, state, `${seatName(game, seat)}'s guess for a revealed position`)
  }
}

function checkOffers({ game, mask, state, rng, view, guess }: WalkPosition): void {
  for (const seat of playersIn(game, mask)) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    const name = seatName(game, seat)
    const legal = legalOf(game, state, seat)
    askView(name, view, () => legalOf(game, view, seat))
    for (const [what, seen] of [
      ['view', view],
      ['guess', guess],
    ] as const) {
      const toMove = game.toMove(seen)
      if (((toMove >> seat) & 1) === 0 || toMove & RESOLVE_BIT)
        failLaw(`toMove returns ${toMove} for ${name}'s ${what}`, `a mask that includes ${name}`)
      requireSame(legalOf(game, seen, seat), legal, `${name}'s list of legal actions in its ${what}`)
      requireEqual(
        game.sample(seen, seat, rng.slice()),
        game.sample(state, seat, rng.slice()),
        'sample',
        what,
      )
      requireEqual(game.passive(seen, seat), game.passive(state, seat), 'passive', what)
      for (const action of legal) {
        const [found, expected] = [seen, state].map(of => game.text.format(of, seat, action))
        if (found !== expected) failLaw(`${name}'s ${what} offers ${found}`, `${expected}, as in the state`)
      }
    }
  }
}

/** Agents hold only views, so a game must list moves for one. */
function askView(seat: string, view: Int32Array, ask: () => void): void {
  try {
    ask()
  } catch (thrown) {
    if (thrown instanceof Breach) throw thrown
    throw new Breach(`the game threw ${String(thrown)} for ${seat}'s view`, {
      thrown,
      unlisted: { seat, view: view.slice() },
    })
  }
}

function requireEqual(found: number, expected: number, method: string, what: string): void {
  if (found !== expected) failLaw(`${method} returns ${found} for a ${what}`, `${expected}, as for the state`)
}
