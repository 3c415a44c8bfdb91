/** What a plan in a folder is a plan of: the run that the folder holds may ask for more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { planText } from '../../cli/terminal/plan.ts'
import { planIn, readPlan } from '../../library/command.ts'
import { defineExperiment, type Experiment, openRun, readRun } from '../../library/index.ts'
import { BETWEEN, PLANNED } from '../../sim/stats/looks.ts'

const HERE = { threads: 0, chunk: 1 }

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'evenhand-plan-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Two line-ups with this many matches each. */
const asking = (first: number, second = first): Promise<Experiment> =>
  defineExperiment({
    game: 'nim',
    lineups: [
      { agents: ['random'], matches: first },
      { agents: ['greedy', 'random'], matches: second },
    ],
  })

/** Plays an experiment into the folder until it is done or stopped. */
async function play(experiment: Experiment, stopped = false): Promise<void> {
  const run = openRun(experiment, { ...HERE, out: dir, onProgress: () => stopped && run.stop() })
  await run.finish()
  run.close()
}

const blocksOf = (experiment: Experiment | null) => experiment?.lineups.map(({ blocks }) => blocks)

it('a plan of fewer matches than the run in its folder asks for is a plan of that run', async () => {
  await play(await asking(60))
  const { experiment, raised, pilot } = planIn(dir, await asking(40, 60))
  expect([blocksOf(experiment), pilot]).toEqual([[30, 30], null])
  expect(raised).toEqual([{ lineup: 'random vs random', at: 0, was: 60, now: 40 }])
  const { lineups } = readPlan(dir, experiment, { runs: 2 })
  expect(lineups.map(({ matches, pilot }) => [matches, pilot])).toEqual([
    [60, 30],
    [60, 30],
  ])
})

it('a pilot asks for no fewer blocks than the run in its folder, and plays on where that asks for few', async () => {
  await play(await asking(60, 10))
  const { experiment, raised, pilot } = planIn(dir, await asking(40, 1000), 20)
  expect([blocksOf(experiment), blocksOf(pilot)]).toEqual([
    [30, 500],
    [30, 20],
  ])
  expect(raised).toHaveLength(1)
  await play(pilot!)
  expect(planIn(dir, experiment, 20).pilot).toBeNull()
})

it('a run with more matches than it was planned with is judged as a second plan, and one after its pilot as the first', async () => {
  const lookIn = () => readRun(dir).cells[0]!.look
  const asked = await asking(200)
  const { experiment, pilot } = planIn(dir, asked, 20)
  const run = openRun(pilot!, { ...HERE, out: dir, planned: [blocksOf(experiment)!] })
  await run.finish()
  run.close()
  expect(lookIn()).toBe(BETWEEN)
  await play(asked)
  expect(lookIn()).toBe(PLANNED[0])
  await play(await asking(300))
  expect(lookIn()).toBe(PLANNED[1])
  // Asking for the same once more is no other plan.
  await play(await asking(300))
  expect(lookIn()).toBe(PLANNED[1])
})

it('a run that is under way is not played on for a plan', async () => {
  await play(await asking(600), true)
  expect(planIn(dir, await asking(600), 20).pilot).toBeNull()
  expect(blocksOf(planIn(dir, await asking(1200), 400).pilot)).toEqual([400, 400])
})

it('a plan in an empty folder is of what was asked, and one in the folder of another run is refused', async () => {
  const asked = await asking(40)
  expect(planIn(dir, asked)).toMatchObject({ experiment: asked, raised: [] })
  await play(asked)
  expect(() => planIn(dir, { ...asked, seed: 'other' })).toThrow(/holds a different run: its seed is/)
})

it('a plan names steps, goals and single changes, and says what a change adds', async () => {
  const asked = await defineExperiment({
    game: 'frontline',
    matches: 240,
    rules: { cells: 5, turns: 5 },
    lineups: [{ agents: ['random'] }],
    variants: [{ name: 'before' }, { name: 'after', rules: { turns: 7, 'gold.start': 40 } }],
    levers: { keys: ['turns'], goal: { length: '> 11' } },
    apart: true,
  })
  const { pilot } = planIn(dir, asked, 16)
  await play(pilot!)
  const { questions } = readPlan(dir, asked, { runs: 1 })
  const told = questions
    .filter(({ kind }) => !['fair', 'score', 'course'].includes(kind))
    .map(({ kind, about, answers }) => [kind, about, answers.map(({ answer }) => answer)])
  expect(told).toEqual([
    ['alone', 'turns 5 → 7', ['longer']],
    ['last', 'turns 5 → 7', ['longer']],
    ['alone', 'gold.start 0 → 40', []],
    ['last', 'gold.start 0 → 40', []],
    ['step', 'turns 5 → 4', ['shorter']],
    ['step', 'turns 5 → 6', ['longer']],
    ['goal', 'length > 11', ['met with turns 5 → 6']],
  ])
})

it('more matches than exact sums hold are foretold, with how many fit', () => {
  const lineup = { name: 'random vs random', pilot: 16, seats: 2, variants: 1, cost: 0.01 }
  const text = (matches: number, fits: number) =>
    planText(
      { lineups: [{ ...lineup, matches, fits }], questions: [] },
      { threads: 2, machines: [1], folder: 'runs/x', again: 'evenhand run', width: 1000 },
    )
  expect(text(1e12, 6.5e9)).toContain(
    '\nrandom vs random: by this pilot, about 6,500,000,000 matches of a variant fit into a run, because its sums are ' +
      'exact below 2^53. A run of 1,000,000,000,000 may be refused soon after it starts. Split it into runs with different seeds.\n',
  )
  expect(text(6.4e9, 6.5e9)).not.toContain('fit into a run')
  expect(text(1e12, Number.POSITIVE_INFINITY)).not.toContain('fit into a run')
})
