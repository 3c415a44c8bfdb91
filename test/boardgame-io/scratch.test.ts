/** The copy on which moves are tried: any change is undone, and distinguished from no change. */
import { describe, expect, it } from 'vitest'
import { Scratch } from '../../engine/boardgame-io/scratch.ts'
import { contextOf } from '../../engine/boardgame-io/turns.ts'

// biome-ignore lint/suspicious/noExplicitAny: moves of boardgame.io are JavaScript.
type Loose = any

const position = () => ({
  G: { n: 0, list: [1, [2]], table: { a: { x: 1 }, b: { x: 1 } }, none: undefined } as Loose,
  ctx: contextOf(2, null),
})

const MINE = [9]

const CHANGES: [string, (G: Loose, ctx: Loose) => void][] = [
  ['a number', G => G.n++],
  ['a list that grows', G => G.list.push(3)],
  ['a list that shrinks', G => G.list.pop()],
  ['a list within a list', G => G.list[1].push(3)],
  ['a key that comes', G => Object.assign(G.table, { c: 1, d: { y: 2 } })],
  ['a key that goes', G => delete G.table.a],
  ['a key that goes, and a value after it', G => [delete G.list, delete G.table.a, G.n++]],
  ['an object in place of another', G => Object.assign(G, { table: { a: { x: 2 } } })],
  ["a list of the author's own", G => Object.assign(G, { list: MINE })],
  ['the same object in two places', G => [Object.assign(G.table, { a: G.table.b }), G.table.b.x++]],
  ['a value where an object was', G => Object.assign(G.table, { a: null })],
]

describe('a scratch', () => {
  it.each(CHANGES)('undoes and tells: %s', (_name, change) => {
    const [source, scratch] = [position(), new Scratch()]
    for (let time = 0; time < 3; time++) {
      const { G, ctx } = scratch.of(source)
      expect({ G, ctx }).toStrictEqual(position())
      expect(Object.keys((G as Loose).table)).toEqual(['a', 'b'])
      change(G, ctx)
      expect(scratch.isChangedBy(null)).toBe(true)
      scratch.revert()
    }
    expect(source).toStrictEqual(position())
    expect(MINE).toEqual([9])
  })

  it.each<[string, (G: Loose, ctx: Loose) => void]>([
    ['nothing at all', () => {}],
    ['there and back', G => [G.n++, G.n--]],
    ['an equal object', G => Object.assign(G, { table: { b: { x: 1 }, a: { x: 1 } } })],
    ['a key of undefined', G => Object.assign(G, { more: undefined })],
    ['the ctx alone', (_G, ctx) => ctx.turn++],
  ])('takes it for no change: %s', (_name, change) => {
    const [source, scratch] = [position(), new Scratch()]
    const { G, ctx } = scratch.of(source)
    change(G, ctx)
    expect(scratch.isChangedBy(null)).toBe(false)
    scratch.revert()
    const again = scratch.of(source)
    expect(again).toStrictEqual(position())
  })

  it('distinguishes a G that a move returned from the one before, even with shared parts', () => {
    const [source, scratch] = [position(), new Scratch()]
    const { G, ctx } = scratch.of(source)
    expect(scratch.isChangedBy({ G: { ...(G as Loose) }, ctx })).toBe(false)
    expect(scratch.isChangedBy({ G: { ...(G as Loose), n: 1 }, ctx })).toBe(true)
    const changed = { ...(G as Loose) }
    changed.table.a.x = 2
    expect(scratch.isChangedBy({ G: changed, ctx })).toBe(true)
    scratch.revert()
    expect(scratch.of(source).G).toStrictEqual(position().G)
  })

  it('is made anew for a position that has changed', () => {
    const [source, scratch] = [position(), new Scratch()]
    scratch.of(source)
    scratch.forget()
    source.G.n = 5
    expect(scratch.of(source).G).toMatchObject({ n: 5 })
  })
})
