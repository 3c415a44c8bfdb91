/** The section STRENGTH: how agents do against each other. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { contests, strengthWords } from '../findings/strength-words.ts'
import { printable } from '../formatting.ts'
import { hanging } from './layout.ts'

/** A sentence for each line-up of different agents. */
export function strengthLines(cells: readonly CellResult[], width: number): string[] {
  return contests(cells).flatMap(one => hanging(printable(strengthWords(one)), width, '  '))
}
