/** The tree of `mcts`: views and their numbers, and arrays that grow. In long loops `assert`, for `expect` would take most of the time. */
import assert from 'node:assert/strict'
import { describe, expect, it } from 'vitest'
import { Views } from '../../agents/mcts/tables.ts'
import { Tree } from '../../agents/mcts/tree.ts'
import { generator } from '../../engine/laws/walk.ts'
import { below, next } from '../../engine/rng.ts'

const SEATS = 2

/** Views of a root with up to three words changed, none twice. Some differ in one bit, some in pairs of words that take each other's place. */
function viewsOf(words: number, count: number): Int32Array[] {
  const rng = generator('views', words, 0)
  const root = Int32Array.from({ length: words }, () => below(rng, 3))
  const found = new Map([[root.join(), root]])
  while (found.size < count) {
    const view = root.slice()
    const at = below(rng, words)
    view[at]! ^= 1 << below(rng, 32)
    if (below(rng, 2) === 0) view[below(rng, words)] = view[at]!
    if (below(rng, 4) === 0) view[below(rng, words)] = next(rng)
    found.set(view.join(), view)
  }
  return [...found.values()]
}

describe.each([1, 4, 7, 225])('views of %i words', words => {
  const all = viewsOf(words, words === 1 ? 30 : 5000)

  it('have separate numbers for each seat, and keep them as the table grows', () => {
    const views = new Views(words)
    views.clear(all[0]!)
    for (const [i, view] of all.entries())
      for (let seat = 0; seat < SEATS; seat++) {
        assert.equal(views.find(view, seat), -1)
        assert.equal(views.add(), SEATS * i + seat)
      }
    for (let i = 0; i < all.length; i++)
      for (let seat = 0; seat < SEATS; seat++) assert.equal(views.find(all[i]!, seat), SEATS * i + seat)
  })

  it('are forgotten when the table is emptied, for any next root', () => {
    const views = new Views(words)
    for (const root of all.slice(0, 20)) {
      views.clear(root)
      for (const [i, view] of all.slice(0, 25).entries()) {
        assert.equal(views.find(view, 0), -1)
        assert.equal(views.add(), i)
      }
      for (const [i, view] of all.slice(0, 25).entries()) assert.equal(views.find(view, 0), i)
    }
  })
})

it('the tree of mcts knows views by all of their identifying words, and only by these', () => {
  const words = 24
  const identifying = [
    { from: 1, to: 7 },
    { from: 9, to: 10 },
    { from: 15, to: 20 },
  ]
  // Groups of four words are taken in whole, where there is room.
  const free = new Set([0, 14, 23])
  const told = new Set(
    identifying.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
  )
  const views = new Views(words, identifying)
  const root = new Int32Array(words)
  views.clear(root)
  views.find(root, 0)
  views.add()
  for (let at = 0; at < words; at++) {
    const view = root.slice()
    view[at] = 5
    const found = views.find(view, 0)
    if (told.has(at)) assert.equal(found, -1)
    if (free.has(at)) assert.equal(found, 0)
  }
})

describe('a tree', () => {
  it('for a million iterations takes no more room than it uses', () => {
    const tree = new Tree(3, 6_000_001, 1 << 24, 0)
    const bytes = (): number =>
      Object.values(tree).reduce(
        (sum: number, field: unknown) => sum + (ArrayBuffer.isView(field) ? field.byteLength : 0),
        0,
      )
    expect(bytes()).toBeLessThan(64 * 1024)
    tree.clear(new Int32Array(3))
    const legal = Int32Array.from({ length: 50 }, (_, i) => i)
    for (let i = 0; i < 1000; i++) {
      tree.find(Int32Array.of(i, 1, 2), 0)
      tree.add(legal, legal.length)
    }
    // 53 bytes an edge, and twice as much room at most.
    expect(bytes()).toBeLessThan(2 * (1000 * 50 * 53 + 1000 * 24))
  })

  it('keeps actions and statistics as it grows, and starts them anew when it is emptied', () => {
    const tree = new Tree(1, 2000, 1 << 20, 0)
    for (let round = 0; round < 2; round++) {
      tree.clear(Int32Array.of(-1))
      for (let i = 0; i < 2000; i++) {
        const count = 1 + (i % 70)
        assert.equal(tree.find(Int32Array.of(i), 0), -1)
        const node = tree.add(Int32Array.from({ length: count }, (_, k) => i + k * k).sort(), count)
        const edge = tree.edgeOf(node, i + (count - 1) ** 2)
        assert.equal(tree.isMarked(node, edge), false)
        assert.equal(tree.next(node, edge), -1)
        tree.mark(node, edge)
        assert.deepEqual([tree.edgeVisits[edge], tree.edgeReward[edge], tree.next(node, edge)], [0, 0, -1])
        tree.edgeVisits[edge]! += 1 + i
        tree.edgeReward[edge]! += i / 3
        tree.edgeNext[edge] = node >> 1
        tree.mark(node, edge)
      }
      for (let i = 0; i < 2000; i++) {
        const count = 1 + (i % 70)
        const node = tree.find(Int32Array.of(i), 0)
        assert.equal(node, i)
        const edge = tree.edgeOf(node, i + (count - 1) ** 2)
        assert.deepEqual(
          [tree.edgeVisits[edge], tree.edgeReward[edge], tree.next(node, edge)],
          [1 + i, i / 3, i >> 1],
        )
        if (count > 1) assert.equal(tree.isMarked(node, tree.edgeOf(node, i)), false)
      }
    }
  })
})
