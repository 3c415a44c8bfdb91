/**
 * `npm run ablations` learns the golem edition by the usual hyperparameters and without one part of them at a
 * time, from three seeds each, and prints how each player does. Rows go to `runs/ablations`; those that are
 * there are not measured again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Game } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { defineExperiment, run, tablesOf } from '../../library/command.ts'
import { HYPERPARAMETERS, type Hyperparameters } from '../../sim/learning/hyperparameters.ts'
import type { LearnSettings } from '../../sim/learning/schedule.ts'
import { PRACTICE } from '../../sim/learning/training.ts'
import { learnInto } from './measure.ts'
import { scoreText, tableOf } from './pages.ts'

const GAME = 'elephant-golems'
const RULESET = 'golems-2026-04'

const WHOLE = 'nothing'
const CROSSES = 'tokens crossed with aspects'

/** The hyperparameters without each part. */
const ABLATIONS: Readonly<Record<string, Partial<Hyperparameters>>> = {
  [WHOLE]: {},
  'winners only: all decisions are learned': { keeps: 'all' },
  'noise: nobody errs on purpose': { noise: { self: 0, met: 0 } },
  '`greedy` among the opponents': { parts: { ...HYPERPARAMETERS.parts, greedy: 0 } },
  'earlier rounds among the opponents': { parts: { ...HYPERPARAMETERS.parts, past: 0 } },
  'more matches against who still wins: all are met evenly': {
    practice: { ...PRACTICE, matchmaking: 'even' },
  },
  practice: { practice: null },
  'planners: practice alone': { usesPlanner: false },
  [CROSSES]: {},
}

const SEEDS = ['a', 'b', 'c'] as const
const TRAINING = { rounds: 3, matches: 80, tests: 20 } as const

/** The matches that measure policies: a seed that none was learned from, and how many there are. */
const MEASURED = 'ablated'
const OPPONENTS = [
  { agent: 'greedy', matches: 100 },
  { agent: 'mcts:iterations=50', matches: 60 },
] as const
const MUTUAL = 100

const FOLDER = join(ROOT, 'runs', 'ablations')
const module = await loadGame(GAME)
const rules = resolveRules(module, readRuleset(module, RULESET, ROOT), [])

/** The class of the game's positions, whose tokens are taken away and given back. */
const prototype = Object.getPrototypeOf(module.compile(rules)) as Game
const { tokens } = prototype

const fileOf = (name: string, seed: string): string =>
  join(FOLDER, `${Object.keys(ABLATIONS).indexOf(name)}-${seed}.policy`)

/** Learns a policy, and returns the CPU seconds. */
async function learn(name: string, seed: string): Promise<number> {
  const hyperparameters = { ...HYPERPARAMETERS, ...ABLATIONS[name] }
  const settings: LearnSettings = { ...TRAINING, seed: `ablation ${seed}`, hyperparameters }
  return await learnInto(fileOf(name, seed), { game: module, ruleset: RULESET, rules, settings })
}

/** The share of a policy's matches with itself at the turn limit, and its scores. */
async function measured(name: string, seed: string): Promise<string[]> {
  const agent = `learned:file=${fileOf(name, seed)}`
  const rival = name === WHOLE || name === CROSSES ? [] : [`learned:file=${fileOf(WHOLE, seed)}`]
  const experiment = await defineExperiment({
    name: 'ablation',
    game: GAME,
    ruleset: RULESET,
    seed: MEASURED,
    lineups: [
      { agents: [agent], matches: MUTUAL },
      ...OPPONENTS.map(({ agent: other, matches }) => ({ agents: [agent, other], matches })),
      ...rival.map(other => ({ agents: [agent, other], matches: MUTUAL })),
    ],
  })
  const rows = tablesOf(await run(experiment, { threads: 0 })).summary ?? []
  const alone = rows.find(({ mirror }) => mirror)
  const scores = rows.filter(({ position }) => position === 1).map(scoreText)
  const limited = (100 * Number(alone!.turn_limit_share)).toFixed(1)
  return [limited, ...scores, ...(rival.length === 0 ? [''] : [])]
}

/** A row of the table. Without crosses there are no tokens, in training or in play. */
async function rowOf(name: string, seed: string): Promise<string[]> {
  const kept = `${fileOf(name, seed)}.json`
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as string[]
  if (name === CROSSES) prototype.tokens = () => 0
  const seconds = await learn(name, seed)
  const row = [name, seed, String(seconds), ...(await measured(name, seed))]
  Object.assign(prototype, { tokens })
  writeFileSync(kept, JSON.stringify(row))
  return row
}

mkdirSync(FOLDER, { recursive: true })
const heads = OPPONENTS.map(({ agent, matches }) => `against \`${agent}\`, % (n ${matches})`)
const whole = `against the whole recipe, % (n ${MUTUAL})`
const rows = [['without', 'seed', 'CPU, s', `limit, with itself, % (n ${MUTUAL})`, ...heads, whole]]
for (const name of Object.keys(ABLATIONS)) for (const seed of SEEDS) rows.push(await rowOf(name, seed))
console.log(tableOf(rows))
