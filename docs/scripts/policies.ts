/**
 * `npm run policies` trains the shipped policies, measures them on seeds not used in training, and
 * writes configs/policies and the tables of docs/reference/trained-players.md, the list after each policy. One that comes out
 * the same keeps its figures, except for the CPU seconds of its learning. FILE ... limits it to these, and an
 * option changes what it does:
 *
 * - `--measure` learns nothing.
 * - `--planners` learns the position values again where the hyperparameters ask for them, and measures the
 *   planners.
 * - `--panel` only measures strength against the panel.
 * - `--times` only measures the CPU times of matches, for a quiet machine.
 * - `--members N` only learns the other members of populations of N players, plays a round robin of them, and
 *   drops those who are clearly weaker than the others. Those who are there, or were dropped, are not learned
 *   again.
 *
 * Files are the same to the byte on every machine, CPU times are not. All of it takes about an hour on one
 * thread: workers cannot load .ts.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  encodePolicy,
  readPolicy,
  SHIPPED_DIR,
  SHIPPED_LIST,
  type ShippedEntry,
  shippedFile,
} from '../../agents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { learnAll, type PolicyOnDisk } from '../../library/command.ts'
import { defineExperiment, run } from '../../library/index.ts'
import { ALWAYS, POLICY_MATCHES, strengthOf } from '../../library/panel.ts'
import { HYPERPARAMETERS } from '../../sim/learning/hyperparameters.ts'
import { learnValues } from '../../sim/learning/learn.ts'
import { Matchmaker } from '../../sim/learning/schedule.ts'
import { environmentOf, inlinePool } from '../../sim/learning/tasks.ts'
import { featuresOf } from './features.ts'
import { timed } from './measure.ts'
import { pageOf, renew, TRAINED_PAGE, tableOf } from './pages.ts'
import {
  COURSES,
  type Course,
  learnedOn,
  memberCourse,
  rulesOf,
  SEED,
  type Stage,
} from './policies/courses.ts'
import {
  ALONE,
  type Figures,
  measure,
  type PercentScore,
  scoreWords,
  VALUED,
  withPanel,
  withPlanner,
  withTimes,
} from './policies/figures.ts'
import { dropWeak, othersOf } from './policies/members.ts'

const BYTES_MAX = 512 * 1024

/** An entry of the list, with more than `learned` reads of it. */
interface Listed extends Omit<ShippedEntry, 'panel'>, Figures {
  readonly bytes: number
  /** CPU seconds to learn it. */
  readonly seconds: number
  /** What its features came to when it was learned (`featuresOf`). */
  readonly features: string
  /** Numbers of members that were learned, but are too weak to ship. */
  readonly weak?: readonly number[]
}

/** Learns a policy, writes its file, and returns the CPU seconds. */
async function learn(course: Course): Promise<number> {
  const { file, before, generations } = course
  const [, seconds] = await timed(async () => {
    if (generations) return await learnLeague(course, generations)
    let from: PolicyOnDisk | undefined
    if (before) {
      const earlier = join(ROOT, 'runs', `${file}.before`)
      await learnStage(course, before, earlier)
      from = { file: earlier, sha256: readPolicy(earlier).sha256 }
    }
    await learnStage(course, course, shippedFile(file), from)
  })
  return Math.round(seconds)
}

/** Learns a league, and writes the file of its last player. */
async function learnLeague(
  { file, game, ruleset, changes, rounds, matches, tests, seed = SEED }: Course,
  generations: number,
): Promise<void> {
  const experiment = await defineExperiment({
    game,
    ruleset,
    rules: { ...changes },
    matches: 2,
    lineups: [{ agents: ['learned'] }],
    learn: { seeds: 1, from: 'none', generations, rounds, matches, tests, seed },
  })
  const { experiment: trained } = await run(experiment, {
    threads: 0,
    policies: join(ROOT, 'runs', 'leagues'),
  })
  copyFileSync(trained.learn!.policies![0]!.at(-1)!.file!, shippedFile(file))
}

