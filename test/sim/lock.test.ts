/** Locks: one holder at a time, never stolen from the living, never kept by the dead. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RefusedError } from '../../sim/store/disk.ts'
import { holderOf, LOCK, Lock, removeLeftoverLocks } from '../../sim/store/lock.ts'

const home = mkdtempSync(join(tmpdir(), 'evenhand-lock-'))
afterAll(() => rmSync(home, { recursive: true }))

interface Holder {
  pid: number
  host: string
  boot: string
  pidNamespace: string
  started: string
}

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(home, 'run-'))
  file = join(dir, LOCK)
})

/** What our own lock says. */
function ownText(): Holder {
  const lock = new Lock(dir)
  const text = readFileSync(file, 'utf8')
  lock.release()
  return JSON.parse(text)
}

/** Leaves a lock as somebody else would have, touched so many seconds ago. */
function leave(holder: object | string, ago = 0): string {
  const text = typeof holder === 'string' ? holder : `${JSON.stringify(holder)}\n`
  writeFileSync(file, text)
  const then = Date.now() / 1000 - ago
  utimesSync(file, then, then)
  return text
}

function refused(): void {
  const before = readFileSync(file, 'utf8')
  expect(() => new Lock(dir)).toThrow(RefusedError)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(readdirSync(dir)).toEqual([LOCK])
}

function taken(): void {
  expect(holderOf(dir)).toBeNull()
  const lock = new Lock(dir)
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid)
  expect(readdirSync(dir)).toEqual([LOCK])
  expect(holderOf(dir)).toBe(`process ${process.pid} on "${hostname()}"`)
  lock.release()
  expect(readdirSync(dir)).toEqual([])
}

describe('a lock', () => {
  it('holds until it is released', () => {
    const lock = new Lock(dir)
    expect(() => new Lock(dir)).toThrow(`is in use by process ${process.pid} on "${hostname()}"`)
    lock.release()
    taken()
  })

  it('says who holds it, by process, machine, boot and birth', () => {
    const { pid, host, boot, started } = ownText()
    expect([pid, host]).toEqual([process.pid, hostname()])
    if (process.platform !== 'linux') return
    expect(boot).toMatch(/^[0-9a-f-]{36}$/)
    expect(Number(started)).toBeGreaterThan(0)
  })
})

