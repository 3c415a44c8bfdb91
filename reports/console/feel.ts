/** The section FEEL: whether who leads wins, and from when on a match is decided. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { feelWords } from '../findings/feel.ts'
import { isMirror } from '../findings/verdicts.ts'
import { printable } from '../formatting.ts'
import { labelledLines, labelWidth } from './layout.ts'

/** Line-ups that are told; quality.csv has all. */
const TOLD = 4

/** A line for each agent that plays all seats: between others, the better one may lead and win from the start. None where leads mean nothing. */
export function feelLines(cells: readonly CellResult[], width: number): string[] {
  const told = cells
    .filter(({ cell }) => isMirror(cell.lineup))
    .slice(0, TOLD)
    .map(one => ({ label: printable(one.cell.lineup.participants[0]!.label), words: feelWords(one) }))
    .filter(({ words }) => words !== '')
  const column = labelWidth(told.map(({ label }) => label))
  return told.flatMap(({ label, words }) => labelledLines(label, column, words, width, word => word))
}
