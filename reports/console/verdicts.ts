/** The section VERDICT: what the matches show about the seats of one variant. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { exploitsIn, verdictOnPlay } from '../findings/exploits.ts'
import { agreementWords } from '../findings/verdict-words.ts'
import { cellFinding, isMirror, strengthsOf } from '../findings/verdicts.ts'
import { printable } from '../formatting.ts'
import { hanging, labelledLines, labelWidth, type Paint } from './layout.ts'

const STYLES = { fair: 'green', favours: 'red', inconclusive: 'yellow', drawn: 'yellow' } as const

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
