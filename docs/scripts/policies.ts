/**
 * `npm run policies` learns the policies that ship, measures them on seeds that learning has not seen, and writes configs/policies and the table of
 * docs/learning.md. `npm run policies -- FILE ...` learns these alone, `npm run policies -- --measure` none. Files are the same to the byte on
 * every machine; CPU times are not. All of it takes about a quarter of an hour, on one thread, for threads load no TypeScript.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type PlannerOptions,
  readPolicy,
  SHIPPED_DIR,
  SHIPPED_LIST,
  type ShippedEntry,
  shippedFile,
} from '../../agents/index.ts'
import { literal } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { defineExperiment, learnAll, run, tablesOf } from '../../library/command.ts'
import { RECIPE, type Recipe } from '../../sim/learning/recipe.ts'
import { featuresOf } from './features.ts'

/** A policy that ships, and how it is learned. */
interface Course {
  readonly file: string
  readonly game: string
  readonly ruleset: string
  readonly changes?: Readonly<Record<string, unknown>>
  readonly rounds: number
  readonly matches: number
  readonly tests: number
  /** Instead of the usual one. */
  readonly seed?: string
  /** What differs from the usual recipe, and from the usual planner. */
  readonly recipe?: Partial<Recipe>
  readonly planner?: Partial<PlannerOptions>
}

/** In the order in which they are preferred where several are equally near to some rules. */
const COURSES: readonly Course[] = [
  {
    ...{ file: 'elephant-men-v0.2.policy', game: 'elephant-men', ruleset: 'v0.2' },
    ...{ rounds: 8, matches: 1000, tests: 200, seed: 'learn-em' },
  },
  {
    ...{ file: 'elephant-golems-2026-04.policy', game: 'elephant-golems', ruleset: 'golems-2026-04' },
    ...{ rounds: 6, matches: 400, tests: 120 },
  },
  {
    ...{ file: 'elephant-golems-2025-12.policy', game: 'elephant-golems', ruleset: 'golems-2025-12' },
    ...{ rounds: 6, matches: 400, tests: 120 },
  },
  {
    ...{ file: 'frontline-purse.policy', game: 'frontline', ruleset: 'default' },
    changes: { 'gold.start': 150, 'gold.perTurn': 0 },
    // Four recruits are at most four plans: what is left of the time goes into replies.
    ...{ rounds: 10, matches: 400, tests: 160, planner: { replies: 48 } },
  },
  {
    ...{ file: 'frontline-lean.policy', game: 'frontline', ruleset: 'lean' },
    ...{ rounds: 6, matches: 300, tests: 100 },
  },
  {
    ...{ file: 'bulwark-standard.policy', game: 'bulwark', ruleset: 'standard' },
    // The planner loses to this search, which costs little here.
    ...{ rounds: 0, matches: 1500, tests: 100 },
    recipe: { expert: { agent: 'mcts', options: { iterations: 400 } } },
  },
]

/** What policies are learned from, and what none was: the seed of the matches that measure them. */
const SEED = 'shipped'
const MEASURED = 'measured'

/** Whom they are measured against, in so many matches. */
const OPPONENTS = [
  { agent: 'greedy', matches: 400 },
  { agent: 'mcts', matches: 100 },
] as const

/** Most bytes of a file. */
const BYTES_MAX = 512 * 1024

/** The score of a policy, in percent, with its interval that holds however often one looks. */
interface Score {
  readonly against: string
  readonly matches: number
  readonly score: number
  readonly low: number
  readonly high: number
}

/** What the list says of a policy beside what `learned` reads of it. */
interface Listed extends ShippedEntry {
  readonly bytes: number
  /** CPU seconds to learn it. */
  readonly seconds: number
  readonly scores: readonly Score[]
  /** What its features came to when it was learned (`featuresOf`). */
  readonly features: string
}

const learnedOn = ({ ruleset, changes = {} }: Course): string => {
  const pairs = Object.entries(changes).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? ruleset : `${ruleset} with ${pairs.join(', ')}`
}

/** The game and the resolved rules of a course. */
async function rulesOf({ game, ruleset, changes = {} }: Course) {
  const module = await loadGame(game)
  return { module, rules: resolveRules(module, readRuleset(module, ruleset, ROOT), [literal(changes, game)]) }
}

