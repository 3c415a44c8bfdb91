/** Reasons to trust a run's figures less. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import type { Experiment } from '../../../sim/experiment/index.ts'
import { endedBy, forfeitsOf, matchesOf, outcomesOf } from '../../../sim/figures/reading.ts'
import { counted, evenShare, thousands } from '../../formatting.ts'
import { learnedOnWarnings, sharedWarnings, weakWarnings } from '../learning.ts'
import { isMirror } from './verdicts.ts'

/** Share of the matches from which on draws and matches that hit the turn limit cause a warning. */
const WARN_ABOVE = 0.2

/**
 * The warnings of a run, a sentence or two each, the most serious first. Of matches that nobody won, only those in `listed` are told: ladders
 * have a column for them.
 */
export function warningsOf(result: RunResult, listed: readonly CellResult[] = result.cells): string[] {
  const { experiment, cells, complete } = result
  const givenUp = givenUpIn(result)
  const played = cells.reduce((sum, cell) => sum + matchesOf(cell), 0)
  const asked = cells.reduce((sum, { cell, layout }) => sum + cell.lineup.blocks * layout.seats, 0)
  const told = (cell: CellResult) => (text: string) => `${cellName(cell, cells)}: ${text}`
  return [
    ...(complete
      ? []
      : [
          givenUp.length > 0
            ? `The run is not complete, because this was given up: ${givenUp.join('; ')}. Its figures are of the matches until then.`
            : `The run is not complete: ${thousands(played)} of ${counted(asked, 'match', 'matches')} were played.`,
        ]),
    ...cells.flatMap(cell => gameWarnings(experiment, cell).map(told(cell))),
    ...cells.flatMap(cell => faultWarnings(cell, experiment.seed).map(told(cell))),
    ...weakWarnings(experiment),
    ...learnedOnWarnings(experiment),
    ...sharedWarnings(experiment),
    ...listed.flatMap(cell => undecidedWarnings(cell).map(told(cell))),
  ]
}

/** The cells that are played no further, since the game of a user fails in them, by name. */
export function givenUpIn({ cells }: RunResult): string[] {
  return cells.filter(({ givenUp }) => givenUp !== undefined).map(one => cellName(one, cells))
}

/** "mcts vs greedy", with several variants "v0.2, mcts vs greedy". */
function cellName({ cell }: CellResult, cells: readonly CellResult[]): string {
  const several = cells.some(other => other.cell.variant.name !== cell.variant.name)
  return `${several ? `${cell.variant.name}, ` : ''}${cell.lineup.name}`
}

/** How the game of a user failed in a cell: its blocks that are lost may be of one kind. */
function gameWarnings(experiment: Experiment, { layout, lost, givenUp }: CellResult): string[] {
  const [first] = lost
  const warnings: string[] = []
  if (givenUp !== undefined) warnings.push(`it was given up: ${givenUp}.`)
  if (!first || givenUp?.includes(first.reason)) return warnings
  const { block, rotation, reason } = first
  const left = `${counted(lost.length * layout.seats, 'match is', 'matches are')} left out`
  const place = `seed ${experiment.seed}, block ${block}, rotation ${rotation}`
  warnings.push(
    `the game failed in ${counted(lost.length, 'block')}, and so ${left}; if matches of one kind end like this, the scores lean to the other kinds. The first: ${place}: ${reason}.`,
  )
  return warnings
}

function faultWarnings(one: CellResult, seed: string): string[] {
  const { lineup } = one.cell
  // One agent in all seats is told once.
  const isOne = isMirror(lineup)
  return (isOne ? lineup.participants.slice(0, 1) : lineup.participants).flatMap(({ label }, participant) => {
    const forfeits = isOne ? forfeitsOf(one) : outcomesOf(one, 'participant', participant).forfeits
    if (forfeits === 0) return []
    const count = `${label} forfeited ${thousands(forfeits)} of ${counted(matchesOf(one), 'match', 'matches')}`
    const first = one.faults.find(fault => isOne || fault.participant === participant)
    if (!first) return [`${count}.`]
    const { block, rotation, seat, decision, reason } = first
    const where = `seed ${seed}, block ${block}, rotation ${rotation}, decision ${decision}`
    return [`${count}. The first: ${where}, as ${one.game.info.seats[seat]!}: it ${reason}.`]
  })
}

interface Undecided {
  readonly count: number
  /** "hit the turn limit", "were drawn", or both. */
  readonly how: string
  /** Percent of all matches; nearly all never round to all. */
  readonly percent: number
}

/** Draws and matches that hit the turn limit, where they are many; else null. */
function undecidedOf(cell: CellResult): Undecided | null {
  const matches = matchesOf(cell)
  const limit = endedBy(cell, 'length')
  const drawn = endedBy(cell, 'draw')
  const many = (count: number) => count > WARN_ABOVE * matches
  if (matches === forfeitsOf(cell) || !many(limit + drawn)) return null
  const [count, how] =
    many(limit) && !many(drawn)
      ? [limit, 'hit the turn limit']
      : many(drawn) && !many(limit)
        ? [drawn, 'were drawn']
        : [limit + drawn, 'were drawn or hit the turn limit']
  const percent = count === matches ? 100 : Math.min(99, Math.round((100 * count) / matches))
  return { count, how, percent }
}

/** "49 % of the matches hit the turn limit"; empty where these are few. */
export function undecidedWords(cell: CellResult): string {
  const found = undecidedOf(cell)
  return found ? `${found.percent} % of the matches ${found.how}` : ''
}

function undecidedWarnings(cell: CellResult): string[] {
  const found = undecidedOf(cell)
  if (!found) return []
  const { count, how, percent } = found
  const share = `${thousands(count)} of ${counted(matchesOf(cell), 'match', 'matches')} (${percent} %)`
  return [`${share} ${how}, which biases scores toward ${evenShare(cell.layout.seats)}.`]
}
