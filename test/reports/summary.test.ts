/** A run on one screen. */
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { consoleSummary } from '../../reports/console/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { annAndBob, cellOf, resultOf, TWO, times } from './fixture.ts'

const plain = { color: false, width: 200 }
const even = (agent: string) => cellOf(TWO, [agent, agent], times(300, [60, 0], [0, 60]))
const whiteWins = (agent: string) => cellOf(TWO, [agent, agent], times(100, [60, 0], [60, 0]))

/** A run of these cells, all of one variant. */
function runOf(cells: readonly CellResult[], complete = true): RunResult {
  const { variant } = cells[0]!.cell
  return resultOf(
    cells.map((one, index) => ({ ...one, cell: { ...one.cell, index, variant } })),
    complete,
  )
}

async function played(text: string): Promise<string> {
  const experiment = await resolveExperiment(parseDocument(text, 'test.yaml'))
  return consoleSummary(await playRun(newRun(experiment), { threads: 0, chunk: 100 }), plain)
}

/** 25 lines, of which a command needs five to say where the reports are. */
function expectOneScreen(text: string): void {
  const lines = text.trimEnd().split('\n')
  expect(lines.length, text).toBeLessThanOrEqual(20)
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
}

describe('one screen', () => {
  it('has a row for each agent that plays itself, the strongest first', () => {
    const text = consoleSummary(runOf([even('random'), whiteWins('greedy')]), plain)
    expect(text).toMatch(
      /\n {2}player +verdict +white, % +draws +turns +matches\n {2}greedy +favours white .*\n {2}random +fair /,
    )
    expectOneScreen(text)
  })

  it('colours verdicts only where that is asked for', () => {
    const result = runOf([even('random'), whiteWins('greedy')])
    const coloured = consoleSummary(result, { ...plain, color: true })
    expect(coloured).toContain('\u001b[32mfair\u001b[0m')
    expect(coloured).toContain('\u001b[31mfavours white\u001b[0m')
    expect(consoleSummary(result, plain)).not.toContain('\u001b')
  })

  it('fits, whatever went wrong, with names as long as they get', () => {
    const names = ['x'.repeat(60), 'mcts:iterations=2000:depth=30', ...'abcdefghij']
    const cells = [...names.map(even), annAndBob()]
    expectOneScreen(consoleSummary(runOf(cells, false), plain))
    for (const width of [50, 80])
      expectOneScreen(consoleSummary(runOf(cells, false), { color: false, width }))
  })

  it('shows a sweep as grids of the first seat and of draws', async () => {
    const text = await played(
      'game: frontline\nmatches: 4\nruleset: lean\nsweep: {gold.perTurn: [5, 3], units.archer.range: [2, 3, 4]}\nlineups: [{agents: [random]}]\n',
    )
    expect(text).toMatch(/units\.archer\.range {2,}units\.archer\.range\n/)
    // Numbers in their order, whatever that of the file.
    expect(text).toMatch(/\n {2}gold\.perTurn +2 +3 +4 +gold\.perTurn +2 +3 +4\n +3 .*\n +4 .*\n +5 /)
    expectOneScreen(text)
  })

  it.each([
    [
      'levers',
      'game: frontline\nruleset: lean\nmatches: 6\nlevers: {keys: [turns, gold.perTurn]}\nlineups: [{agents: [random]}]\n',
    ],
    [
      'goals',
      'game: frontline\nruleset: lean\nmatches: 6\nlevers: {keys: [turns], goal: {draws: "< 20 %"}}\nlineups: [{agents: [random]}]\n',
    ],
    ['usefulness', 'game: frontline\nmatches: 6\nusefulness: true\nlineups: [{agents: [random]}]\n'],
    [
      'a gate',
      'game: nim\nmatches: 6\ngate: {draws: "< 5 %", first-seat: 48..52}\nlineups: [{agents: [random]}]\n',
    ],
    [
      'a ladder',
      'game: nim\nladder: {agents: [random, greedy, mcts:iterations=5, mcts:iterations=10], matches: 6}\n',
    ],
    [
      'a change',
      'game: nim\nmatches: 6\nbaseline: {name: all}\nvariants: [{rules: {piles: [1, 2]}}]\nlineups: [{agents: [random]}, {agents: [greedy]}]\n',
    ],
  ])('fits %s', async (_, text) => {
    expectOneScreen(await played(text))
  })
})
