/** docs/adding-a-game.md, followed from its top to its end in an empty folder: every command prints what the page says. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { evenhand, folder } from '../cli/command.ts'
import { guideSteps, writeStep } from './guide.ts'

describe('docs/adding-a-game.md', () => {
  const dir = folder({ 'package.json': '{"type":"module"}' })
  mkdirSync(join(dir, 'node_modules'))
  symlinkSync(ROOT, join(dir, 'node_modules/evenhand'))

  it('prints what it says, from its top to its end', async () => {
    for (const step of guideSteps()) {
      if ('file' in step) {
        writeStep(dir, step.file)
        continue
      }
      const { args, printed, slip } = step.command
      if (slip) {
        const text = readFileSync(join(dir, 'pearls.js'), 'utf8')
        expect(text).toContain(slip[0])
        writeFileSync(join(dir, 'slip.js'), text.replace(slip[0], slip[1]))
      }
      const { out, code } = await evenhand(args, { cwd: dir })
      expect(code, args.join(' ')).toBe(slip ? 1 : 0)
      if (printed !== null) expect(out.slice(0, printed.length), args.join(' ')).toBe(printed)
    }
  })

  it('has a game in TypeScript, whose types fit, and which is sound when it is built', async () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck']
    execFileSync(process.execPath, [tsc, ...options, 'heap/heap.ts'], { cwd: dir, encoding: 'utf8' })
    const { out, code } = await evenhand(['check-game', './heap/heap.js'], { cwd: dir })
    expect(out).toContain('heap.js: heap, rule set default: sound in 20 random matches')
    expect(code).toBe(0)
  })

  it('has a test that passes', () => {
    const out = execFileSync(process.execPath, ['--test', 'pearls.test.js'], {
      cwd: dir,
      encoding: 'utf8',
      // Node's own runner says nothing to a process that it believes to be one of its tests.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    })
    expect(out).toMatch(/fail 0/)
  })
})
