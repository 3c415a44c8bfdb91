/**
 * `npm run strength` renews the table of docs/reference/agents.md on what `mcts` scores against the player that it was
 * up to evenhand 0.2: at equal iterations, and at equal CPU time.
 */
import type { Agent } from '../../agents/index.ts'
import { type Build, loadBuild } from '../../bench/build.ts'
import { literal } from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { DIST, evenhand } from './measure.ts'
import { AGENTS_PAGE, renew, tableOf, withInterval } from './pages.ts'

/** evenhand 0.2, by options; how deep it looked depends on the game. */
const OLD = { bias: 0, reuse: false, value: 'clamped', solver: false, exploration: 0.1 } as const
const ITERATIONS = 400
const SEED = 'strength'

interface Row {
  readonly name: string
  readonly game: string
  readonly ruleset: string
  readonly rules?: Readonly<Record<string, unknown>>
  /** Steps of the old player's playouts: 3 unless it is named. */
  readonly depth?: number
  /** Matches of each of the two line-ups. */
  readonly matches: number
}

const ROWS: readonly Row[] = [
  { name: 'Elephant Men v0.2', game: 'elephant-men', ruleset: 'v0.2', matches: 300 },
  { name: 'golem edition 2026-04', game: 'elephant-men', ruleset: 'golems-2026-04', matches: 200 },
  {
    name: 'Frontline with a purse of 150 gold',
    game: 'frontline',
    ruleset: 'default',
    rules: { 'gold.start': 150, 'gold.perTurn': 0 },
    matches: 300,
  },
  { name: 'Frontline, default rules', game: 'frontline', ruleset: 'default', matches: 60 },
  { name: 'Bulwark', game: 'bulwark', ruleset: 'standard', matches: 400 },
  { name: 'Prestige for two', game: 'prestige', ruleset: 'two', depth: 1, matches: 400 },
  { name: 'Prestige for three', game: 'prestige', ruleset: 'three', depth: 1, matches: 300 },
  { name: 'Prestige for four', game: 'prestige', ruleset: 'four', depth: 1, matches: 300 },
]

/** Blocks that time the two players, after half as many that warm them up. */
const TIMED = 6
/** The score between two that counts as beating it, in percent. */
const BEATEN = 65

/** An agent whose decisions are counted and timed, in CPU microseconds of the process. */
class Timed implements Agent {
  cpu = 0
  decisions = 0
  readonly #agent: Agent

  constructor(agent: Agent) {
    this.#agent = agent
  }

  begin(): void {
    this.#agent.begin?.()
  }

  choose(...question: Parameters<Agent['choose']>): number {
    const before = process.cpuUsage()
    const action = this.#agent.choose(...question)
    const { user, system } = process.cpuUsage(before)
    this.cpu += user + system
    this.decisions++
    return action
  }

  /** CPU microseconds a decision. */
  get mean(): number {
    return this.cpu / this.decisions
  }

  clear(): void {
    this.cpu = 0
    this.decisions = 0
  }
}

const optionsOf = ({ depth = 3 }: Row): Record<string, unknown> => ({ ...OLD, depth })

/** Iterations at which the old player takes as long a decision as the new one, in matches between the two. */
function sameTime(build: Build, game: CompiledGame, row: Row): number {
  let iterations = ITERATIONS
  for (const _ of [1, 2]) {
    const make = (options: object) => new Timed(build.mcts.make(game, build.mcts.options.parse(options)))
    const one = make({ iterations: ITERATIONS })
    const other = make({ ...optionsOf(row), iterations })
    const agents = game.info.seats.map((_, seat) => ({ agent: seat === 0 ? one : other, foreign: false }))
    const runner = new build.MatchRunner(game, agents)
    for (let block = 0; block < TIMED * 1.5; block++) {
      if (block === TIMED / 2) for (const agent of [one, other]) agent.clear()
      for (const rotation of agents.keys()) runner.play(build.rootOf('time'), block, rotation, false)
    }
    iterations = Math.round((iterations * one.mean) / other.mean / 10) * 10
  }
  return iterations
}

/** Score of the new player in percent, with its interval; the fair share in the same. */
interface Score {
  readonly score: number
  readonly low: number
  readonly high: number
  readonly draws: number
}

/** From the command line, where anyone can ask again. */
function scoreOf(row: Row, seats: number, iterations: number): Score {
  const old = Object.entries({ ...optionsOf(row), iterations }).map(([key, value]) => `${key}=${value}`)
  const agents = [`mcts:iterations=${ITERATIONS}`, ...Array(seats - 1).fill(`mcts:${old.join(':')}`)]
  const rules = Object.entries(row.rules ?? {}).map(([key, value]) => `${key}=${value}`)
  const game = [row.game, '--ruleset', row.ruleset, ...(rules.length > 0 ? ['--rules', ...rules] : [])]
  const size = ['--agents', agents.join(','), '--matches', `${row.matches}`, '--seed', SEED]
  const text = evenhand(['play', ...game, ...size, '--no-keep', '--json', '--quiet'])
  const { summary } = JSON.parse(text) as {
    summary: {
      position: number
      seat: string
      score: number
      score_low: number
      score_high: number
      draw_share: number
    }[]
  }
  const found = summary.find(({ position, seat }) => position === 1 && seat === '')!
  return {
    score: 100 * found.score,
    low: 100 * found.score_low,
    high: 100 * found.score_high,
    draws: found.draw_share,
  }
}

const wordsOf = ({ score, low, high, draws }: Score): string =>
  draws === 1 ? 'all drawn' : withInterval(score, low, high)

const verdictOf = ({ low, high }: Score): string =>
  low >= BEATEN ? 'yes' : high < BEATEN ? 'no' : 'not shown'

async function table(): Promise<string> {
  const build = await loadBuild(DIST)
  const lines = [
    [
      'game',
      'fair, %',
      'n',
      'equal iterations, %',
      'by 65 %?',
      'iterations of the old one in equal time',
      'equal time, %',
      'by 65 %?',
    ],
  ]
  for (const row of ROWS) {
    const module = await build.loadGame(row.game)
    const rules = build.resolveRules(module, build.readRuleset(module, row.ruleset, '.'), [
      literal(row.rules ?? {}, 'rules'),
    ])
    const game = module.compile(rules)
    const seats = game.info.seats.length
    const timed = sameTime(build, game, row)
    const scores = [ITERATIONS, timed].map(iterations => scoreOf(row, seats, iterations))
    const [equal, time] = scores.map(score => [wordsOf(score), verdictOf(score)])
    lines.push([...[row.name, (100 / seats).toFixed(0), `${row.matches}`], ...equal!, `${timed}`, ...time!])
    console.log(lines.at(-1)!.join(' | '))
  }
  return tableOf(lines)
}

renew(AGENTS_PAGE, 'strength', await table())
