/**
 * `npm run populations` renews a table of docs/reference/trained-players.md: what each shipped population shows of its
 * game. Some five minutes on one core.
 */
import { nearestShipped, shippedPolicies } from '../../agents/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { defineExperiment, run, tablesOf } from '../../library/index.ts'
import { isMain, renew, TRAINED_PAGE, tableOf, withInterval } from './pages.ts'
import { COURSES, learnedOn } from './policies/courses.ts'
import { membersOf, roundRobin } from './policies/members.ts'

const MATCHES = 4000

const percent = (share: number): string => (100 * share).toFixed(1)

/** The players themselves are adversaries, too. */
const rangeOf = (ends: readonly number[]): string =>
  `${percent(Math.min(...ends))} to ${percent(Math.max(...ends))}`

async function rowOf(file: string): Promise<string[]> {
  const course = COURSES.find(one => one.file === file)!
  const { game, ruleset, changes = {} } = course
  const lineups = [{ agents: ['learned'] }]
  const experiment = await defineExperiment({
    game,
    ruleset,
    rules: { ...changes },
    matches: MATCHES,
    lineups,
  })
  const { summary, members, seats } = tablesOf(await run(experiment, { threads: 0 }))
  const row = summary[0]!
  const first = seats[0]!
  const all = members.find(({ member }) => Number.isNaN(member))
  const players = membersOf(course)
  const strengths = players.length > 1 ? (await roundRobin(course))(players).map(({ score }) => score) : []
  const module = await loadGame(game)
  const { bracket } = nearestShipped(module, experiment.variants[0]!.rules)!
  const cells = [
    `${game} ${learnedOn(course)}`,
    `${players.length}`,
    all ? withInterval(100 * all.score, 100 * all.score_players_low, 100 * all.score_players_high) : '-',
    percent(row.draw_share),
    row.length_turns.toFixed(1),
    strengths.length > 0
      ? `${Math.min(...strengths).toFixed(0)} to ${Math.max(...strengths).toFixed(0)}`
      : '-',
    bracket ? rangeOf([bracket.low, bracket.high, first.score]) : '-',
  ]
  console.log(cells.join(' | '))
  return cells
}

const HEAD = [
  'rule set',
  'players',
  'first seat, %',
  'draws, %',
  'turns',
  'against the other players, %',
  'first seat in perfect play, %',
]

async function main(): Promise<void> {
  const rows = [HEAD]
  for (const { file } of shippedPolicies()) rows.push(await rowOf(file))
  renew(TRAINED_PAGE, 'populations', tableOf(rows))
}

if (isMain(import.meta.url)) await main()
