/**
 * A game of plain values whose `setup` or `apply` draws by itself, as one whose chance decides: no
 * search foresees a draw, and records replay without a seed.
 */
import { disguised, withRandom } from '../modules/index.ts'
import type { Context, Definition, PlainBoard, PlainGauge } from './define.ts'
import { MOVES_MAX } from './info.ts'
import { type ChanceAnswer, chanceAnswers, type Roll, Rolls, withAnswer } from './rolls.ts'
import { linesOf, writeMove } from './text.ts'

/** The author's state, null until `setup` has drawn, and what waits for chance. */
interface Drawing {
  readonly state: unknown
  readonly roll: Roll | null
  readonly waiting: Waiting | null
}

type Waiting = { readonly seat: number; readonly move: unknown } | { readonly moves: readonly unknown[] }

/** Answers of chance per draw. */
const ANSWERS = 4
/** Twice the most answers of chance. */
const MOVES_AT_ONCE = 512
/** Words of what waits. */
const WORDS = 256

export function drawing(of: Definition): Definition {
  const rolls = new Rolls()
  /** `before` returns the author's state before the move. */
  const draw = (
    drawn: readonly number[],
    waiting: Waiting | null,
    before: () => unknown,
    play: () => unknown,
  ): Drawing => {
    rolls.begin(drawn)
    let state: unknown
    try {
      state = withRandom(rolls.number, play)
    } catch (error) {
      if (rolls.asked === null) throw error
    }
    return rolls.asked
      ? { state: before(), roll: rolls.asked, waiting }
      : { state, roll: null, waiting: null }
  }
  const setUp = (drawn: readonly number[], context: Context<object>): Drawing =>
    draw(
      drawn,
      null,
      () => null,
      () => of.setup(context),
    )
  const carryOut = (
    drawn: readonly number[],
    waiting: Waiting,
    state: unknown,
    context: Context<object>,
    before: () => unknown,
  ): Drawing =>
    draw(drawn, waiting, before, () =>
      'moves' in waiting
        ? (of.applyAll!(state, waiting.moves, context, before) ?? state)
        : (of.apply(state, waiting.move, { ...context, seat: waiting.seat }, before) ?? state),
    )
  const within = (before: () => Drawing) => (): unknown => before().state
  const { gauges, board, view, determinize, assetOf, placesOf, render, roleOf } = of
  const own: Definition<Drawing> = {
    ...of,
    setup: context => setUp([], context),
    toMove: (at, context) => (at.roll ? 'chance' : of.toMove(at.state, context)),
    moves: (at, context) => of.moves(at.state, context),
    outcome: (at, context) => (at.roll ? null : of.outcome(at.state, context)),
    chance: (at, context) => (at.roll ? chanceAnswers(at.roll) : (of.chance?.(at.state, context) ?? [])),
    apply: (at, move, context, before) => {
      if (!at.roll) return carryOut([], { seat: context.seat, move }, at.state, context, within(before))
      const roll = withAnswer(at.roll, (move as ChanceAnswer).answer)
      if (roll.left > 0) return { ...at, roll }
      if (at.waiting === null) return setUp(roll.drawn, context)
      return carryOut(roll.drawn, at.waiting, at.state, context, within(before))
    },
    applyAll:
      of.applyAll &&
      ((at, moves, context, before) => carryOut([], { moves }, at.state, context, within(before))),
    view: view && ((at, context) => (isOpen(at) ? { ...at, state: view(at.state, context) } : at)),
    determinize:
      determinize && ((at, context) => (isOpen(at) ? { ...at, state: determinize(at.state, context) } : at)),
    ...(gauges && {
      gauges: Object.fromEntries(
        Object.entries(gauges).map(([id, gauge]) => [id, { ...gauge, of: gaugeOf(gauge) }]),
      ),
    }),
    ...(roleOf && { roleOf: (at, context) => roleOf.call(of, at.state, context) }),
    ...(assetOf && { assetOf: (move, at, context) => assetOf.call(of, move, at.state, context) }),
    ...(placesOf && { placesOf: (move, at, context) => placesOf.call(of, move, at.state, context) }),
    format: (move, context) => (isAnswer(move, context) ? move.text : writeMove(of, move, context)),
    render: ({ state }, context) => {
      if (state === null) return 'setup draws'
      return render ? render.call(of, state, context) : linesOf(state)
    },
    ...(board && {
      board: typeof board === 'function' ? context => boardOf(board(context)) : boardOf(board),
    }),
    maxMoves: (of.maxMoves ?? MOVES_MAX) * (1 + ANSWERS),
    movesAtOnce: of.movesAtOnce && Math.max(of.movesAtOnce, MOVES_AT_ONCE),
    ...(of.stateWords && { stateWords: of.stateWords + WORDS }),
  }
  // Messages name the author's function.
  for (const name of [
    'setup',
    'toMove',
    'moves',
    'outcome',
    'chance',
    'apply',
    'applyAll',
    'view',
    'roleOf',
  ] as const) {
    const [call, original] = [own[name], of[name]]
    if (call && original) disguised(call, original)
  }
  return own
}

const isOpen = ({ state }: Drawing): boolean => state !== null

function gaugeOf({ of, min, max }: PlainGauge<unknown, object>): PlainGauge<Drawing, object>['of'] {
  const none = Math.max(min, Math.min(max, 0))
  return ({ state }, context) => (state === null ? none : of(state, context))
}

function boardOf(board: PlainBoard<unknown, object>): PlainBoard<Drawing, object> {
  const { at, standings } = board
  return {
    ...board,
    at: ({ state }, context) => (state === null ? board.places.map(() => null) : at(state, context)),
    ...(standings && {
      standings: ({ state }: Drawing, context: Context<object>) =>
        state === null ? [] : standings(state, context),
    }),
  }
}

/** Whether a move is an answer to a draw, and not of the author's own chance. */
function isAnswer(move: unknown, { seat }: Context<object>): move is ChanceAnswer {
  return seat === -1 && typeof move === 'object' && move !== null && 'answer' in move && 'text' in move
}

/** What `describe` shows of a game that draws: the author's state. */
export function describeDrawing(position: object): object {
  const { state: at, ...rest } = position as { readonly state: Drawing }
  const { state, roll } = at
  return { state, ...(roll && { roll }), ...rest }
}
