/** The policies that an experiment's players learn before it is played: what is to be learned, and the folder that keeps it. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPolicy } from '../agents/index.ts'
import { VERSION } from '../engine/package.ts'
import { loadGame } from '../engine/registry/index.ts'
import { type Experiment, gameNameOf, type PolicyReference } from '../sim/experiment/index.ts'
import { courseOf } from '../sim/learning/arena.ts'
import { lessonKey } from '../sim/learning/rounds.ts'
import { onDisk } from '../sim/store/disk.ts'
import { writeWhole } from '../sim/store/files.ts'
import type { Learning, Lesson } from './learning.ts'

/** Where policies are kept unless somebody names another folder. */
export const POLICIES = join('runs', 'policies')

/** Policies, and rounds of unfinished ones, that the folder holds beside those of the experiment at hand: 64 MiB of the former. */
const KEPT_MAX = 256

/** `KEY-SHA256.policy`, and the rounds of one that is not learned yet. */
const ENTRY = /^[0-9a-f]{64}(?:-[0-9a-f]{64}\.policy|\.rounds)$/

/** What an experiment's players have to learn. */
export interface Population {
  /** What is not in the folder yet. */
  readonly lessons: readonly Lesson[]
  /** Of a lesson: the variant, and which of its players if there are several. */
  nameOf(lesson: number): string
  /** Puts what was learned into the folder. Throws a DiskError. */
  keep(lesson: number, learning: Learning): void
  /** The experiment with all policies. Throws an Error unless all lessons were kept. */
  experiment(): Experiment
  /** Players that do not beat greedy beyond doubt, in words. */
  weak(): readonly string[]
}

/** A member of a variant's population. */
interface Member {
  readonly key: string
  readonly name: string
  readonly lesson: Lesson
  found: PolicyReference | null
}

/** The seed of a member: the first one's is that of the experiment's `learn`, so that a larger population keeps the members it had. */
const seedOf = (seed: string, member: number): string => (member === 0 ? seed : `${seed}-${member + 1}`)

/** What is to be learned for an experiment; null if that is nothing. What the folder holds is checked, and taken away if it is damaged. */
export async function populationOf(experiment: Experiment, dir = POLICIES): Promise<Population | null> {
  const { learn } = experiment
  if (!learn) return null
  const game = await loadGame(gameNameOf(experiment))
  const { seeds, policies: _, ...settings } = learn
  const members = experiment.variants.map(({ name, ruleset, rules }) =>
    Array.from({ length: seeds }, (_, member): Member => {
      const its = { ...settings, seed: seedOf(settings.seed, member) }
      // What decides a file's bytes: a policy names its rule set, and says how many rounds it took.
      const lesson = lessonKey(courseOf(game, rules), its)
      const key = hashOf(JSON.stringify([VERSION, ruleset, its.rounds, lesson]))
      return {
        key,
        name: seeds === 1 ? name : `${name}, player ${member + 1}`,
        lesson: { game, ruleset, rules, settings: its, rounds: join(dir, `${key}.rounds`) },
        found: find(dir, key),
      }
    }),
  )
  return new KeptPopulation(experiment, dir, members)
}

class KeptPopulation implements Population {
  readonly #experiment: Experiment
  readonly #dir: string
  readonly #members: readonly (readonly Member[])[]
  /** Those to learn; variants of the same rules share theirs. */
  readonly #missing: readonly Member[]

  constructor(experiment: Experiment, dir: string, members: readonly (readonly Member[])[]) {
    this.#experiment = experiment
    this.#dir = dir
    this.#members = members
    const missing = members.flat().filter(({ found }) => found === null)
    this.#missing = missing.filter(({ key }, i) => missing.findIndex(other => other.key === key) === i)
  }

  get lessons(): readonly Lesson[] {
    return this.#missing.map(({ lesson }) => lesson)
  }

  nameOf(lesson: number): string {
    return this.#missing[lesson]!.name
  }

  keep(lesson: number, { bytes }: Learning): void {
    const { key } = this.#missing[lesson]!
    const sha256 = hashOf(bytes)
    const file = join(this.#dir, `${key}-${sha256}.policy`)
    onDisk(this.#dir, () => {
      mkdirSync(this.#dir, { recursive: true })
      writeWhole(file, bytes)
      this.#trim()
    })
    for (const member of this.#members.flat())
      if (member.key === key) member.found = { file: resolve(file), sha256 }
  }

  experiment(): Experiment {
    const policies = this.#members.map(members =>
      members.map(({ found, name }) => {
        if (found === null) throw new Error(`nothing was learned for ${name}`)
        return found
      }),
    )
    return { ...this.#experiment, learn: { ...this.#experiment.learn!, policies } }
  }

  weak(): readonly string[] {
    const fair = 1 / this.#experiment.seats.length
    return this.#members.flat().flatMap(({ name, found }) => {
      const { best, rounds } = readPolicy(found!.file!).header
      const { low } = rounds.find(({ round }) => round === best)!.strength.at(-1)!
      return low > fair ? [] : [`${name}: the player that was learned does not beat greedy beyond doubt`]
    })
  }

  /** Takes away what was not used for the longest time. */
  #trim(): void {
    const own = new Set(this.#members.flat().map(({ key }) => key))
    const others = readdirSync(this.#dir)
      .filter(name => ENTRY.test(name) && !own.has(name.slice(0, KEY)))
      .map(name => ({ name, used: statSync(join(this.#dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.used - a.used)
    for (const { name } of others.slice(KEPT_MAX))
      rmSync(join(this.#dir, name), { recursive: true, force: true })
  }
}

/** Characters of a key. */
const KEY = 64

/** The policy of a key, if the folder holds it whole. */
function find(dir: string, key: string): PolicyReference | null {
  let names: string[]
  try {
    names = readdirSync(dir)
  } catch {
    return null
  }
  for (const name of names) {
    if (!ENTRY.test(name) || !name.startsWith(`${key}-`)) continue
    const file = resolve(dir, name)
    const sha256 = name.slice(KEY + 1, -'.policy'.length)
    if (isWhole(file, sha256)) {
      const now = new Date()
      onDisk(file, () => utimesSync(file, now, now))
      return { file, sha256 }
    }
    onDisk(file, () => rmSync(file, { force: true }))
  }
  return null
}

function isWhole(file: string, sha256: string): boolean {
  try {
    return readPolicy(file).sha256 === sha256
  } catch {
    return false
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
