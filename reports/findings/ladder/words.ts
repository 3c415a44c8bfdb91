/** What a ladder shows, and how much the verdict moves along it, in the words that every report uses. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { matchesOf } from '../../../sim/figures/reading.ts'
import { differenceOf, type Interval } from '../../../sim/stats/interval.ts'
import { judgedIn, judgedNames } from '../../../sim/stopping.ts'
import { decimalsFor, inWords, pointsOf, sentences, times, withInterval } from '../../formatting.ts'
import { judgedShares, verdictsOf } from '../verdicts/verdicts.ts'
import { marginWords, payoffOfCell, verdictPhrases, winVerb } from '../verdicts/words.ts'
import type { Ladder, Rung } from './ladder.ts'
import type { Cycle } from './meetings.ts'

/** A cycle counts as one if its adjusted p is below this. */
const SIGNIFICANT = 0.05

/** Sentences on the verdict at the strongest play, how much it still moves between the last two rungs, what these still gain, and cycles. */
export function ladderWords(ladder: Pick<Ladder, 'rungs' | 'cycles'>, margin: number): string[] {
  const mirror = ladder.rungs.at(-1)?.mirror
  const label = ladder.rungs.at(-1)?.label
  const [first, ...rest] = mirror ? verdictPhrases(mirror, margin) : []
  return [...(first ? [sentences([`at ${label}: ${first}`, ...rest])] : []), ...strengthMoves(ladder, margin)]
}

/** The same without the verdict. */
export function strengthMoves({ rungs, cycles }: Pick<Ladder, 'rungs' | 'cycles'>, margin: number): string[] {
  const last = rungs.at(-1)
  const before = rungs.at(-2)
  const mirror = rungs.find(one => one.mirror)?.mirror
  const isPaid = mirror !== undefined && payoffOfCell(mirror) !== undefined
  return [
    ...(last?.mirror && before?.mirror ? [movementWords(before, last, margin)] : []),
    ...(last && before && !Number.isNaN(last.gain.elo) ? [gainWords(before, last, isPaid)] : []),
    ...cycleWords(rungs, cycles, isPaid),
  ].filter(text => text !== '')
}

/** Whether the verdict is the same one rung below, as far as the matches show. */
function movementWords(before: Rung, last: Rung, margin: number): string {
  const moved = movementsOf(before.mirror!, last.mirror!, margin)
  if (moved.length === 0) return ''
  const open = [before, last].find(({ mirror }) =>
    verdictsOf(mirror!, margin).some(({ disputed }) => disputed),
  )
  if (open)
    return `It is unclear whether the verdict still changes: the players of ${open.label} disagree, and more matches wouldn't help.`
  const from = `from ${before.label} to ${last.label}`
  // Of two, one gains what the other loses.
  const told = moved.length === 2 ? moved.slice(0, 1) : moved
  const moving = told.filter(({ kind }) => kind === 'moves')
  const changes = (all: readonly Movement[]) => inWords(all.map(one => changeWords(one, last.mirror!)))
  if (moving.length > 0)
    return `The verdict still changes with strength: ${changes(moving)} ${from}. Stronger play may change it further.`
  if (told.every(({ kind }) => kind === 'settled'))
    return `The verdict has settled: ${from}, ${changes(told)}, within ${marginWords(margin, stakeOf(last.mirror!))}.`
  return `It is unclear whether the verdict still changes: ${from}, ${changes(told)}; more matches would show it.`
}

/** In points of the score, or on the scale of the payoff. */
function changeWords({ name, anytime }: Movement, cell: CellResult): string {
  const loses = anytime.mean < 0
  const payoff = stakeOf(cell)
  const most = payoff ? payoff.max - payoff.min : 100
  const change = times(loses ? -most : most, anytime)
  const bounds = { min: -most, max: most }
  const amount = payoff
    ? `${withInterval(change, bounds)} (${payoff.label} per match)`
    : pointsOf(change, bounds)
  const verb = loses ? 'lose' : 'gain'
  // "wolves gain", "white gains"
  return `${name} ${judgedIn(cell) === 'role' && winVerb(name) === 'win' ? verb : `${verb}s`} ${amount}`
}

