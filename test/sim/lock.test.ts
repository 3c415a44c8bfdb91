/** Locks: one holder at a time, never stolen from the living, never kept by the dead. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RefusedError } from '../../sim/store/disk.ts'
import { thisProcess } from '../../sim/store/holder.ts'
import { holdersOf, LOCK, Lock, removeLeftoverLocks } from '../../sim/store/lock.ts'

const home = mkdtempSync(join(tmpdir(), 'evenhand-lock-'))
afterAll(() => rmSync(home, { recursive: true }))

interface Holder {
  pid: number
  host: string
  boot: string
  pidNamespace: string
  started: string
}

/** What other processes take a lock with: the sources, as this one does. */
const TYPESCRIPT = ['--import', import.meta.resolve('tsx'), '--input-type=module']
const SOURCE = new URL('../../sim/store/lock.ts', import.meta.url).href

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

/** Leaves a lock as another process would, touched this many seconds ago. */
function leave(holder: object | string, ago = 0): string {
  const text = typeof holder === 'string' ? holder : `${JSON.stringify(holder)}\n`
  writeFileSync(file, text)
  const then = Date.now() / 1000 - ago
  utimesSync(file, then, then)
  return text
}

const holderOf = (dir: string): string | null => holdersOf([dir])[0]!

/** Waits are over at once; before the look of that number, the lock is touched with a clock that is far behind. */
function watched(touchedAt = Number.POSITIVE_INFINITY): { looks: number } {
  const seen = { looks: 0 }
  vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    if (++seen.looks === touchedAt) utimesSync(file, 1000 + seen.looks, 1000 + seen.looks)
    return 'timed-out'
  })
  return seen
}
afterEach(() => vi.restoreAllMocks())

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
    leave(before)
    watched()
    taken()
  })

  it('of another boot or process id namespace holds while it is touched: containers share host names', () => {
    const holder = living()
    for (const other of [{ boot: 'another' }, { pidNamespace: 'pid:[1]' }]) {
      leave({ ...holder, ...other })
      watched(3)
      refused()
      watched()
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
  const foreign = { pid: 1, host: 'elsewhere', boot: 'x', pidNamespace: 'y', started: '1', seconds: 30 }

  // Its age means nothing: clocks differ.
  it.each([-1e6, -90, 0, 90, 1e6])('holds while it is touched, with a time %i seconds ago', ago => {
    leave(foreign, ago)
    const seen = watched(100)
    refused()
    expect(seen.looks).toBe(100)
    watched(10)
    expect(holderOf(dir)).toBe('process 1 on "elsewhere"')
  })

  it.each([-1e6, 0, 1e6])(
    'is stale once it was not touched for as long as it says, with a time %i seconds ago',
    ago => {
      leave(foreign, ago)
      const seen = watched()
      const waits: unknown[] = []
      new Lock(dir, { onWait: (...told) => waits.push(told) }).release()
      expect(waits).toEqual([['process 1 on "elsewhere"', 30]])
      expect(seen.looks).toBe(120)
      expect(vi.mocked(Atomics.wait).mock.calls.reduce((sum, call) => sum + Number(call[3]), 0)).toBeCloseTo(
        30_000,
      )
    },
  )

  it('that is released meanwhile is taken', () => {
    leave(foreign)
    vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      rmSync(file)
      return 'timed-out'
    })
    new Lock(dir).release()
  })

  it('that another process takes meanwhile is refused', () => {
    leave(foreign)
    vi.spyOn(Atomics, 'wait').mockImplementationOnce(() => {
      leave({ ...foreign, pid: 2 })
      watched(1)
      return 'timed-out'
    })
    expect(() => new Lock(dir)).toThrow('in use by process 2 on "elsewhere"')
  })
})

