/** What a run has come to: each block once, nothing by halves, and no larger for more matches. */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { type ChunkResult, FAULTS_LISTED } from '../../sim/chunks/chunk.ts'
import { Results } from '../../sim/chunks/results.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { BETWEEN, PLANNED, SEQUENTIAL } from '../../sim/stats/looks.ts'
import { pack, unpack, WORD_MAX } from '../../sim/tally/packing.ts'

const SABOTEUR = fileURLToPath(new URL('../faults/saboteur.mjs', import.meta.url))

let experiment: Experiment
let chunks: ChunkResult[]

beforeAll(async () => {
  const file = { game: 'elephant-men', matches: 8, rules: { 'limits.turns': 3 } }
  experiment = await resolveExperiment(literal(file, 'test'))
  chunks = []
  await playRun(newRun(experiment), { threads: 0, chunk: 1, onChunk: chunk => void chunks.push(chunk) })
})

describe('results', () => {
  it('count every chunk once, in any order', () => {
    const results = new Results(experiment)
    for (const chunk of chunks.toReversed()) expect(results.add(chunk)).toBe(true)
    const before = structuredClone(results.result().cells[0]!.tally)
    for (const chunk of chunks) expect(results.add(chunk)).toBe(false)
    expect(results.result().cells[0]!.tally).toEqual(before)
    expect([results.matches, results.result().complete]).toEqual([8, true])
  })

  it('are judged as planned only if all that was planned is counted', async () => {
    const asked = await resolveExperiment(literal({ game: 'nim', matches: 40 }, 'test'))
    const played: ChunkResult[] = []
    await playRun(newRun(asked), { threads: 0, chunk: 5, onChunk: chunk => void played.push(chunk) })
    const lookAfter = (count: number, planned?: readonly (readonly number[])[]) => {
      const results = new Results(asked, planned)
      for (const chunk of played.filter(({ chunk }) => chunk.lineup === 0).slice(0, count)) results.add(chunk)
      return results.result().cells[0]!.look
    }
    const before = { ...BETWEEN, next: PLANNED[0] }
    expect([lookAfter(0), lookAfter(3), lookAfter(4)]).toEqual([before, before, PLANNED[0]])
    // More matches than were planned first are a second plan, and a pilot is none.
    const blocks = (...counts: number[]) => counts.map(count => asked.lineups.map(() => count))
    expect(lookAfter(4, blocks(10, 20))).toBe(PLANNED[1])
    expect(lookAfter(4, blocks(10, 10, 20))).toBe(PLANNED[1])
    expect(lookAfter(4, blocks(30))).toBe(BETWEEN)
    expect(lookAfter(3, blocks(10, 20)).next).toBe(PLANNED[1])
    expect(lookAfter(4, blocks(10, 12, 15, 20))).toBe(BETWEEN)
    // So few blocks are no plan.
    expect(lookAfter(4, blocks(2, 20))).toBe(PLANNED[0])
  })

  it('are judged at the look where a rule stops the line-up', () => {
    const lookWith = (from: number) => {
      const lineups = experiment.lineups.map(one => ({ ...one, stop: { width: 1, from } }))
      return new Results({ ...experiment, lineups }).result().cells[0]!.look
    }
    expect([lookWith(0), lookWith(4)]).toEqual([SEQUENTIAL, BETWEEN])
  })

  it('tell what a match of a line-up cost, by the chunks that say so and are counted', () => {
    const results = new Results(experiment)
    expect(results.costOf(0)).toBeUndefined()
    const [first, second, third] = chunks.map(({ processor: _, ...chunk }) => chunk)
    results.add({ ...first!, processor: 3 })
    results.add({ ...first!, processor: 100 })
    results.add(second!)
    results.add({ ...third!, processor: 8 })
    expect(results.costOf(0)).toBe((3 + 8) / 4)
  })

  it.each<[string, (chunk: ChunkResult) => Pick<ChunkResult, 'chunk' | 'variants'>]>([
    ['another line-up', one => ({ ...one, chunk: { ...one.chunk, lineup: 1 } })],
    ['blocks beyond the last', one => ({ ...one, chunk: { lineup: 0, from: 4, to: 5 } })],
    ['more blocks than are in its sums', one => ({ ...one, chunk: { lineup: 0, from: 0, to: 2 } })],
    ['half a block', one => ({ ...one, chunk: { lineup: 0, from: 0.5, to: 1.5 } })],
    ['a variant too few', one => ({ ...one, variants: [] })],
    [
      'sums that are cut short',
      one => ({ ...one, variants: one.variants.map(v => ({ ...v, tally: v.tally.slice(8) })) }),
    ],
    ['pairs that are none', one => ({ ...one, variants: one.variants.map(v => ({ ...v, pairs: 'AAAA' })) })],
  ])('refuse a chunk of %s, and count nothing of it', (_, alter) => {
    const results = new Results(experiment)
    expect(() => results.add(alter(chunks[0]!))).toThrow()
    expect(results.matches).toBe(0)
    expect(results.result().cells[0]!.tally.every(word => word === 0)).toBe(true)
  })

  it('refuse a sum that would not be exact before it is written', () => {
    const results = new Results(experiment)
    const written: number[] = []
    const huge = chunks.map(chunk => ({
      ...chunk,
      variants: chunk.variants.map(one => {
        const { layout } = results.result().cells[0]!
        const words = unpack(one.tally, layout.size)
        words[layout.decisions] = WORD_MAX
        return { ...one, tally: pack(words) }
      }),
    }))
    const count = () => {
      for (const one of huge) results.add(one, () => void written.push(one.chunk.from))
    }
    expect(count).toThrow(
      /: only about \d matches of a variant fit into a run, because its sums are exact below 2\^53; split it/,
    )
    expect(written.length * 2).toBe(results.matches)
    expect(results.result().cells[0]!.tally[0]).toBe(written.length)
  })

  it('refuse a run whose sums would not be exact, as soon as its matches show it, and when it resumes', async () => {
    const file = { game: 'pig', matches: 1e12, lineups: [{ agents: ['random'] }] }
    const one = newRun(await resolveExperiment(literal(file, 'test')))
    for (const _ of ['first', 'resumed']) {
      await expect(playRun(one, { threads: 0, chunk: 1000 })).rejects.toThrow(
        /^random vs random: only about [\d,]{13,15} matches of a variant fit/,
      )
      expect(one.results.matches).toBe(40_000)
    }
    const few = newRun(await resolveExperiment(literal({ ...file, matches: 42_000 }, 'test')))
    await playRun(few, { threads: 0, chunk: 1000 })
    expect(few.results.matches).toBe(42_000)
  })

  it("don't grow with matches: the number of sums is fixed, and faults are listed up to a limit", async () => {
    const sizes = []
    for (const matches of [10, 400]) {
      const lineups = [{ agents: [{ agent: SABOTEUR, mode: 'throw', rarity: 1 }, 'random'] }]
      const file = { game: 'elephant-men', matches, rules: { 'limits.turns': 3 }, lineups }
      const one = await resolveExperiment(literal(file, 'test'))
      const { cells } = await playRun(newRun(one), { threads: 0, chunk: 30 })
      const { tally, layout, faults } = cells[0]!
      expect(tally[layout.matches]).toBe(matches)
      expect(faults.length).toBe(Math.min(matches, FAULTS_LISTED))
      sizes.push(tally.length)
    }
    expect(sizes[1]).toBe(sizes[0])
  })
})
