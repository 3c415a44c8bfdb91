/** Plans from pilots whose blocks are made by hand. */
import { describe, expect, it } from 'vitest'
import { judgeGate } from '../../reports/findings/gate/gate.ts'
import { type PlannedQuestion, planOf } from '../../reports/findings/plan.ts'
import { Pilot } from '../../sim/chunks/simulated-run.ts'
import type { Experiment, StopRule } from '../../sim/experiment/index.ts'
import { scoreOf } from '../../sim/figures/reading.ts'
import { pack } from '../../sim/tally/packing.ts'
import { cellOf, type PaperMatch, resultOf, TWO } from './fixture.ts'

const white: PaperMatch = { returns: [60, 0], steps: 2 }
const black: PaperMatch = { returns: [0, 60], steps: 2 }

const EVEN = [white, black]
const LOST = [black, black]
const WON = [white, white]

/** A pilot of these blocks, and an experiment that asks for more of them. */
function pilotOf(
  blocks: readonly (readonly PaperMatch[])[],
  asked: number,
  stop?: StopRule,
): { readonly pilot: Pilot; readonly experiment: Experiment } {
  const result = resultOf([cellOf(TWO, ['ann', 'ann'], blocks)])
  const pilot = new Pilot(result)
  for (const [from, block] of blocks.entries()) {
    const { tally, pairs, highlights } = cellOf(TWO, ['ann', 'ann'], [block])
    const sums = { tally: pack(tally), pairs: pack(pairs), highlights: pack(highlights), faults: [] }
    pilot.take({ chunk: { lineup: 0, from, to: from + 1 }, variants: [sums] })
  }
  const [lineup] = result.experiment.lineups
  const lineups = [{ ...lineup!, blocks: asked, ...(stop ? { stop } : {}) }]
  return { pilot, experiment: { ...result.experiment, lineups } }
}

const repeated = <T>(block: T, times: number): T[] => Array.from({ length: times }, () => block)

function only({ pilot, experiment }: ReturnType<typeof pilotOf>, kind = 'fair', runs = 20): PlannedQuestion {
  return planOf(pilot, experiment, { runs }).find(question => question.kind === kind)!
}

/** Half of the blocks even, the others won by either side as often. */
const mixed = [...repeated(EVEN, 16), ...repeated(WON, 8), ...repeated(LOST, 8)]

describe('a simulated run', () => {
  it('has the blocks that it is given, and a score as uncertain as what was played leaves it', () => {
    const { pilot } = pilotOf(mixed, 1000)
    const runs = Array.from({ length: 200 }, (_, number) => {
      const run = pilot.simulate(number)
      run.grow(0, 20_000)
      return run.result.cells[0]!
    })
    for (const { tally, layout } of runs.slice(0, 5))
      expect(Math.abs(tally[layout.blocks]! - 20_000)).toBeLessThan(600)
    const means = runs.map(cell => scoreOf(cell, 'seat', 0).mean)
    const mean = means.reduce((sum, one) => sum + one, 0) / means.length
    const sd = Math.sqrt(means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / means.length)
    expect(mean).toBeCloseTo(0.5, 1)
    // A block's standard deviation is a half over the square root of two; a sample of 32 is played, and the rest is drawn like it.
    const known = Math.SQRT1_2 / 2 / Math.sqrt(32)
    expect(sd / known).toBeGreaterThan(0.85)
    expect(sd / known).toBeLessThan(1.15)
  })

  it('is the same for the same number, and another for another', () => {
    const { pilot } = pilotOf(mixed, 1000)
    const [a, b, c] = [3, 3, 4].map(number => {
      const run = pilot.simulate(number)
      run.grow(0, 500)
      return [...run.result.cells[0]!.tally]
    })
    expect(b).toEqual(a)
    expect(c).not.toEqual(a)
  })
})

describe('a plan', () => {
  it('is certain of what the pilot shows already', () => {
    const won = only(pilotOf(repeated(WON, 32), 100))
    expect(won).toMatchObject({ chance: 1, answers: [{ answer: 'favours white', share: 1 }], needed: 32 })
  })

  it('says that even blocks show a fair game, and when', () => {
    const even = only(pilotOf(repeated(EVEN, 32), 4000))
    expect(even).toMatchObject({ chance: 1, answers: [{ answer: 'fair', share: 1 }] })
    expect(even.needed).toBeGreaterThan(32)
    expect(even.needed).toBeLessThan(1000)
    expect(even.ifFair).toBeLessThan(1000)
  })

  it('has little hope for few matches, and asks for more', () => {
    const few = only(pilotOf(mixed, 400))
    expect(few.chance).toBeLessThan(0.8)
    expect(few.needed).toBeGreaterThan(400)
    expect(few.needed).toBeLessThanOrEqual(few.most)
    // Beyond what is tried, no number is made up.
    expect(only(pilotOf(mixed, 33), 'fair', 5)).toMatchObject({ needed: Infinity, most: 528 })
  })

  it('tells the chances if something is the truth, by the spread of the pilot', () => {
    const { ifTrue } = only(pilotOf(mixed, 400))
    const [none, little, much] = ifTrue!
    expect([none!.effect, little!.effect, much!.effect]).toEqual([0, 0.02, 0.05])
    expect(none!.shown).toBeLessThan(0.045)
    expect(little!.shown).toBeGreaterThan(none!.shown)
    expect(much!.shown).toBeGreaterThan(little!.shown)
    // With enough blocks a fair game is shown to be fair, and what is 5 points off is shown to be.
    const [fair, , off] = only(pilotOf(mixed, 100_000)).ifTrue!
    expect([fair!.fair, off!.shown]).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)])
    // Blocks that are all alike tell nothing of it, and a rule ends the run at a number that nobody knows.
    expect(only(pilotOf(repeated(EVEN, 32), 400)).ifTrue).toBeUndefined()
    expect(only(pilotOf(mixed, 1000, { width: 30, from: 0 })).ifTrue).toBeUndefined()
  })

  it('follows a rule: the line-up has no more matches than it lets it have', () => {
    const stopped = pilotOf(mixed, 1000, { width: 30, from: 0 })
    expect(only(stopped, 'stop')).toMatchObject({ chance: 1, answers: [{ answer: 'met', share: 1 }] })
    expect(only(stopped, 'stop').needed).toBeLessThan(1000)
    expect(only(stopped).chance).toBeLessThan(only(pilotOf(mixed, 1000)).chance)
  })

  it('judges bounds as a check does', () => {
    const { pilot, experiment } = pilotOf(mixed, 2000)
    const gate = [
      { figure: 'first-seat', written: '30..70', low: 30, high: 70 },
      { figure: 'draws', written: '> 5 %', low: 5, high: null },
    ]
    const judge = (result: ReturnType<typeof resultOf>) => judgeGate(gate, result.cells, () => null)
    const bounds = planOf(pilot, experiment, { judge, runs: 10 }).filter(({ kind }) => kind === 'gate')
    expect(bounds.map(({ about, chance, answers }) => [about, chance, answers[0]!.answer])).toEqual([
      ['first-seat 30..70', 1, 'met'],
      ['draws > 5 %', 1, 'not met'],
    ])
  })
})
