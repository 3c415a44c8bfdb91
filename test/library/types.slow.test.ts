/** The types of the package as a user's compiler reads them, who need not have those of Node. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../engine/package.ts'

const DOORS = ['index', 'game', 'agent', 'testing']

/** What the compiler says of files, where nothing has types but what they import. */
function complaints(files: readonly string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-types-'))
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', types: [] }
  const compilerOptions = { ...options, lib: ['es2023', 'dom'] }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  try {
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    return execFileSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  } finally {
    rmSync(dir, { recursive: true })
  }
}

it('the public types compile without those of Node', () => {
  expect(complaints(DOORS.map(door => join(ROOT, 'dist', 'library', `${door}.d.ts`)))).toBe('')
})
