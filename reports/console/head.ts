/** How a report begins: what was played, and how rules to stop ended it. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { stopCaveat, stopsOf } from '../findings/stopping.ts'
import { counted, printable } from '../formatting.ts'
import { hanging, type Paint, wrap } from './layout.ts'

export function headLines({ experiment, cells, handicaps, probes }: RunResult, width: number): string[] {
  const played = [...cells, ...handicaps, ...probes].reduce((sum, cell) => sum + matchesOf(cell), 0)
  const { name, game, seed } = experiment
  return wrap(printable(`${name}: ${counted(played, 'match', 'matches')} of ${game}, seed ${seed}`), width)
}

export function stopLines(result: RunResult, width: number, paint: Paint): string[] {
  const stops = stopsOf(result)
  if (stops.length === 0) return []
  const caveat = stopCaveat(stops)
  const lines = stops.flatMap(({ lineup, words }) => hanging(printable(`${lineup}: ${words}`), width, '  '))
  return ['', paint('bold', 'STOP'), ...lines, ...(caveat === '' ? [] : hanging(caveat, width, '  '))]
}
