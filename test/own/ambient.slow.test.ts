/** A game that draws by itself, on one thread and on two. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { DRAWING, own } from './own.ts'

it('a game that draws by itself gives the same bytes on any number of threads', async () => {
  const cwd = own({ 'drawing.mjs': DRAWING })
  const pages = ['1', '2'].map(async threads => {
    const args = ['play', './drawing.mjs', '--matches', '20', '--threads', threads]
    const { code, err } = await evenhand([...args, '--out', `on-${threads}`], { cwd, own: true })
    expect(err.match(/its rules draw from Math\.random or crypto/g)).toHaveLength(1)
    expect(code).toBe(0)
    return readFileSync(join(cwd, `on-${threads}`, 'report.html'), 'utf8').replaceAll(`on-${threads}`, 'out')
  })
  const [one, two] = await Promise.all(pages)
  expect(one).toBe(two)
})
