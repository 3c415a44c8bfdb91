/** Small games and matches made by hand, whose figures can be worked out on paper. */

import type { CompiledGame, GameInfo } from '../../engine/contract/index.ts'
import { verdictPhrases } from '../../reports/findings/verdicts/words.ts'
import { sentences } from '../../reports/formatting.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import type { Experiment, Participant } from '../../sim/experiment/index.ts'
import type { Fault } from '../../sim/match/fault.ts'
import { SEQUENTIAL } from '../../sim/stats/looks.ts'
import { HighlightPicker } from '../../sim/tally/highlights.ts'
import { layoutTally } from '../../sim/tally/layout.ts'
import { Tallier } from '../../sim/tally/tallier.ts'

function never(): never {
  throw new Error('reports do not play')
}

/** A game of at most 4 rounds, 2 a turn; one zero-sum gauge, and one so wide that its bins hold 4 values. */
export function gameOf(seats: readonly string[]): CompiledGame {
  return {
    info: {
      id: 'paper',
      type: {
        dynamics: 'sequential',
        chance: 'deterministic',
        information: 'perfect',
        utility: 'constant-sum',
      },
      seats,
      stateSize: 1,
      actionCount: 1,
      legalMax: 1,
      decisionMax: 100,
      stepMax: 4,
      step: { label: 'round', perTurn: 2 },
      gauges: [
        { id: 'favour', label: 'favour', min: -3, max: 3, zeroSum: true, weight: 1 },
        { id: 'gold', label: 'gold', min: 0, max: 199, zeroSum: false, weight: 1 },
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
    },
    text: {
      replayEach: 'step',
      fixedFormat: false,
      format: never,
      parse: never,
      describe: never,
      render: never,
    },
    start: never,
    toMove: never,
    legal: never,
    passive: never,
    sample: never,
    apply: never,
    resolve: never,
    result: never,
    observe: never,
    determinize: never,
    gauge: never,
  }
}

export const GOAL = 0
export const TIE = 1
export const CAP = 2

/** A match as the tally takes it. Gauges are [gauge][seat] per step, events [seat][asset]; both 0 if left out. */
export interface PaperMatch {
  readonly returns: readonly number[]
  readonly ending?: number
  readonly faulty?: number
  readonly decisions?: number
  readonly options?: number
  readonly choices?: number
  readonly steps?: number
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
    ...info
  }: { variant?: string; faults?: readonly Fault[] } & Partial<
    Pick<GameInfo, 'gauges' | 'endings' | 'roles'>
  > = {},
): CellResult {
  const plain = gameOf(seats)
  const game = { ...plain, info: { ...plain.info, ...info } }
  const layout = layoutTally(game, new Set(agents).size === 1)
  const tallier = new Tallier(game, layout)
  const picker = new HighlightPicker(game.info)
  for (const [number, block] of blocks.entries()) {
    for (const [rotation, match] of block.entries()) {
      const steps = match.steps ?? 1
      const words = steps * game.info.gauges.length * seats.length
      const events = seats.length * game.info.assets.length * 5
      const finished = {
        block: number,
        rotation,
        faulty: match.faulty ?? -1,
        ending: match.ending ?? GOAL,
        decisions: match.decisions ?? 1,
        options: match.options ?? 0,
        choices: match.choices ?? 0,
        steps,
        samples: steps,
        since: Int32Array.from({ length: steps }, (_, step) => step),
        returns: Int32Array.from(match.returns),
        gauges: Int32Array.from(match.gauges?.flat(2) ?? new Array<number>(words).fill(0)),
        events: Int32Array.from(match.events?.flat(2) ?? new Array<number>(events).fill(0)),
      }
      tallier.add(finished)
      picker.add(finished, tallier)
    }
    tallier.endBlock()
  }
  const participants: Participant[] = agents.map(label => ({ label, agent: label, options: {} }))
  const lineup = { name: agents.join(' vs '), participants, blocks: blocks.length }
  const cell = { index: 0, variant: { name: variant, ruleset: variant, rules: {} }, lineup }
  return {
    cell,
    game,
    layout,
    tally: tallier.tally,
    look: SEQUENTIAL,
    members: [],
    selves: [],
    pairings: { members: 1, draws: 1, drawOf: agents.map(() => -1) },
    lost: [],
    faults,
    metrics: [],
    pairs: new Float64Array(0),
    highlights: picker.words,
  }
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
    seats: cells[0]!.game.info.seats,
    decisionSeconds: 60,
    against: 'baseline',
    variants: [...new Set(cells.map(c => c.cell.variant))],
    lineups: [...new Set(cells.map(c => c.cell.lineup))],
  }
  return { experiment, cells, handicaps: [], probes: [], complete }
}

/** The same block of matches, repeated; each match is given by the seats' returns. */
export function times(count: number, ...returns: readonly (readonly number[])[]): PaperMatch[][] {
  return new Array<PaperMatch[]>(count).fill(returns.map(p => ({ returns: p })))
}

export const TWO = ['white', 'black']

/**
 * Two blocks of "ann" (participant 0) and "bob": white beats black in both matches of the first; the second is a draw, and
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
          returns: [60, 0],
          decisions: 10,
          steps: 2,
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
          returns: [60, 0],
          decisions: 12,
          steps: 3,
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
          returns: [30, 30],
          ending: TIE,
          decisions: 20,
          steps: 4,
          events: [
            [[2, 1, 0, 0, 0], none],
            [none, none],
          ],
        },
        { returns: [60, 0], faulty: 1, decisions: 5, steps: 1 },
      ],
    ],
    {
      faults: [
        {
          block: 1,
          rotation: 1,
          seat: 1,
          participant: 0,
          decision: 5,
          reason: 'answered 7, which is not legal',
        },
      ],
    },
  )
}

/** The verdict on a cell in full. */
export function verdictWords(cell: CellResult, margin: number): string {
  return sentences(verdictPhrases(cell, margin))
}
