/** The search on planted problems whose answers are known. */
import { describe, expect, it } from 'vitest'
import { confirmed, isTrue, PlayedWorld, WORLDS, type World } from '../../docs/scripts/tuning/worlds.ts'
import type { Patch } from '../../sim/experiment/index.ts'
import { patchName, sizeOf } from '../../sim/experiment/index.ts'
import { Search, type TuneRound } from '../../sim/tuning/search.ts'

const MATCHES = 20_000

function searched(world: World, seed: string, matches = MATCHES): { search: Search; rounds: TuneRound[] } {
  const { keys, goals, seats } = world
  const search = new Search({ keys, goals, seats, seed, matches, changes: 3 })
  const table = new PlayedWorld(world, seed)
  const rounds: TuneRound[] = []
  for (const round of search.rounds()) {
    rounds.push(round)
    for (const patch of [null, ...round.patches]) table.play(patch, round.blocks * seats)
    search.learn(
      round,
      table.known(null),
      round.patches.map(patch => table.candidate(patch)),
    )
  }
  return { search, rounds }
}

const named = (kind: string): World => WORLDS.find(one => one.kind === kind)!

function found(world: World, seed: string): readonly Patch[] {
  const { search } = searched(world, seed)
  const patches = search.finalists().map(({ candidate }) => candidate.patch)
  return confirmed(world, patches, MATCHES - search.spent, seed).met
}

describe('the search', () => {
  it.each(['a word', 'a number', 'two that only work together', 'draws and length', 'four seats'])(
    'solves %s',
    kind => {
      const world = named(kind)
      const patches = found(world, '3')
      expect(patches.length).toBeGreaterThan(0)
      expect(patches.some(patch => isTrue(world, patch))).toBe(true)
    },
  )

  it('names the smallest of what does', () => {
    const world = named('a word')
    const { search } = searched(world, '1')
    const [first, ...others] = search.finalists().map(({ candidate }) => candidate.patch)
    expect(patchName(world.keys, first!)).toBe('tie=b')
    for (const other of others)
      expect(sizeOf(world.keys, other)).toBeGreaterThanOrEqual(sizeOf(world.keys, first!))
  })

  it.each(['no rule helps', 'beyond the range', 'goals at odds'])('confirms nothing of %s', kind => {
    expect(found(named(kind), '1')).toEqual([])
  })

  it('keeps to its matches, a third of them for the confirmation, and plays no patch twice in a round', () => {
    for (const world of WORLDS) {
      const { search, rounds } = searched(world, '2')
      expect(search.spent).toBeLessThanOrEqual(0.65 * MATCHES)
      for (const { patches } of rounds) expect(new Set(patches).size).toBe(patches.length)
    }
  })

  it('asks for the same rounds again', () => {
    const world = named('one helps and hurts')
    const patches = ({ rounds }: { rounds: TuneRound[] }) =>
      rounds.map(({ stage, blocks, patches }) => [
        stage,
        blocks,
        patches.map(one => patchName(world.keys, one)),
      ])
    expect(patches(searched(world, '3'))).toEqual(patches(searched(world, '3')))
    expect(patches(searched(world, '3'))).not.toEqual(patches(searched(world, '4')))
  })
})
