/** What the settings of a sweep do, in a few sentences. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { isMirror } from '../../../sim/experiment/index.ts'
import { lengthsOf, matchesOf, playedOut } from '../../../sim/figures/reading.ts'
import { summarize } from '../../../sim/stats/moments.ts'
import { inWords, shortSettings } from '../../formatting.ts'
import { stepsOf } from '../changes/effects.ts'
import { lineupsInOrder } from '../order.ts'
import { agreementOf, strengthsOf, withoutWinner } from '../verdicts/verdicts.ts'
import { shortVerdict } from '../verdicts/words.ts'
import { type Found, fairnessAnswer, ONE_STRENGTH, played, qualified } from './fairness.ts'

/** Settings that an answer names: their charts follow. */
const SETTINGS_MAX = 2

export function sweepAnswer(result: RunResult): Found {
  const { experiment } = result
  const { margin } = experiment
  const [lineup] = lineupsInOrder(result)
  const swept = result.cells.filter(
    one => one.cell.lineup === lineup && isMirror(lineup) && matchesOf(one) > 0,
  )
  if (swept.length === 0) return fairnessAnswer(result)
  const labels = shortSettings(swept.map(({ cell }) => cell.variant.name))
  const nameOf = (one: CellResult): string => labels[swept.indexOf(one)]!
  const named = (some: readonly CellResult[]): string => {
    const more = some.length - SETTINGS_MAX
    const names = some.slice(0, SETTINGS_MAX).map(nameOf)
    return inWords(more > 1 ? [...names, `${more} more`] : some.slice(0, SETTINGS_MAX + 1).map(nameOf))
  }
  const verdicts = [...new Set(swept.map(cell => shortVerdict(cell, margin)))]
  const of = (verdict: string): CellResult[] => swept.filter(cell => shortVerdict(cell, margin) === verdict)
  const all = swept.length
  const order = ['fair', ...verdicts.filter(one => !['fair', 'inconclusive'].includes(one)), 'inconclusive']
  const when = played(swept[0]!)
  const count = (verdict: string): string => {
    if (verdict === 'inconclusive' && verdicts.length === 1)
      return `none of the ${all} settings is clearly fair or unfair`
    const its = of(verdict)
    const first = verdict === order.find(one => verdicts.includes(one))
    const many =
      its.length === all
        ? `all ${all} settings`
        : first
          ? `${its.length} of ${all} settings`
          : `${its.length}`
    const is = its.length === 1 ? 'is' : 'are'
    const what =
      verdict === 'fair'
        ? `${is} fair`
        : verdict === 'drawn'
          ? `${its.length === 1 ? 'gives' : 'give'} nearly only draws`
          : verdict === 'inconclusive'
            ? `${is} inconclusive`
            : its.length === 1
              ? verdict
              : verdict.replace(/^favours/, 'favour').replace(/^hinders/, 'hinder')
    const which = its.length < all && verdict !== 'inconclusive' ? ` (${named(its)})` : ''
    return `${many} ${what}${which}`
  }
  const told = order.filter(verdict => verdicts.includes(verdict)).map(count)
  return {
    answer: [qualified(swept[0]!, `${when}, ${told.join('; ')}.`), ...rangeWords(swept, nameOf)],
    agreement: sweepAgreement(result, swept, margin),
  }
}

/** How far draws and length range over a sweep; a description, without a test. */
function rangeWords(cells: readonly CellResult[], nameOf: (cell: CellResult) => string): string[] {
  const range = (of: (cell: CellResult) => number) => {
    const sorted = cells
      .map(cell => ({ cell, value: of(cell) }))
      .filter(({ value }) => Number.isFinite(value))
      .sort((a, b) => a.value - b.value)
    return sorted.length > 1 ? ([sorted[0]!, sorted.at(-1)!] as const) : null
  }
  const draws = range(cell => (100 * withoutWinner(cell)) / playedOut(cell))
  const lengths = range(cell => summarize(lengthsOf(cell)).mean / stepsOf(cell).perTurn)
  const { name } = stepsOf(cells[0]!)
  return [
    ...(draws && draws[1].value > 0
      ? [
          `Draws range from ${draws[0].value.toFixed(0)} % (${nameOf(draws[0].cell)}) to ${draws[1].value.toFixed(0)} % (${nameOf(draws[1].cell)}).`,
        ]
      : []),
    ...(lengths
      ? [
          `Matches last from ${lengths[0].value.toFixed(1)} ${name} (${nameOf(lengths[0].cell)}) to ${lengths[1].value.toFixed(1)} (${nameOf(lengths[1].cell)}).`,
        ]
      : []),
  ]
}

/** On how many settings weaker players disagree. */
function sweepAgreement(result: RunResult, swept: readonly CellResult[], margin: number): string {
  const weaker = lineupsInOrder(result).filter(isMirror).slice(1)
  if (weaker.length === 0) return ONE_STRENGTH
  const counts = weaker.map(lineup => {
    const against = swept.filter(one => {
      const other = result.cells.find(
        ({ cell }) => cell.lineup === lineup && cell.variant === one.cell.variant,
      )
      return other && agreementOf(strengthsOf([one, other], margin)).agreement !== 'none'
    })
    return { agent: lineup.participants[0]!.label, against: against.length }
  })
  const none = counts.filter(({ against }) => against === 0).map(({ agent }) => agent)
  const some = counts.filter(({ against }) => against > 0)
  return [
    ...some.map(({ agent, against }) => `${agent} disagrees on ${against} of ${swept.length} settings.`),
    ...(none.length > 0 ? [`${inWords(none)} ${none.length === 1 ? "doesn't" : "don't"} disagree.`] : []),
  ].join(' ')
}