/** Learns what a stage of a course asks for, and writes it into a file. */
async function learnStage(
  course: Course,
  { rounds, matches, tests, seed = SEED, hyperparameters }: Stage,
  file: string,
  from?: PolicyOnDisk,
): Promise<void> {
  const { ruleset } = course
  const { module, rules } = await rulesOf(course)
  const whole = { ...HYPERPARAMETERS, ...hyperparameters }
  const settings = { seed, rounds, matches, tests, hyperparameters: whole, ...(from && { from }) }
  const kept = join(ROOT, 'runs', `${basename(file)}.rounds`)
  await learnAll([{ name: '', game: module, ruleset, rules, settings, checkpoints: kept }], {
    threads: 0,
    onLearned: (_, { bytes, beatsGreedy }) => {
      if (!beatsGreedy) throw new Error(`${file} does not beat greedy beyond doubt: it is not to ship`)
      if (bytes.length > BYTES_MAX)
        throw new Error(`${file} has ${bytes.length} bytes, expected ${BYTES_MAX}`)
      writeFileSync(file, bytes)
    },
  })
}

/** Throws an Error if a policy was learned with other features than today's: it plays like noise. */
async function requireFeatures(old: Listed): Promise<void> {
  if ((await featuresOf(old)) !== old.features)
    throw new Error(`${old.file} was learned with other features: it is to be learned anew`)
}

/** Learns the position values of a policy again, if its hyperparameters ask for them, and writes its file. */
async function relearnValues(course: Course): Promise<void> {
  if (!course.hyperparameters?.learnsValues) return
  const { file, rounds, matches, tests, seed = SEED } = course
  const { module, rules } = await rulesOf(course)
  const { header, weights } = readPolicy(shippedFile(file))
  const arena = inlinePool({ environments: [environmentOf(module, rules)], stop: new Int32Array(1) })
  const { seats } = module.compile(rules).info
  const maker = new Matchmaker(seats.length, { seed, rounds, matches, tests })
  const values = await learnValues(arena, 0, maker, weights)
  writeFileSync(shippedFile(file), encodePolicy(header, weights, values))
}

/** How policies were trained, and which opponents they beat. */
const strengths = (list: readonly Listed[]): string =>
  tableOf([
    [
      'file',
      'game',
      'learned on',
      'bytes',
      'CPU s to learn',
      'against the panel, %',
      ...ALWAYS.map(({ name, matches }) => `\`${name}\` (n ${matches})`),
      `other policies (n ${POLICY_MATCHES})`,
    ],
    ...list.map(({ file, game, learnedOn, bytes, seconds, panel }) => [
      `\`${file}\``,
      game,
      learnedOn,
      bytes.toLocaleString('en'),
      `${seconds}`,
      // The mean of a part of the panel would be of another one.
      ALWAYS.every(({ name }) => panel.some(one => one.name === name))
        ? scoreWords(strengthOf(panel).mean)
        : '-',
      ...ALWAYS.map(({ name }) => `${panel.find(one => one.name === name)?.score ?? '-'}`),
      panel
        .filter(({ name }) => ALWAYS.every(one => one.name !== name))
        .map(({ name, score }) => `\`${name}\` ${score}`)
        .join(', '),
    ]),
  ])

/**
 * The precision of the first seat's score, in points, and its matches: intervals shrink with the root of
 * their number.
 */
const POINTS = 1
const matchesFor = ({ matches, low, high }: PercentScore): number =>
  matches * ((high - low) / 2 / POINTS) ** 2

const costs = (list: readonly Listed[]): string =>
  tableOf([
    [
      'file',
      'CPU ms a match: `learned`',
      '`mcts`',
      `first seat, % (n ${ALONE.toLocaleString('en')})`,
      `CPU s for ± ${POINTS} point`,
    ],
    ...list.map(({ file, cpu: { learned, mcts }, first }) => [
      `\`${file}\``,
      `${learned}`,
      `${mcts}`,
      scoreWords(first),
      Math.ceil((learned * matchesFor(first)) / 1000).toLocaleString('en'),
    ]),
  ])

