/** docs/tutorials/adding-a-game.md, followed from its top to its end in an empty folder: every command prints what the page says. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guideSteps, writeStep } from '../../docs/scripts/guide.ts'
import { ROOT } from '../../engine/package.ts'
import { CHECKED_MATCHES } from '../../library/command.ts'
import { evenhand, folder } from '../cli/command.ts'

/** What lines of a shell print. What they install comes from this clone, as packages that anybody downloads would make a test of the network's. */
function inShell(dir: string, lines: readonly string[]): string {
  const script = lines
    .map(line =>
      line.replace('PATH-OF-THE-CLONE typescript', `${ROOT} ${join(ROOT, 'node_modules/typescript')}`),
    )
    .map(line => line.replace('npm install', 'npm install --offline --ignore-scripts --no-audit --no-fund'))
  return execFileSync('sh', ['-e'], { cwd: dir, encoding: 'utf8', input: script.join('\n') })
}

describe('docs/tutorials/adding-a-game.md', () => {
  const dir = folder({ 'package.json': '{"type":"module"}' })
  mkdirSync(join(dir, 'node_modules'))
  symlinkSync(ROOT, join(dir, 'node_modules/evenhand'))

  it('prints what it says, from its top to its end', async () => {
    for (const step of guideSteps()) {
      if ('file' in step) {
        writeStep(dir, step.file)
        continue
      }
      if ('shell' in step) {
        const { lines, printed } = step.shell
        const out = inShell(dir, lines)
        if (printed !== null) expect(out.slice(-printed.length), lines.join('; ')).toBe(printed)
        continue
      }
      const { args, printed, slip } = step.command
      if (slip) {
        const text = readFileSync(join(dir, 'pearls.js'), 'utf8')
        expect(text).toContain(slip[0])
        writeFileSync(join(dir, 'slip.js'), text.replace(slip[0], slip[1]))
      }
      // Within its ten seconds, a busy machine may check fewer matches.
      const whole = args[0] === 'check-game' ? ['--matches', `${CHECKED_MATCHES}`] : []
      const { out, code } = await evenhand([...args, ...whole], { cwd: dir })
      expect(code, args.join(' ')).toBe(slip ? 1 : 0)
      if (printed !== null) expect(out.slice(0, printed.length), args.join(' ')).toBe(printed)
    }
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
