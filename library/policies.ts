/** The policies that an experiment's players learn before it is played: what is to be learned, and the folder that keeps it. Exploiters learn last. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { findAgent, LEARN_DEFAULTS, learnSettingsIn, parseSpec, readPolicy } from '../agents/index.ts'
import { VERSION } from '../engine/package.ts'
import { type GameModule, loadGame } from '../engine/registry/index.ts'
import { weakWords } from '../reports/findings/learning.ts'
import {
  type Experiment,
  gameNameOf,
  hasLearned,
  haveFiles,
  isLearner,
  isLearningExploiter,
  isQuick,
  optionsOf,
  type Participant,
  type PolicyReference,
  type Variant,
} from '../sim/experiment/index.ts'
import { trainingKey } from '../sim/learning/checkpoints.ts'
import type { LearnSettings, Opponents, PolicyOnDisk } from '../sim/learning/learn.ts'
import { environmentOf } from '../sim/learning/tasks.ts'
import { PRACTICE } from '../sim/learning/training.ts'
import { onDisk, writeWhole } from '../sim/store/disk.ts'
import { type Learning, type Lesson, loadOf } from './learning.ts'
import { type Load, NOTHING, plus } from './learning-pace.ts'

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
  /** About what is learned after these: by the players of each variant, after rounds that they share, and by exploiters. */
  readonly later: Load
  /** Of a lesson: the variant, and which of its players if there are several. */
  nameOf(lesson: number): string
  /** Puts what was learned into the folder. Throws a DiskError. */
  keep(lesson: number, learning: Learning): void
  /** The experiment with all policies. Throws an Error unless all lessons were kept. */
  experiment(): Experiment
  /** Players that are not shown to beat greedy, in words. */
  weak(): readonly string[]
}

/** A member of a variant's population. */
interface Member {
  readonly key: string
  readonly name: string
  readonly lesson: Lesson
  found: PolicyOnDisk | null
}

/** The seed of a member: the first one's is that of the experiment's `learn`, so that a larger population keeps the members it had. */
const seedOf = (seed: string, member: number): string => (member === 0 ? seed : `${seed}-${member + 1}`)

/**
 * What is to be learned next for an experiment: first what its players learn, in two stages where variants share rounds, then what exploiters learn against these.
 * Null if that is nothing more. What the folder holds is checked, and taken away if it is damaged.
 */
export async function populationOf(experiment: Experiment, dir = POLICIES): Promise<Population | null> {
  if (experiment.learn && !haveFiles(experiment.learn.policies?.flat()))
    return await playersOf(experiment, dir)
  const pupils = experiment.lineups.flatMap(({ participants }) => participants.filter(isLearningExploiter))
  return pupils.every(({ policies }) => haveFiles(policies)) ? null : await pupilsOf(experiment, dir)
}

/**
 * An experiment that says what its players learned, as a journal does, with the files of these policies; null if one is not in the folder, or the
 * experiment does not say. How they were learned does not matter: one policy is as good as another of the same SHA-256.
 */