/** What position values are worth to planners. */
const valued = (list: readonly Listed[]): string =>
  tableOf([
    ['file', `its \`planner\`, by these values, against one by gauges, % (n ${VALUED})`],
    ...list.flatMap(({ file, valued }) => (valued ? [[`\`${file}\``, scoreWords(valued)]] : [])),
  ])

async function listed(
  course: Course,
  seconds: number,
  figures: Figures,
  outsiders: Listed['outsiders'],
): Promise<Listed> {
  const { file, game } = course
  const { rules } = await rulesOf(course)
  const { sha256 } = readPolicy(shippedFile(file))
  const entry = { file, game, learnedOn: learnedOn(course), sha256, rules: { ...rules } }
  const bytes = readFileSync(shippedFile(file)).length
  const features = await featuresOf(entry)
  return { ...entry, others: othersOf(course), outsiders, bytes, seconds, ...figures, features }
}

/** The figures of a policy that was learned again: the old ones if it came out the same. */
async function figuresAnew(course: Course, old: Listed | undefined): Promise<Figures> {
  if (old?.sha256 !== readPolicy(shippedFile(course.file)).sha256) return await measure(course)
  const { panel, valued, first, cpu } = old
  return { panel, ...(valued && { valued }), first, cpu }
}

/** Learns the members of a population from the second on, unless their files are there. */
async function learnMembers(course: Course, count: number, weak: readonly number[]): Promise<void> {
  for (let member = 2; member <= count; member++) {
    const one = memberCourse(course, member)
    if (weak.includes(member) || existsSync(shippedFile(one.file))) continue
    console.log(one.file, await learn(one))
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      measure: { type: 'boolean', default: false },
      panel: { type: 'boolean', default: false },
      planners: { type: 'boolean', default: false },
      times: { type: 'boolean', default: false },
      members: { type: 'string' },
    },
  })
  mkdirSync(SHIPPED_DIR, { recursive: true })
  const known = new Map<string, Listed>()
  if (existsSync(SHIPPED_LIST))
    for (const one of JSON.parse(readFileSync(SHIPPED_LIST, 'utf8')) as Listed[]) known.set(one.file, one)
  for (const course of COURSES) {
    const { file } = course
    const old = known.get(file)
    if (old && values.members !== undefined) {
      if (positionals.length > 0 && !positionals.includes(file)) continue
      await learnMembers(course, Number(values.members), old.weak ?? [])
      const weak = [...(old.weak ?? []), ...(await dropWeak(course))].sort((a, b) => a - b)
      known.set(file, { ...old, others: othersOf(course), ...(weak.length > 0 && { weak }) })
      continue
    }
    if (old && positionals.length > 0 && !positionals.includes(file)) continue
    const stays = values.planners || values.measure || values.panel || values.times ? old : undefined
    if (stays) await requireFeatures(stays)
    if (stays && values.planners) await relearnValues(course)
    const seconds = stays ? stays.seconds : await learn(course)
    const figures = async (): Promise<Figures> => {
      if (!stays) return await figuresAnew(course, old)
      if (values.measure) return await measure(course)
      if (values.panel) return await withPanel(course, stays)
      return values.planners ? await withPlanner(course, stays) : await withTimes(course, stays)
    }
    const one = await listed(course, seconds, await figures(), old?.outsiders ?? [])
    known.set(file, one)
    console.log(file, one.seconds, one.panel, one.first, one.cpu)
    const list = COURSES.flatMap(({ file }) => known.get(file) ?? [])
    writeFileSync(SHIPPED_LIST, `${JSON.stringify(list, null, 1)}\n`)
  }
  const list = COURSES.flatMap(({ file }) => known.get(file) ?? [])
  writeFileSync(SHIPPED_LIST, `${JSON.stringify(list, null, 1)}\n`)
  renew(TRAINED_PAGE, 'policies', `${strengths(list)}\n${costs(list)}`)
  renew(pageOf('explanation', 'learning.md'), 'values', valued(list), 'policies')
}

await main()
