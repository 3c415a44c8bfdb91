/** Goals of levers in words, and as plain data. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { inWords, printable } from '../formatting.ts'
import type { GateFinding } from './gate.ts'
import { valueWords } from './gate-words.ts'
import { type GoalFinding, type GoalStep, goalsOf } from './goals.ts'
import { stepText } from './levers.ts'

/** Steps that are named of a goal; the others are counted. */
const NAMED = 6

/** "draws < 20 %, greedy vs greedy". */
export function goalName({ bound, now }: GoalFinding): string {
  return printable(`${bound.figure} ${bound.written}, ${now.cell.cell.lineup.name}`)
}

/** How a goal stands, which steps move its figure towards it, and which of them reach it. */
export function goalWords({ now, needed, steps }: GoalFinding): string {
  const stands = `${now.verdict} as the rules are (${valueWords(now)})`
  if (needed === 0) {
    const leaving = steps.filter(({ judged }) => judged.verdict === 'not met')
    return leaving.length === 0 ? stands : `${stands}; not met after ${named(leaving, false)}`
  }
  const towards = steps.filter(({ way }) => way === 1)
  if (towards.length === 0) return `${stands}; no step is shown to move it towards the goal`
  const met = towards.filter(({ judged }) => judged.verdict === 'met').length
  const reached =
    met === 0 ? 'none of them is shown to meet it' : `${met} of them ${met === 1 ? 'meets' : 'meet'} it`
  return `${stands}; towards it: ${named(towards, true)}; ${reached}`
}

/** Steps with the figure after them, and its verdict if that is not told already. */
function named(steps: readonly GoalStep[], verdicts: boolean): string {
  const words = steps
    .slice(0, NAMED)
    .map(
      ({ found: { probe }, judged }) =>
        `${printable(probe.key)} ${printable(stepText(probe))} (${valueWords(judged)}${verdicts ? `, ${judged.verdict}` : ''})`,
    )
  const more = steps.length - words.length
  return inWords(more > 0 ? [...words, `${more} more`] : words)
}

/** The goals as plain data for JSON; ends that are unknown or infinite are null. */
export function goalDocument(result: RunResult): object[] {
  const number = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null)
  const figureOf = ({ value, verdict, disputed }: GateFinding) => ({
    verdict,
    disputed,
    value: number(value?.mean),
    low: number(value?.low),
    high: number(value?.high),
  })
  return goalsOf(result).map(({ bound, now, steps }) => ({
    figure: bound.figure,
    bound: bound.written,
    lineup: now.cell.cell.lineup.name,
    ...figureOf(now),
    steps: steps.map(({ found: { probe }, way, judged }) => ({
      key: probe.key,
      from: probe.from,
      to: probe.to,
      way: way === 1 ? 'towards' : way === -1 ? 'away' : 'not shown',
      ...figureOf(judged),
    })),
  }))
}
