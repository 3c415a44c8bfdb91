import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPTIONAL, ROOT } from '../../engine/package.ts'
import { folder, TINY } from '../cli/command.ts'

/** The built package as `npm ci --omit=optional` leaves it: every package but the optional ones. */
function withoutOptional(): string {
  const dir = folder({ 'tiny.yaml': TINY })
  for (const part of ['dist', 'package.json']) cpSync(join(ROOT, part), join(dir, part), { recursive: true })
  symlinkSync(join(ROOT, 'configs'), join(dir, 'configs'))
  const modules = join(ROOT, 'node_modules')
  mkdirSync(join(dir, 'node_modules'))
  // Folders of scopes hold packages; only that of DuckDB is optional.
  for (const name of readdirSync(modules))
    if (!Object.hasOwn(OPTIONAL, name) && name !== '@duckdb')
      symlinkSync(join(modules, name), join(dir, 'node_modules', name))
  return dir
}

describe('without optional packages', () => {
  let dir = ''
  beforeAll(() => {
    dir = withoutOptional()
  })

  const evenhand = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli/main.js', ...args], {
      cwd: dir,
      encoding: 'utf8',
    })
    return { code: status, out: stdout, err: stderr }
  }

  test('threads play', () => {
    const { code, out } = evenhand('run', 'tiny.yaml', '--out', 'run', '--quiet')
    expect([code, out.includes('  player ')]).toEqual([0, true])
  })

  test('Parquet says in one line what to install, before anything is played', () => {
    const { code, out, err } = evenhand('run', 'tiny.yaml', '--out', 'parquet', '--matches-table', 'parquet')
    const install = `npm install @duckdb/node-api@${OPTIONAL['@duckdb/node-api']}`
    expect([code, out, err]).toEqual([
      ...[2, '', `--matches-table: needs DuckDB, which is not installed: ${install}\n`],
    ])
    expect(readdirSync(dir)).not.toContain('parquet')
  })

  test('queries say in one line what to install', () => {
    const { code, err } = evenhand('query', 'run', 'from seats')
    const install = `npm install @duckdb/node-api@${OPTIONAL['@duckdb/node-api']}`
    expect([code, err]).toEqual([2, `query: needs DuckDB, which is not installed: ${install}\n`])
  })

  const redis = ['--redis', 'redis://127.0.0.1:1']
  test.each([
    ['worker', ...redis],
    ['run', 'tiny.yaml', '--out', 'queued', '--backend', 'bullmq', ...redis],
  ])('%s says in one line what to install, and leaves nothing behind', (...args) => {
    const install = `npm install bullmq@${OPTIONAL.bullmq} ioredis@${OPTIONAL.ioredis}`
    expect(evenhand(...args)).toEqual({
      code: 2,
      out: '',
      err: `bullmq: is not installed, but queues need it: ${install}\n`,
    })
    expect(readdirSync(dir)).not.toContain('queued')
  })

  test('one of the packages of the queue is not enough', () => {
    const modules = join(dir, 'node_modules', 'bullmq')
    mkdirSync(modules)
    writeFileSync(join(modules, 'package.json'), '{ "name": "bullmq", "main": "index.js" }')
    writeFileSync(join(modules, 'index.js'), '')
    expect(evenhand('worker', ...redis).err).toMatch(
      /^ioredis: is not installed, but queues need it: npm install /,
    )
  })
})
