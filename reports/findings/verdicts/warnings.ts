/** Reasons to trust a run's figures less. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { type Experiment, isLearner } from '../../../sim/experiment/index.ts'
import { drawsIn, endedBy, forfeitsOf, matchesOf, outcomesOf } from '../../../sim/figures/reading.ts'
import { counted, evenShare, thousands } from '../../formatting.ts'
import { learnedOnWarnings, searchWarnings, sharedWarnings, weakWarnings } from '../learning.ts'
import { inOrder } from '../order.ts'
import { isMirror, isNearlyAlwaysDrawn } from './verdicts.ts'

/** Share of the matches from which on draws and matches that hit the turn limit cause a warning. */
const WARN_ABOVE = 0.2

/**
 * The warnings of a run, a sentence or two each, the most serious first. Of matches that nobody won, only those in `listed` are told: ladders
 * have a column for them.
 */
export function warningsOf(result: RunResult, listed: readonly CellResult[] = result.cells): string[] {
  const { experiment, cells } = result
  const told = (cell: CellResult) => (text: string) => `${cellName(cell, cells)}: ${text}`
  return [
    ...incompleteWarnings(result),
    ...ownWarnings(cells),
    ...cells.flatMap(cell => gameWarnings(experiment, cell).map(told(cell))),
    ...cells.flatMap(cell => faultWarnings(cell, experiment.seed).map(told(cell))),
    ...weakWarnings(experiment),
    ...searchWarnings(experiment),
    ...learnedOnWarnings(experiment),
    ...sharedWarnings(experiment),
    ...inOrder(result, listed).flatMap(cell => undecidedWarnings(cell).map(told(cell))),
  ]
}

function incompleteWarnings(result: RunResult): string[] {
  if (result.complete) return []
  const cells = [...result.cells, ...result.handicaps, ...result.probes]
  const givenUp = givenUpIn(result)
  if (givenUp.length > 0)
    return [
      `Don't trust the line-ups that were given up: ${givenUp.join('; ')}. Their figures cover the matches played before.`,
    ]
  const played = cells.reduce((sum, cell) => sum + matchesOf(cell), 0)
  const asked = cells.reduce((sum, { cell, layout }) => sum + cell.lineup.blocks * layout.seats, 0)
  return [
    `This run is unfinished: ${thousands(played)} of ${counted(asked, 'match', 'matches')} were played.`,
  ]
}

/** Those that may change an answer: the run is not complete, or something is wrong with the cells that it rests on. */
export function answerWarnings(result: RunResult, restsOn: readonly CellResult[]): string[] {
  const { experiment } = result
  const cells = result.cells.filter(cell => restsOn.includes(cell) || cell.givenUp !== undefined)
  const hasLearners = cells.some(({ cell }) => cell.lineup.participants.some(isLearner))
  const told = (cell: CellResult) => (text: string) => `${cellName(cell, result.cells)}: ${text}`
  return [
    ...incompleteWarnings(result),
    ...ownWarnings(cells),
    ...cells.flatMap(cell =>
      [...gameWarnings(experiment, cell), ...faultWarnings(cell, experiment.seed)].map(told(cell)),
    ),
    ...(hasLearners
      ? [...weakWarnings(experiment), ...searchWarnings(experiment), ...learnedOnWarnings(experiment)]
      : []),
    ...manyDrawn(cells),
  ]
}

/** Where nearly all matches are draws, the verdict says so itself. */
function manyDrawn(cells: readonly CellResult[]): string[] {
  const drawn = cells.filter(cell => undecidedWords(cell) !== '' && !isNearlyAlwaysDrawn(cell))
  if (drawn.length === 0) return []
  const fair = evenShare(drawn[0]!.layout.seats)
  return cells.length === 1
    ? [`${undecidedWords(drawn[0]!)}. That pulls scores toward ${fair}.`]
    : [
        `Many matches are draws${drawn.length < cells.length ? ` in ${drawn.length} of ${cells.length} variants` : ''}, which pulls scores toward ${fair}.`,
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

/** What games warn of themselves, each once. */
function ownWarnings(cells: readonly CellResult[]): string[] {
  return [...new Set(cells.flatMap(({ game }) => game.warnings ?? []))]
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
    `the game failed in ${counted(lost.length, 'block')}, so ${left}. If only one kind of match fails, scores are biased toward the others. The first: ${place}: ${reason}.`,
  )
  return warnings
}

function faultWarnings(one: CellResult, seed: string): string[] {
  const { lineup } = one.cell
  // Name an agent in all seats once.
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

/** "49 % of matches are draws, all at the turn limit"; empty where these are few. Nearly all never round to all. */
export function undecidedWords(cell: CellResult): string {
  const matches = matchesOf(cell)
  const limit = endedBy(cell, 'length')
  const count = drawsIn(cell)
  if (matches === forfeitsOf(cell) || count <= WARN_ABOVE * matches) return ''
  const share = (part: number, all: number): number =>
    part === all ? 100 : Math.min(99, Math.round((100 * part) / all))
  const at =
    limit === 0
      ? ''
      : limit === count
        ? ', all at the turn limit'
        : `, ${Math.max(1, share(limit, count))} % of them at the turn limit`
  return `${share(count, matches)} % of matches are draws${at}`
}

function undecidedWarnings(cell: CellResult): string[] {
  const words = undecidedWords(cell)
  return words ? [`${words}. That pulls scores toward ${evenShare(cell.layout.seats)}.`] : []
}
