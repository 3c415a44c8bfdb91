/** Who of a population plays which block: all pairings equally often, by the block's number alone. */
import { describe, expect, test } from 'vitest'
import {
  type Lineup,
  lonerIn,
  memberAt,
  type Pairings,
  pairingsOf,
  seatedMembers,
} from '../../sim/experiment/index.ts'

const DESIGNS = [
  ...[2, 3, 5, 8, 16].map(members => [members, 2] as const),
  ...[2, 3, 5].map(members => [members, 3] as const),
  ...[3, 4].map(members => [members, 4] as const),
  [7, 1] as const,
]

const pairings = (members: number, draws: number): Pairings => ({
  members,
  draws,
  drawOf: Array.from({ length: draws }, (_, draw) => draw),
})

const drawnIn = (one: Pairings, block: number): number[] =>
  Array.from({ length: one.draws }, (_, draw) => memberAt(one, block, draw))

describe.each(DESIGNS)('%i members in %i places', (members, draws) => {
  const one = pairings(members, draws)
  const cycle = members ** draws

  test('meet in all pairings once a cycle, in the first and in later ones', () => {
    for (const from of [0, cycle, 7 * cycle]) {
      const met = new Set(Array.from({ length: cycle }, (_, i) => drawnIn(one, from + i).join()))
      expect(met.size).toBe(cycle)
    }
  })

  test('each play once in every place in the first blocks, and meet themselves last', () => {
    const first = Array.from({ length: members }, (_, block) => drawnIn(one, block))
    for (let draw = 0; draw < draws; draw++)
      expect(new Set(first.map(drawn => drawn[draw])).size).toBe(members)
    if (draws === 2)
      for (let block = 0; block < cycle; block++)
        expect(lonerIn(one, block) >= 0, `block ${block}`).toBe(block >= cycle - members)
  })

  test('meet themselves where all places have the same member', () => {
    for (let block = 0; block < cycle; block++) {
      const drawn = drawnIn(one, block)
      const isSelf = draws > 1 && new Set(drawn).size === 1
      expect(lonerIn(one, block)).toBe(isSelf ? drawn[0] : -1)
    }
  })
})

test('a sample of every 64th block finds all pairings of eight members', () => {
  const one = pairings(8, 2)
  const met = new Set(Array.from({ length: 64 }, (_, i) => drawnIn(one, 64 * i).join()))
  expect(met.size).toBe(64)
})

describe('a line-up', () => {
  const learner = { label: 'learned', agent: 'learned', options: { file: '' } }
  const greedy = { label: 'greedy', agent: 'greedy', options: {} }
  const of = (...participants: object[]) =>
    pairingsOf({ learn: { seeds: 3 } as never, variants: [] }, { participants } as unknown as Lineup)

  test('draws a member for each learner, and none for others', () => {
    expect(of(learner, learner)).toEqual({ members: 3, draws: 2, drawOf: [0, 1] })
    expect(of(greedy, learner)).toEqual({ members: 3, draws: 1, drawOf: [-1, 0] })
    expect(of(greedy, greedy)).toEqual({ members: 1, draws: 1, drawOf: [-1, -1] })
    expect(of(learner, greedy, learner).drawOf).toEqual([0, -1, 1])
  })

  test('draws one member where an exploiter has to know it', () => {
    const exploiter = { label: 'exploiter', agent: 'exploiter', options: { against: 'learned' } }
    expect(of(exploiter, learner)).toEqual({ members: 3, draws: 1, drawOf: [0, 0] })
  })

  test('seats its members by rotation, so that a block has each pairing both ways', () => {
    const one = of(learner, learner)
    for (const block of [0, 1, 5, 8]) {
      const [first, second] = [seatedMembers(one, block, 0), seatedMembers(one, block, 1)]
      expect(second).toEqual([...first].reverse())
    }
    expect(seatedMembers(of(greedy, learner), 4, 1)).toEqual([1, -1])
  })
})
