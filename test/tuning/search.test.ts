/** The search on planted problems whose answers are known. */
import { describe, expect, it } from 'vitest'
import { type Problem, WORLDS } from '../../docs/scripts/tuning/worlds.ts'
import type { Patch } from '../../sim/experiment/index.ts'
import { patchName, sizeOf } from '../../sim/experiment/index.ts'
import { Search, type TuneRound } from '../../sim/tuning/search.ts'

const MATCHES = 20_000

interface Searched {
  readonly search: Search
  readonly rounds: readonly TuneRound[]
}

/** `counted` may be said of each patch: what it played. */
async function searched(
  world: Problem,
  seed: string,
  counted: (patch: Patch) => string | undefined = () => undefined,
): Promise<Searched> {
  const { keys, goals, seats } = world
  const matches = MATCHES
  const search = new Search({ keys, goals, seats, seed, matches, changes: 3 })
  const table = world.open(seed)
  const rounds: TuneRound[] = []
  for (const round of search.rounds()) {
    rounds.push(round)
    await table.play([null, ...round.patches], round.blocks * seats)
    search.learn(
      round,
      table.known(null),
      round.patches.map(patch => ({ ...table.candidate(patch), counted: counted(patch) })),
    )
  }
  return { search, rounds }
}

const named = (kind: string): Problem => WORLDS.find(one => one.kind === kind)!

const finalistsOf = ({ search }: Searched): Patch[] =>
  search.finalists().map(({ candidate }) => candidate.patch)

async function found(world: Problem, seed: string): Promise<readonly Patch[]> {
  const done = await searched(world, seed)
  return (await world.confirm(finalistsOf(done), MATCHES - done.search.spent, seed)).met
}

describe('the search', () => {
  it.each(['a word', 'a number', 'two that only work together', 'draws and length', 'four seats'])(
    'solves %s',
    async kind => {
      const world = named(kind)
      const patches = await found(world, '3')
      expect(patches.length).toBeGreaterThan(0)
      expect(await Promise.all(patches.map(patch => world.isTrue(patch)))).toContain(true)
    },
  )

  it('names the smallest of what does', async () => {
    const world = named('a word')
    const [first, ...others] = finalistsOf(await searched(world, '1'))
    expect(patchName(world.keys, first!)).toBe('tie=b')
    for (const other of others)
      expect(sizeOf(world.keys, other)).toBeGreaterThanOrEqual(sizeOf(world.keys, first!))
  })

  it.each(['no rule helps', 'beyond the range', 'goals at odds'])('confirms nothing of %s', async kind => {
    expect(await found(named(kind), '1')).toEqual([])
  })

  it.each(['two that cancel', 'no rule helps'])('confirms patches of %s that play alike once', async kind => {
    const world = named(kind)
    expect(finalistsOf(await searched(world, '1')).length).toBeGreaterThan(1)
    expect(finalistsOf(await searched(world, '1', () => 'the same'))).toHaveLength(1)
  })

  it('keeps to its matches, a third of them for the confirmation, and plays no patch twice in a round', async () => {
    for (const world of WORLDS) {
      const { search, rounds } = await searched(world, '2')
      expect(search.spent).toBeLessThanOrEqual(0.65 * MATCHES)
      for (const { patches } of rounds) expect(new Set(patches).size).toBe(patches.length)
    }
  })

  it('measures parts of its best patches again that it played only a little', async () => {
    const world = named('two numbers')
    const { rounds } = await searched(world, '1')
    const simplify = rounds.at(-1)!
    expect(simplify.stage).toBe('simplify')
    const part = simplify.patches.find(patch => patchName(world.keys, patch) === 'win=9, hp=8')!
    const before = rounds.slice(0, -1).filter(({ patches }) => patches.includes(part))
    expect(before.length).toBeGreaterThan(0)
    for (const { blocks } of before) expect(blocks).toBeLessThan(simplify.blocks)
  })

  it('asks for the same rounds again', async () => {
    const world = named('one helps and hurts')
    const patches = ({ rounds }: Searched) =>
      rounds.map(({ stage, blocks, patches }) => [
        stage,
        blocks,
        patches.map(one => patchName(world.keys, one)),
      ])
    expect(patches(await searched(world, '3'))).toEqual(patches(await searched(world, '3')))
    expect(patches(await searched(world, '3'))).not.toEqual(patches(await searched(world, '4')))
  })
})
