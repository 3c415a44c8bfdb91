/** The code is built again while runs play from it, or while another build does the same. */
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { folder } from '../cli/command.ts'

/** A clone with these of its files; dependencies are those of the real one. */
function clone(parts: readonly string[]): string {
  const dir = folder()
  for (const part of parts) cpSync(join(ROOT, part), join(dir, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  return dir
}

describe('a run from a clone that is built again', () => {
  /** Does something to the clone before its first match, and takes the thread with it, so that another one is started. */
  const builder = (harm: string): string => `
    import fs from 'node:fs'
    import { z } from 'zod'
    export default {
      id: 'builder',
      summary: 'builds',
      options: z.strictObject({}),
      make: () => ({
        begin() { ${harm}; process.exit(5) },
        choose: (view, seat, legal) => legal[0],
      }),
    }
  `

  const part = readdirSync(join(ROOT, 'dist', 'plays'))[0]!

  test.each([
    ['in which a file differs', `fs.appendFileSync('dist/plays/${part}', ' ')`],
    ['in which a file is missing', `fs.rmSync('dist/plays/${part}', { force: true })`],
    ['of which nothing is left', "fs.rmSync('dist', { recursive: true, force: true })"],
  ])('ends and says so: a build %s', (_, harm) => {
    const cwd = clone(['dist', 'configs', 'package.json'])
    writeFileSync(join(cwd, 'builder.mjs'), builder(harm))
    const args = [
      'play',
      'elephant-men',
      '--agents',
      './builder.mjs,random',
      '--matches',
      '4',
      '--threads',
      '1',
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli/main.js', ...args, '--quiet'], {
      cwd,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^evenhand: evenhand's code changed during the run\. [^\n]+\n$/)
  })
})

describe('npm run build', () => {
  /** A project of one file, which is built in a moment. */
  function project(): { dir: string; source: string; build: () => number | null } {
    const dir = clone(['tsconfig.json', 'package-lock.json'])
    mkdirSync(join(dir, 'bin'))
    copyFileSync(join(ROOT, 'bin', 'build.js'), join(dir, 'bin', 'build.js'))
    mkdirSync(join(dir, 'src'))
    const compilerOptions = { noEmit: false, rootDir: '.', outDir: 'dist', types: [] }
    const config = { extends: './tsconfig.json', compilerOptions, include: ['src'] }
    writeFileSync(join(dir, 'tsconfig.build.json'), JSON.stringify(config))
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
    const source = join(dir, 'src', 'a.ts')
    writeFileSync(source, 'export const a: number = 1\n')
    const build = (): number | null => spawnSync(process.execPath, ['bin/build.js'], { cwd: dir }).status
    return { dir, source, build }
  }

  const entries = (dir: string): string[] => readdirSync(dir).filter(name => name.startsWith('dist'))

  test('leaves dist alone where its sources are the same, and replaces it whole where they are not', () => {
    const { dir, source, build } = project()
    expect(build()).toBe(0)
    writeFileSync(join(dir, 'dist', 'stays.js'), '')
    const { ino } = statSync(join(dir, 'dist'))
    expect(build()).toBe(0)
    expect(statSync(join(dir, 'dist')).ino).toBe(ino)
    appendFileSync(source, 'export const b = 2\n')
    expect(build()).toBe(0)
    expect(readFileSync(join(dir, 'dist', 'src', 'a.js'), 'utf8')).toContain('b = 2')
    expect(existsSync(join(dir, 'dist', 'stays.js'))).toBe(false)
    expect(entries(dir)).toEqual(['dist'])
  })

  test('that fails, or is killed, leaves the last one as it was', async () => {
    const { dir, source, build } = project()
    expect(build()).toBe(0)
    const before = readFileSync(join(dir, 'dist', 'src', 'a.js'), 'utf8')
    writeFileSync(source, 'export const a: number = "one"\n')
    expect(build()).not.toBe(0)
    expect(entries(dir)).toEqual(['dist'])
    writeFileSync(source, 'export const a: number = 3\n')
    const child = spawn(process.execPath, ['bin/build.js'], { cwd: dir, detached: true, stdio: 'ignore' })
    // tsc is running once the new folder's name can be known; it is not complete until dist is replaced.
    await sleep(50)
    process.kill(-child.pid!, 'SIGKILL')
    await new Promise(resolve => child.once('exit', resolve))
    const after = readFileSync(join(dir, 'dist', 'src', 'a.js'), 'utf8')
    // Where this test was held up for long, the build came to its end first.
    expect([before, before.replace('1', '3')]).toContain(after)
    mkdirSync(join(dir, `dist.new.${child.pid}`), { recursive: true })
    mkdirSync(join(dir, `dist.old.${process.pid}`))
    expect(build()).toBe(0)
    expect(readFileSync(join(dir, 'dist', 'src', 'a.js'), 'utf8')).toContain('a = 3')
    expect(entries(dir).sort()).toEqual(['dist', `dist.old.${process.pid}`])
  })

  test('twice at once gives one build', async () => {
    const { dir } = project()
    const build = (): Promise<number | null> =>
      new Promise(resolve => {
        spawn(process.execPath, ['bin/build.js'], { cwd: dir, stdio: 'ignore' }).once('exit', resolve)
      })
    expect(await Promise.all([build(), build(), build()])).toEqual([0, 0, 0])
    expect(readFileSync(join(dir, 'dist', 'src', 'a.js'), 'utf8')).toContain('a = 1')
    expect(entries(dir)).toEqual(['dist'])
  })
})

test('bin/evenhand becomes the command: its process is the one that a signal reaches', () => {
  const dir = clone(['bin', 'package.json'])
  mkdirSync(join(dir, 'dist', 'cli'), { recursive: true })
  symlinkSync(join(dir, 'bin', 'evenhand'), join(dir, 'evenhand'))
  const missing = spawnSync(join(dir, 'evenhand'), { encoding: 'utf8' })
  expect([missing.status, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/main\.js is missing.*npm ci\n$/),
  ])
  const main =
    "console.log(process.ppid, process.argv.slice(2).join('|')); process.kill(process.pid, 'SIGTERM')"
  writeFileSync(join(dir, 'dist', 'cli', 'main.js'), main)
  const { pid, stdout, signal } = spawnSync(join(dir, 'evenhand'), ['a b', '$c'], { encoding: 'utf8' })
  expect(pid).toBeGreaterThan(0)
  expect([stdout, signal]).toEqual([`${process.pid} a b|$c\n`, 'SIGTERM'])
})
