import { expect, test } from 'vitest'
import { evenhand, folder } from './command.ts'

test('evenhand compare announces every line-up with its matches before it plays', async () => {
  const { err } = await evenhand(['compare', 'frontline', 'default', 'lean', '--matches', '4'])
  expect(err).toMatch(/^compare frontline: 32 matches of frontline on \d+ threads?\n/)
  for (const name of ['random', 'greedy', 'mcts', 'learned'])
    expect(err).toContain(`\n  ${name} vs ${name}: 8 in 2 variants\n`)
})

test('evenhand compare takes rule sets by path, and calls the variants by the path without its first marks', async () => {
  const cwd = folder({ 'mine.yaml': 'favour.win: 9\n' })
  const args = ['compare', 'elephant-men', './mine.yaml', './mine.yaml,favour.win=8', '--agents', 'random']
  const { code, out, err } = await evenhand([...args, '--matches', '4', '--quiet', '--json'], { cwd })
  expect([code, err]).toEqual([0, ''])
  const { variants } = JSON.parse(out).experiment
  expect(variants.map((variant: { name: string }) => variant.name)).toEqual([
    'mine.yaml',
    'mine.yaml,favour.win=8',
  ])
})

test('evenhand compare takes a list in brackets as one value', async () => {
  const { out } = await evenhand([
    ...['compare', 'nim', 'standard', 'standard,piles=[1,2,3],misere=true'],
    ...['--agents', 'random', '--matches', '2', '--json'],
  ])
  expect(JSON.parse(out).experiment.variants[1].rules).toEqual({ piles: [1, 2, 3], misere: true })
})