/** Learns a policy, writes its file, and returns the CPU seconds. */
async function learn(course: Course): Promise<number> {
  const { file, ruleset, rounds, matches, tests, seed = SEED } = course
  const recipe = { ...RECIPE, ...course.recipe, planner: { ...RECIPE.planner, ...course.planner } }
  const { module, rules } = await rulesOf(course)
  const settings = { seed, rounds, matches, tests, recipe }
  const kept = join(ROOT, 'runs', `${file}.rounds`)
  const before = process.cpuUsage()
  await learnAll([{ game: module, ruleset, rules, settings, rounds: kept }], {
    threads: 0,
    onLearned: (_, { bytes, beatsGreedy }) => {
      if (!beatsGreedy) throw new Error(`${file} does not beat greedy beyond doubt: it is not to ship`)
      if (bytes.length > BYTES_MAX)
        throw new Error(`${file} has ${bytes.length} bytes, expected ${BYTES_MAX}`)
      writeFileSync(shippedFile(file), bytes)
    },
  })
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / 1e6)
}

/** Plays a policy against others, on its own rules. */
async function measure({ file, game, ruleset, changes = {} }: Course): Promise<Score[]> {
  const agent = `learned:file=${shippedFile(file)}`
  const experiment = await defineExperiment({
    ...{ name: file, game, ruleset, rules: { ...changes }, seed: MEASURED },
    lineups: OPPONENTS.map(({ agent: other, matches }) => ({ agents: [agent, other], matches })),
  })
  const rows = tablesOf(await run(experiment, { threads: 0 })).summary ?? []
  return OPPONENTS.map(({ agent: against, matches }, i) => {
    const percent = (column: string) => Number((100 * Number(rows[i]![column])).toFixed(1))
    return {
      ...{ against, matches, score: percent('score') },
      ...{ low: percent('anytime_low'), high: percent('anytime_high') },
    }
  })
}

const PAGE = join(ROOT, 'docs', 'learning.md')
const BEGIN = '<!-- policies: written by npm run policies -->\n'
const END = '<!-- end of policies -->\n'

/** The table of docs/learning.md. */
function tableOf(list: readonly Listed[]): string {
  const figure = ({ score, low, high }: Score) =>
    `${score.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`
  const lines = [
    ['file', 'game', 'learned on', 'bytes', 'CPU s to learn', ...OPPONENTS.map(headOf)],
    ['---', '---', '---', '---', '---', ...OPPONENTS.map(() => '---')],
    ...list.map(({ file, game, learnedOn, bytes, seconds, scores }) => [
      ...[`\`${file}\``, game, learnedOn, bytes.toLocaleString('en'), String(seconds)],
      ...scores.map(figure),
    ]),
  ]
  return lines.map(line => `| ${line.join(' | ')} |\n`).join('')
}

const headOf = ({ agent, matches }: (typeof OPPONENTS)[number]): string =>
  `against \`${agent}\`, % (n ${matches})`

/** The page with the table of a list. */
function renewed(page: string, list: readonly Listed[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/learning.md lacks its marks ${BEGIN} and ${END}`)
  return `${page.slice(0, begin + BEGIN.length)}\n${tableOf(list)}\n${page.slice(end)}`
}

/** Learns and measures what the command line asks for, and writes everything. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { measure: { type: 'boolean', default: false } },
  })
  mkdirSync(SHIPPED_DIR, { recursive: true })
  const before: readonly Listed[] = existsSync(SHIPPED_LIST)
    ? JSON.parse(readFileSync(SHIPPED_LIST, 'utf8'))
    : []
  const list: Listed[] = []
  for (const course of COURSES) {
    const { file, game } = course
    const isAsked = positionals.length === 0 || positionals.includes(file)
    const old = before.find(one => one.file === file)
    if (!isAsked && old) {
      list.push(old)
      continue
    }
    const seconds = values.measure && old ? old.seconds : await learn(course)
    const { rules } = await rulesOf(course)
    const bytes = readFileSync(shippedFile(file)).length
    const { sha256 } = readPolicy(shippedFile(file))
    const scores = await measure(course)
    const entry = { file, game, learnedOn: learnedOn(course), sha256, rules: { ...rules } }
    list.push({ ...entry, bytes, seconds, scores, features: await featuresOf(entry) })
    console.log(file, seconds, scores)
  }
  writeFileSync(SHIPPED_LIST, `${JSON.stringify(list, null, 1)}\n`)
  writeFileSync(PAGE, renewed(readFileSync(PAGE, 'utf8'), list))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
