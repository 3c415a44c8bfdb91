/** Checks at one position what random matches before a run may have missed. */
import { CHANCE, CHANCE_BIT } from '../contract/index.ts'
import { type Callable, isStrict, UnsoundError } from '../modules/index.ts'
import { type Author, freeze } from './author.ts'
import { differenceIn, isAlike } from './checked.ts'
import type { Definition } from './define.ts'
import { writeMove } from './text.ts'

/**
 * Calls every function that may only read a state with a separate copy. `next` is the mask of who is to
 * move, 0 at the end. Throws an UnsoundError if one changes the state, or if two moves are written alike.
 */
export function auditPosition(of: Definition, author: Author, copy: () => unknown, next: number): void {
  lookAt(of, author, copy, next, false)
  // Code in strict mode throws where it changes a frozen state, other code does nothing: hence both.
  if (isStrict()) lookAt(of, author, copy, next, true)
}

/** Compares the state once, and only after a change, or an error that may follow from one, after every function. */
function lookAt(of: Definition, author: Author, copy: () => unknown, next: number, isFrozen: boolean): void {
  const before = copy()
  const fresh = (): unknown => {
    const state = copy()
    if (isFrozen) freeze(state)
    return state
  }
  const look = (state: unknown, requireUnchanged: LookedAt): void => {
    askAll(of, author, state, next, requireUnchanged)
  }
  const state = fresh()
  try {
    look(state, (_name, _part, ask) => ask())
    if (isAlike(before, state)) return
  } catch (error) {
    if (isAlike(before, state)) throw error
  }
  const again = fresh()
  look(again, (name, part, ask) => {
    const answer = ask()
    const difference = differenceIn(before, again)
    if (difference !== null)
      throw new UnsoundError(
        `${name} changes the state: ${difference}; only apply and applyAll may do that`,
        part,
      )
    return answer
  })
}

/** Asks a function named `name`. */
type LookedAt = <T>(name: string, part: Callable | undefined, ask: () => T) => T

function askAll(of: Definition, author: Author, state: unknown, next: number, look: LookedAt): void {
  look('outcome', of.outcome, () => author.outcome(state))
  const seats = author.seats.filter(seat => (next >> seat) & 1)
  if (next !== 0) look('toMove', of.toMove, () => author.next(state))
  for (const seat of seats) {
    const moves = look('moves', of.moves, () => author.moves(state, seat))
    requireDistinct(of, author, moves, seat)
    if (of.assetOf)
      look('assetOf', of.assetOf, () => moves.forEach(move => void author.assetOf(move, state, seat)))
  }
  if (next === CHANCE_BIT)
    requireDistinct(of, author, look('chance', of.chance, () => author.chances(state)).moves, CHANCE)
  for (const seat of author.seats) if (of.view) look('view', of.view, () => author.view(state, seat))
  for (const [id, gauge] of Object.entries(of.gauges ?? {}))
    look(`gauge ${id}`, gauge.of, () =>
      author.seats.forEach(seat => void gauge.of(state, author.contextOf(seat))),
    )
}

function requireDistinct(of: Definition, author: Author, moves: readonly unknown[], seat: number): void {
  const context = author.contextOf(seat)
  const texts = new Set<string>()
  for (const move of moves) {
    const text = writeMove(of, move, context)
    if (texts.has(text)) {
      const name = seat === CHANCE ? 'chance' : 'moves'
      throw new UnsoundError(
        `${name} offers two moves with the text ${text}, expected different texts, because records name moves by their text`,
        of[name],
      )
    }
    texts.add(text)
  }
}
