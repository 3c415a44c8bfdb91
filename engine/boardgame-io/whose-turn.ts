/** Games that keep whose turn it is in G: seats that ctx never lets move, and where G seems to say it. */
import type { MatchState } from './simulator.ts'

const SAYS_TURN = /current|turn|player|active|next|whose|mover/i
const SAYS_OTHER = /last|prev|win|lose|first|start|dealer/i

/** The values that parts of G had in the trial matches: a part with one for each seat may say whose turn it is. */
export class TurnKeys {
  readonly #seats: number
  readonly #seen = new Map<string, Set<unknown>>()

  constructor(seats: number) {
    this.#seats = seats
  }

  look({ G, ctx }: MatchState): void {
    if (ctx !== null) this.#lookAt(G, 'G', 2)
  }

  #lookAt(value: unknown, path: string, depth: number): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [key, part] of Object.entries(value)) {
      const place = `${path}.${key}`
      if (depth > 1) this.#lookAt(part, place, depth - 1)
      if (!/^[\w$]+$/.test(key) || !SAYS_TURN.test(key) || SAYS_OTHER.test(key)) continue
      const seen = this.#seen.get(place) ?? new Set()
      if (seen.size <= this.#seats) this.#seen.set(place, seen.add(part))
    }
  }

  /** How evenhand.toMove would read the turn from G, and from which part: null if no part seems to say it. */
  get remedy(): { readonly place: string; readonly toMove: string } | null {
    const fitting = [...this.#seen].filter(
      ([, seen]) => seen.size > 1 && seen.size <= this.#seats && [...seen].every(isName),
    )
    const [place, seen] =
      fitting.find(([path]) => /current/i.test(path)) ??
      fitting.find(([path]) => /turn/i.test(path)) ??
      fitting[0] ??
      []
    if (place === undefined || seen === undefined) return null
    const isSeat = [...seen].every(value => /^\d$/.test(String(value)) && Number(value) < this.#seats)
    return {
      place,
      toMove: `({ G }) => ${isSeat ? place : `${JSON.stringify([...seen])}.indexOf(${place})`}`,
    }
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value)
}

/** Begins the warning of seats that never move. */
export const NO_TURN = 'nothing passes the turn to'

/** What is wrong if these seats never moved in the trial matches, and what helps. */
export function idleWords(idle: readonly number[], { remedy }: TurnKeys): { wrong: string; advice: string } {
  const names = `${idle.length === 1 ? 'player' : 'players'} ${idle.join(', ')}`
  return {
    wrong: `${NO_TURN} ${names} in the first matches`,
    advice: remedy
      ? `${remedy.place} seems to say whose turn it is: add export const evenhand = { toMove: ${remedy.toMove} }`
      : 'End turns with turn.maxMoves, with events.endTurn in a move, or with the event endTurn in enumerate. If G says whose turn it is, add export const evenhand = { toMove: ({ G }) => ... } that returns a playerID',
  }
}
