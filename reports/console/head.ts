/** How a report begins: what was played, and how rules to stop ended it. */
import type { RunResult } from '../../sim/chunks/results.ts'
import type { Answer } from '../findings/answer/answer.ts'
import { playedWords } from '../findings/members.ts'
import { stopCaveat, stopsOf } from '../findings/stopping.ts'
import { printable } from '../formatting.ts'
import { hanging, type Paint, wrap } from './layout.ts'

/** What was asked, what was played, and the answer. */
export function answerLines(
  result: RunResult,
  { title, answer, agreement }: Pick<Answer, 'title' | 'answer' | 'agreement'>,
  width: number,
  paint: Paint,
): string[] {
  const texts = [answer.join(' '), agreement].filter(text => text !== '')
  return [
    ...wrap(printable(title), width).map(line => paint('bold', line)),
    ...headLines(result, width),
    '',
    ...texts.flatMap(text => wrap(printable(text), width)),
  ]
}

function headLines(result: RunResult, width: number): string[] {
  return wrap(printable(`${result.experiment.name}: ${playedWords(result)}`), width)
}

export function stopLines(result: RunResult, width: number, paint: Paint): string[] {
  const stops = stopsOf(result)
  if (stops.length === 0) return []
  const caveat = stopCaveat(stops)
  const lines = stops.flatMap(({ lineup, words }) => hanging(printable(`${lineup}: ${words}`), width, '  '))
  return ['', paint('bold', 'STOP'), ...lines, ...(caveat === '' ? [] : hanging(caveat, width, '  '))]
}
