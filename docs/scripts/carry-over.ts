/**
 * `npm run carry-over` measures what learning a variant saves by starting from the baseline's policy, and prints the table of docs/learning.md. Each
 * variant is learned twice in as many rounds, from the baseline's weights and from nothing. Policies go to `runs/carry-over`. On one thread, for threads load no TypeScript.
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

/** Rounds of the baseline, and of a variant. */
const BASELINE_ROUNDS = 3
const ROUNDS = 2
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
  await learnAll([{ game: module, ruleset, rules, settings, rounds: `${file}.rounds` }], {
    threads: 0,
    onLearned: (_, { bytes }) => writeFileSync(file, bytes),
  })
  const { user, system } = process.cpuUsage(before)
  return { file, seconds: Math.round((user + system) / 1e6) }
}

/** The scores of a policy against others, in percent, with intervals that hold however often one looks. */
async function scores({ game, ruleset }: Case, rules: Changes, file: string, other?: string) {
  const opponents = [
    ...OPPONENTS,
    ...(other === undefined ? [] : [{ agent: `learned:file=${other}`, matches: MUTUAL }]),
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
row(['game', 'variant', 'from', 'CPU, s', ...heads, `against the one from nothing, % (n ${MUTUAL})`])
row(['---', '---', '---', '---', ...heads.map(() => '---'), '---'])
for (const one of CASES) {
  const { game, baseline, variants } = one
  const base = await learned(one, game, baseline, BASELINE_ROUNDS)
  for (const [i, variant] of variants.entries()) {
    const fresh = await learned(one, `${game}-${i}-nothing`, variant, ROUNDS)
    const carried = await learned(one, `${game}-${i}-baseline`, variant, ROUNDS, base.file)
    const told = wordsOf(variant)
    row([game, told, 'nothing', fresh.seconds, ...(await scores(one, variant, fresh.file)), ''])
    row([
      game,
      told,
      'the baseline',
      carried.seconds,
      ...(await scores(one, variant, carried.file, fresh.file)),
    ])
    row([game, told, 'the baseline, 0 rounds', 0, ...(await scores(one, variant, base.file, fresh.file))])
  }
  row([game, wordsOf(baseline), 'the baseline itself', base.seconds, ...OPPONENTS.map(() => ''), ''])
}
