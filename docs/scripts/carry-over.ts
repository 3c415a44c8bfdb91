/**
 * `npm run carry-over` measures what learning a variant saves by starting from the baseline's policy, and
 * prints it as a table. Each variant is learned from the baseline's weights, from
 * nothing in as many rounds, and from nothing in as many as it and the baseline have together. Policies go to
 * `runs/carry-over`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { literal } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { defineExperiment, policyOf, run, tablesOf } from '../../library/command.ts'
import { learnInto } from './measure.ts'
import { scoreText } from './pages.ts'

type Changes = Readonly<Record<string, unknown>>

interface Case {
  readonly game: string
  readonly ruleset: string
  readonly baseline: Changes
  readonly variants: readonly Changes[]
}

const CASES: readonly Case[] = [
  {
    game: 'elephant-men',
    ruleset: 'v0.2',
    baseline: {},
    variants: [{ 'favour.win': 5 }, { 'favour.win': 9 }],
  },
  {
    game: 'frontline',
    ruleset: 'default',
    baseline: { 'gold.start': 150, 'gold.perTurn': 0 },
    variants: [{ 'gold.start': 120, 'gold.perTurn': 0 }],
  },
]

/** Rounds of the baseline, of a variant that continues it, and of both together. */
const BASELINE_ROUNDS = 3
const ROUNDS = 2
const ALL = BASELINE_ROUNDS + ROUNDS
const TRAINING = { matches: 300, tests: 60, seed: 'carry-over' } as const

/** The matches that measure policies: a seed that none was learned from, and how many there are. */
const MEASURED = 'carried'
const OPPONENTS = [
  { agent: 'greedy', matches: 200 },
  { agent: 'mcts:iterations=50', matches: 100 },
] as const
const MUTUAL = 400

const FOLDER = join(ROOT, 'runs', 'carry-over')

interface LearnedPolicy {
  readonly file: string
  /** CPU seconds. */
  readonly seconds: number
}

/** Learns some rules, from the weights of a file if there is one. */
async function learn(
  { game, ruleset }: Case,
  name: string,
  changes: Changes,
  rounds: number,
  from?: string,
): Promise<LearnedPolicy> {
  const module = await loadGame(game)
  const rules = resolveRules(module, readRuleset(module, ruleset, ROOT), [literal(changes, game)])
  const file = join(FOLDER, `${name}.policy`)
  const settings = { ...TRAINING, rounds, ...(from !== undefined && { from: policyOf(module, from, rules) }) }
  return { file, seconds: await learnInto(file, { game: module, ruleset, rules, settings }) }
}

/** The scores of a policy against others, in percent, with intervals that hold however often one looks. */
async function scores({ game, ruleset }: Case, rules: Changes, file: string, others: readonly string[]) {
  const opponents = [
    ...OPPONENTS,
    ...others.map(other => ({ agent: `learned:file=${other}`, matches: MUTUAL })),
  ]
  const experiment = await defineExperiment({
    name: 'carry-over',
    game,
    ruleset,
    rules,
    seed: MEASURED,
    lineups: opponents.map(({ agent, matches }) => ({ agents: [`learned:file=${file}`, agent], matches })),
  })
  return (tablesOf(await run(experiment, { threads: 0 })).summary ?? []).map(scoreText)
}

const wordsOf = (changes: Changes): string =>
  Object.entries(changes)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** Prints a row of the table. */
const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

mkdirSync(FOLDER, { recursive: true })
const heads = OPPONENTS.map(({ agent, matches }) => `against \`${agent}\`, % (n ${matches})`)
const fresh = [ROUNDS, ALL].map(rounds => `against ${rounds} rounds from nothing, % (n ${MUTUAL})`)
row(['game', 'variant', 'from', 'rounds', 'CPU, s', ...heads, ...fresh])
row(Array.from({ length: 7 + heads.length }, () => '---'))
for (const one of CASES) {
  const { game, baseline, variants } = one
  const base = await learn(one, game, baseline, BASELINE_ROUNDS)
  for (const [i, variant] of variants.entries()) {
    const name = `${game}-${i}`
    const fresh = await learn(one, `${name}-nothing`, variant, ROUNDS)
    const whole = await learn(one, `${name}-whole`, variant, ALL)
    const carried = await learn(one, `${name}-baseline`, variant, ROUNDS, base.file)
    const tell = async (from: string, rounds: number, { file, seconds }: LearnedPolicy, others: string[]) => {
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
