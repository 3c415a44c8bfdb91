/**
 * `npm run learned [-- NAME ...]` learns players of the five games and prints who beats whom: the figures of docs/learning-trials.md. Policies go to
 * `runs/learned`, and those that are there are used as they are.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'

/** Who, against whom, how many matches, and their seed. */
type Lineup = readonly [one: string, other: string, matches: number, seed: string]

interface Course {
  /** Words of the command that name the game and its rules, and those that say how it is learned. */
  readonly game: readonly string[]
  readonly learn: readonly string[]
  readonly lineups: readonly Lineup[]
}

const COURSES: Readonly<Record<string, Course>> = {
  'v0.2': {
    game: ['elephant-men'],
    learn: ['--rounds', '6', '--matches', '1000', '--seed', 'learn-em'],
    lineups: [
      ['learned', 'mcts', 200, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
    ],
  },
  golems: {
    game: ['elephant-men', '--ruleset', 'golems-2026-04'],
    learn: ['--rounds', '5', '--matches', '600', '--seed', 'learn-golems'],
    lineups: [
      ['learned', 'greedy', 200, 'test-1'],
      ['learned', 'mcts', 200, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
    ],
  },
  purse: {
    game: ['frontline', '--rules', 'gold.start=150', 'gold.perTurn=0'],
    learn: ['--rounds', '6', '--matches', '300', '--tests', '100', '--seed', 'learn-purse'],
    lineups: [
      ['learned', 'greedy', 100, 'test-4'],
      ['learned', 'mcts', 100, 'test-1'],
      ['planner', 'learned', 100, 'test-2'],
    ],
  },
  bulwark: {
    game: ['bulwark'],
    learn: ['--rounds', '3', '--matches', '300', '--tests', '100', '--seed', 'learn-bw'],
    lineups: [
      ['learned', 'greedy', 200, 'test-1'],
      ['learned', 'mcts', 60, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
    ],
  },
  prestige: {
    game: ['prestige'],
    learn: ['--rounds', '0', '--matches', '400', '--seed', 'learn-p1'],
    lineups: [
      ['learned', 'greedy', 1000, 'test-1'],
      ['learned', 'mcts', 60, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
      ['planner', 'greedy', 60, 'test-4'],
    ],
  },
}

/** The built command, which is ten times as fast as the sources. */
const MAIN = join(ROOT, 'dist', 'cli', 'main.js')
const FOLDER = join(ROOT, 'runs', 'learned')
/** How learning ends that does not beat greedy; its policy is written all the same. */
const WEAK = 1

function evenhand(words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words, '--quiet'], {
    encoding: 'utf8',
  })
  if (status !== 0 && !(words[0] === 'learn' && status === WEAK)) throw new Error(stderr)
  return stdout
}

/** What a line-up says of strength. */
function strengthOf(game: readonly string[], file: string, [one, other, matches, seed]: Lineup): string {
  const agents = [one, other].map(agent =>
    agent === 'learned' || agent === 'planner' ? `${agent}:file=${file}` : agent,
  )
  const words = ['--agents', agents.join(','), '--matches', `${matches}`, '--seed', seed, '--no-keep']
  const text = evenhand(['play', ...game, ...words])
  const [, strength = ''] = /^STRENGTH\n(.*?)\n\n/ms.exec(text) ?? []
  return strength.replace(/\s+/g, ' ').replaceAll(`:file=${file}`, '').trim()
}

mkdirSync(FOLDER, { recursive: true })
const asked = process.argv.slice(2)
for (const [name, { game, learn, lineups }] of Object.entries(COURSES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const file = join(FOLDER, `${name}.policy`)
  if (!existsSync(file)) evenhand(['learn', ...game, ...learn, '--out', file])
  for (const lineup of lineups) console.log(`${name}: ${strengthOf(game, file, lineup)}`)
}
