/** Sets of block numbers, as the few intervals that they are in practice. */

/** Blocks `from` to `to - 1`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A growing set of blocks. Its size in memory is the number of gaps, not of blocks. */
export class Ranges {
  /** Ascending, not touching each other. */
  readonly #list: Range[] = []

  get list(): readonly Range[] {
    return this.#list
  }

  /** How many blocks are in it. */
  get count(): number {
    return this.#list.reduce((sum, { from, to }) => sum + to - from, 0)
  }

  /** Whether some of the blocks are there already. */
  overlaps({ from, to }: Range): boolean {
    const at = this.#after(from)
    const before = this.#list[at - 1]
    const after = this.#list[at]
    return (
      to > from && ((before !== undefined && before.to > from) || (after !== undefined && after.from < to))
    )
  }

  /** Adds blocks; false, and nothing changed, if one of them is there already. */
  add({ from, to }: Range): boolean {
    if (to <= from) return true
    if (this.overlaps({ from, to })) return false
    const at = this.#after(from)
    const before = this.#list[at - 1]
    const after = this.#list[at]
    const left = before?.to === from ? before : null
    const right = after?.from === to ? after : null
    this.#list.splice(at - (left ? 1 : 0), (left ? 1 : 0) + (right ? 1 : 0), {
      from: left ? left.from : from,
      to: right ? right.to : to,
    })
    return true
  }

  /** What of an interval is not in it, ascending. */
  missing({ from, to }: Range): Range[] {
    const gaps: Range[] = []
    let next = from
    for (const range of this.#list) {
      if (range.to <= next) continue
      if (range.from >= to) break
      if (range.from > next) gaps.push({ from: next, to: range.from })
      next = range.to
    }
    if (next < to) gaps.push({ from: next, to })
    return gaps
  }

  /** Index of the first interval that begins after a block. */
  #after(block: number): number {
    let low = 0
    let high = this.#list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#list[middle]!.from > block) high = middle
      else low = middle + 1
    }
    return low
  }
}
