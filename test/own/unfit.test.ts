/** Guesses that do not fit the rules of a variant are refused before anything is played, with place and variant. */
import { describe, expect, it } from 'vitest'
import { counting, experimentWith, failing } from './own.ts'

/** Hands of this many cards; a seat sees its own. `guess` is the length of the hand dealt to the other, `more` changes what a seat sees. */
const cards = (
  guess: string,
): string => `export default { id: 'cards', seats: ['ann', 'bob'], rules: { cards: 5 },
    setup: () => ({ hands: [[], []], played: [] }),
    toMove: ({ hands, played }, { rules }) => (played.length === 0 && hands.some(hand => hand.length < rules.cards) ? 'chance' : played.length),
    chance: ({ hands }) => Array.from({ length: 40 }, (_, i) => i + 1).filter(card => !hands.flat().includes(card)).map(move => ({ move })),
    moves: ({ hands }, { seat }) => hands[seat],
    apply: (state, card, { seat, rules }) => {
      if (seat < 0) state.hands[state.hands[0].length < rules.cards ? 0 : 1].push(card)
      else state.played.push(card)
    },
    outcome: ({ played }) => (played.length < 2 ? null : { scores: played }),
    view: (state, { seat }) => ({ ...state, hands: state.hands.map((hand, owner) => (owner === seat ? hand : hand.map(() => 0))) }),
    determinize: (view, { seat, rules, random }) => {
      const left = random.shuffle(Array.from({ length: 40 }, (_, i) => i + 1).filter(card => !view.hands[seat].includes(card)))
      return { ...view, hands: view.hands.map((hand, owner) => (${guess})) }
    } }
`

const DEALT = (length: string): string => `owner === seat ? hand : left.slice(0, ${length})`
const SEVEN = {
  variants: [
    { name: 'four', rules: { cards: 4 } },
    { name: 'seven', rules: { cards: 7 } },
  ],
}

describe('guesses of a game with variants', () => {
  it('are let be where they fit', async () => {
    const { variants } = await experimentWith(cards(DEALT('rules.cards')), SEVEN)
    expect(variants.map(({ name }) => name)).toEqual(['four', 'seven'])
  })

  it.each([
    [
      'deal another hand than those of a variant',
      DEALT('view.hands[owner].length > 5 ? 5 : view.hands[owner].length'),
      /bad\.mjs:12:18: guesses from determinize break the rules: hands\[1\]\[5\] of ann's view of its guess is not there; expected 0, as in the view it was made from; by the rules of seven$/,
    ],
    [
      'guess away the own hand of a variant',
      `owner === seat && rules.cards < 7 ? hand : left.splice(0, rules.cards)`,
      /bad\.mjs:12:18: guesses from determinize break the rules: hands\[0\]\[0\] of ann's view of its guess is \d+; expected \d+, as in the view .*; by the rules of seven$/,
    ],
    [
      'throw by the rules of a variant',
      `owner === seat ? hand : rules.cards < 7 ? left.slice(0, rules.cards) : left.nothing.slice()`,
      /bad\.mjs:14:\d+: Cannot read properties of undefined \(reading 'slice'\); by the rules of seven$/,
    ],
  ])('that %s are refused with that variant', async (_how, guess, told) => {
    await expect(experimentWith(cards(guess), SEVEN)).rejects.toThrow(told)
  })

  it('that do not fit the only rules are refused without a name', async () => {
    await expect(experimentWith(cards(DEALT('4')))).rejects.toThrow(
      /expected 0, as in the view it was made from$/,
    )
  })

  it('that offer their seat other moves than the position are refused', async () => {
    const peeking = cards(DEALT('rules.cards')).replace(
      'moves: ({ hands }, { seat }) => hands[seat]',
      'moves: ({ hands }, { seat }) => hands[seat].filter(card => (card + hands[1 - seat][0]) % 2 === 0 || card === hands[seat][0])',
    )
    await expect(experimentWith(peeking)).rejects.toThrow(
      /bad\.mjs:12:18: guesses from determinize break the rules: a guess of (ann|bob) offers it \S.*; expected .*, as in the real position$/,
    )
  })
})

describe('a game that throws by the rules of one variant alone', () => {
  it('is refused with that variant', async () => {
    const variants = [
      { name: 'few', rules: { cards: 3 } },
      { name: 'bad', rules: { cards: 4 } },
    ]
    await expect(experimentWith(failing('rules.cards === 4'), { variants })).rejects.toThrow(
      /bad\.mjs:8:\d+: no card \d+; by the rules of bad$/,
    )
  })

  it('is refused without a name where there are no others', async () => {
    await expect(
      experimentWith(counting('rules: { x: 1 }, format: () => { throw new Error("no") }')),
    ).rejects.toThrow(/: no$/)
  })
})
