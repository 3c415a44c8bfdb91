/** The sections VERDICT, STRENGTH and FEEL of one variant: its seats, its agents against each other, and whether who leads wins. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { feelWords } from '../findings/feel.ts'
import { exploitsIn, verdictOnPlay } from '../findings/verdicts/exploits.ts'
import { contests, strengthWords } from '../findings/verdicts/strength.ts'
import { cellFinding, isMirror, strengthsOf } from '../findings/verdicts/verdicts.ts'
import { agreementWords } from '../findings/verdicts/words.ts'
import { printable } from '../formatting.ts'
import { hanging, labelledLines, labelWidth, type Paint } from './layout.ts'

export const STYLES = { fair: 'green', favours: 'red', inconclusive: 'yellow', drawn: 'yellow' } as const

/** A line for each agent that plays all seats; without one, a line for each line-up. Then whether strengths agree. */
export function verdictLines(
  cells: readonly CellResult[],
  margin: number,
  width: number,
  paint: Paint,
): string[] {
  const mirrors = cells.filter(({ cell }) => isMirror(cell.lineup))
  const shown = mirrors.length > 0 ? mirrors : cells
  const label = ({ cell }: CellResult) =>
    printable(isMirror(cell.lineup) ? cell.lineup.participants[0]!.label : cell.lineup.name)
  const column = labelWidth(shown.map(label))
  const exploits = exploitsIn(cells)
  const lines = shown.flatMap(cell => {
    const style = isMirror(cell.cell.lineup) ? STYLES[cellFinding(cell, margin)] : 'yellow'
    const text = printable(verdictOnPlay(cell, margin, exploits))
    return labelledLines(label(cell), column, text, width, word => paint(style, word))
  })
  const words = printable(agreementWords(strengthsOf(cells, margin)))
  return [...lines, ...(words === '' ? [] : hanging(words, width, '  ', '  '))]
}

/** A sentence for each line-up of different agents. */
export function strengthLines(cells: readonly CellResult[], width: number): string[] {
  return contests(cells).flatMap(one => hanging(printable(strengthWords(one)), width, '  '))
}

/** Most line-ups listed; quality.csv has all. */
const MAX_LISTED = 4

/** A line for each agent that plays all seats: between others, the better one may lead and win from the start. None where leads mean nothing. */
export function feelLines(cells: readonly CellResult[], width: number): string[] {
  const told = cells
    .filter(({ cell }) => isMirror(cell.lineup))
    .slice(0, MAX_LISTED)
    .map(one => ({ label: printable(one.cell.lineup.participants[0]!.label), words: feelWords(one) }))
    .filter(({ words }) => words !== '')
  const column = labelWidth(told.map(({ label }) => label))
  return told.flatMap(({ label, words }) => labelledLines(label, column, words, width, word => word))
}