describe('a lock that is held', () => {
  it('is touched, again and again', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const lock = new Lock(dir, { seconds: 30 })
      for (let beat = 0; beat < 3; beat++) {
        utimesSync(file, 1, 1)
        vi.advanceTimersByTime(1000)
        expect(statSync(file).mtimeMs).toBeGreaterThan(1000)
      }
      lock.release()
    } finally {
      vi.useRealTimers()
    }
  })

  it('is touched before a write, too, when timers have had no time', () => {
    const lock = new Lock(dir, { seconds: 0.03 })
    utimesSync(file, 1, 1)
    for (const begun = performance.now(); performance.now() - begun < 2; );
    lock.check()
    expect(statSync(file).mtimeMs).toBeGreaterThan(1000)
    lock.release()
  })

  it.each<[string, () => void, string]>([
    ['taken', () => leave({ pid: 2, host: 'b' }), 'lost its lock to process 2 on "b"'],
    ['removed', () => rmSync(file), 'lost its lock (its file was removed)'],
    ['moved with its folder', () => renameSync(dir, `${dir}.moved`), 'deleted, renamed or unmounted'],
    [
      'moved with its folder, of which there is another one',
      () => {
        renameSync(dir, `${dir}.moved`)
        mkdirSync(dir)
      },
      'deleted, renamed or unmounted',
    ],
  ])('and %s is lost from then on', (_, lose, text) => {
    const lock = new Lock(dir)
    lock.check()
    const own = readFileSync(file, 'utf8')
    lose()
    expect(() => lock.check()).toThrow(text)
    mkdirSync(dir, { recursive: true })
    writeFileSync(file, own)
    expect(() => lock.check()).toThrow(text)
    lock.release()
  })
})

describe('a lock that is no regular file', () => {
  it.each([
    ['a pipe', () => execFileSync('mkfifo', [file])],
    ['a device', () => symlinkSync('/dev/zero', file)],
    ['a folder', () => mkdirSync(file)],
  ])('is refused, and never waited for: %s', (kind, make) => {
    make()
    for (const act of [() => new Lock(dir), () => holderOf(dir)])
      expect(act).toThrow(`${file}: is ${kind}, expected a regular file`)
  })
})

describe('a lock that says nothing', () => {
  it.each(['', 'x', '{"pid":', 'null', '[]'])('holds while it is touched, and for a minute: %j', text => {
    leave(text)
    watched(119)
    refused()
    watched()
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
    leave(dead)
    writeFileSync(claim(), `${JSON.stringify(thisProcess())}\n`)
    watched()
    expect(() => new Lock(dir)).toThrow(`in use by process ${process.pid} on`)
  })

  it('of one who died with it is stale too', () => {
    leave(dead)
    writeFileSync(claim(), '')
    watched()
    taken()
  })
})

it('leftovers of dead processes are removed, claims that nobody can use, and nothing else', () => {
  const own = ownText()
  const dead = JSON.stringify({ ...own, started: '0' })
  const foreign = JSON.stringify({ pid: 1, host: 'elsewhere', boot: 'x', pidNamespace: 'y', started: '1' })
  for (const name of ['lock.77.0123abcd', 'lock.claim.78.0123abcd', 'lock.claim', 'lock.x', 'locks.1'])
    writeFileSync(join(dir, name), dead)
  writeFileSync(join(dir, 'lock.79.0123abcd'), foreign)
  writeFileSync(join(dir, 'lock.claim.claim'), foreign)
  removeLeftoverLocks(dir)
  expect(readdirSync(dir).sort()).toEqual(['lock.79.0123abcd', 'lock.x', 'locks.1'])
  writeFileSync(join(dir, 'lock.claim'), JSON.stringify(own))
  removeLeftoverLocks(dir)
  expect(readdirSync(dir)).toContain('lock.claim')
})

it('without hard links, as on vfat, a lock is made in another way that lets in one alone', async () => {
  const preload = fileURLToPath(new URL('../faults/failing.mjs', import.meta.url))
  const script = `
    const { Lock } = await import(process.argv[1])
    const lock = new Lock(process.argv[2])
    try { new Lock(process.argv[2]); console.log('two') } catch (error) { console.log(error.name) }
    lock.release()
    new Lock(process.argv[2]).release()
    console.log('done')`
  const args = ['--import', preload, ...TYPESCRIPT, '--eval', script, '--', SOURCE, dir]
  const env = { ...process.env, FAILING: 'linkSync::EPERM' }
  expect(execFileSync(process.execPath, args, { env, encoding: 'utf8' })).toBe('RefusedError\ndone\n')
  expect(readdirSync(dir)).toEqual([])
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
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('are never in at once', async () => {
    const contend = (): Promise<string> =>
      new Promise(resolve => {
        const args = [...TYPESCRIPT, '--eval', CONTENDER, '--', SOURCE, dir, '40']
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
