/** Figures of a policy that ships: scores on seeds that learning has not seen, CPU times, and the first seat's score. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePolicy, readPolicy, shippedFile } from '../../../agents/index.ts'
import { defineExperiment, run, tablesOf } from '../../../library/command.ts'
import { measurePanel, type PanelScore, panelOf } from '../../../library/panel.ts'
import { timed } from '../measure.ts'
import { withInterval } from '../pages.ts'
import { type Course, rulesOf } from './courses.ts'

/** A seed that no policy was learned from. */
const MEASURED = 'measured'

/** Matches of a member of a population against each of the others, to decide whether it ships. */
const AGAINST_MEMBER = 200

/** Matches of a planner against one that values positions by gauges, by the same policy. */
export const VALUED = 240

/** Matches of a policy with itself, for the first seat's score and CPU time, and of `mcts`, for CPU time only. */
export const ALONE = 2000
const TIMED = 10

/** A score in percent, and its interval. */
export interface PercentScore {
  readonly matches: number
  readonly score: number
  readonly low: number
  readonly high: number
}

export const scoreWords = ({ score, low, high }: Omit<PercentScore, 'matches'>): string =>
  withInterval(score, low, high)

export interface Figures {
  /** Against its panel, in percent; opponents that are not measured yet are missing. */
  readonly panel: readonly PanelScore[]
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
  const [row] = tablesOf(result).summary
  return { row: row!, cpu: Number(((1000 * seconds) / matches).toPrecision(2)) }
}

/** A policy as `learned`, and as the planner that goes by it. */
const playerOf = (course: Course, agent: 'learned' | 'planner'): string =>
  `${agent}:file=${shippedFile(course.file)}`

async function scored(course: Course, one: string, other: string, matches: number): Promise<PercentScore> {
  const { row } = await played(course, [one, other], matches)
  const [low, high] = [percent(row.score_anytime_low), percent(row.score_anytime_high)]
  return { matches, score: percent(row.score), low, high }
}

/** Scores of one member of a population against another that takes all other seats. */
export async function betweenMembers(one: Course, other: Course): Promise<PercentScore> {
  return await scored(one, playerOf(one, 'learned'), playerOf(other, 'learned'), AGAINST_MEMBER)
}

/** Scores against the panel, in percent. Those that are known and still hold are not played again. */
async function panelFigures(course: Course, known: readonly PanelScore[] = []): Promise<PanelScore[]> {
  const { game, ruleset, changes = {} } = course
  const { module, rules } = await rulesOf(course)
  const file = shippedFile(course.file)
  const { seats } = module.compile(rules).info
  const named = { game, ruleset, rules: { ...changes } }
  const scores: PanelScore[] = []
  for (const opponent of panelOf(module, rules, file)) {
    const old = known.find(({ name, matches }) => name === opponent.name && matches === opponent.matches)
    const [one] = old ? [old] : await measurePanel(named, file, [opponent], seats.length, { threads: 0 })
    const { score, low, high } = one!
    scores.push(old ?? { ...one!, score: percent(score), low: percent(low), high: percent(high) })
  }
  return scores
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
export async function withPlanner(course: Course, { panel, first, cpu }: Figures): Promise<Figures> {
  return { panel, ...(await valued(course)), first, cpu }
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
export async function withTimes(course: Course, { panel, valued, ...former }: Figures): Promise<Figures> {
  const { first, cpu } = await timesOf(course)
  if (JSON.stringify(first) !== JSON.stringify(former.first))
    throw new Error(`${course.file} does not play as it did: it is to be measured (--measure)`)
  return { panel, ...(valued && { valued }), first, cpu }
}

/** The figures of a policy that plays as it did, with what it scores against the panel of today. */
export async function withPanel(course: Course, { panel, valued, first, cpu }: Figures): Promise<Figures> {
  return { panel: await panelFigures(course, panel), ...(valued && { valued }), first, cpu }
}

/** Measures a policy on its own rules. */
export async function measure(course: Course): Promise<Figures> {
  const panel = await panelFigures(course)
  const { first, cpu } = await timesOf(course)
  return { panel, ...(await valued(course)), first, cpu }
}
