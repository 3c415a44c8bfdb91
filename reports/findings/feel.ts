/** How matches feel, in figures and in words: who leads when, and what that is worth. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { hasLeads, qualityCount, qualityOf } from '../../sim/figures/qualities.ts'
import { FEW, lengthsOf, playedOut, safeShare } from '../../sim/figures/reading.ts'
import type { Interval } from '../../sim/stats/interval.ts'
import { summarize } from '../../sim/stats/moments.ts'
import {
  CURVE_BINS,
  CURVE_N,
  type Curve,
  LEADER_LASTED,
  LEADER_LOSES,
  LEADER_SIZE,
  LEADER_WINS,
  WINNER,
} from '../../sim/tally/layout.ts'
import { counted, percentOf, thousands } from '../formatting.ts'

/** A leader who wins this often is past the point of no return. */
export const DECIDED = 0.95

/** What the lead was worth after a step. */
export interface Leaders {
  readonly step: number
  /** Matches that lasted this long, of the blocks that are FOLLOWED. */
  readonly matches: number
  /** Of these, the ones that one seat won in the end, and in which a seat was ahead of all others now. */
  readonly led: number
  /** Share of these that the leader won. */
  readonly wins: Interval
}

/** Every step that a match reached that was followed; none where leads mean nothing. */
export function leadersOf(cell: CellResult): Leaders[] {
  if (!hasLeads(cell.game.info)) return []
  const { layout, tally } = cell
  const all: Leaders[] = []
  for (let step = 0; step < layout.steps; step++) {
    const at = layout.leaders + step * LEADER_SIZE
    const matches = tally[at + LEADER_LASTED]!
    if (matches === 0) break
    const won = tally[at + LEADER_WINS]!
    const led = won + tally[at + LEADER_LOSES]!
    all.push({ step: step + 1, matches, led, wins: safeShare(won, led, layout.seats) })
  }
  return all
}

/** The share of all matches that last this many steps or more. */
export function lastingShare(cell: CellResult, steps: number): number {
  const all = playedOut(cell)
  const shorter = lengthsOf(cell).subarray(0, steps)
  return shorter.reduce((left, count) => left - count, all) / all
}

/** The first step from which on the leader of a match that is still played, and is won, wins at least 95 %; null where there is none. */
export function noReturnOf(cell: CellResult): Leaders | null {
  const told = leadersOf(cell).filter(({ led }) => led >= FEW)
  const open = told.findLastIndex(({ wins }) => wins.mean < DECIDED)
  return told[open + 1] ?? null
}

/** Whether matches have a course: leads mean something, and some match lasts longer than a step. */
export function hasCourse(cell: CellResult): boolean {
  return hasLeads(cell.game.info) && lastingShare(cell, 2) > 0
}

/** Whether too few matches had a leader half-way and a winner to say what a lead is worth. */
export function isRarelyWon(cell: CellResult): boolean {
  return qualityCount(cell, 'halfLeader') < FEW
}

/** If a smaller share of decided matches has a leader at half-time, the report says how many. */
const NEARLY_ALL = 0.9
/** Below this one, they are few. */
const FEW_LED = 0.5

/** "The player ahead at half-time wins 71.2 % ± 3.1 of decided matches." */
export function halfLeaderWords(cell: CellResult): string {
  const led = qualityCount(cell, 'halfLeader')
  // Each match that is won has one largest swing.
  const won = qualityCount(cell, 'swing')
  const wins = qualityOf(cell, 'halfLeader')
  if (led >= NEARLY_ALL * won)
    return `The player ahead at half-time wins ${percentOf(wins)} of decided matches.`
  const some = `${led < FEW_LED * won ? 'Only ' : ''}${thousands(led)} of ${thousands(won)}`
  const leaderWon = wins.mean === 1 ? `all ${thousands(led)}` : `${percentOf(wins)} of them`
  return `${some} decided matches had a leader at half-time; that leader won ${leaderWon}.`
}

