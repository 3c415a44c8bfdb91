/** A game of the user's that throws in few matches: their blocks are lost, and nothing else. */
import { describe, expect, it } from 'vitest'
import { consoleReport, run, tablesOf } from '../../library/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import { AnswerReader } from '../../sim/queue/answer.ts'
import { answerOf } from '../../sim/queue/protocol.ts'
import { Run } from '../../sim/run.ts'
import { experimentWith, failing } from './own.ts'

const FAILS = /^bad\.mjs:8:\d+: no card 7, reached by [34] moves: chance \d+, chance \d+, ann/

describe('a game that throws in few matches', async () => {
  const experiment = await experimentWith(failing('card === 7'), {
    sweep: { cards: [200, 199] },
    lineups: [{ agents: ['random'] }],
  })
  const all = [new Ranges([{ from: 0, to: 400 }])]

  it('loses their blocks in all variants, and says so with its file and line', async () => {
    const result = await run(experiment, { threads: 0 })
    const { summary, faults } = tablesOf(result)
    const lost = result.cells[0]!.lost.length
    expect(result.complete).toBe(true)
    expect(lost).toBeGreaterThan(1)
    expect(summary!.map(({ matches }) => matches)).toEqual([800 - 2 * lost, 800 - 2 * lost])
    expect(faults).toHaveLength(lost)
    expect(faults![0]).toMatchObject({ agent: '', seat: '', reason: expect.stringMatching(FAILS) })
    expect(consoleReport(result, { width: 100, color: false }).replaceAll(/\s+/g, ' ')).toContain(
      `the game failed in ${lost} blocks, and so ${2 * lost} matches of every variant are left out;`,
    )
  })

  it('answers over a queue as it does here, and no answer loses what it does not say', async () => {
    const results: ChunkResult[] = []
    await new Run(experiment, {
      ...{ threads: 0, chunk: 40, onChunk: result => void results.push(result) },
      facts: { blocks: all, take: () => {} },
    }).finish()
    const reader = new AnswerReader(experiment)
    const of = results.find(({ lost }) => lost)!
    const answer = () => JSON.parse(JSON.stringify(answerOf(of)))
    expect(reader.read(answer(), of.chunk, true).lost).toEqual(of.lost)
    const { lost: _, ...silent } = answer()
    expect(() => reader.read(silent, of.chunk, true)).toThrow('the number of blocks')
    const elsewhere = { ...answer(), lost: [{ ...of.lost![0]!, block: of.chunk.to }] }
    expect(() => reader.read(elsewhere, of.chunk)).toThrow("that can't be")
    const earlier = { ...answer(), lost: [{ ...of.lost![0]!, block: of.chunk.from }] }
    expect(() => reader.read(earlier, of.chunk, true)).toThrow('another block is lost')
  })
})
