/** What players that learn see of a game of plain values. */
import { describe, expect, it } from 'vitest'
import { advance, type CompiledGame, newEvents, newState, type State } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { type Definition, defineGame } from '../../library/game.ts'

interface Table {
  hands: number[][]
  points: number[]
  turn: number
}

/** Two players each play a card from their hand, worth its number in points; `setup` deals. */
const cards = (hands: number[][], more: Partial<Definition<Table, string>> = {}): CompiledGame => {
  const game = defineGame<Table, string>({
    id: 'cards',
    seats: ['a', 'b'],
    setup: () => ({ hands, points: [0, 0], turn: 0 }),
    toMove: ({ turn }) => turn % 2,
    moves: ({ hands, turn }) => hands[turn % 2]!.map(card => `play ${card}`),
    apply: (state, move, { seat }) => {
      const card = Number(move.split(' ')[1])
      state.hands[seat]!.splice(state.hands[seat]!.indexOf(card), 1)
      state.points[seat]! += card
      state.turn++
      return state
    },
    outcome: ({ hands, points }) => (hands.every(({ length }) => length === 0) ? { scores: points } : null),
    gauges: { points: { min: 0, max: 100, of: ({ points }, { seat }) => points[seat]! } },
    ...more,
  })
  return game.compile(game.id, {})
}

const secret: Partial<Definition<Table, string>> = {
  view: (state, { seat }) => ({
    ...state,
    hands: state.hands.map((hand, owner) => (owner === seat ? hand : hand.map(() => 0))),
  }),
  determinize: (view, { seat, random }) => ({
    ...view,
    hands: view.hands.map((hand, owner) => (owner === seat ? hand : hand.map(() => 1 + random.below(9)))),
  }),
}

/** The position after moves, by their place in the list. */
function positionAfter(game: CompiledGame, ...moves: number[]): State {
  const state = newState(game.info)
  const events = newEvents(game.info)
  game.start(state, events)
  advance(game, state, events)
  for (const [turn, move] of moves.entries()) {
    game.apply(state, turn % 2, move, events)
    advance(game, state, events)
  }
  return state
}

function tokens(game: CompiledGame, state: State, seat: number): number[] {
  const out = new Int32Array(game.info.learning!.tokens)
  const view = newState(game.info)
  game.observe(state, seat, view)
  return [...out.subarray(0, game.tokens!(view, seat, out))].sort((a, b) => a - b)
}

function aspects(game: CompiledGame, state: State, seat: number, action: number): number[] {
  const out = new Int32Array(game.info.learning!.aspects)
  const view = newState(game.info)
  game.observe(state, seat, view)
  return [...out.subarray(0, game.aspects!(view, seat, action, out))]
}

const shared = (some: readonly number[], others: readonly number[]): number =>
  some.filter(one => others.includes(one)).length

describe('tokens of plain values', () => {
  it('leave out what is as at the start, all but the seat', () => {
    const game = cards([[1, 2], [3]])
    expect([0, 1].map(seat => tokens(game, positionAfter(game), seat).length)).toEqual([1, 1])
    expect(tokens(game, positionAfter(game, 0), 0).length).toBeGreaterThan(3)
  })

  it("are seen from a seat's own side, apart from the one for the seat", () => {
    const game = cards([
      [4, 5, 6],
      [4, 5, 6],
    ])
    const one = tokens(game, positionAfter(game, 0, 1), 0)
    const other = tokens(
      cards([
        [4, 5, 6],
        [4, 5, 6],
      ]),
      positionAfter(game, 1, 0),
      1,
    )
    expect(one.length).toBe(other.length)
    expect(shared(one, other)).toBe(one.length - 1)
    expect(shared(one, tokens(game, positionAfter(game, 0, 1), 1))).toBeLessThan(one.length - 1)
  })

  it('count the members of a list in any order', () => {
    const opening = [[9, 9, 9, 9], [9]]
    const handed = (hand: number[]): CompiledGame =>
      cards(opening, {
        apply: state => ({ ...state, hands: [hand, [9]], turn: state.turn + 1 }),
      })
    const of = (hand: number[]): number[] => tokens(handed(hand), positionAfter(handed(hand), 0), 0)
    // Each place of a card counts, too: four places differ by two.
    expect(shared(of([1, 2, 3, 4]), of([2, 1, 3, 4]))).toBeGreaterThan(
      shared(of([1, 2, 3, 4]), of([1, 2, 5, 6])),
    )
  })

  it('tell nothing of what is hidden', () => {
    const [one, other] = [
      cards(
        [
          [1, 2],
          [3, 4],
        ],
        secret,
      ),
      cards(
        [
          [1, 2],
          [5, 6],
        ],
        secret,
      ),
    ]
    const seen = (game: CompiledGame): number[][] => {
      const state = positionAfter(game, 0)
      return [tokens(game, state, 0), aspects(game, positionAfter(game), 0, 1)]
    }
    expect(seen(one)).toEqual(seen(other))
  })
})

describe('aspects of a move', () => {
  it('tell moves apart, and are the same every time they are asked for', () => {
    const game = cards(
      [
        [1, 2],
        [3, 4],
      ],
      secret,
    )
    const state = positionAfter(game)
    const [one, other] = [aspects(game, state, 0, 0), aspects(game, state, 0, 1)]
    expect(shared(one, other)).toBeGreaterThan(0)
    expect(shared(one, other)).toBeLessThan(one.length)
    aspects(game, positionAfter(game, 1), 1, 0)
    expect(aspects(game, state, 0, 0)).toEqual(one)
  })

  it('share what moves of different words win', () => {
    const named = (name: string, worth: number): CompiledGame =>
      cards([[1], [1]], {
        moves: () => [name],
        apply: (state, _, { seat }) => {
          state.points[seat]! += worth
          state.turn += 2
          return state
        },
      })
    const of = (name: string, worth: number): number[] =>
      aspects(named(name, worth), positionAfter(named(name, worth)), 0, 0)
    expect(shared(of('fish', 3), of('sail', 3))).toBeGreaterThan(shared(of('fish', 3), of('sail', 4)))
  })

  it('tell a move that wins from one that loses', () => {
    const ending = (winner: number): number[] => {
      const game = cards([[1], [1]], {
        outcome: ({ turn }) => (turn > 0 ? { winner } : null),
      })
      return aspects(game, positionAfter(game), 0, 0)
    }
    expect(ending(0)).not.toEqual(ending(1))
    expect(shared(ending(0), ending(1))).toBe(ending(0).length - 1)
  })

  it('leave a position as it was', () => {
    const game = cards(
      [
        [1, 2],
        [3, 4],
      ],
      secret,
    )
    const state = positionAfter(game, 0)
    const view = newState(game.info)
    game.observe(state, 1, view)
    const before = view.slice()
    const rng = rootOf('later')
    game.aspects!(view, 1, 0, new Int32Array(game.info.learning!.aspects))
    expect(view).toEqual(before)
    game.determinize(view, 1, rng, state)
    expect(game.legal(view, 1, new Int32Array(game.info.legalMax))).toBe(2)
  })
})
