/** Small games and matches made by hand, whose figures can be worked out on paper. */
import type { Game, Gauge } from '../../engine/contract/game.ts'
import type { Entrant, Experiment } from '../../sim/experiment/experiment.ts'
import type { Fault } from '../../sim/match/runner.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { Tallier } from '../../sim/tally/tallier.ts'
import { layoutTally } from '../../sim/tally/layout.ts'

function never(): never {
  throw new Error('reports do not play')
}

/** A game of at most 4 rounds, 2 a turn; one zero-sum gauge, and one so wide that its bins hold 4 values. */
export function gameOf(seats: readonly string[]): Game {
  const unused = { stateSize: 1, actionCount: 1, legalMax: 1, decisionMax: 100, frames: 'moment' as const }
  return {
    ...unused,
    id: 'paper',
    seats,
    momentMax: 4,
    moment: { label: 'round', perTurn: 2 },
    gauges: [
      { id: 'favour', label: 'favour', min: -3, max: 3, zeroSum: true, worth: 1 },
      { id: 'gold', label: 'gold', min: 0, max: 199, zeroSum: false, worth: 1 },
    ],
    assets: [
      { id: 'pawn', group: 'unit', label: 'pawn' },
      { id: 'bid', group: 'action', label: 'bid' },
    ],
    endings: [
      { id: 'goal', kind: 'win', label: 'reached the goal' },
      { id: 'tie', kind: 'draw', label: 'agreed' },
      { id: 'cap', kind: 'length', label: 'round 4 was played' },
    ],
    start: never,
    actors: never,
    legal: never,
    odds: never,
    sample: never,
    apply: never,
    resolve: never,
    result: never,
    observe: never,
    determinize: never,
    gauge: never,
    format: never,
    parse: never,
    describe: never,
    render: never,
  }
}

export const GOAL = 0
export const TIE = 1
export const CAP = 2

/** A match as the tally takes it. Gauges are [gauge][seat] per moment, events [seat][asset]; both 0 if left out. */
export interface PaperMatch {
  readonly parts: readonly number[]
  readonly ending?: number
  readonly faulty?: number
  readonly decisions?: number
  readonly moments?: number
  readonly gauges?: readonly (readonly (readonly number[])[])[]
  readonly events?: readonly (readonly (readonly number[])[])[]
}

/** A cell in which the given blocks were played; match r of a block has rotation r. */
export function cellOf(
  seats: readonly string[],
  agents: readonly string[],
  blocks: readonly (readonly PaperMatch[])[],
  {
    variant = 'paper',
    faults = [],
    gauges,
  }: { variant?: string; faults?: readonly Fault[]; gauges?: readonly Gauge[] } = {},
): CellResult {
  const game = gauges ? { ...gameOf(seats), gauges } : gameOf(seats)
  const layout = layoutTally(game)
  const tallier = new Tallier(game, layout)
  for (const block of blocks) {
    for (const [rotation, match] of block.entries()) {
      const moments = match.moments ?? 1
      const words = moments * game.gauges.length * seats.length
      const events = seats.length * game.assets.length * 5
      tallier.add({
        rotation,
        faulty: match.faulty ?? -1,
        ending: match.ending ?? GOAL,
        decisions: match.decisions ?? 1,
        moments,
        parts: Int32Array.from(match.parts),
        gauges: Int32Array.from(match.gauges?.flat(2) ?? new Array<number>(words).fill(0)),
        events: Int32Array.from(match.events?.flat(2) ?? new Array<number>(events).fill(0)),
      })
    }
    tallier.endBlock()
  }
  const entrants: Entrant[] = agents.map(label => ({ label, agent: label, options: {} }))
  const lineup = { name: agents.join(' vs '), entrants, blocks: blocks.length }
  const cell = { index: 0, variant: { name: variant, ruleset: variant, rules: {} }, lineup }
  return { cell, game, layout, tally: tallier.tally, faults, metrics: [], pairs: new Float64Array(0) }
}

/** A run of these cells. */
export function resultOf(cells: readonly CellResult[], complete = true): RunResult {
  const experiment: Experiment = {
    format: 1,
    version: '0.0.0',
    name: 'paper',
    game: 'paper',
    seed: 'ink',
    margin: 0.02,
    seats: cells[0]!.game.seats,
    decisionSeconds: 60,
    against: 'baseline',
    variants: [...new Set(cells.map(c => c.cell.variant))],
    lineups: [...new Set(cells.map(c => c.cell.lineup))],
  }
  return { experiment, cells, complete }
}

/** So many times the same block of matches, each told by the seats' parts. */
export function times(count: number, ...parts: readonly (readonly number[])[]): PaperMatch[][] {
  return new Array<PaperMatch[]>(count).fill(parts.map(p => ({ parts: p })))
}

export const TWO = ['white', 'black']

/**
 * Two blocks of "ann" (entrant 0) and "bob": white beats black in both matches of the first; the second is a draw, and
 * a match that ann, then black, forfeits.
 */
export function annAndBob(): CellResult {
  const none = [0, 0, 0, 0, 0]
  return cellOf(
    TWO,
    ['ann', 'bob'],
    [
      [
        {
          parts: [60, 0],
          decisions: 10,
          moments: 2,
          gauges: [
            [
              [-1, 1],
              [5, 0],
            ],
            [
              [3, -3],
              [9, 4],
            ],
          ],
          events: [
            [
              [2, 3, 3, 0, 1],
              [4, 3, 0, 0, 1],
            ],
            [none, [0, 0, 0, 0, 1]],
          ],
        },
        {
          parts: [60, 0],
          decisions: 12,
          moments: 3,
          gauges: [
            [
              [1, -1],
              [0, 0],
            ],
            [
              [-2, 2],
              [0, 0],
            ],
            [
              [3, -3],
              [0, 0],
            ],
          ],
          events: [
            [[2, 0, 0, 1, 2], none],
            [none, none],
          ],
        },
      ],
      [
        {
          parts: [30, 30],
          ending: TIE,
          decisions: 20,
          moments: 4,
          events: [
            [[2, 1, 0, 0, 0], none],
            [none, none],
          ],
        },
        { parts: [60, 0], faulty: 1, decisions: 5, moments: 1 },
      ],
    ],
    {
      faults: [
        { block: 1, rotation: 1, seat: 1, entrant: 0, decision: 5, reason: 'answered 7, which is not legal' },
      ],
    },
  )
}
