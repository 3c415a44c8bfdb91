/** A small sound game in the easy contract, and what authors do wrong with it. */
import type { Definition } from '../../library/game.ts'

/** Two seats count to a goal by one or two. */
export const SOUND: Definition = {
  id: 'count',
  seats: ['a', 'b'],
  rules: { goal: 10 },
  setup: () => ({ n: 0, turn: 0, card: 1 }),
  toMove: ({ turn }) => turn,
  moves: () => ['one', 'two'],
  apply: (state, move) => {
    state.n += move === 'one' ? 1 : 2
    state.turn = 1 - state.turn
  },
  outcome: ({ n, turn }, { rules }) => (n >= rules.goal ? { winner: 1 - turn } : null),
}

let calls = 0

/** What is wrong, the parts that are, and what the finding must say, its place in this file among it. */
export const MISTAKES: readonly [string, Partial<Definition>, RegExp][] = [
  [
    'throws',
    { moves: ({ n }) => (n > 3 ? n.no.such : ['one']) },
    /^error mistakes\.ts:\d+:\d+: it throws: Cannot read/,
  ],
  ['offers nothing', { moves: () => [] }, /^error mistakes\.ts:\d+:\d+: moves returned none for a/],
  [
    'names a winner that is no seat',
    { outcome: () => ({ winner: 2 }) },
    /^error mistakes\.ts:\d+:\d+: outcome returned the winner 2/,
  ],
  [
    'recurses',
    {
      toMove: function next(state): number {
        return next(state)
      } as Definition['toMove'],
    },
    /it calls itself without end/,
  ],
  [
    'grows',
    { apply: ({ all = [1], turn }) => ({ n: 0, turn: 1 - turn, all: [...all, ...all] }) },
    /^error mistakes\.ts:\d+:\d+: the state has grown to/,
  ],
  [
    'never ends',
    { outcome: () => null, maxMoves: 40 },
    /^error : it does not end: none of 3 random matches came to an end within 40 decisions/,
  ],
  ['hardly ends', { maxMoves: 6 }, /^warning : \d of 3 random matches were cut off/],
  [
    'remembers',
    { moves: () => (++calls % 3 > 0 ? ['one', 'two'] : ['two']) },
    /^error : play depends on something outside of the state/,
  ],
  [
    'writes two moves alike',
    { moves: () => ['one', 'one'] },
    /^error : two moves of a position are written alike/,
  ],
  [
    'leaks a secret through moves',
    {
      view: state => ({ ...state, card: null }),
      determinize: view => ({ ...view, card: 1 }),
      moves: ({ card }) => (card ? ['one', 'two'] : ['one']),
    },
    /^error : it leaks a secret: what a seat may do depends on what its view hides/,
  ],
  [
    'shows what it guesses',
    { view: state => state, determinize: view => ({ ...view, card: 2 }) },
    /^error : it leaks a secret, or guesses away what is known/,
  ],
  [
    'guesses what cannot be',
    { view: state => ({ ...state, card: null }), determinize: view => ({ ...view, card: 9 }) },
    /^error : a guess at what is hidden is a position that play cannot lead to/,
  ],
  [
    'has chances that never come',
    { chance: () => [{ move: 1 }] },
    /^warning : chance was never to move in 3 random matches/,
  ],
  [
    'has assets that nothing uses',
    { assets: ['one', 'two', 'three'], assetOf: move => move },
    /^warning : no decision of 3 random matches used three/,
  ],
  [
    'has rules that do nothing',
    { rules: { goal: 10, odd: 3 } },
    /^warning : rules without effect in 8 random matches: odd$/,
  ],
  [
    'offers too much',
    { rules: { goal: 2 }, moves: () => Array.from({ length: 600 }, (_, move) => move) },
    /^warning : a had 600 moves to choose from at once/,
  ],
  [
    'offers far too much',
    { moves: ({ n }) => Array.from({ length: 3 ** n }, (_, move) => move) },
    /^error mistakes\.ts:\d+:\d+: moves returned \d{4,} moves, expected at most 2000: cut a turn/,
  ],
]
