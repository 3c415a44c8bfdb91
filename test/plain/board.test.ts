/** Boards of the easy contract: what authors write becomes what pages draw. */
import { describe, expect, it } from 'vitest'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { defineGame } from '../../library/game.ts'
import { ticTacToe } from './games.ts'

/** A game of one place, which holds this in every position. */
const holding = (held: unknown, more: object = {}, parts: object = {}) =>
  defineGame({
    id: 'one-place',
    seats: ['a', 'b'],
    setup: () => ({ left: 2 }),
    toMove: ({ left }) => left % 2,
    moves: () => ['pass'],
    apply: state => {
      state.left--
    },
    outcome: ({ left }) => (left > 0 ? null : {}),
    board: () =>
      ({ family: 'lane', places: [{ name: 'here', at: [0, 0] }], at: () => [held], ...more }) as never,
    ...parts,
  })

function drawn(game: ReturnType<typeof holding>) {
  const it = game.compile(game.id, {})
  const state = newState(it.info)
  it.start(state, newEvents(it.info))
  return it.text.board!.at(state)
}

describe('a board of plain values', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', null, { pieces: [] }],
    ['a piece without a sign', { seat: 1 }, { pieces: [{ seat: 1, sign: '' }] }],
    ['an owner', { owner: 0 }, { owner: 0, pieces: [] }],
    [
      'all there is',
      { home: 1, pieces: [{ seat: 0, sign: 'N' }] },
      { home: 1, pieces: [{ seat: 0, sign: 'N' }] },
    ],
  ])('draws %s', (_, held, expected) => {
    expect(drawn(holding(held))).toEqual({ holdings: [expected], standings: [] })
  })

  it('follows the state, and has lines below it', () => {
    const { text, ...game } = ticTacToe.compile('x', {})
    expect(text.board).toMatchObject({ family: 'squares', look: 'grid', signs: [] })
    expect(text.board!.places[8]).toEqual({ name: 'cell 8', at: [2, 0] })
    expect(game.info.seats).toHaveLength(2)
    const standings = ({ left }: { left: number }) => [`${left} to go`]
    expect(drawn(holding(null, { standings })).standings).toEqual(['2 to go'])
  })

  it('names the places that moves touch, of those it has', () => {
    const asked = (placesOf: () => unknown) => {
      const game = holding(null, {}, { placesOf }).compile('one-place', {})
      const state = newState(game.info)
      game.start(state, newEvents(game.info))
      return game.text.places!(state, 0, 0)
    }
    expect(asked(() => ['here'])).toEqual(['here'])
    expect(() => asked(() => ['there'])).toThrow('placesOf returned ["there"], expected a list of names')
    expect(() => asked(() => 'here')).toThrow('placesOf returned "here"')
    expect(() => holding(null, {}, { board: undefined, placesOf: () => [] })).toThrow(
      'placesOf: expected board beside it',
    )
  })

  it('is refused where it says nothing that could be drawn', () => {
    expect(() => drawn(holding(null, { family: 'cubes' }))).toThrow('board: expected a family (squares, lane')
    const at = (place: object) => () => drawn(holding(null, { places: [place] }))
    expect(at({ name: 'a', at: 3 })).toThrow(
      'board: place 0, "a", is at 3, expected at: [file, rank], two whole',
    )
    expect(at({ at: [0, 0] })).toThrow('board: place 0 is ')
    expect(() => drawn(holding('x'))).toThrow('board.at returned "x" for a place, expected { seat, sign }')
  })
})