/** The payoff that verdicts are on; undefined where they are on roles or scores. */
const stakeOf = (cell: CellResult) => (judgedIn(cell) === 'role' ? undefined : payoffOfCell(cell))

/** Where seats play for a payoff, who wins more matches need not be the stronger one. */
function gainWords(before: Rung, last: Rung, isPaid: boolean): string {
  const { elo, low, high } = last.anytimeGain
  const arm = Math.max(high - elo, elo - low)
  const decimals = decimalsFor(arm, 0)
  const figure = `${Math.abs(elo).toFixed(decimals)} ± ${arm.toFixed(decimals)} Elo`
  if (isPaid) {
    const unit = 'Elo ignores payoffs'
    if (low > 0) return `${last.label} wins more matches than ${before.label}, by ${figure}; ${unit}.`
    if (high < 0) return `${last.label} wins fewer matches than ${before.label}, by ${figure}; ${unit}.`
    return `${last.label} doesn't clearly win more matches than ${before.label}: ${elo < 0 ? 'behind' : 'ahead'} by ${figure}; ${unit}.`
  }
  if (low > 0) return `${last.label} is stronger than ${before.label} by ${figure}.`
  if (high < 0) return `${last.label} is weaker than ${before.label} by ${figure}.`
  return `${last.label} isn't clearly stronger than ${before.label}: ${elo < 0 ? 'behind' : 'ahead'} by ${figure}.`
}

/** Cycles that are shown, with the agents that Nash averaging keeps; nothing where the order of strength holds. */
function cycleWords(rungs: readonly Rung[], cycles: readonly Cycle[], isPaid: boolean): string[] {
  const shown = cycles.filter(({ adjusted }) => adjusted < SIGNIFICANT)
  if (shown.length === 0) return []
  const circles = shown.map(({ agents: [a, b, c], adjusted }) => {
    const name = (agent: number): string => rungs[agent]!.label
    return `${name(a)} beats ${name(b)}, ${name(b)} beats ${name(c)}, and ${name(c)} beats ${name(a)} (p ${pText(adjusted)})`
  })
  const kept = rungs.filter(({ nash }) => nash >= 0.005)
  const shares = inWords(kept.map(({ label, nash }) => `${label} ${(100 * nash).toFixed(0)} %`))
  return [
    `Strength${isPaid ? ' by matches won' : ''} goes in a circle, which Elo can't show: ${circles.join('; ')}.`,
    ...(kept.length > 0 ? [`Against an unknown agent, the best mix is (Nash averaging): ${shares}.`] : []),
  ]
}

function pText(p: number): string {
  return p < 0.0005 ? p.toExponential(1) : p.toFixed(3)
}

/**
 * By how much a seat's score or a role's wins change, as a share, with the interval for one look; in a game with payoffs, a seat's payoff
 * as a share of their range.
 */
export interface Movement extends Interval {
  /** The role or seat. */
  readonly name: string
  readonly before: number
  readonly after: number
  /** The same with the anytime interval. */
  readonly anytime: Interval
  /** Whether the change is shown (`moves`), lies within the margin (`settled`), or is neither (`open`), by the anytime interval. */
  readonly kind: 'moves' | 'settled' | 'open'
}

/**
 * The change of what verdicts are on from one mirror to another; empty without matches. Both play the same seeds, but are taken for
 * independent: where a seed helps the same seat in both, the interval is too wide rather than too narrow. `margin` is a share.
 */
export function movementsOf(before: CellResult, after: CellResult, margin: number): Movement[] {
  if (matchesOf(before) === 0 || matchesOf(after) === 0) return []
  return judgedNames(before.game.info, judgedIn(before)).map((name, index) => {
    const was = judgedShares(before, index)
    const is = judgedShares(after, index)
    // The arms of two sequences add up like those of intervals: in the limit they are the same multiple of the standard errors.
    const anytime = differenceOf(is.anytime, was.anytime)
    const within = anytime.low >= -margin && anytime.high <= margin
    const kind = within ? 'settled' : anytime.low > 0 || anytime.high < 0 ? 'moves' : 'open'
    return {
      name,
      before: was.once.mean,
      after: is.once.mean,
      ...differenceOf(is.once, was.once),
      anytime,
      kind,
    }
  })
}
