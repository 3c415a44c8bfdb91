/**
 * `npm run learned [-- NAME ...]` learns players of the five games and prints who beats whom: the figures of
 * docs/explanation/learning-trials.md. Policies go to `runs/learned`; those that are there are not learned again.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'
import { evenhand } from './measure.ts'

/** Who, against whom, how many matches, and their seed. */
type Lineup = readonly [one: string, other: string, matches: number, seed: string]

interface Course {
  /** Words of the command that name the game and its rules. */
  readonly game: string
  /** And how it is learned. */
  readonly learn: string
  readonly lineups: readonly Lineup[]
}

const COURSES: Readonly<Record<string, Course>> = {
  'v0.2': {
    game: 'elephant-men',
    learn: '--rounds 6 --matches 1000 --seed learn-em',
    lineups: [
      ['learned', 'mcts', 200, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
    ],
  },
  golems: {
    game: 'elephant-men --ruleset golems-2026-04',
    learn: '--rounds 5 --matches 600 --seed learn-golems',
    lineups: [
      ['learned', 'greedy', 200, 'test-1'],
      ['learned', 'mcts', 200, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
    ],
  },
  purse: {
    game: 'frontline --rules gold.start=150 gold.perTurn=0',
    learn: '--rounds 6 --matches 300 --tests 100 --seed learn-purse',
    lineups: [
      ['learned', 'greedy', 100, 'test-4'],
      ['learned', 'mcts', 100, 'test-1'],
      ['planner', 'learned', 100, 'test-2'],
    ],
  },
  bulwark: {
    game: 'bulwark',
    learn: '--rounds 3 --matches 300 --tests 100 --seed learn-bw',
    lineups: [
      ['learned', 'greedy', 200, 'test-1'],
      ['learned', 'mcts', 60, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
    ],
  },
  prestige: {
    game: 'prestige',
    learn: '--rounds 0 --matches 400 --seed learn-p1',
    lineups: [
      ['learned', 'greedy', 1000, 'test-1'],
      ['learned', 'mcts', 60, 'test-2'],
      ['planner', 'learned', 60, 'test-3'],
      ['planner', 'greedy', 60, 'test-4'],
    ],
  },
}

const FOLDER = join(ROOT, 'runs', 'learned')
/** The exit code of learning that does not beat greedy; its policy is written all the same. */
const WEAK = 1

/** What a line-up says of strength. */
function strengthOf(game: string, file: string, [one, other, matches, seed]: Lineup): string {
  const agents = [one, other].map(agent =>
    agent === 'learned' || agent === 'planner' ? `${agent}:file=${file}` : agent,
  )
  const words = [
    '--agents',
    agents.join(','),
    '--matches',
    `${matches}`,
    '--seed',
    seed,
    '--no-keep',
    '--quiet',
  ]
  const text = evenhand(['play', ...game.split(' '), ...words])
  const [, strength = ''] = /^STRENGTH\n(.*?)\n\n/ms.exec(text) ?? []
  return strength.replace(/\s+/g, ' ').replaceAll(`:file=${file}`, '').trim()
}

mkdirSync(FOLDER, { recursive: true })
const asked = process.argv.slice(2)
for (const [name, { game, learn, lineups }] of Object.entries(COURSES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const file = join(FOLDER, `${name}.policy`)
  if (!existsSync(file))
    evenhand([...`learn ${game} ${learn}`.split(' '), '--out', file, '--quiet'], { accepted: WEAK })
  for (const lineup of lineups) console.log(`${name}: ${strengthOf(game, file, lineup)}`)
}
