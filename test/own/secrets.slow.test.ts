/** Checks of games with secrets: views and guesses that are wrong are found, and told in the author's own fields. */
import { describe, expect, it } from 'vitest'
import type { GameFinding } from '../../engine/checks/index.ts'
import type { Context, Definition, Draws } from '../../library/game.ts'
import { findingsOf } from './findings.ts'

interface Cards {
  hands: number[][]
  gone: number[]
  turn: number
}

const DECK = Array.from({ length: 14 }, (_, n) => n + 10)
const HAND = 4

/** A card is 0 where it is hidden. */
function dealt(view: Cards, { random }: { random: Draws }, known: readonly number[]): Cards {
  const left = random.shuffle(DECK.filter(card => !known.includes(card)))
  const own = view.hands.map(hand => hand.map(card => (card === 0 ? left.pop()! : card)).sort())
  return { ...view, hands: own }
}

const visible = ({ hands, gone }: Cards): number[] => [...hands.flat(), ...gone]

/** Two hands of a deck of different cards; the higher of two cards takes the trick. */
const TRICKS: Definition<Cards, number, object> = {
  id: 'tricks',
  seats: ['ann', 'bob'],
  setup: () => ({ hands: [[], []], gone: [], turn: 0 }),
  toMove: ({ hands, gone, turn }) => (gone.length + hands.flat().length < 2 * HAND ? 'chance' : turn),
  chance: ({ hands }) => DECK.filter(card => !hands.flat().includes(card)).map(move => ({ move })),
  moves: ({ hands }, { seat }) => hands[seat]!,
  apply: (state, card, { seat }) => {
    const { hands, gone } = state
    if (seat < 0) {
      hands[hands[0]!.length < HAND ? 0 : 1]!.push(card)
      for (const hand of hands) hand.sort()
      return undefined
    }
    hands[seat] = hands[seat]!.filter(one => one !== card)
    gone.push(card)
    state.turn = 1 - seat
    return undefined
  },
  outcome: ({ gone }) => (gone.length < 2 * HAND ? null : { winner: gone.indexOf(Math.max(...gone)) % 2 }),
  view: (state, { seat }) => ({
    ...state,
    hands: state.hands.map((hand, owner) => (owner === seat ? hand : hand.map(() => 0))),
  }),
  determinize: (view, context) => dealt(view, context, visible(view)),
}

function findings(changes: Partial<typeof TRICKS>): GameFinding[] {
  return findingsOf({ ...TRICKS, ...changes }, 8)
}

describe('a check of a game with secrets', () => {
  it('finds nothing in a sound game, and says how seldom guesses could be compared', () => {
    const found = findings({})
    expect(found.map(({ severity }) => severity)).toEqual(['note'])
    expect(found[0]?.wrong).toMatch(
      /^only \d+ of \d+ views .* more than one of 100 random matches, so the guesses/,
    )
  })

  it('finds guesses that deal cards which were played, though no view comes up twice', () => {
    const [first, ...more] = findings({
      determinize: (view, context) => dealt(view, context, view.hands.flat()),
    })
    expect(first?.wrong).toMatch(/^guesses at hidden information contain something twice/)
    expect(first?.found).toMatch(
      /^(ann|bob)'s guess has \d+ both at hands\[[01]\]\[\d\] and at gone\[\d\]\. .* \d+ times only in the guess and 0 times only in play/,
    )
    expect(first?.trail?.moves.length).toBeGreaterThan(2 * HAND)
    expect(more).toEqual([])
  })

  it('finds views that hide the own hand and show the other', () => {
    const [first] = findings({
      view: (state, { seat }) => ({
        ...state,
        hands: state.hands.map((hand, owner) => (owner === seat ? hand.map(() => 0) : hand)),
      }),
    })
    expect(first?.wrong).toMatch(/^it leaks a secret: a seat's moves depend on something its view hides/)
    expect(first?.found).toMatch(/^ann's view offers 0; expected \d+, as in the state$/)
  })

  it('names the field in which the view of a guess differs', () => {
    const [first] = findings({
      view: (state, { seat }) => ({
        ...state,
        hands: state.hands.map((hand, owner) =>
          owner === seat ? hand : hand.map((card, at) => (at === hand.length - 1 ? card : 0)),
        ),
      }),
    })
    expect(first?.wrong).toMatch(/^it leaks a secret or changes something known/)
    expect(first?.found).toMatch(
      /^hands\[[01]\]\[\d\] of (ann|bob)'s view of its guess is \d+; expected \d+$/,
    )
  })

  it('says where a guess ends that play cannot go on from', () => {
    const found = findings({
      determinize: (view, context) => dealt(view, context, view.hands.flat()),
      apply: (state, card, context: Context<object>, before) => {
        if (state.gone.includes(card)) throw new Error(`card ${card} is played twice`)
        return TRICKS.apply(state, card, context, before)
      },
    })
    const first = found.find(({ wrong }) => /play can't reach/.test(wrong))
    expect(first?.found).toMatch(/'s guess .* leads to the error: Error: card \d+ is played twice/)
    expect(first?.place).toMatch(/secrets\.slow\.test\.ts:\d+:\d+$/)
  })

  it('finds guesses from which a match does not end', () => {
    const found = findings({
      maxMoves: 60,
      determinize: (view, context) => ({ ...dealt(view, context, visible(view)), lost: 1 }) as Cards,
      // Who is lost plays the same card for ever.
      apply: (state, card, context, before) =>
        'lost' in state ? state : TRICKS.apply(state, card, context, before),
      view: (state, context) => {
        const { lost: _, ...shown } = TRICKS.view!(state, context) as Cards & { lost?: number }
        return shown
      },
    })
    expect(found.map(({ found }) => found)).toContainEqual(
      expect.stringMatching(/guess .* and 19 guesses before it reached no end within decisionMax/),
    )
  })

  it('names the field that something outside of the state decides', () => {
    let calls = 0
    const [first, ...more] = findings({
      apply: (state, card, context, before) => {
        TRICKS.apply(state, card, context, before)
        if (++calls % 7 === 0) state.gone.reverse()
        return undefined
      },
    })
    expect(first?.wrong).toMatch(/^play depends on something outside the state/)
    expect(first?.found).toMatch(/^[a-z[\]\d.]+ of the state after \d+ calls is .+; expected .+$/)
    expect(more.map(({ wrong }) => wrong)).not.toContainEqual(expect.stringMatching(/breaks the law/))
  })
})
