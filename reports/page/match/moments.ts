/** The moments of a match, as its page shows them. */
import {
  type BoardPosition,
  type CompiledGame,
  type Ending,
  newState,
  type State,
  WIN_UNITS,
} from '../../../engine/contract/index.ts'
import { framesOf, type MatchRecord } from '../../../sim/records/record.ts'

/** A position, and what happened since the moment before. */
export interface Moment {
  /** The turn that led to it, from 1, and how many steps were completed; 0 for the start. */
  readonly turn: number
  readonly steps: number
  /** The decisions since the moment before, in words, else as records write them. */
  readonly decisions: readonly string[]
  /** What came of them, a sentence each; empty if the game does not tell. */
  readonly story: readonly string[]
  /** The position of a game that has a board, else as text. */
  readonly position: BoardPosition | string
  /** Every gauge, its values by seat. */
  readonly gauges: readonly (readonly number[])[]
}

/**
 * What one moment spans: `board` the decisions of a step up to one that changes the board, `step` those of a
 * step, `turn` those of a turn. In a game whose replay shows steps, each step is a moment, except with
 * `turn`.
 */
export type Grain = 'board' | 'step' | 'turn'

export const GRAINS: readonly Grain[] = ['board', 'step', 'turn']

/** The moments of a record, the start first. Throws an InputError at the first impossible decision. */
export function momentsOf(record: MatchRecord, grain: Grain): Moment[] {
  const { decisions } = record
  const moments: Moment[] = []
  let before: State | null = null
  let drawn = ''
  let made = 0
  // Whether the last moment changed nothing, and whether it completed a step.
  let isIdle = false
  let isWhole = true
  for (const frame of framesOf(record)) {
    const { state, turn, steps, isSealed, told } = frame
    if (isSealed && told.length === 0) continue
    const { board, render, replayEach, story } = frame.game.text
    const position = board ? board.at(state) : render(state)
    const now: Moment = {
      turn,
      steps,
      position,
      decisions: told,
      story: [...(before && story ? story(before, state) : []), ...frame.notes.map(note => `Note: ${note}`)],
      gauges: gaugesOf(frame.game, state),
    }
    const last = moments.at(-1)
    const goesOn = grain === 'turn' ? last?.turn === turn : !isWhole && (grain === 'step' || isIdle)
    if (last && turn > 0 && goesOn) moments[moments.length - 1] = joined(last, now)
    else moments.push(now)
    const shown = JSON.stringify(typeof position === 'string' ? position : position.holdings)
    isIdle = replayEach === 'decision' && shown === drawn
    isWhole = steps > (last?.steps ?? 0) || turn === 0
    before = state.slice()
    made = frame.decisions
    drawn = shown
  }
  return made < decisions.length ? [...moments, unmade(record, moments.at(-1)!, made)] : moments
}

/** A moment for the decisions from `made` on, which the record ends before carrying out. */
function unmade({ decisions, game }: MatchRecord, last: Moment, made: number): Moment {
  const turn = 1 + Math.floor(last.steps / game.info.step.perTurn)
  return { ...last, turn, decisions: decisions.slice(made), story: [] }
}

function joined(first: Moment, second: Moment): Moment {
  return {
    ...second,
    decisions: [...first.decisions, ...second.decisions],
    story: [...first.story, ...second.story],
  }
}

function gaugesOf(game: CompiledGame, state: State): number[][] {
  const { gauges, seats } = game.info
  const values = new Int32Array(gauges.length * seats.length)
  game.gauge(state, values, 0)
  return gauges.map((_, gauge) => [...values.subarray(gauge * seats.length, (gauge + 1) * seats.length)])
}

export interface Result {
  /** The only winner, or null. */
  readonly winner: number | null
  readonly ending: Ending
}

/** How the match ended on the board; null if the record stops before, as after a forfeit. */
export function resultOf(record: MatchRecord): Result | null {
  let { game } = record
  const last = newState(game.info)
  for (const frame of framesOf(record)) {
    last.set(frame.state)
    game = frame.game
  }
  if (game.toMove(last) !== 0) return null
  const returns = new Int32Array(game.info.seats.length)
  const ending = game.info.endings[game.result(last, returns)]!
  const winner = returns.indexOf(WIN_UNITS)
  return { winner: winner < 0 ? null : winner, ending }
}