describe.skipIf(process.platform !== 'linux')('on the same machine, a lock', () => {
  let other: ChildProcess
  beforeAll(() => {
    other = spawn('sleep', ['600'])
  })
  afterAll(() => {
    other.kill()
  })
  /** The lock of a process that lives. */
  const living = (): Holder => ({
    ...ownText(),
    pid: other.pid!,
    started: readFileSync(`/proc/${other.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[19]!,
  })

  it('is not stolen from the living, however old it is', () => {
    leave(living(), 1e6)
    refused()
  })

  it('whose process is gone is stale', async () => {
    const gone = spawn('true')
    await new Promise(resolve => gone.on('close', resolve))
    leave({ ...living(), pid: gone.pid! })
    taken()
  })

  it('whose process id was given to another process since is stale', () => {
    const { started, ...rest } = living()
    leave({ ...rest, started: String(Number(started) - 1) })
    taken()
  })

  it('from before the machine was started again is stale', () => {
    const before = { ...living(), boot: '00000000-0000-0000-0000-000000000000' }
    leave(before, 61)
    taken()
  })

  it('of another boot or process id namespace holds while it is touched: containers share host names', () => {
    const holder = living()
    for (const other of [{ boot: 'another' }, { pidNamespace: 'pid:[1]' }]) {
      leave({ ...holder, ...other }, 50)
      refused()
      leave({ ...holder, ...other }, 61)
      taken()
    }
  })

  it('is not taken away by a release that comes late', () => {
    const other = living()
    const late = new Lock(dir)
    const text = leave(other)
    late.release()
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

describe('a lock from another machine', () => {
  const foreign = { pid: 1, host: 'elsewhere', boot: 'x', pidNamespace: 'y', started: '1' }

  it('holds while it is touched', () => {
    leave(foreign, 50)
    refused()
    expect(holderOf(dir)).toBe('process 1 on "elsewhere"')
  })

  it('is stale when it was not touched for a minute', () => {
    leave(foreign, 61)
    taken()
  })
})

describe('a lock that says nothing', () => {
  it.each(['', 'x', '{"pid":', 'null', '[]'])('holds for a minute: %j', text => {
    leave(text)
    refused()
    leave(text, 61)
    taken()
  })

  it('and cannot be replaced is refused, not waited for', () => {
    symlinkSync(join(dir, 'nowhere'), file)
    expect(() => new Lock(dir)).toThrow(RefusedError)
  })
})

describe('a claim to a stale lock', () => {
  const dead = { pid: 1, host: 'elsewhere', boot: 'x', pidNamespace: 'y', started: '1' }
  const claim = (): string => join(dir, `${LOCK}.claim`)

  it('of one who lives is respected', () => {
    leave(dead, 61)
    writeFileSync(claim(), `${JSON.stringify({ ...dead, host: 'third' })}\n`)
    expect(() => new Lock(dir)).toThrow('in use by process 1 on "third"')
  })

  it('of one who died with it is stale too', () => {
    leave(dead, 61)
    writeFileSync(claim(), '')
    utimesSync(claim(), 1, 1)
    taken()
  })
})

it('leftovers of dead processes are removed, and nothing else', () => {
  const dead = JSON.stringify({ ...ownText(), started: '0' })
  const alive = JSON.stringify({ pid: 1, host: 'elsewhere', boot: 'x', pidNamespace: 'y', started: '1' })
  for (const name of ['lock.77.0123abcd', 'lock.claim.78.0123abcd', 'lock.x', 'locks.1'])
    writeFileSync(join(dir, name), dead)
  writeFileSync(join(dir, 'lock.79.0123abcd'), alive)
  removeLeftoverLocks(dir)
  expect(readdirSync(dir).sort()).toEqual(['lock.79.0123abcd', 'lock.x', 'locks.1'])
})

describe('several who find a stale lock', () => {
  /** Takes the folder's lock the given number of times, and dies with it every time, as far as others can see. */
  const CONTENDER = `
    import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
    const { Lock } = await import(process.argv[1])
    const [dir, times] = process.argv.slice(2)
    for (let held = 0; held < times; held++) {
      let lock
      while (!lock) try { lock = new Lock(dir) } catch (error) { if (error.name !== 'RefusedError') throw error }
      closeSync(openSync(dir + '/inside', 'wx'))
      const mine = readFileSync(dir + '/lock', 'utf8')
      for (let look = 0; look < 20; look++)
        if (readFileSync(dir + '/lock', 'utf8') !== mine) throw new Error('stolen')
      rmSync(dir + '/inside')
      writeFileSync(dir + '/dead.' + process.pid, JSON.stringify({ ...JSON.parse(mine), started: process.pid + '.' + held }))
      renameSync(dir + '/dead.' + process.pid, dir + '/lock')
      lock.release()
    }
    console.log('done')
  `
  const BUILT = fileURLToPath(new URL('../../dist/sim/store/lock.js', import.meta.url))

  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('are never in at once', async () => {
    const contend = (): Promise<string> =>
      new Promise(resolve => {
        const args = ['--input-type=module', '--eval', CONTENDER, '--', `file://${BUILT}`, dir, '40']
        const child = spawn(process.execPath, args)
        let text = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', part => {
            text += String(part)
          })
        child.on('close', () => resolve(text))
      })
    const ended = await Promise.all([contend(), contend(), contend(), contend()])
    expect(ended).toEqual(ended.map(() => 'done\n'))
  })
})
