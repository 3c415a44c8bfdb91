import { expect, test } from 'vitest'
import { evenhand } from './command.ts'

test('evenhand run says how far it is where stderr is no terminal', async () => {
  const args = ['play', 'elephant-men', '--matches', '1e9', '--threads', '1']
  const { err } = await evenhand(args, {
    meanwhile: child => {
      child.stderr?.on('data', text => {
        if (String(text).includes(' left')) child.kill('SIGINT')
      })
    },
  })
  expect(err).toMatch(/^[\d,]+ of 1,000,000,000 matches, [\d,]+ a second, [\d:]+ left, random vs random$/m)
})