/** Who leads at half-time, and from when on a lead is safe; empty where leads mean nothing, or too few matches were won. */
export function feelWords(cell: CellResult): string {
  return hasCourse(cell) && !isRarelyWon(cell) ? `${halfLeaderWords(cell)} ${noReturnWords(cell)}` : ''
}

/** How the matches of the strongest players feel: "Feel (learned): The player ahead …"; empty if nothing can be said. */
export function feelAnswer(mirrors: readonly CellResult[]): string {
  const [told] = mirrors.map(one => ({ one, words: feelWords(one) })).filter(({ words }) => words !== '')
  return told ? `Feel (${told.one.cell.lineup.participants[0]!.label}): ${told.words}` : ''
}

/** When the leader is as good as the winner, and how long matches are. */
export function noReturnWords(cell: CellResult): string {
  const found = noReturnOf(cell)
  const safe = found
    ? `From ${stepWords(cell, found)} on, the leader almost always wins (${100 * DECIDED} % of decided matches); ${lastingWords(cell, found)}.`
    : 'No lead is ever safe.'
  const { perTurn, label } = cell.game.info.step
  const mean = summarize(lengthsOf(cell)).mean / perTurn
  const length = counted(Number(mean.toFixed(1)), perTurn > 1 ? 'turn' : label)
  return `${safe} Average length: ${length}.`
}

/** "round 7", or "turn 43" where turns have several steps. */
function stepWords({ game }: CellResult, { step }: Leaders): string {
  const { perTurn, label } = game.info.step
  return perTurn > 1 ? `turn ${Math.ceil(step / perTurn)}` : `${label} ${step}`
}

/** How many matches last until a step. Nearly all never round to all, nor few to none. */
function lastingWords(cell: CellResult, { step }: Leaders): string {
  const share = lastingShare(cell, step)
  if (share === 1) return 'all matches get that far'
  const percent = Math.min(99, Math.round(100 * share))
  return `${percent === 0 ? 'less than 1 %' : `${percent} %`} of matches get that far`
}

/** Seats that had a value after a step, all seats together, and how many of them were the only winner. */
export interface WinChance {
  readonly step: number
  /** The lower edge of the bin. */
  readonly value: number
  readonly seats: number
  readonly wins: number
}

/**
 * The chances at every step and value that occurred, in that order. A match of two seats counts twice, once from each side, so this says
 * what a value is worth and nothing of the seats. Empty where a zero-sum gauge is counted in wider bins, which are not the same from both
 * sides. Forfeited matches are left out.
 */
export function chancesOf(cell: CellResult): WinChance[] {
  const { layout, game, tally } = cell
  const curves = layout.curves.filter(({ gauge }) => gauge === 0)
  const winner = curves.find(({ seat }) => seat === WINNER)!
  const isZeroSum = game.info.gauges[0]!.zeroSum
  if (isZeroSum && (winner.width > 1 || winner.min !== -game.info.gauges[0]!.max)) return []
  const seats = curves.filter(({ seat }) => seat !== WINNER)
  const bins = winner.stride - CURVE_BINS
  const count = (curve: Curve, step: number, bin: number): number =>
    tally[curve.offset + step * curve.stride + CURVE_BINS + bin]!
  const chances: WinChance[] = []
  for (
    let step = 0;
    step < layout.steps && tally[seats[0]!.offset + step * winner.stride + CURVE_N]! > 0;
    step++
  )
    for (let bin = 0; bin < bins; bin++) {
      const own = seats.reduce((sum, curve) => sum + count(curve, step, bin), 0)
      // Of a zero-sum gauge the tally has one seat: the other has its negative.
      const all = own + (isZeroSum ? count(seats[0]!, step, bins - 1 - bin) : 0)
      const wins = count(winner, step, bin)
      if (all > 0) chances.push({ step: step + 1, value: winner.min + bin * winner.width, seats: all, wins })
    }
  return chances
}
