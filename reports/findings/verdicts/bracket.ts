/** Where perfect play lies beside a verdict, by what adversaries took from the players in each seat. */
import type { ValueBracket } from '../../../agents/index.ts'
import { type GameInfo, payoffGauge } from '../../../engine/contract/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { isMirror } from '../../../sim/experiment/index.ts'
import { ofThesePlayers } from '../../../sim/figures/players.ts'
import { matchesOf, payoffOf, scoreOf, seatingScore } from '../../../sim/figures/reading.ts'
import { type Ends, sentences } from '../../formatting.ts'

/** Whether perfect play has one value: there are two seats, and what one wins, the other loses. */
export function hasValue(info: GameInfo): boolean {
  return info.seats.length === 2 && info.gauges[payoffGauge(info)]?.zeroSum !== false
}

/**
 * The bracket of a game in which adversaries won so much in each seat; null if perfect play has no one value.
 * Perfect play would win no more against them, and leave no more to them.
 */
export function valueBracket(info: GameInfo, won: readonly number[], exact: boolean): ValueBracket | null {
  if (!hasValue(info)) return null
  const [first, second] = won as [number, number]
  // Both seats together get 1, or a payoff of 0.
  const both = payoffGauge(info) < 0 ? 1 : 0
  // An adversary that is weaker than the players leaves the ends in the wrong order.
  const ends = [both - second, first]
  return { low: Math.min(...ends), high: Math.max(...ends), exact }
}

/** By the matches of an exploiter, with the outer ends of its intervals; null without matches. */
export function bracketIn(exploit: CellResult): ValueBracket | null {
  const cell = ofThesePlayers(exploit)
  const { info } = cell.game
  if (matchesOf(cell) === 0 || !hasValue(info)) return null
  if (cell.layout.payoff < 0) {
    const won = info.seats.map((_, seat) => seatingScore(cell, 0, seat).high)
    return valueBracket(info, won, false)
  }
  // By seat, tallies have only both players' payoffs together: their sum and difference are the exploiter's.
  const own = payoffOf(cell, 'participant', 0)!
  const seat = payoffOf(cell, 'seat', 0)!
  const arm = armOf(own) + armOf(seat)
  return valueBracket(info, [own.mean + seat.mean + arm, own.mean - seat.mean + arm], false)
}

const armOf = ({ mean, low, high }: Ends): number => Math.max(high - mean, mean - low)

/**
 * The bracket beside the verdict of a cell in which one agent takes all seats: by its exploiter's matches, else
 * as it is known of learned players. Null if nothing is known.
 */
export function bracketOf(cell: CellResult, exploit: CellResult | undefined): ValueBracket | null {
  if (!isMirror(cell.cell.lineup) || matchesOf(cell) === 0) return null
  const known = isTrained(cell) ? knownOf(cell) : null
  const found = known?.exact ? known : ((exploit && bracketIn(exploit)) ?? known)
  if (!found || found.exact) return found
  // The players themselves are adversaries, too.
  const { mean } = payoffOf(cell, 'seat', 0) ?? scoreOf(cell, 'seat', 0)
  return { ...found, low: Math.min(found.low, mean), high: Math.max(found.high, mean) }
}

const knownOf = ({ cell: { variant } }: CellResult): ValueBracket | null =>
  variant.bracket ?? variant.policy?.bracket ?? null

/** Whether trained players take all seats, so their bracket applies. */
function isTrained({ cell: { lineup } }: CellResult): boolean {
  const { agent, options } = lineup.participants[0]!
  return agent === 'learned' && (options as { readonly file?: unknown }).file === ''
}

/** Whether adversaries could say more of a verdict: of learned players, where nothing is known. */
export function lacksBracket(cell: CellResult, exploit: CellResult | undefined): boolean {
  return (
    hasValue(cell.game.info) && isTrained(cell) && isMirror(cell.cell.lineup) && !bracketOf(cell, exploit)
  )
}

/** Whether a bracket leaves everything possible: adversaries found nothing in either seat. */
export function isOpenBracket(info: GameInfo, { low, high }: ValueBracket): boolean {
  return payoffGauge(info) < 0 && low < 0.005 && high >= 0.995
}

/** "perfect play: somewhere from 44 to 66 % for red, as far as adversaries have shown" */
export function bracketWords(info: GameInfo, bracket: ValueBracket): string {
  if (isOpenBracket(info, bracket)) return 'perfect play: adversaries leave it open'
  const { low, high, exact } = bracket
  const gauge = info.gauges[payoffGauge(info)]
  const [from, to] = gauge ? [low.toFixed(3), high.toFixed(3)] : [whole(low), whole(high)]
  const unit = gauge ? ` ${gauge.label} per match` : ' %'
  const where = `from ${from} to ${to}${unit} for ${info.seats[0]!}`
  return exact
    ? `perfect play: ${where}, as best responses prove`
    : `perfect play: somewhere ${where}, as far as adversaries have shown`
}

/** The same as a sentence. */
export const bracketSentence = (info: GameInfo, bracket: ValueBracket): string =>
  sentences([bracketWords(info, bracket)])

const whole = (share: number): string => (100 * Math.min(1, Math.max(0, share))).toFixed(0)
