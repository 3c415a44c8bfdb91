/** What a storm does to a run: one disturbance a try. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { below } from '../../../engine/rng.ts'
import { JOURNAL } from '../../../sim/store/journal.ts'
import { playedIn } from '../folders.ts'
import { endOf, momentOf } from '../storming.ts'
import { command, OUT, start } from './run.ts'

/** Where a try happens. */
export interface Scene {
  /** The run's folder is OUT in it; it is what earlier tries of the same kind left. */
  readonly cwd: string
  readonly rng: Int32Array
  /** The journal of a whole run of another seed. */
  readonly foreignJournal: string
  /** The reports of the run, played undisturbed. */
  readonly expected: Readonly<Record<string, string>>
}

export interface Kind {
  readonly name: string
  /** Why it cannot be tried here; null if it can. */
  readonly missing: string | null
  /** Disturbs the run. Throws if the command answers in a way that it must not; the reports are compared afterwards. */
  disturb(scene: Scene): Promise<void>
}

/** Exit codes of a run: done, failed, misused, refused, disk, and stopped by SIGINT and SIGTERM. */
export const DONE = 0
export const FAILED = 1
export const USAGE = 2
export const REFUSED = 3
const DISK = 74
const INTERRUPTED = 130
export const TERMINATED = 143

const HALT = fileURLToPath(new URL('../halt.mjs', import.meta.url))
/** More changes of files than most runs make, fewer than the longest. */
const WRITES = 220
/** Most blocks to play before a journal is edited. */
const SOME_BLOCKS = 1200
/** Kilobytes of the smallest disk, and how many more it may have. */
const DISK_KB = 16
const DISK_MORE_KB = 112
/** Calls of the kernel that a disk may fail. */
const CALLS = ['write', 'fsync', 'fdatasync', 'openat', 'rename', 'link', 'unlink', 'read', 'ftruncate']
const ERRORS = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE']

/** One of a list, drawn. */
export const pick = <T>(rng: Int32Array, list: readonly T[]): T => list[below(rng, list.length)]!

/** Plays until there is something in the journal to disturb: lines, or sums of lines. */
async function playedSome({ cwd, rng }: Scene): Promise<void> {
  const enough = playedIn(join(cwd, OUT)) + 1 + below(rng, SOME_BLOCKS)
  const child = start(cwd)
  const ended = endOf(child)
  while (child.exitCode === null && playedIn(join(cwd, OUT)) < enough) await sleep(5)
  child.kill('SIGKILL')
  await ended
}

async function killed(
  { cwd, rng }: Scene,
  signal: NodeJS.Signals,
  allowed: readonly unknown[],
): Promise<void> {
  const kept = playedIn(join(cwd, OUT))
  const child = start(cwd)
  const ended = endOf(child)
  await Promise.race([momentOf(rng, child, join(cwd, OUT, JOURNAL)), ended])
  child.kill(signal)
  const { code, signal: by, err } = await ended
  assert(allowed.includes(by ?? code), `ended by ${by ?? code}: ${err}`)
  const played = playedIn(join(cwd, OUT))
  assert(played >= kept, `${played} blocks in the journal, ${kept} before`)
}

/** The run's command once more, which must say that it refuses the journal; then what makes it readable. */
async function refuseAndRepair({ cwd }: Scene): Promise<void> {
  const { code, err } = await endOf(start(cwd))
  if (code === DONE) return
  assert.equal(code, REFUSED, err)
  const repaired = spawnSync(process.execPath, [...command, 'repair', OUT], { cwd, encoding: 'utf8' })
  assert.equal(repaired.status, DONE, repaired.stderr)
}

