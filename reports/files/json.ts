/** The document that `--json` prints: the experiment, the verdicts, and the rows of some tables. */

import type { RunResult } from '../../sim/chunks/results.ts'
import { fingerprint, portable } from '../../sim/experiment/index.ts'
import { gateOf } from '../findings/gate/gate.ts'
import { goalDocument } from '../findings/gate/goals.ts'
import { gateDocument } from '../findings/gate/words.ts'
import { ladderOf } from '../findings/ladder/ladder.ts'
import { ladderWords } from '../findings/ladder/words.ts'
import { trainedPlayers } from '../findings/members.ts'
import { stopsOf } from '../findings/stopping.ts'
import { byVariant } from '../findings/variants.ts'
import { bracketOf } from '../findings/verdicts/bracket.ts'
import { exploitOf, exploitsIn, verdictOnPlay } from '../findings/verdicts/exploits.ts'
import { agreementOf, cellFinding, isMirror, strengthsOf } from '../findings/verdicts/verdicts.ts'
import { agreementWords } from '../findings/verdicts/words.ts'
import {
  type CellValue,
  comparisons,
  exploitability,
  ladder,
  levers,
  pairs,
  roles,
  seats,
  summary,
  type Table,
  usefulness,
} from '../tables/index.ts'

/** A run as plain data for JSON. Numbers are raw, null where nothing is known, and text if infinite. */
export function summaryDocument(result: RunResult): object {
  return {
    experiment: portable(result.experiment),
    fingerprint: fingerprint(result.experiment),
    complete: result.complete,
    stops: stopsOf(result),
    verdicts: verdictsOf(result),
    ladders: laddersOf(result),
    summary: rowsOf(summary, result),
    roles: rowsOf(roles, result),
    seats: rowsOf(seats, result),
    ladder: rowsOf(ladder, result),
    pairs: rowsOf(pairs, result),
    exploitability: rowsOf(exploitability, result),
    comparisons: rowsOf(comparisons, result),
    usefulness: rowsOf(usefulness, result),
    levers: rowsOf(levers, result),
    goals: goalDocument(result),
    ...(result.experiment.gate ? gateDocument(gateOf(result)) : { gate: null, bounds: [] }),
  }
}

function verdictsOf({ experiment: { margin }, cells }: RunResult): object[] {
  return byVariant(cells).map(({ variant, cells: its }) => {
    const strengths = strengthsOf(its, margin)
    const exploits = exploitsIn(its)
    return {
      variant,
      agreement: agreementOf(strengths).agreement,
      words: agreementWords(strengths),
      lineups: its.map(one => ({
        lineup: one.cell.lineup.name,
        mirror: isMirror(one.cell.lineup),
        kind: isMirror(one.cell.lineup) ? cellFinding(one, margin) : null,
        players: trainedPlayers(one),
        bracket: bracketOf(one, exploitOf(one, exploits)),
        words: verdictOnPlay(one, margin, exploits),
      })),
    }
  })
}

/**
 * What ladders show in words, and their cycles, of variants in which all agents met each other and
 * themselves.
 */
function laddersOf({ experiment: { margin }, cells }: RunResult): object[] {
  return byVariant(cells).flatMap(({ variant, cells: its }) => {
    const ladder = ladderOf(its)
    if (!ladder.isRoundRobin) return []
    const cycles = ladder.cycles.map(({ agents, p, adjusted }) => ({
      agents: agents.map(agent => ladder.rungs[agent]!.label),
      p,
      p_adjusted: adjusted,
    }))
    return [{ variant, words: ladderWords(ladder, margin), cycles }]
  })
}

const rowsOf = (table: Table, result: RunResult) => jsonRows(table.rows(result))

/** Rows as JSON has them. */
export function jsonRows(
  rows: readonly Readonly<Record<string, CellValue>>[],
): Record<string, CellValue | null>[] {
  return rows.map(row => Object.fromEntries(Object.entries(row).map(([id, value]) => [id, jsonValue(value)])))
}

/** JSON has no infinity: it is written as in the CSV files. */
function jsonValue(value: string | boolean | number): string | boolean | number | null {
  if (typeof value !== 'number' || Number.isFinite(value)) return value
  if (Number.isNaN(value)) return null
  return value > 0 ? 'inf' : '-inf'
}
