/** Words of the page without which a reader would take figures for more than they are. */
import { expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { pageOf } from '../../reports/page/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

async function pageOfExperiment(text: string): Promise<string> {
  const experiment = await resolveExperiment(parseDocument(text, 'words.yaml'))
  return pageOf(await playRun(newRun(experiment), { threads: 0 })).replaceAll('\u00a0', ' ')
}

it('a verdict on matches that hit the turn limit says so, and leads to what is to distrust', async () => {
  const page = await pageOfExperiment(
    'game: elephant-men\nrules: { limits.turns: 12 }\nlineups: [{ agents: [random], matches: 40 }]',
  )
  expect(page).toMatch(/<dd class="is-[a-z]+">[^<]*<a href="#distrust">\d+ % of matches are draws[^<]*<\/a>/)
  expect(page).toContain('id="distrust"')
})

it('agents of the same name have a row each where seats are compared', async () => {
  const page = await pageOfExperiment(
    'game: prestige\nruleset: three\nlineups: [{ agents: [random, random, greedy], matches: 6 }]',
  )
  expect(page).toContain('random (1st)')
  expect(page).toContain('random (2nd)')
})

it('matches of one step have no lead to speak of, and few winners say nothing of one', async () => {
  const oneStep = await pageOfExperiment('game: matrix-game\nlineups: [{ agents: [random], matches: 200 }]')
  expect(oneStep).not.toContain('Point of no return')
  const few = await pageOfExperiment('game: elephant-men\nlineups: [{ agents: [random], matches: 10 }]')
  expect(few).toContain('Too few matches had a winner to say what a lead is worth.')
  expect(few).not.toContain('Point of no return')
})

it('options that nobody set are left out', async () => {
  const page = await pageOfExperiment(
    'game: tic-tac-toe\nlineups: [{ agents: ["mcts:iterations=20", random], matches: 4 }]',
  )
  expect(page).toContain('<td>mcts:iterations=20: iterations 20</td>')
  const plain = await pageOfExperiment('game: tic-tac-toe\nlineups: [{ agents: [random], matches: 4 }]')
  expect(plain).toContain('<td>default</td>')
})
