/**
 * Finds secrets that a game does not hide: a list of G that chance has filled, and from which moves of later turns take
 * elements without another draw. If they always take from the same end, it is a deck; if it lies under a player's number
 * and mostly that player takes from it, a hand. Open dice are neither: they are used in the turn that rolls them, or anybody may take any of them.
 */
import type { GameState } from './flow.ts'

/** Shows what a player sees of G. */
type View = (at: GameState, seat: number) => unknown

/** Elements taken from a list before it counts. */
const TAKEN_MIN = 3
const DEPTH_MAX = 4

interface Filled {
  /** The turn in which chance filled it, last. */
  turn: number
  /** The seat whose list it is, or -1. */
  readonly owner: number
  /** Times that elements were taken, and that the owner took them. */
  taken: number
  own: number
  /** Whether all were the first, or the last, of the list. */
  first: boolean
  last: boolean
  /** Whether somebody other than the owner saw the whole list. */
  isSeen: boolean
}

export class Secrets {
  readonly #seats: number
  readonly #view: View
  readonly #filled = new Map<string, Filled>()

  constructor(seats: number, view: View) {
    this.#seats = seats
    this.#view = view
  }

  /** Compares the openings of two matches. */
  start({ G }: GameState, other: GameState): void {
    const lists = listsIn(other.G)
    for (const [path, list] of listsIn(G))
      if (JSON.stringify(list) !== JSON.stringify(lists.get(path))) this.#fill(path, G, 0)
  }

  /** After a player's move; `hasDrawn` says whether chance had a part in it. */
  look(before: GameState, after: GameState, seat: number, hasDrawn: boolean): void {
    for (const [path, filled] of this.#filled)
      if (filled.turn < before.ctx.turn) this.#compare(path, filled, before, after, seat, hasDrawn)
    if (!hasDrawn) return
    const lists = listsIn(before.G)
    for (const [path, list] of listsIn(after.G)) {
      const was = lists.get(path)
      if (was === undefined || !isWithout(was, list)) this.#fill(path, after.G, after.ctx.turn)
    }
  }

  #compare(
    path: string,
    filled: Filled,
    before: GameState,
    after: GameState,
    seat: number,
    hasDrawn: boolean,
  ): void {
    const [list, left] = [partAt(before.G, path), partAt(after.G, path)]
    if (!Array.isArray(list) || !Array.isArray(left)) return
    const count = list.length - left.length
    if (count < 1 || left.length === 0 || !isWithout(list, left)) return
    const isOwn = seat === filled.owner
    // An element may have been drawn from any place.
    if (hasDrawn && !isOwn) return
    filled.taken++
    if (isOwn) filled.own++
    const text = JSON.stringify(left)
    filled.first &&= JSON.stringify(list.slice(count)) === text
    filled.last &&= JSON.stringify(list.slice(0, -count)) === text
    const whole = JSON.stringify(list)
    for (let viewer = 0; viewer < this.#seats; viewer++)
      if (viewer !== filled.owner && JSON.stringify(partAt(this.#view(before, viewer), path)) === whole)
        filled.isSeen = true
  }

  /** Paths of decks and of hands that somebody sees who shouldn't. */
  get found(): { readonly decks: string[]; readonly hands: string[] } {
    const seen = [...this.#filled].filter(([, { taken, isSeen }]) => isSeen && taken >= TAKEN_MIN)
    const isHand = ({ owner, own, taken }: Filled): boolean => owner >= 0 && 2 * own > taken
    return {
      decks: seen.flatMap(([path, one]) => (!isHand(one) && (one.first || one.last) ? [path] : [])),
      hands: seen.flatMap(([path, one]) => (isHand(one) ? [path] : [])),
    }
  }

  #fill(path: string, G: unknown, turn: number): void {
    const known = this.#filled.get(path)
    if (known) known.turn = turn
    else {
      const owner = ownerOf(path, G, this.#seats)
      this.#filled.set(path, { turn, owner, taken: 0, own: 0, first: true, last: true, isSeen: false })
    }
  }
}

/** Lists of a value by path, as in hands.0. */
function listsIn(value: unknown, path = '', depth = 0, found = new Map<string, readonly unknown[]>()) {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return found
  if (Array.isArray(value) && path !== '') found.set(path, value)
  for (const [key, part] of Object.entries(value))
    if (typeof part === 'object') listsIn(part, path === '' ? key : `${path}.${key}`, depth + 1, found)
  return found
}

function partAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

/** The seat by whose number a path goes, where every seat has such a part; -1 if there is none. */
function ownerOf(path: string, G: unknown, seats: number): number {
  let part = G as Record<string, unknown>
  for (const key of path.split('.')) {
    const keys = Object.keys(part)
    if (keys.length === seats && keys.every(one => Number(one) < seats)) return Number(key)
    part = part[key] as Record<string, unknown>
  }
  return -1
}

/** Whether a list is left after elements of another were taken. */
function isWithout(list: readonly unknown[], left: readonly unknown[]): boolean {
  let at = 0
  for (const one of list) if (at < left.length && JSON.stringify(one) === JSON.stringify(left[at])) at++
  return at === left.length
}

/** What is wrong, for a warning. */
export function secretWords({ decks, hands }: Secrets['found'], hasView: boolean): string[] {
  const hidden = (paths: readonly string[], was: string, what: string): string =>
    `${paths.map(path => `G.${path}`).join(' and ')} ${paths.length === 1 ? 'was' : 'were'} ${was}, and ${hasView ? "playerView doesn't hide" : 'no playerView hides'} ${paths.length === 1 ? 'it' : 'them'}: agents that search see ${what}. To hide this, remove it in playerView and add evenhand.determinize`
  return [
    ...(decks.length > 0 ? [hidden(decks, 'shuffled', 'the order of the deck')] : []),
    ...(hands.length > 0 ? [hidden(hands, 'dealt by chance', "the other players' hands")] : []),
  ]
}
