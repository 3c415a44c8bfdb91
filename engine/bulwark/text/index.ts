/** What people read and write of Bulwark: decisions, positions, and a drawing of a map. */
import { foldLine, type Game, type GameText, type Seat, type State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { boardOf } from './board.ts'
import { describe } from './describe.ts'
import { formatAction, parseAction, tellAction } from './notation.ts'
import { legendOf, render } from './render.ts'
import { briefOf, storyOf } from './story.ts'

/** @internal For docs/scripts/map.ts. */
export { drawMap } from './picture.ts'

/** The texts of one compiled rule set; `game` knows what a seat may choose. */
export function textOf(tables: Tables, game: Pick<Game, 'toMove' | 'legal'>): GameText {
  /** The actions that a seat may choose, null if it is not to move. */
  const legal = (state: State, seat: Seat): Int32Array | null => {
    if (((game.toMove(state) >> seat) & 1) === 0) return null
    const out = new Int32Array(tables.legalMax)
    return out.subarray(0, game.legal(state, seat, out))
  }
  return {
    replayEach: 'decision',
    fixedFormat: true,
    format: (_state, seat, action) => formatAction(tables, seat, action),
    parse: (state, seat, text) => parseAction(tables, seat, text, legal(state, seat)),
    tell: (_state, seat, action) => tellAction(tables, seat, action),
    describe: state => describe(tables, state),
    legend: legendOf(tables),
    render: (state, width) => render(tables, state, width),
    narrate: (before, after, width) =>
      [
        ...storyOf(tables, before, after).flatMap(line => foldLine(`  ${line}`)),
        render(tables, after, width),
      ].join('\n'),
    story: (before, after) => storyOf(tables, before, after),
    brief: (before, after) => briefOf(tables, before, after),
    board: boardOf(tables),
  }
}
