/** The section GATE: each bound of the experiment's gate, in the words of `evenhand check`. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { fixOf } from '../findings/fix.ts'
import { type GateVerdict, gateOf } from '../findings/gate/gate.ts'
import { gateSummary, gateTexts, VERDICT_WIDTH } from '../findings/gate/words.ts'
import { commandLines, hanging, type Paint, type TextStyle } from './layout.ts'

const STYLES: Readonly<Record<GateVerdict, TextStyle>> = {
  met: 'green',
  'not met': 'red',
  inconclusive: 'yellow',
}

/** A line for each bound in each cell, and how many are met; empty where the experiment has no gate. */
export function gateLines(
  result: RunResult,
  width: number,
  paint: Paint,
  folder: string | undefined,
): string[] {
  const findings = gateOf(result)
  if (findings.length === 0) return []
  const indent = ' '.repeat(2 + VERDICT_WIDTH + 2)
  const texts = gateTexts(findings)
  const lines = findings.flatMap(({ verdict }, i) => {
    const [first, ...rest] = hanging(texts[i]!, width, indent)
    const label = paint(STYLES[verdict], verdict) + ' '.repeat(VERDICT_WIDTH - verdict.length)
    return [`  ${label}  ${first!.slice(indent.length)}`, ...rest]
  })
  return [
    '',
    paint('bold', 'GATE'),
    ...lines,
    ...hanging(gateSummary(findings), width, '  '),
    ...fixLines(fixOf(result, folder), width, '  '),
  ]
}

/** The command that looks for a fix, if there is anything to fix. */
export const fixLines = (fix: string | null, width: number, indent = ''): string[] =>
  fix === null ? [] : commandLines('To look for a fix:', fix, width, indent)

/** The command that plays until there is a verdict, if one is missing. */
export const decideLines = (decide: string | null, width: number): string[] =>
  decide === null ? [] : commandLines('To play until the verdict is clear:', decide, width, '')