export function placedIn(experiment: Experiment, dir = POLICIES): Experiment | null {
  const { learn, lineups } = experiment
  const names = entriesOf(dir)
  const place = (policy: PolicyReference): PolicyReference => {
    const name = names.find(entry => entry.endsWith(`-${policy.sha256}.policy`))
    const found = name === undefined ? null : wholeFile(dir, name)
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

/** How each player of a population learns, but for the rules. */
function plansOf({ learn }: Experiment): LearnSettings[] {
  if (!learn) return []
  const { seeds, shared: _, policies: __, ...settings } = learn
  return Array.from({ length: seeds }, (_, member) => ({ ...settings, seed: seedOf(settings.seed, member) }))
}

/** The rounds that all variants share, for each player; none where they share none. */
function basesOf(experiment: Experiment, game: GameModule, dir: string): Member[] {
  const shared = experiment.learn?.shared
  if (!shared) return []
  return plansOf(experiment).map((plan, member) =>
    memberOf(game, shared, { ...plan, rounds: shared.rounds }, named(experiment, SHARED, member), dir),
  )
}

/** What a player's lesson is called. */
const named = ({ learn }: Experiment, name: string, member: number): string =>
  learn!.seeds === 1 ? name : `${name}, player ${member + 1}`

/** What players learn: first the rounds that all variants share, if there are any, and then each variant's own. */
async function playersOf(experiment: Experiment, dir: string): Promise<Population> {
  const game = await loadGame(gameNameOf(experiment))
  const shared = experiment.learn!.shared?.rounds
  const bases = basesOf(experiment, game, dir)
  const isMissing = bases.some(({ found }) => found === null)
  const members = experiment.variants.map(variant =>
    plansOf(experiment).map((plan, member) => {
      const from = isMissing ? UNKNOWN : bases[member]?.found
      // A seed of its own: from that of the shared rounds it might play their matches again.
      const own = from ? { ...plan, seed: `${plan.seed} after ${shared}`, from } : plan
      return memberOf(game, variant, own, named(experiment, variant.name, member), dir)
    }),
  )
  const exploiters = await laterOf(experiment)
  if (isMissing)
    return new KeptPopulation(dir, bases, {
      later: distinct(members.flat()).reduce((sum, { lesson }) => plus(sum, loadOf(lesson)), exploiters),
      beside: [],
      experiment: () => experiment,
      weak: () => [],
    })
  const fair = 1 / experiment.seats.length
  return new KeptPopulation(dir, members.flat(), {
    later: exploiters,
    beside: bases.map(foundOf),
    experiment: () => ({
      ...experiment,
      learn: { ...experiment.learn!, policies: members.map(of => of.map(one => playerOf(one, fair))) },
    }),
    weak: member => {
      const { weak } = playerOf(member, fair)
      return weak ? [`${member.name}: the player ${weakWords(weak, fair)}`] : []
    },
  })
}

/** A player that was learned, with what is to be said of one that does not beat greedy. */
function playerOf(member: Member, fair: number): PolicyReference {
  const found = foundOf(member)
  const { best, rounds } = readPolicy(found.file).header
  const { matches, score, low, high } = rounds.find(({ round }) => round === best)!.strength.at(-1)!
  return low > fair ? found : { ...found, weak: { matches, score, low, high } }
}

/** What lessons of the rounds that all variants share are called. */
const SHARED = 'shared rounds'
/** A policy that is not learned yet: how long it takes to go on from it is known nevertheless. */
const UNKNOWN: PolicyOnDisk = { file: '', sha256: '' }

/** Exploiters that learn, each against the players that it meets, in every variant. */
async function pupilsOf(experiment: Experiment, dir: string): Promise<Population> {
  const game = await loadGame(gameNameOf(experiment))
  const members = new Map<Participant, readonly Member[]>()
  for (const pupil of experiment.lineups.flatMap(({ participants }) =>
    participants.filter(isLearningExploiter),
  )) {
    const { against: text, by } = pupil.options as { readonly against: string; readonly by: string }
    const known = await participantOf(text)
    const own = experiment.variants.map((variant, v) => {
      const against = oppositionOf(experiment, v, known)
      const settings = Object.assign({ against }, LEARN_DEFAULTS, learnSettingsIn(by))
      const name = `exploiter of ${known.label}`
      const named = experiment.variants.length === 1 ? name : `${variant.name}, ${name}`
      return memberOf(game, variant, settings, named, dir)
    })
    members.set(pupil, own)
  }
  const lineups = () =>
    experiment.lineups.map(lineup => ({
      ...lineup,
      participants: lineup.participants.map(one => {
        const own = members.get(one)
        return own ? { ...one, policies: own.map(foundOf) } : one
      }),
    }))
  return new KeptPopulation(dir, [...members.values()].flat(), {
    later: NOTHING,
    beside: [
      ...(experiment.learn?.policies?.flat() ?? []),
      ...basesOf(experiment, game, dir).flatMap(({ found }) => found ?? []),
    ],
    experiment: () => ({ ...experiment, lineups: lineups() }),
    weak: () => [],
  })
}

/** What exploiters of the players are going to learn in all variants, if these have to learn. Who goes on from their weights has nothing to imitate. */
async function laterOf({ lineups, variants }: Experiment): Promise<Load> {
  let sum = NOTHING
  for (const { options } of lineups.flatMap(({ participants }) => participants.filter(isLearningExploiter))) {
    const { against, by } = options as { readonly against: string; readonly by: string }
    const known = await participantOf(against)
    if (!isLearner(known)) continue
    const { rounds, matches, tests } = Object.assign({}, LEARN_DEFAULTS, learnSettingsIn(by))
    const { batches, share } = PRACTICE
    const practice = isQuick(known) ? rounds * batches * share * matches : 0
    const load = {
      ...NOTHING,
      planning: rounds * matches,
      practice,
      tests: (rounds + 1) * tests,
      fits: rounds,
    }
    sum = plus(sum, load, variants.length)
  }
  return sum
}

/** An agent that an exploiter names in one line. */
async function participantOf(text: string): Promise<Participant> {
  const { agent, options } = parseSpec(text, ' ')
  return { label: text, agent, options: (await findAgent(agent)).options.parse(options) }
}

/** The players whom an exploiter of an agent meets: all members of a population. */
function oppositionOf(experiment: Experiment, variant: number, known: Participant): Opponents {
  const count = isLearner(known) ? (experiment.learn?.seeds ?? 1) : 1
  const members = Array.from({ length: count }, (_, member) => ({
    agent: known.agent,
    options: optionsOf(experiment, variant, known, member) as object,
  }))
  return { label: known.label, members, isQuick: isQuick(known) }
}

/** A policy to learn. Its key is what decides the file's bytes: a policy names its rule set, and says how many rounds it took. */
function memberOf(
  game: GameModule,
  { ruleset, rules }: Pick<Variant, 'ruleset' | 'rules'>,
  settings: LearnSettings,
  name: string,
  dir: string,
): Member {
  const lesson = trainingKey(environmentOf(game, rules), settings)
  const key = hashOf(JSON.stringify([VERSION, ruleset, settings.rounds, lesson]))
  const rounds = join(dir, `${key}.rounds`)
  return { key, name, lesson: { game, ruleset, rules, settings, rounds }, found: find(dir, key) }
}

function foundOf({ found, name }: Member): PolicyOnDisk {
  if (found === null) throw new Error(`nothing was learned for ${name}`)
  return found
}

/** What becomes of policies that were learned. */
interface Purpose {
  readonly later: Load
  /** Policies of the folder that are needed beside these. */
  readonly beside: readonly PolicyReference[]
  experiment(): Experiment
  /** What is to be said of one that is weak. */
  weak(member: Member): readonly string[]
}

class KeptPopulation implements Population {
  readonly #dir: string
  readonly #members: readonly Member[]
  readonly #purpose: Purpose
  /** Those to learn. */
  readonly #missing: readonly Member[]

  constructor(dir: string, members: readonly Member[], purpose: Purpose) {
    this.#dir = dir
    this.#members = members
    this.#purpose = purpose
    this.#missing = distinct(members.filter(({ found }) => found === null))
  }

  get lessons(): readonly Lesson[] {
    return this.#missing.map(({ lesson }) => lesson)
  }

  get later(): Load {
    return this.lessons.length === 0 ? NOTHING : this.#purpose.later
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
    for (const member of this.#members) if (member.key === key) member.found = { file: resolve(file), sha256 }
  }

  experiment(): Experiment {
    return this.#purpose.experiment()
  }

  weak(): readonly string[] {
    return this.#members.flatMap(member => this.#purpose.weak(member))
  }

  /** Takes away what was not used for the longest time. */
  #trim(): void {
    const beside = this.#purpose.beside.flatMap(({ file }) => (file ? basename(file).slice(0, KEY) : []))
    const own = new Set([...beside, ...this.#members.map(({ key }) => key)])
    const others = entriesOf(this.#dir)
      .filter(name => !own.has(name.slice(0, KEY)))
      .map(name => ({ name, used: statSync(join(this.#dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.used - a.used)
    for (const { name } of others.slice(KEPT_MAX))
      rmSync(join(this.#dir, name), { recursive: true, force: true })
  }
}

/** One member of each key: variants of the same rules share theirs. */
const distinct = (members: readonly Member[]): readonly Member[] =>
  members.filter(({ key }, i) => members.findIndex(other => other.key === key) === i)

/** Characters of a key. */
const KEY = 64

/** The policy of a key, if the folder holds it whole. */
function find(dir: string, key: string): PolicyOnDisk | null {
  for (const name of entriesOf(dir)) {
    const file = name.startsWith(`${key}-`) ? wholeFile(dir, name) : null
    if (file) return file
  }
  return null
}

/** What the folder of policies holds, none of it if there is no such folder. */
function entriesOf(dir: string): string[] {
  try {
    return readdirSync(dir).filter(name => ENTRY.test(name))
  } catch {
    return []
  }
}

/** A policy's file of the folder, which counts as used now; null if it is damaged, and then it is taken away. */
function wholeFile(dir: string, name: string): PolicyOnDisk | null {
  const file = resolve(dir, name)
  const sha256 = name.slice(KEY + 1, -'.policy'.length)
  if (isWhole(file, sha256)) {
    const now = new Date()
    onDisk(file, () => utimesSync(file, now, now))
    return { file, sha256 }
  }
  onDisk(file, () => rmSync(file, { force: true }))
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
