/**
 * `npm run carry-over` measures what learning a variant saves by starting from the baseline's policy, and prints the table of docs/learning-trials.md. Each
 * variant is learned from the baseline's weights, from nothing in as many rounds, and from nothing in as many as it and the baseline have together. Policies go to `runs/carry-over`. On one thread, for threads load no TypeScript.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { literal } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { defineExperiment, learnAll, policyOf, run, tablesOf } from '../../library/command.ts'

type Changes = Readonly<Record<string, unknown>>

interface Case {
  readonly game: string
  readonly ruleset: string
  readonly baseline: Changes
  readonly variants: readonly Changes[]
}

const CASES: readonly Case[] = [
  {
    ...{ game: 'elephant-men', ruleset: 'v0.2', baseline: {} },
    variants: [{ 'favour.win': 5 }, { 'favour.win': 9 }],
  },
  {
    ...{ game: 'frontline', ruleset: 'default', baseline: { 'gold.start': 150, 'gold.perTurn': 0 } },
    variants: [{ 'gold.start': 120, 'gold.perTurn': 0 }],
  },
]

/** Rounds of the baseline, of a variant that goes on from it, and of both together. */
const BASELINE_ROUNDS = 3
const ROUNDS = 2
const ALL = BASELINE_ROUNDS + ROUNDS
const LESSONS = { matches: 300, tests: 60, seed: 'carry-over' } as const

/** What no policy was learned from: the seed of the matches that measure them; and how many those are. */
const MEASURED = 'carried'
const OPPONENTS = [
  { agent: 'greedy', matches: 200 },
  { agent: 'mcts:iterations=50', matches: 100 },
] as const
const MUTUAL = 400

const FOLDER = join(ROOT, 'runs', 'carry-over')

interface Learned {
  readonly file: string
  /** CPU seconds. */
  readonly seconds: number
}

/** Learns some rules, from the weights of a file if there is one. */
async function learned(
  { game, ruleset }: Case,
  name: string,
  changes: Changes,
  rounds: number,
  from?: string,
): Promise<Learned> {
  const module = await loadGame(game)
  const rules = resolveRules(module, readRuleset(module, ruleset, ROOT), [literal(changes, game)])
  const file = join(FOLDER, `${name}.policy`)
  const settings = { ...LESSONS, rounds, ...(from === undefined ? {} : { from: policyOf(module, from) }) }
  const before = process.cpuUsage()
  await learnAll([{ name: '', game: module, ruleset, rules, settings, checkpoints: `${file}.rounds` }], {
    threads: 0,
    onLearned: (_, { bytes }) => writeFileSync(file, bytes),
  })
  const { user, system } = process.cpuUsage(before)
  return { file, seconds: Math.round((user + system) / 1e6) }
}

/** The scores of a policy against others, in percent, with intervals that hold however often one looks. */
async function scores({ game, ruleset }: Case, rules: Changes, file: string, others: readonly string[]) {
  const opponents = [
    ...OPPONENTS,
    ...others.map(other => ({ agent: `learned:file=${other}`, matches: MUTUAL })),
  ]
  const experiment = await defineExperiment({
    ...{ name: 'carry-over', game, ruleset, rules, seed: MEASURED },
    lineups: opponents.map(({ agent, matches }) => ({ agents: [`learned:file=${file}`, agent], matches })),
  })
  const rows = tablesOf(await run(experiment, { threads: 0 })).summary ?? []
  const percent = (share: unknown) => (100 * Number(share)).toFixed(1)
  return rows.map(
    ({ score, anytime_low, anytime_high }) =>
      `${percent(score)} (${percent(anytime_low)} to ${percent(anytime_high)})`,
  )
}

const wordsOf = (changes: Changes): string =>
  Object.entries(changes)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** Prints a row of the table. */
const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

mkdirSync(FOLDER, { recursive: true })
const heads = OPPONENTS.map(({ agent, matches }) => `against \`${agent}\`, % (n ${matches})`)
row([
  ...['game', 'variant', 'from', 'rounds', 'CPU, s', ...heads],
  ...[ROUNDS, ALL].map(rounds => `against ${rounds} rounds from nothing, % (n ${MUTUAL})`),
])
row(Array.from({ length: 7 + heads.length }, () => '---'))
for (const one of CASES) {
  const { game, baseline, variants } = one
  const base = await learned(one, game, baseline, BASELINE_ROUNDS)
  for (const [i, variant] of variants.entries()) {
    const name = `${game}-${i}`
    const fresh = await learned(one, `${name}-nothing`, variant, ROUNDS)
    const whole = await learned(one, `${name}-whole`, variant, ALL)
    const carried = await learned(one, `${name}-baseline`, variant, ROUNDS, base.file)
    const tell = async (from: string, rounds: number, { file, seconds }: Learned, others: string[]) => {
      const told = await scores(one, variant, file, others)
      const blanks = Array.from({ length: 2 - others.length }, () => '')
      row([game, wordsOf(variant), from, rounds, seconds, ...told, ...blanks])
    }
    await tell('nothing', ROUNDS, fresh, [])
    await tell('nothing', ALL, whole, [fresh.file])
    await tell('the baseline', ROUNDS, carried, [fresh.file, whole.file])
    await tell('the baseline', 0, { file: base.file, seconds: 0 }, [fresh.file, whole.file])
  }
  row([game, wordsOf(baseline), 'the baseline itself', BASELINE_ROUNDS, base.seconds, '', '', '', ''])
}