function has(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

const kills: Kind = {
  name: 'SIGKILL at a random moment',
  missing: null,
  disturb: scene => killed(scene, 'SIGKILL', [DONE, 'SIGKILL']),
}

const signals: Kind = {
  name: 'SIGINT or SIGTERM at a random moment',
  missing: null,
  disturb: scene =>
    // Before node listens, a signal ends it as it ends any process.
    killed(scene, pick(scene.rng, ['SIGINT', 'SIGTERM']), [
      DONE,
      INTERRUPTED,
      TERMINATED,
      'SIGINT',
      'SIGTERM',
    ]),
}

const writes: Kind = {
  name: 'SIGKILL in the middle of a write',
  missing: null,
  async disturb({ cwd, rng }) {
    const child = start(cwd, { node: ['--import', HALT], env: { HALT_AT: String(1 + below(rng, WRITES)) } })
    const { code, signal, err } = await endOf(child)
    assert([DONE, 'SIGKILL'].includes(signal ?? code ?? -1), `ended by ${signal ?? code}: ${err}`)
  },
}

const calls: Kind = {
  name: 'a system call fails (strace)',
  missing: has('strace', ['-V']) ? null : 'needs strace, allowed to trace',
  async disturb({ cwd, rng }) {
    const call = pick(rng, CALLS)
    const error = pick(rng, ERRORS)
    mkdirSync(join(cwd, OUT), { recursive: true })
    // Only calls about these files: others are the machine's, such as those that load node itself.
    const paths = ['journal.jsonl', 'lock', 'manifest.json', 'summary.csv', '.'].flatMap(name => [
      '-P',
      join(cwd, OUT, name),
    ])
    const inject = `inject=${call}:error=${error}:when=${1 + below(rng, 12)}`
    const child = start(cwd, {
      before: ['strace', '-f', '-qq', '-o', '/dev/null', ...paths, '-e', `trace=${call}`, '-e', inject],
    })
    const { code, err } = await endOf(child)
    assert([DONE, DISK, REFUSED].includes(code ?? -1), `${call} ${error}: ended by ${code}: ${err}`)
    assert(code === DONE || err.trimEnd().split('\n').at(-1)!.includes(OUT), `no path: ${err}`)
  },
}

const writers: Kind = {
  name: 'two writers, the lock removed under one',
  missing: null,
  async disturb({ cwd }) {
    const one = start(cwd)
    const oneEnded = endOf(one)
    const kept = playedIn(join(cwd, OUT))
    while (one.exitCode === null && playedIn(join(cwd, OUT)) <= kept) await sleep(5)
    rmSync(join(cwd, OUT, 'lock'), { force: true })
    for (const { code, err } of await Promise.all([oneEnded, endOf(start(cwd))]))
      assert([DONE, REFUSED].includes(code ?? -1), `ended by ${code}: ${err}`)
  },
}

/** A kind that edits the journal of a run that has played a little. */
function edits(name: string, edit: (journal: Buffer, scene: Scene) => Buffer): Kind {
  return {
    name,
    missing: null,
    async disturb(scene) {
      await playedSome(scene)
      const file = join(scene.cwd, OUT, JOURNAL)
      writeFileSync(file, edit(readFileSync(file), scene))
      await refuseAndRepair(scene)
    },
  }
}

const damage = edits('a damaged journal, repaired', (journal, { rng }) => {
  // A run whose header is damaged is refused for good: nothing could be repaired.
  const header = journal.indexOf(0x0a) + 1
  for (let i = 1 + below(rng, 3); i > 0; i--)
    journal[header + below(rng, journal.length - header)]! ^= 1 << below(rng, 8)
  return journal
})

const splices = edits('lines of another run spliced in, repaired', (journal, { rng, foreignJournal }) => {
  const lines = journal.toString().trimEnd().split('\n')
  const foreign = foreignJournal.trimEnd().split('\n').slice(1)
  lines.splice(1 + below(rng, lines.length), below(rng, 2), pick(rng, foreign))
  return Buffer.from(`${lines.join('\n')}\n`)
})

const disks: Kind = {
  name: 'a small disk that fills up',
  missing: mayMount() ? null : 'needs the right to mount one',
  async disturb({ cwd, rng }) {
    const disk = join(cwd, 'disk')
    mkdirSync(disk, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KB + below(rng, DISK_MORE_KB)}k`, 'tmpfs', disk])
    try {
      const { code, err } = await endOf(start(cwd, { out: join('disk', OUT) }))
      assert([DONE, DISK].includes(code ?? -1), `ended by ${code}: ${err}`)
      const journal = join(disk, OUT, JOURNAL)
      rmSync(join(cwd, OUT), { recursive: true, force: true })
      mkdirSync(join(cwd, OUT))
      if (existsSync(journal)) copyFileSync(journal, join(cwd, OUT, JOURNAL))
    } finally {
      execFileSync('umount', [disk])
    }
  },
}

function mayMount(): boolean {
  return process.getuid?.() === 0 && has('mount', ['-V'])
}

export const KINDS: readonly Kind[] = [kills, signals, writes, calls, writers, damage, splices, disks]
