/** The map compiled: neighbours, and the order in which each seat goes through territories and links. */
import type { Rules } from './shape.ts'

export interface MapTables {
  readonly territories: number
  readonly territoryNames: readonly string[]
  /** Neighbours of territory t: neighbours[neighbourFrom[t]] to neighbours[neighbourFrom[t + 1] - 1], ascending. */
  readonly neighbourFrom: Int32Array
  readonly neighbours: Int32Array
  /** Words of a set of territories, a bit each; and the neighbours of territory t as a set, from near[t * setWords] on. */
  readonly setWords: number
  readonly near: Int32Array
  /**
   * Every seat looks at the map from its own share on, so that the canonical order of choices is the same from each: rank
   * r of seat s is territory `order[s * territories + r]`, and `rank` is its inverse.
   */
  readonly order: Int32Array
  readonly rank: Int32Array
  /** Directed links as a seat lists them, by rank of their ends: [s * links + link] -> from and to, as territories. */
  readonly links: number
  readonly linkFrom: Int32Array
  readonly linkTo: Int32Array
  /** First link of rank r of seat s: [s * (territories + 1) + r]. */
  readonly linkStart: Int32Array
}

/** The territories beside each, by index; a link needs naming at one end only. Unknown names are left out. */
export function neighboursOf({ territories }: Rules['map']): number[][] {
  const index = new Map(territories.map(({ name }, i) => [name, i]))
  const neighbours = territories.map(() => new Set<number>())
  for (const [from, { next }] of territories.entries())
    for (const name of next) {
      const to = index.get(name)
      if (to === undefined || to === from) continue
      neighbours[from]!.add(to)
      neighbours[to]!.add(from)
    }
  return neighbours.map(set => [...set].sort((a, b) => a - b))
}

/** A word of a set has 2 ** WORD_LOG2 bits. */
export const WORD_LOG2 = 5
const WORD_MASK = (1 << WORD_LOG2) - 1

/** Words of a set of territories. */
export const setWordsOf = (territories: number): number => (territories + WORD_MASK) >> WORD_LOG2

/** Where a territory is in a set of them: its word, and its bit in that word. */
export const setWordOf = (territory: number): number => territory >> WORD_LOG2
export const setBitOf = (territory: number): number => 1 << (territory & WORD_MASK)

/** Lists of territories as sets, one after another. */
export function setsOf(lists: readonly (readonly number[])[], territories: number): Int32Array {
  const words = setWordsOf(territories)
  const sets = new Int32Array(lists.length * words)
  for (const [i, list] of lists.entries())
    for (const territory of list) sets[i * words + setWordOf(territory)]! |= setBitOf(territory)
  return sets
}

/** Lists one after another, and where each begins (one more than there are, for the end). */
export function flatten(lists: readonly (readonly number[])[]): { from: Int32Array; items: Int32Array } {
  const from = new Int32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) from[i + 1] = from[i]! + list.length
  return { from, items: Int32Array.from(lists.flat()) }
}

export function compileMap({ map, seats }: Rules): MapTables {
  const neighbours = neighboursOf(map)
  const { from, items } = flatten(neighbours)
  return {
    territories: map.territories.length,
    territoryNames: map.territories.map(({ name }) => name),
    neighbourFrom: from,
    neighbours: items,
    setWords: setWordsOf(neighbours.length),
    near: setsOf(neighbours, neighbours.length),
    ...ordersOf(seats.length, neighbours),
  }
}

type Orders = Pick<MapTables, 'order' | 'rank' | 'links' | 'linkFrom' | 'linkTo' | 'linkStart'>

function ordersOf(seats: number, neighbours: readonly (readonly number[])[]): Orders {
  const n = neighbours.length
  const links = neighbours.flat().length
  const order = new Int32Array(seats * n)
  const rank = new Int32Array(seats * n)
  const linkFrom = new Int32Array(seats * links)
  const linkTo = new Int32Array(seats * links)
  const linkStart = new Int32Array(seats * (n + 1))
  for (let seat = 0; seat < seats; seat++) {
    const first = Math.floor((seat * n) / seats)
    for (let r = 0; r < n; r++) {
      order[seat * n + r] = (first + r) % n
      rank[seat * n + ((first + r) % n)] = r
    }
    let at = seat * links
    for (let r = 0; r < n; r++) {
      const from = order[seat * n + r]!
      linkStart[seat * (n + 1) + r] = at - seat * links
      for (const to of neighbours[from]!.toSorted((a, b) => rank[seat * n + a]! - rank[seat * n + b]!)) {
        linkFrom[at] = from
        linkTo[at++] = to
      }
    }
    linkStart[seat * (n + 1) + n] = links
  }
  return { order, rank, links, linkFrom, linkTo, linkStart }
}
