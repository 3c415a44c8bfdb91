// A small map, deck and factions for the oracle's own tests, and a walker that plays it at random.

import { PrestigeOracle } from './prestige.ts'
import type { Mission, PrestigeDocument } from './prestige-document.ts'

/** A ring of eight with two chords; north and south are its halves. */
const RING = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
export const MAP = RING.map((name, at) => ({
  name,
  region: at < 4 ? 'north' : 'south',
  borders: [RING[(at + 1) % 8]!, ...(name === 'a' ? ['e'] : name === 'c' ? ['g'] : [])],
}))

/** Every kind of mission, most of them twice; `hard` is worth 2. */
export const DECK: readonly Mission[] = [
  { name: 'hold-3', prestige: 1, kind: 'territories', count: 3 },
  { name: 'hold-5', prestige: 2, kind: 'territories', count: 5 },
  { name: 'north', prestige: 2, kind: 'region', region: 'north' },
  { name: 'south', prestige: 2, kind: 'region', region: 'south' },
  { name: 'a-and-c', prestige: 1, kind: 'pair', territories: ['a', 'c'] },
  { name: 'b-and-f', prestige: 1, kind: 'pair', territories: ['b', 'f'] },
  { name: 'safe-2', prestige: 1, kind: 'safe', count: 2 },
  { name: 'safe-3', prestige: 1, kind: 'safe', count: 3 },
  { name: 'one-type-5', prestige: 1, kind: 'troops', count: 5 },
  { name: 'one-type-8', prestige: 1, kind: 'troops', count: 8 },
  { name: 'combined-2', prestige: 1, kind: 'combined', count: 2 },
  { name: 'took-1', prestige: 1, kind: 'took', count: 1 },
  { name: 'took-2', prestige: 1, kind: 'took', count: 2 },
  { name: 'removed-3', prestige: 1, kind: 'removed', count: 3 },
  { name: 'removed-5', prestige: 2, kind: 'removed', count: 5 },
  { name: 'borders', prestige: 1, kind: 'borders' },
]

export const FACTIONS: PrestigeDocument['factions'] = [
  { name: 'standard', types: ['assault', 'mounted', 'ranged'] },
  { name: 'riders', types: ['mounted', 'assault'] },
  { name: 'archers', types: ['ranged'] },
]

export const SEATS: PrestigeDocument['seats'] = [
  { name: 'red', faction: 'standard' },
  { name: 'blue', faction: 'riders' },
  { name: 'green', faction: 'standard' },
  { name: 'gold', faction: 'archers' },
]

export function world(seats: number, rules: Partial<PrestigeDocument> = {}): PrestigeDocument {
  return { seats: SEATS.slice(0, seats), factions: FACTIONS, map: MAP, deck: DECK, ...rules }
}

/** A small seeded generator (a 32-bit linear congruence, its high bits): whole numbers in [0, n). */
export function generator(seed: number): (n: number) => number {
  let word = (seed * 2654435761 + 12345) >>> 0
  return n => {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0
    return Math.floor((word / 2 ** 32) * n)
  }
}

export interface Seen {
  oracle: PrestigeOracle
  actor: string
  text: string
  /** of all earlier decisions */
  record: readonly string[]
}

/** Plays one random game to its end; `watch` is called before every decision, and may return a check of what it did. */
export function playRandomly(
  document: PrestigeDocument,
  seed: number,
  watch: (seen: Seen) => (() => void) | undefined,
): { oracle: PrestigeOracle; record: string[] } {
  const below = generator(seed)
  const oracle = new PrestigeOracle(document)
  const record: string[] = []
  for (;;) {
    const actors = oracle.actors()
    if (actors.length === 0) return { oracle, record }
    const actor = actors[below(actors.length)]!
    let legal = oracle.legal(actor)
    // attacks decide games: half of the time, look only at them
    const attacks = legal.filter(text => text.startsWith('attack '))
    if (attacks.length > 0 && below(2) === 0) legal = attacks
    const text = legal[below(legal.length)]!
    const check = watch({ oracle, actor, text, record })
    oracle.apply(actor, text)
    record.push(`${actor} ${text}`)
    check?.()
  }
}
