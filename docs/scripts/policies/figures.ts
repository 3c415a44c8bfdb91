/** Figures of a policy that ships: scores on seeds that learning has not seen, CPU times, and the first seat's score. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePolicy, readPolicy, shippedFile } from '../../../agents/index.ts'
import { defineExperiment, run, tablesOf } from '../../../library/command.ts'
import { timed } from '../measure.ts'
import { type Course, rulesOf } from './courses.ts'

/** A seed that no policy was learned from. */
const MEASURED = 'measured'

/** Opponents, their names in the table, and numbers of matches. The planner plays by the same policy. */
export const OPPONENTS = [
  { against: 'greedy', label: '`greedy`', matches: 400 },
  { against: 'mcts', label: '`mcts`', matches: 200 },
  { against: 'planner', label: 'its `planner`', matches: 1200 },
] as const

/** Matches of a planner against one that values positions by gauges, by the same policy. */
export const VALUED = 240

/** Matches of a policy with itself, for the first seat's score and CPU time, and of `mcts`, for CPU time only. */
export const ALONE = 2000
const TIMED = 10

/** A score in percent. Its interval holds at every look against opponents, and for one look in matches with itself. */
export interface PercentScore {
  readonly matches: number
  readonly score: number
  readonly low: number
  readonly high: number
}

/** A score against an opponent. */
export type Meeting = PercentScore & { readonly against: string }

export interface Figures {
  readonly scores: readonly Meeting[]
  /** Of its planner, against one that values positions by gauges; absent where both do. */
  readonly valued?: PercentScore
  /** Of the first seat, in matches of the policy with itself. */
  readonly first: PercentScore
  /** CPU milliseconds of a match of each with itself. */
  readonly cpu: { readonly learned: number; readonly mcts: number }
}

const percent = (share: unknown): number => Number((100 * Number(share)).toFixed(1))

/**
 * Plays one agent in all seats, or against another in all other seats, on a course's rules. Returns its row
 * of the summary, and CPU milliseconds a match.
 */
async function played(course: Course, [one, other]: readonly [string, string?], matches: number) {
  const { file, game, ruleset, changes = {} } = course
  const { module, rules } = await rulesOf(course)
  const others = module.compile(rules).info.seats.slice(1)
  const agents = other === undefined ? [one] : [one, ...others.map(() => other)]
  const experiment = await defineExperiment({
    name: file,
    game,
    ruleset,
    rules: { ...changes },
    seed: MEASURED,
    lineups: [{ agents, matches }],
  })
  const [result, seconds] = await timed(() => run(experiment, { threads: 0 }))
  const [row] = tablesOf(result).summary!
  return { row: row!, cpu: Number(((1000 * seconds) / matches).toPrecision(2)) }
}

/** A policy as `learned`, and as the planner that goes by it. */
const playerOf = (course: Course, agent: 'learned' | 'planner'): string =>
  `${agent}:file=${shippedFile(course.file)}`

async function scored(course: Course, one: string, other: string, matches: number): Promise<PercentScore> {
  const { row } = await played(course, [one, other], matches)
  const [low, high] = [percent(row.anytime_low), percent(row.anytime_high)]
  return { matches, score: percent(row.score), low, high }
}

/** The score of another member of a population against the first. */
export async function againstFirst(course: Course, other: Course): Promise<PercentScore> {
  return await scored(course, playerOf(other, 'learned'), playerOf(course, 'learned'), OPPONENTS[0].matches)
}

async function met(course: Course, { against, matches }: (typeof OPPONENTS)[number]): Promise<Meeting> {
  const other = against === 'planner' ? playerOf(course, against) : against
  return { against, ...(await scored(course, playerOf(course, 'learned'), other, matches)) }
}

async function valued(course: Course): Promise<Pick<Figures, 'valued'>> {
  if (!course.hyperparameters?.learnsValues) return {}
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-policies-'))
  try {
    const { header, weights } = readPolicy(shippedFile(course.file))
    const file = join(folder, course.file)
    writeFileSync(file, encodePolicy(header, weights, null))
    const score = await scored(course, playerOf(course, 'planner'), `planner:file=${file}`, VALUED)
    return { valued: score }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The figures of a policy that plays as it did, with those of its planner as they are today. */
export async function withPlanner(course: Course, former: Figures): Promise<Figures> {
  const planner = OPPONENTS.find(({ against }) => against === 'planner')!
  const today = await met(course, planner)
  const { first, cpu } = former
  const scores = former.scores.map(one => (one.against === planner.against ? today : one))
  return { scores, ...(await valued(course)), first, cpu }
}

/** CPU times of a policy and of `mcts`, each in matches with itself, and the first seat's score in the policy's. */
async function timesOf(course: Course): Promise<Pick<Figures, 'first' | 'cpu'>> {
  const alone = await played(course, [playerOf(course, 'learned')], ALONE)
  const { score, score_low, score_high } = alone.row
  const first = { matches: ALONE, score: percent(score), low: percent(score_low), high: percent(score_high) }
  const mcts = await played(course, ['mcts'], TIMED)
  return { first, cpu: { learned: alone.cpu, mcts: mcts.cpu } }
}

/** The figures of a policy that plays as it did, with CPU times of today. */
export async function withTimes(course: Course, { scores, valued, ...former }: Figures): Promise<Figures> {
  const { first, cpu } = await timesOf(course)
  if (JSON.stringify(first) !== JSON.stringify(former.first))
    throw new Error(`${course.file} does not play as it did: it is to be measured (--measure)`)
  return { scores, ...(valued && { valued }), first, cpu }
}

/** Measures a policy on its own rules. */
export async function measure(course: Course): Promise<Figures> {
  const scores: Meeting[] = []
  for (const opponent of OPPONENTS) scores.push(await met(course, opponent))
  const { first, cpu } = await timesOf(course)
  return { scores, ...(await valued(course)), first, cpu }
}
