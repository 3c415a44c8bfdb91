/**
 * `npm run carry-over` compares players that start from shipped ones, as `--learn` has them, with players that learn
 * from nothing: what each costs, and what they score on the same rules against opponents that know neither, and
 * against each other. It writes the table of docs/explanation/learning.md. Policies go to `runs/carry-over`; those
 * that are there aren't trained again. NAME ... limits it to these games, and prints instead of writing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAgent, LEARN_DEFAULTS, ROUNDS_FROM_SHIPPED } from '../../agents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { defineExperiment } from '../../library/command.ts'
import type { LearnSettings } from '../../library/learning/learn.ts'
import { continuing } from '../../library/learning/population.ts'
import { measurePanel, type PanelOpponent } from '../../library/panel.ts'
import { learnInto } from './measure.ts'
import { pageOf, renew, tableOf, withInterval } from './pages.ts'

interface Case {
  readonly game: string
  readonly rules: Readonly<Record<string, unknown>>
}

const CASES: readonly Case[] = [
  { game: 'elephant-men', rules: { 'favour.win': 9 } },
  { game: 'frontline', rules: { 'gold.start': 120, 'gold.perTurn': 0 } },
]

/** The seeds of the players: those from shipped ones are the first two of a population. */
const SEEDS = [
  { nothing: '1', shipped: '1' },
  { nothing: '2', shipped: '1-2' },
] as const

const OUTSIDERS: readonly PanelOpponent[] = [
  { name: 'greedy', agent: 'greedy', matches: 400 },
  { name: 'mcts:400', agent: 'mcts:iterations=400', matches: 20 },
]
/** Matches against the player of the same seed that learned from nothing. */
const MUTUAL = 400

const FOLDER = join(ROOT, 'runs', 'carry-over')

interface Player {
  readonly file: string
  /** CPU seconds. */
  readonly seconds: number
}

/** Trains a player on a case's rules, unless its file is there. */
async function train({ game, rules: changes }: Case, name: string, settings: LearnSettings): Promise<Player> {
  const file = join(FOLDER, `${name}.policy`)
  const kept = `${file}.seconds`
  if (!existsSync(kept)) {
    const { variants } = await defineExperiment({ game, rules: changes })
    const { rules, ruleset } = variants[0]!
    const seconds = await learnInto(file, { game: await loadGame(game), ruleset, rules, settings })
    writeFileSync(kept, `${seconds}\n`)
  }
  return { file, seconds: Number(readFileSync(kept, 'utf8')) }
}

async function rowsOf(one: Case): Promise<string[][]> {
  const learned = await findAgent('learned')
  const { game, rules } = one
  const plan = await defineExperiment({
    game,
    rules,
    learn: { from: 'shipped' },
    lineups: [{ agents: ['learned'] }],
  })
  const { from: [shipped = []] = [], matches, tests } = plan.learn!
  const { info } = (await loadGame(game)).compile(plan.variants[0]!.rules)
  const words = Object.entries(rules).map(([key, value]) => `\`${key}=${value}\``)
  const rows: string[][] = []
  for (const [member, seeds] of SEEDS.entries()) {
    const name = `${game}-${member + 1}`
    const numbers = { matches, tests }
    const fresh = await train(one, `${name}-nothing`, {
      ...numbers,
      seed: seeds.nothing,
      rounds: LEARN_DEFAULTS.rounds,
    })
    const start = continuing(info, shipped, seeds.shipped, member, learned)
    const carried = await train(one, `${name}-shipped`, { ...numbers, ...start, rounds: ROUNDS_FROM_SHIPPED })
    const players = [
      { ...fresh, how: `${LEARN_DEFAULTS.rounds} rounds from nothing`, met: [] },
      { ...carried, how: `${ROUNDS_FROM_SHIPPED} round from a shipped player`, met: [fresh.file] },
      { file: start.from!.file, seconds: 0, how: 'the shipped player itself', met: [fresh.file] },
    ]
    for (const { file, seconds, how, met } of players) {
      const mutual = met.map(file => ({ name: '', agent: `learned:file=${file}`, matches: MUTUAL }))
      const scores = await measurePanel({ game, rules }, file, [...OUTSIDERS, ...mutual], plan.seats.length, {
        threads: 0,
      })
      const told = scores.map(({ score, low, high }) => withInterval(100 * score, 100 * low, 100 * high))
      const row = [game, words.join(', '), `${member + 1}`, how, `${seconds}`, ...told]
      rows.push([...row, ...(met.length > 0 ? [] : [''])])
      console.log(row.join(' | '))
    }
  }
  return rows
}

mkdirSync(FOLDER, { recursive: true })
const asked = process.argv.slice(2)
const head = [
  ...['game', 'rules', 'player', 'how it learned', 'CPU s'],
  ...OUTSIDERS.map(({ name, matches }) => `against \`${name}\`, % (n ${matches})`),
  `against the same player trained from nothing, % (n ${MUTUAL})`,
]
const rows: string[][] = []
for (const one of CASES) if (asked.length === 0 || asked.includes(one.game)) rows.push(...(await rowsOf(one)))
const table = tableOf([head, ...rows])
if (asked.length > 0) console.log(table)
else renew(pageOf('explanation', 'learning.md'), 'carry-over', table)
