/** Guesses that are not as likely as play makes them: the part of the state that is at fault is named. */
import { describe, expect, it } from 'vitest'
import type { Definition } from '../../library/game.ts'
import { findingsOf } from './findings.ts'

interface Cards {
  own: (number | null)[]
  hands: number[][]
  turn: number
}

const DECK = [1, 2, 3, 4, 5, 6]

/** Three cards each, of which a seat sees its own; `own` grows by a card a move, so that what follows it has other words in every position. */
const HANDS: Definition<Cards, number, object> = {
  id: 'hands',
  seats: ['ann', 'bob'],
  setup: () => ({ own: [], hands: [[], []], turn: 0 }),
  toMove: ({ hands, turn }) => (turn === 0 && hands[1]!.length < 3 ? 'chance' : turn % 2),
  chance: ({ hands }) => DECK.filter(card => !hands.flat().includes(card)).map(move => ({ move })),
  moves: () => [1, 2],
  apply: (state, move, { seat }) => {
    if (seat < 0) state.hands[state.hands[0]!.length < 3 ? 0 : 1]!.push(move)
    else {
      state.own.push(move)
      state.turn++
    }
    return undefined
  },
  outcome: ({ turn, own }) => (turn < 4 ? null : { winner: own[0] === own[1] ? 0 : 1 }),
  view: (state, { seat }) => ({
    ...state,
    hands: state.hands.map((hand, owner) => (owner === seat ? hand : hand.map(() => 0))),
  }),
  determinize: (view, { seat, random }) => ({
    ...view,
    hands: view.hands.map((hand, owner) =>
      owner === seat
        ? hand
        : random.shuffle(DECK.filter(card => !view.hands[seat]!.includes(card))).slice(0, hand.length),
    ),
  }),
}

const found = (determinize: Definition<Cards, number, object>['determinize']) =>
  findingsOf({ ...HANDS, determinize: determinize! }, 3).map(one => `${one.wrong}: ${one.found}`)

describe('a check of guesses', () => {
  it('finds nothing in fair ones', () =>
    expect(findingsOf(HANDS, 3).filter(({ severity }) => severity !== 'note')).toEqual([]))

  it('says that a list has another order than play', () =>
    expect(
      found((view, context) => {
        const guess = HANDS.determinize!(view, context)
        return { ...guess, hands: guess.hands.map((hand, at) => (at === context.seat ? hand : hand.sort())) }
      })[0],
    ).toMatch(
      /^guesses at hidden information have the wrong odds, even before any seat makes a choice: guesses have hands\[[01]\] in a different order than play: hands\[[01]\]\[[0-2]\] was \d \d+ times only in play/,
    ))

  it('says that the keys of a guess have another order', () =>
    expect(
      found((view, context) => {
        const { own, ...guess } = HANDS.determinize!(view, context)
        return { ...guess, own }
      }).join(),
    ).toContain(
      "the order of keys in the state of ann's view of its guess is hands, turn, own; expected own, hands, turn",
    ))
})
