/** The folder that keeps policies that players learned for experiments, and checkpoints of unfinished ones. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readPolicy } from '../../agents/index.ts'
import { type Experiment, hasLearned, type PolicyReference } from '../../sim/experiment/index.ts'
import type { PolicyOnDisk } from '../../sim/learning/learn.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'

/** The default folder. */
export const POLICIES = join('runs', 'policies')

/** Entries kept beside those of the experiment at hand: 64 MiB of policies. */
const KEPT_MAX = 256

/** `KEY-SHA256.policy`, and the checkpoints of an unfinished one. */
const ENTRY = /^[0-9a-f]{64}(?:-[0-9a-f]{64}\.policy|\.rounds)$/
/** Characters of a key. */
const KEY = 64

export class PolicyFolder {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  /** The folder of a key's checkpoints. */
  checkpoints(key: string): string {
    return join(this.#dir, `${key}.rounds`)
  }

  /** The policy of a key, if it is there and whole. */
  find(key: string): PolicyOnDisk | null {
    return this.#first(name => name.startsWith(`${key}-`))
  }

  /** A policy by its content, however it was learned. */
  findBySha256(sha256: string): PolicyOnDisk | null {
    return this.#first(name => name.endsWith(`-${sha256}.policy`))
  }

  #first(isMeant: (name: string) => boolean): PolicyOnDisk | null {
    for (const name of this.#entries().filter(isMeant)) {
      const whole = this.#wholeFile(name)
      if (whole) return whole
    }
    return null
  }

  /** Nothing if there is no such folder. */
  #entries(): string[] {
    try {
      return readdirSync(this.#dir).filter(name => ENTRY.test(name))
    } catch {
      return []
    }
  }

  /** A policy's file, which counts as used now; null if it is damaged, and then it is deleted. */
  #wholeFile(name: string): PolicyOnDisk | null {
    const file = resolve(this.#dir, name)
    const sha256 = name.slice(KEY + 1, -'.policy'.length)
    const isWhole = holds(file, sha256)
    const now = new Date()
    onDisk(file, () => (isWhole ? utimesSync(file, now, now) : rmSync(file, { force: true })))
    return isWhole ? { file, sha256 } : null
  }

  /**
   * Adds a policy and deletes those unused for longest, except keys and files in use. Throws a DiskError.
   */
  add(
    key: string,
    bytes: Uint8Array,
    keysInUse: readonly string[],
    inUse: readonly PolicyReference[],
  ): PolicyOnDisk {
    const sha256 = sha256Of(bytes)
    const file = join(this.#dir, `${key}-${sha256}.policy`)
    const keys = new Set([...keysInUse, ...inUse.flatMap(({ file }) => (file ? keyOf(basename(file)) : []))])
    onDisk(this.#dir, () => {
      mkdirSync(this.#dir, { recursive: true })
      writeWhole(file, bytes)
      this.#trim(keys)
    })
    return { file: resolve(file), sha256 }
  }

  #trim(keysInUse: ReadonlySet<string>): void {
    const others = this.#entries()
      .filter(name => !keysInUse.has(keyOf(name)))
      .map(name => ({ name, used: statSync(join(this.#dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.used - a.used)
    for (const { name } of others.slice(KEPT_MAX))
      rmSync(join(this.#dir, name), { recursive: true, force: true })
  }
}

/**
 * An experiment with the files of its learned policies, as its journal names them; null if one is missing.
 */
export function placedIn(experiment: Experiment, dir = POLICIES): Experiment | null {
  const { learn, lineups } = experiment
  const folder = new PolicyFolder(dir)
  const place = (policy: PolicyReference): PolicyReference => {
    const found = folder.findBySha256(policy.sha256)
    return found ? { ...policy, file: found.file } : policy
  }
  const placed = {
    ...experiment,
    ...(learn?.policies
      ? { learn: { ...learn, policies: learn.policies.map(members => members.map(place)) } }
      : {}),
    lineups: lineups.map(lineup => ({
      ...lineup,
      participants: lineup.participants.map(one =>
        one.policies ? { ...one, policies: one.policies.map(place) } : one,
      ),
    })),
  }
  return hasLearned(placed) ? placed : null
}

const keyOf = (name: string): string => name.slice(0, KEY)

function holds(file: string, sha256: string): boolean {
  try {
    return readPolicy(file).sha256 === sha256
  } catch {
    return false
  }
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
