/** The texts of a game: orders as records write them, positions as JSON and as a board. */
import type { Ending, GameText } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import type { Planner } from '../turn/plan.ts'
import { boardOf } from './board.ts'
import { describe, lastPhase } from './describe.ts'
import { guideOf } from './guide.ts'
import { formatAction, parseAction, placesOf } from './notation.ts'
import { legendOf, render } from './render.ts'
import { inWords, storyOf, tellAction } from './story.ts'

/** The texts of a game with these tables; its planner says what may be planned. */
export function textOf(tables: Tables, endings: readonly Ending[], planner: Planner): GameText {
  const scratch = new Int32Array(tables.legalMax)
  return {
    replayEach: 'step',
    fixedFormat: false,
    format: (state, seat, action) => formatAction(tables, planner, state, seat, action),
    parse: (state, seat, text) => parseAction(tables, planner, state, seat, text, scratch),
    tell: (state, seat, action) => tellAction(tables, planner, state, seat, action),
    places: (state, seat, action) => placesOf(tables, planner, state, seat, action),
    describe: state => describe(tables, state, endings),
    guide: guideOf(tables),
    legend: legendOf(tables),
    render: state => render(tables, state, endings),
    narrate: (before, after) => render(tables, after, endings, before),
    story: (before, after) =>
      storyOf(tables, before, after, lastPhase(tables, after).phase, inWords(tables, before)),
    board: boardOf(tables),
  }
}
