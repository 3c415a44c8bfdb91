/** What people read and write: decisions as records hold them, positions as JSON and as text. */
import type { GameText } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { boardOf } from './board.ts'
import { describe } from './describe.ts'
import { Notation } from './notation.ts'
import { narrate, render } from './render.ts'
import { briefOf, storyOf } from './story.ts'

export function textOf(tables: Tables): GameText {
  const notation = new Notation(tables)
  return {
    replayEach: 'decision',
    // Missions are named by their place in a dossier, dice by the phase.
    fixedFormat: false,
    format: (state, seat, action) => notation.format(state, seat, action),
    parse: (state, seat, text) => notation.parse(state, seat, text),
    tell: (state, seat, action) => notation.tell(state, seat, action),
    describe: state => describe(tables, state),
    render: state => render(tables, state),
    narrate: (before, after) => narrate(tables, before, after),
    story: (before, after) => storyOf(tables, before, after),
    brief: (before, after) => briefOf(tables, before, after),
    board: boardOf(tables),
  }
}
