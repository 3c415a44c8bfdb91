import { expect, test } from 'vitest'
import { evenhand, folder } from './command.ts'

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
