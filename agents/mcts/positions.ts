/** The positions at the nodes of a tree, for games in which a node has only one. */
import type { Seat, State } from '../../engine/contract/index.ts'
import { grown } from './tree.ts'

/** Nodes that there is room for at first. */
const NODES = 1 << 7

/** Most words that positions take, 64 MiB, unless a single one has more. */
const WORDS_MAX = 1 << 24

/** The seat of a node without a position. */
const NOBODY = -1

/**
 * By node, its position and the seat to move, so that known edges need not be played again. Most nodes are never visited again, so a position is kept from
 * the second visit on. Arrays double as a tree's do.
 */
export class Positions {
  readonly #size: number
  /** Nodes from this one on have no position. */
  readonly #end: number
  #words: Int32Array
  #seats = new Int8Array(NODES)

  /** For positions of `size` words. */
  constructor(size: number) {
    this.#size = size
    this.#end = Math.max(1, Math.floor(WORDS_MAX / size))
    this.#words = new Int32Array(Math.min(NODES, this.#end) * size)
  }

  /** Adds the next node, without a position. */
  add(node: number): void {
    if (node >= this.#end) return
    if (node >= this.#seats.length) this.#seats = grown(this.#seats, node + 1)
    if ((node + 1) * this.#size > this.#words.length) this.#grow()
    this.#seats[node] = NOBODY
  }

  /** Makes room for twice as many nodes, or for as many as may have a position. Allocates. */
  #grow(): void {
    const words = this.#words
    this.#words = new Int32Array(Math.min(2 * words.length, this.#end * this.#size))
    this.#words.set(words)
  }

  /** Words that there is room for. */
  get room(): number {
    return this.#words.length
  }

  /** Copies a node's position, unless it is already kept or memory is full. */
  keep(node: number, state: State, seat: Seat): void {
    if (node >= this.#end || this.#seats[node] !== NOBODY) return
    const size = this.#size
    const words = this.#words
    const at = node * size
    copyWords(state, 0, words, at, size)
    this.#seats[node] = seat
  }

  /** The seat to move at a node, or a negative number if its position is not kept. */
  seatOf(node: number): Seat {
    return node < this.#end ? this.#seats[node]! : NOBODY
  }

  /** Writes the position of a node, which is kept. */
  load(node: number, out: State): void {
    const size = this.#size
    const words = this.#words
    const at = node * size
    copyWords(words, at, out, 0, size)
  }
}

/** Copies this many words, four at a time: V8 does not unroll loops. */
function copyWords(from: Int32Array, first: number, to: Int32Array, at: number, size: number): void {
  let i = 0
  for (; i + 4 <= size; i += 4) {
    to[at + i] = from[first + i]!
    to[at + i + 1] = from[first + i + 1]!
    to[at + i + 2] = from[first + i + 2]!
    to[at + i + 3] = from[first + i + 3]!
  }
  for (; i < size; i++) to[at + i] = from[first + i]!
}
