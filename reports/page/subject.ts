/** What the sections of the page are about: a run, and which of its cells are drawn one by one. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { exploitedIn } from '../../sim/experiment/index.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import type { MatchRecord } from '../../sim/records/record.ts'
import type { Place } from '../../sim/tally/highlights.ts'
import { type Comparison, comparisonsOf } from '../findings/changes/comparisons.ts'
import type { Lacking } from '../findings/highlights.ts'
import { inOrder } from '../findings/order.ts'
import { byVariant, type VariantCells } from '../findings/variants.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { html, type Markup, NOTHING } from './html.ts'

export interface Subject {
  readonly result: RunResult
  /** What was played at all, the strongest line-ups of each variant first. */
  readonly variants: readonly VariantCells[]
  readonly comparisons: readonly Comparison[]
  /** The cells that the page has charts for, the baseline's first. */
  readonly pictured: readonly CellResult[]
  readonly matches: MatchPages
}

/** A page of a match that lies beside the page of its run. */
export interface MatchPage {
  /** Its path from there. */
  readonly href: string
  /** How the match ended, in words. */
  readonly outcome: string
}

/** A match that the page plays. */
export interface WatchedMatch {
  /** What it is picked by: `typical`. */
  readonly id: string
  readonly record: MatchRecord
}

/** What a page shows of single matches, beside their names. */
export interface MatchPages {
  /** Pages of matches by `matchKey`, and which matches have none though pages were asked for. */
  readonly pages: ReadonlyMap<string, MatchPage>
  readonly lacking: readonly Lacking[]
  /** Matches to play in the page, and how many more it has no room for. */
  readonly watched: readonly WatchedMatch[]
  readonly dropped: number
}

export const NO_MATCHES: MatchPages = { pages: new Map(), lacking: [], watched: [], dropped: 0 }

/** A match among those of a run: by its cell's index, its block, and its rotation. */
export function matchKey(cell: number, { block, rotation }: Place): string {
  return `${cell}-${block}-${rotation}`
}

/** Most cells with their own charts: nobody would look at those of a hundred variants. */
const PICTURED = 12

export function subjectOf(result: RunResult, matches = NO_MATCHES): Subject {
  return {
    result,
    variants: byVariant(inOrder(result, result.cells.filter(isPlayed))),
    comparisons: comparisonsOf(result),
    pictured: picturedOf(result),
    matches,
  }
}

/** The cells that the page of a run has charts for: the baseline's first, and the strongest of each variant first. */
export function picturedOf(result: RunResult): readonly CellResult[] {
  return inOrder(result, result.cells).filter(isPlayed).filter(isOfRules).slice(0, PICTURED)
}

function isPlayed(cell: CellResult): boolean {
  return matchesOf(cell) > 0
}

/** Whether a cell tells of the rules; exploiters tell of an agent. */
function isOfRules({ cell }: CellResult): boolean {
  return !exploitedIn(cell.lineup)
}

/** "random vs itself", "greedy vs random". */
export function lineupName({ cell: { lineup } }: CellResult): string {
  return isMirror(lineup) ? `${lineup.participants[0]!.label} vs itself` : lineup.name
}

/** A cell by its line-up, and by its variant where there are several. */
export function cellName({ variants }: Subject, cell: CellResult): string {
  return variants.length > 1 ? `${cell.cell.variant.name}: ${lineupName(cell)}` : lineupName(cell)
}

/** What each seat is called; by several names where variants differ: "white/green". */
export function seatNames({ cells, experiment }: RunResult): string[] {
  return experiment.seats.map((_, seat) =>
    [...new Set(cells.map(({ game }) => game.info.seats[seat]!))].join('/'),
  )
}

/** A result of only these cells, for tables of their rows. */
export function resultOf({ result }: Subject, cells: readonly CellResult[]): RunResult {
  return { ...result, cells }
}

/** Says that some cells have no charts, and where their figures are. */
export function leftOut({ pictured, variants }: Subject, file: string): Markup {
  const all = variants.reduce((sum, { cells }) => sum + cells.filter(isOfRules).length, 0)
  if (all <= pictured.length) return NOTHING
  return html`<p class="note">Shown: the first ${pictured.length} of ${all} line-ups. All are in ${file}.</p>
`
}

/** The cells in which one agent plays all seats, by that agent. */
export function byStrength({ variants }: Subject): { agent: string; cells: CellResult[] }[] {
  const mirrors = variants.flatMap(({ cells }) => cells).filter(({ cell }) => isMirror(cell.lineup))
  const agents = [...new Set(mirrors.map(agentOf))]
  return agents.map(agent => ({ agent, cells: mirrors.filter(cell => agentOf(cell) === agent) }))
}

/** The agent that plays all seats. */
export function agentOf({ cell }: CellResult): string {
  return cell.lineup.participants[0]!.label
}
