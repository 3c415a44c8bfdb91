/** Chunks: every block once, whatever their size, and one of every line-up first. */
import { describe, expect, it } from 'vitest'
import { type Chunk, Schedule } from '../../sim/schedule.ts'

const gaps = [5, 1, 9].map(blocks => [{ from: 0, to: blocks }])

function deal(fixed?: number, milliseconds = 1): Chunk[] {
  const schedule = new Schedule(gaps, fixed)
  const chunks: Chunk[] = []
  for (let chunk = schedule.next(); chunk; chunk = schedule.next()) {
    chunks.push(chunk)
    schedule.learn(chunk, milliseconds)
  }
  return chunks
}

describe.each([undefined, 1, 2, 7, 1000])('chunks of %s blocks', fixed => {
  it('cover every block of every line-up once', () => {
    const covered = deal(fixed).flatMap(({ lineup, from, to }) =>
      Array.from({ length: to - from }, (_, i) => `${lineup}/${from + i}`),
    )
    expect(covered.length).toBe(15)
    expect(new Set(covered).size).toBe(15)
  })

  it('begin with one of every line-up', () => {
    expect(
      deal(fixed)
        .slice(0, 3)
        .map(chunk => chunk.lineup),
    ).toEqual([0, 1, 2])
  })
})

describe('chunks by time', () => {
  it('grow while they are quick, and stay single blocks while they are slow', () => {
    expect(deal(undefined, 1).map(({ from, to }) => to - from)).toEqual([1, 1, 1, 4, 8])
    expect(deal(undefined, 10_000).every(({ from, to }) => to - from === 1)).toBe(true)
  })
})
