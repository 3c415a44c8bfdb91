/** A game of the user's that throws in few matches: their blocks are lost, and nothing else. */
import { describe, expect, it } from 'vitest'
import { consoleReport, run, tablesOf } from '../../library/index.ts'
import { comparisonsOf } from '../../reports/findings/changes/comparisons.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { AnswerReader } from '../../sim/queue/answer.ts'
import { answerOf } from '../../sim/queue/protocol.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { experimentWith, failing } from './own.ts'

const FAILS = /^bad\.mjs:8:\d+: no card 7, reached by [34] moves: chance \d+, chance \d+, ann/

describe('a game that throws in few matches', async () => {
  const file = { sweep: { cards: [200, 199, 198] }, lineups: [{ agents: ['random'] }] }
  const experiment = await experimentWith(failing('card === 7 || (rules.cards === 198 && card === 9)'), file)
  const all = [new Ranges([{ from: 0, to: 400 }])]

  it('loses their blocks in the variants in which it does, and says so with its file and line', async () => {
    const result = await run(experiment, { threads: 0 })
    const { summary, faults } = tablesOf(result)
    const lost = result.cells.map(cell => cell.lost.length)
    expect(result.complete).toBe(true)
    expect(lost[0]).toBeGreaterThan(1)
    expect(lost[2]).toBeGreaterThan(lost[0]!)
    expect(summary!.map(({ matches }) => matches)).toEqual(lost.map(blocks => 800 - 2 * blocks))
    expect(faults).toHaveLength(lost.reduce((sum, blocks) => sum + blocks))
    expect(faults![0]).toMatchObject({ agent: '', seat: '', reason: expect.stringMatching(FAILS) })
    expect(consoleReport(result, { width: 100, color: false }).replaceAll(/\s+/g, ' ')).toContain(
      `cards=199, random vs random: the game failed in ${lost[1]} blocks, so ${2 * lost[1]!} matches are left out.`,
    )
  })

  it('compares the blocks that both variants have, and counts the others all the same', async () => {
    const whole = await run(await experimentWith(failing('card === 1000'), file), { threads: 0 })
    const result = await run(experiment, { threads: 0 })
    const blocksOf = ({ lost }: CellResult) => new Set(lost.map(({ block }) => block))
    const [base, ...variants] = result.cells
    for (const [i, cell] of variants.entries()) {
      const either = new Set([...blocksOf(base!), ...blocksOf(cell)]).size
      const alone = [...blocksOf(base!)].filter(block => !blocksOf(cell).has(block)).length
      expect(cell.unpaired ?? 0).toBe(alone)
      const [score] = comparisonsOf(result).filter(one => one.variant === cell && one.metric.kind === 'score')
      expect(score!.blocks).toBe(400 - either)
      expect(whole.cells[i + 1]!.unpaired).toBeUndefined()
    }
  })

  it('answers over a queue as it does here, and no answer loses what it does not say', async () => {
    const results: ChunkResult[] = []
    const onChunk = (result: ChunkResult): void => void results.push(result)
    await playRun(newRun(experiment, { facts: { blocks: all, take: () => {} } }), {
      threads: 0,
      chunk: 40,
      onChunk,
    })
    const reader = new AnswerReader(experiment)
    const of = results.find(({ lost }) => lost)!
    const answer = () => JSON.parse(JSON.stringify(answerOf(of)))
    expect(reader.read(answer(), of.chunk, true).lost).toEqual(of.lost)
    const { lost: _, ...silent } = answer()
    const other = of.lost![0]!.variant === 0 ? 1 : 0
    expect(() => reader.read(silent, of.chunk, true)).toThrow('the number of blocks')
    const elsewhere = { ...answer(), lost: [{ ...of.lost![0]!, block: of.chunk.to }] }
    expect(() => reader.read(elsewhere, of.chunk)).toThrow("that can't be")
    const another = { ...answer(), lost: [{ ...of.lost![0]!, variant: other }] }
    expect(() => reader.read(another, of.chunk)).toThrow('the number of blocks')
    const earlier = { ...answer(), lost: [{ ...of.lost![0]!, block: of.chunk.from }] }
    expect(() => reader.read(earlier, of.chunk, true)).toThrow('another block is lost')
  })
})
