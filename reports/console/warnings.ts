/** What makes a run's figures worth less than they look. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { endedBy, forfeitsOf, matchesOf, outcomesOf } from '../figures.ts'
import { counted, thousands } from '../words.ts'

/** Above this share of all matches, draws and length caps are warned of. */
const MOST = 0.2

/** The warnings of a run, a sentence or two each, the gravest first. */
export function warningsOf({ experiment, cells, complete }: RunResult): string[] {
  const played = cells.reduce((sum, cell) => sum + matchesOf(cell), 0)
  const asked = cells.reduce((sum, { cell, layout }) => sum + cell.lineup.blocks * layout.seats, 0)
  return [
    ...(complete
      ? []
      : [`The run was stopped: ${thousands(played)} of ${counted(asked, 'match', 'matches')} were played.`]),
    ...cells.flatMap(cell => faultWarnings(cell, experiment.seed).map(text => place(cell, cells) + text)),
    ...cells.flatMap(cell => dominance(cell).map(text => place(cell, cells) + text)),
  ]
}

/** "v0.2, mcts vs greedy: ", as far as there is more than one variant. */
function place({ cell }: CellResult, cells: readonly CellResult[]): string {
  const several = cells.some(other => other.cell.variant.name !== cell.variant.name)
  return `${several ? `${cell.variant.name}, ` : ''}${cell.lineup.name}: `
}

function faultWarnings(one: CellResult, seed: string): string[] {
  return one.cell.lineup.participants.flatMap(({ label }, participant) => {
    const { faults } = outcomesOf(one, 'participant', participant)
    if (faults === 0) return []
    const count = `${label} forfeited ${thousands(faults)} of ${counted(matchesOf(one), 'match', 'matches')}`
    const first = one.faults.find(fault => fault.participant === participant)
    if (!first) return [`${count}.`]
    const { block, rotation, seat, decision, reason } = first
    const where = `seed ${seed}, block ${block}, rotation ${rotation}, decision ${decision}`
    return [`${count}; the first: ${where}, as ${one.game.info.seats[seat]!}: it ${reason}.`]
  })
}

function dominance(cell: CellResult): string[] {
  const played = matchesOf(cell) - forfeitsOf(cell)
  const many = (count: number) => count > MOST * matchesOf(cell)
  // Nearly all are never rounded to all.
  const percent = (count: number) =>
    count === matchesOf(cell) ? 100 : Math.min(99, Math.round((100 * count) / matchesOf(cell)))
  const share = (count: number) =>
    `${thousands(count)} of ${counted(matchesOf(cell), 'match', 'matches')} (${percent(count)} %)`
  const capped = endedBy(cell, 'length')
  const drawn = endedBy(cell, 'draw')
  if (played === 0) return []
  if (many(capped) && many(drawn))
    return [`${share(capped + drawn)} were drawn or ran into the cap on their length.`]
  if (many(capped))
    return [
      `${share(capped)} ran into the cap on their length: they pull every score towards the fair share.`,
    ]
  if (many(drawn)) return [`${share(drawn)} were drawn: they pull every score towards the fair share.`]
  if (many(capped + drawn))
    return [`${share(capped + drawn)} were drawn or ran into the cap on their length.`]
  return []
}
