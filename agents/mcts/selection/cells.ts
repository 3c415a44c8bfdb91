/** What edges came to against what the other seats did in the same step. */

import { Pairs } from '../pairs.ts'
import { grown } from '../tree.ts'

/** Cells that a new table has room for. */
const CELLS = 1 << 8

/**
 * The joint tables of nodes in simultaneous-move tree search, a cell for an edge and a reply; only cells that were met take room. Arrays double, so that an agent
 * soon has what its searches need and allocates no more. Callers read and write means themselves: V8 puts doubles on the heap that functions return.
 */
export class Cells {
  readonly #pairs = new Pairs()
  /** By cell. */
  visits = new Int32Array(CELLS)
  /** By cell: the sum of rewards, each from 0 to 1. */
  rewards = new Float64Array(CELLS)

  clear(): void {
    this.#pairs.clear()
  }

  /** The cell of an edge and a reply, or -1 if they have not met. */
  find(edge: number, reply: number): number {
    return this.#pairs.find(keyOf(edge, reply), edge)
  }

  /** The same cell, a new one with zeros if they have not met. */
  meet(edge: number, reply: number): number {
    const key = keyOf(edge, reply)
    const found = this.#pairs.find(key, edge)
    if (found >= 0) return found
    const cell = this.#pairs.add(key, edge)
    if (cell === this.visits.length) {
      this.visits = grown(this.visits, cell + 1)
      this.rewards = grown(this.rewards, cell + 1)
    }
    this.visits[cell] = 0
    this.rewards[cell] = 0
    return cell
  }
}

/** A bijection of the replies to an edge, whose low bits are well mixed (the finish of MurmurHash3). */
function keyOf(edge: number, reply: number): number {
  let key = (reply + Math.imul(edge, 0x9e3779b1)) | 0
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b)
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35)
  return (key ^ (key >>> 16)) | 0
}
