/** A small sound game in the easy contract, and what authors do wrong with it. */
import type { Definition, Draws } from '../../library/game.ts'

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
  [
    'offers nothing',
    { moves: () => [] },
    /^error mistakes\.ts:\d+:\d+: moves returned an empty list for a, expected at least one move/,
  ],
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
    /a function calls itself endlessly/,
  ],
  [
    'grows',
    { apply: ({ all = [1], turn }) => ({ n: 0, turn: 1 - turn, all: [...all, ...all] }) },
    /^error mistakes\.ts:\d+:\d+: the state has grown to/,
  ],
  [
    'never ends',
    { outcome: () => null, maxMoves: 40 },
    /^error mistakes\.ts:\d+:\d+: matches don't end: none of 3 random matches was over within 40 decisions/,
  ],
  [
    'is over at the start',
    { outcome: ({ n }, { rules }) => (n >= rules.goal ? { winner: 0 } : {}) },
    /^error mistakes\.ts:\d+:\d+: all of 3 random matches were over before the first decision/,
  ],
  [
    'never passes the turn on',
    {
      apply: state => {
        state.n++
      },
    },
    /^warning : b never got a turn in 3 random matches/,
  ],
  [
    'writes what is not there into a move',
    { moves: (_, { seat }) => [`to ${['a', 'b'][seat + 1]}`, 'two'] },
    /^warning : a move has the text "to undefined":/,
  ],
  [
    'hides nothing where seats choose at the same time',
    {
      toMove: () => [0, 1],
      applyAll: state => {
        state.n++
      },
      view: state => ({ ...state }),
      determinize: view => ({ ...view }),
    },
    /^warning : view hid nothing in 3 random matches: every seat saw the whole state/,
  ],
  [
    'hides something from one seat alone',
    {
      view: (state, { seat }) => ({ ...state, card: seat === 0 ? state.card : null }),
      determinize: view => ({ ...view, card: 1 }),
    },
    /^note : view hid nothing from a in 3 random matches, but hid something from the other seats/,
  ],
  [
    'draws in apply',
    {
      apply: (state, _move, context) => {
        state.n += (context as unknown as { random: Draws }).random.below(2)
      },
    },
    /^error mistakes\.ts:\d+:\d+: context has no random \(only determinize gets it\), expected toMove to return 'chance'/,
  ],
  [
    'hardly ends',
    { maxMoves: 6 },
    /^warning mistakes\.ts:\d+:\d+: \d of 3 random matches were cut off after 6 decisions and counted as draws$/,
  ],
  [
    'remembers',
    { moves: () => (++calls % 3 > 0 ? ['one', 'two'] : ['two']) },
    /^error : play depends on something outside the state/,
  ],
  [
    'writes two moves alike',
    { moves: () => ['one', 'one'] },
    /^error : two moves in a position have the same text/,
  ],
  [
    'offers a move of ten million characters',
    { moves: () => ['x'.repeat(1e7), 'two'] },
    /^error mistakes\.ts:\d+:\d+: moves offers a move whose text has 10000000 characters, expected at most 2000/,
  ],
  [
    'writes the hidden card into its moves',
    {
      view: state => ({ ...state, card: null }),
      determinize: view => ({ ...view, card: 1 }),
      moves: ({ card }) => [`one of ${card}`, 'two'],
    },
    /^error : it leaks a secret: a seat's moves depend on something its view hides/,
  ],
  [
    'lists its moves in an order that tells the hidden card',
    {
      view: state => ({ ...state, card: null }),
      determinize: view => ({ ...view, card: 1 }),
      moves: ({ card }) => (card ? ['one', 'two'] : ['two', 'one']),
    },
    /^error : it leaks a secret: a seat's moves depend on something its view hides/,
  ],
  [
    'lists moves by what a view hides',
    {
      view: (state, { seat }) => ({ ...state, card: seat === 0 ? state.card : null }),
      determinize: view => ({ ...view, card: 1 }),
      moves: ({ card }) => ['one', 'two'].slice(0, card.toString().length + 1),
    },
    /^error mistakes\.ts:\d+:\d+: it can't list the moves of b from what b sees: Cannot read/,
  ],
  [
    'leaks a secret through moves',
    {
      view: state => ({ ...state, card: null }),
      determinize: view => ({ ...view, card: 1 }),
      moves: ({ card }) => (card ? ['one', 'two'] : ['one']),
    },
    /^error : it leaks a secret: a seat's moves depend on something its view hides/,
  ],
  [
    'shows what it guesses',
    { view: state => state, determinize: view => ({ ...view, card: 2 }) },
    /^error : it leaks a secret or changes something known/,
  ],
  [
    'guesses what cannot be',
    { view: state => ({ ...state, card: null }), determinize: view => ({ ...view, card: 9 }) },
    /^error : a guess at hidden information is a position that play can't reach/,
  ],
  [
    'has chances that never come',
    { chance: () => [{ move: 1 }] },
    /^warning : chance never got a turn in 3 random matches/,
  ],
  [
    'has assets that nothing uses',
    { assets: ['one', 'two', 'three'], assetOf: move => move },
    /^warning : no move in 3 random matches used three/,
  ],
  [
    'misspells a field',
    {
      apply: (state, move) => {
        state.n += move === 'one' ? 1 : 2
        state.trun = 1 - state.turn
      },
    },
    /^warning : play adds trun to the state, which setup doesn't return; did you mean turn\?/,
  ],
  [
    'shows a seat the secrets of others in place of its own',
    {
      setup: () => ({ n: 0, turn: 0, cards: [3, 4] }),
      view: (state, { seat }) => ({
        ...state,
        cards: state.cards.map((card: number, at: number) => (at === seat ? 0 : card)),
      }),
      determinize: view => ({ ...view, cards: [3, 4] }),
    },
    /^warning : view hides each seat's own entry of cards and shows the others'/,
  ],
  [
    'hides from all what may be meant for a seat',
    {
      setup: () => ({ n: 0, turn: 0, cards: [3, 4] }),
      view: state => ({ ...state, cards: [0, 0] }),
      determinize: view => ({ ...view, cards: [3, 4] }),
    },
    /^note : view hides cards from everyone, even from the seat that owns it/,
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
    /^error mistakes\.ts:\d+:\d+: moves returned \d{4,} moves, expected at most 2000: split a turn/,
  ],
  [
    'ends with a seat alone',
    { outcome: ({ n, turn }) => (n >= 10 ? turn : null) as never },
    /^error mistakes\.ts:\d+:\d+: outcome returned [01], expected null until the match is over, then \{ winner \}/,
  ],
  [
    'ends with true',
    { outcome: ({ n }) => (n >= 10) as never },
    /^error mistakes\.ts:\d+:\d+: outcome returned false, expected null until the match is over/,
  ],
  [
    'ends with a Map',
    { outcome: () => new Map([['winner', 1]]) as never },
    /^error mistakes\.ts:\d+:\d+: outcome returned a Map, expected null until the match is over/,
  ],
  [
    'has a gauge of big integers',
    { gauges: { n: { min: 0, max: 20, of: ({ n }) => BigInt(n) as never } } },
    /^error mistakes\.ts:\d+:\d+: gauge n is 0n for a, expected a whole number from 0 to 20/,
  ],
  [
    'has a gauge of symbols',
    { gauges: { n: { min: 0, max: 20, of: () => Symbol('n') as never } } },
    /^error mistakes\.ts:\d+:\d+: gauge n is Symbol\(n\) for a, expected a whole number/,
  ],
  [
    'uses a list of assets at once',
    { assets: ['one', 'two'], assetOf: () => ['one', 'two'] as never },
    /^error mistakes\.ts:\d+:\d+: assetOf returned a list, expected one of one, two, or null/,
  ],
  [
    'writes moves by a function that returns nothing',
    { format: () => undefined as never },
    /^error mistakes\.ts:\d+:\d+: format returned undefined, expected a string/,
  ],
  [
    'draws positions later',
    { render: (async () => 'board') as never },
    /^error mistakes\.ts:\d+:\d+: render returned a Promise, expected/,
  ],
  [
    'misspells its winner',
    { outcome: ({ n }) => (n >= 10 ? { winer: 1 } : null) as never },
    /outcome returned \{ winer \}, .*did you mean winner/,
  ],
  [
    'returns what an assignment returns',
    { apply: state => state.n++ as never },
    /^error mistakes\.ts:\d+:\d+: apply returned 0, expected a new state, or nothing if it changed the given one. Without braces, =>/,
  ],
  [
    'has a setup whose braces are a block',
    { setup: () => {} },
    /^error mistakes\.ts:\d+:\d+: setup returned nothing, expected a state: after =>, put an object in parentheses/,
  ],
  [
    'is asynchronous',
    { apply: (async () => {}) as never },
    /^error mistakes\.ts:\d+:\d+: apply returned a Promise, expected the value itself: remove async/,
  ],
  [
    'keeps an object of a class',
    { setup: () => ({ n: 0, turn: 0, board: { at: [new Date(5)] } }) },
    /^error mistakes\.ts:\d+:\d+: setup returned a Date at board\.at\[0\], expected only plain values/,
  ],
  [
    'asks for a rule that is none',
    { outcome: ({ n, turn }, { rules }) => (n >= rules.gaol ? { winner: 1 - turn } : null) },
    /^error mistakes\.ts:\d+:\d+: there is no rule gaol, expected one of goal; did you mean goal\?/,
  ],
  [
    'takes the context for the rules',
    {
      outcome: ({ n, turn }, rules) =>
        n >= (rules as never as { goal: number }).goal ? { winner: 1 - turn } : null,
    },
    /^error mistakes\.ts:\d+:\d+: context has no goal, expected one of .* \(rules are in context\.rules\)/,
  ],
  [
    'changes its rules',
    {
      apply: (state, _move, { rules }) => {
        state.n = rules.goal--
      },
    },
    /^error mistakes\.ts:\d+:\d+: the rule goal was changed, but rules are read-only; expected anything that changes in the state/,
  ],
  [
    'lists plain outcomes of chance',
    { toMove: () => 'chance', chance: () => [1, 2] as never },
    /^error mistakes\.ts:\d+:\d+: chance lists 1, expected \{ move, weight \}/,
  ],
  [
    'has chances that nobody lists',
    { toMove: () => 'chance' },
    /^error mistakes\.ts:\d+:\d+: toMove returned "chance", expected a seat, because the game has no function chance/,
  ],
  [
    'offers functions',
    { moves: () => [() => 1] },
    /^error mistakes\.ts:\d+:\d+: moves offers a function, expected only plain values/,
  ],
  [
    'offers undefined',
    { moves: () => [undefined, 'one'] },
    /^error mistakes\.ts:\d+:\d+: moves offers undefined, expected only plain values/,
  ],
  [
    'offers NaN',
    { moves: () => [Number.NaN, 'one'] },
    /^error mistakes\.ts:\d+:\d+: moves offers NaN, expected a number/,
  ],
  [
    'counts what is not there',
    {
      apply: state => {
        state.n += state.m
      },
    },
    /^error mistakes\.ts:\d+:\d+: apply leaves NaN at n, expected a number: something undefined/,
  ],
  [
    'writes beside a list',
    {
      setup: () => ({ n: 0, turn: 0, pos: [0, 0] }),
      apply: state => {
        state.n++
        state.turn = 1 - state.turn
        state.pos[state.trun] += 1
      },
    },
    /^error mistakes\.ts:\d+:\d+: apply leaves the key "undefined" on a list at pos, expected only indices from 0 .a misspelt or negative index/,
  ],
  [
    'leaves a list with a hole',
    { setup: () => ({ n: 0, turn: 0, board: { at: Array(3) } }) },
    /^error mistakes\.ts:\d+:\d+: setup returned a list with no entry 0 at board\.at, expected null or another value there/,
  ],
  [
    'has a key that is a symbol',
    { setup: () => ({ n: 0, turn: 0, card: { [Symbol('up')]: 1 } }) },
    /^error mistakes\.ts:\d+:\d+: setup returned the key Symbol\(up\) at card, expected strings as keys/,
  ],
  [
    'makes a new state and returns nothing',
    { apply: state => void { ...state, n: state.n + 1 } as never },
    /^error mistakes\.ts:\d+:\d+: apply left the state unchanged in each of the first 100 moves, expected it to change the state/,
  ],
  [
    'offers a generator',
    {
      moves: function* () {
        yield 1
      } as never,
    },
    /^error mistakes\.ts:\d+:\d+: moves returned a generator, expected a list of moves/,
  ],
  [
    'has chances beyond all numbers',
    { toMove: () => 'chance', chance: () => [{ move: 1, weight: 1e300 }, { move: 2 }] },
    /^error mistakes\.ts:\d+:\d+: chance has weights with a sum of 1e\+300, expected at most 2147483647/,
  ],
  [
    'asks a seat twice',
    { toMove: () => [0, 0], applyAll: () => {} },
    /^error mistakes\.ts:\d+:\d+: toMove returned seat 0 twice, expected each seat once/,
  ],
  [
    'asks nobody',
    { toMove: () => [], applyAll: () => {} },
    /^error mistakes\.ts:\d+:\d+: toMove returned an empty list, expected a seat/,
  ],
  [
    'holds itself',
    {
      apply: state => {
        state.me = state
      },
    },
    /^error mistakes\.ts:\d+:\d+: apply leaves more than 32 levels of lists and objects, or one that contains itself, at me\.me/,
  ],
  [
    'throws a text',
    {
      apply: () => {
        throw 'boo'
      },
    },
    /^error mistakes\.ts:\d+:\d+: apply threw boo/,
  ],
  ['seats too many', { seats: [...'abcdefg'] }, /^error .*: seats: found 7, expected 2 to 6/],
  [
    'names two seats alike',
    { seats: ['a', 'a'] },
    /^error .*: seats: found a twice, expected a different name for each seat/,
  ],
]
