/** Small games in the easy contract: a board, dice, cards in secret, choices at the same time, and some of them alone. */
import { defineGame } from '../../library/game.ts'

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

type Cell = 'x' | 'o' | null

/** Moves are numbers; the state is changed in place. */
export const ticTacToe = defineGame({
  id: 'easy-tic-tac-toe',
  seats: ['cross', 'nought'],
  setup: () => ({ board: new Array<Cell>(9).fill(null), turn: 0 }),
  toMove: state => state.turn,
  moves: ({ board }) => [...board.keys()].filter(cell => board[cell] === null),
  apply: (state, cell) => {
    state.board[cell] = state.turn === 0 ? 'x' : 'o'
    state.turn = 1 - state.turn
  },
  outcome: ({ board, turn }) => {
    if (LINES.some(([a, b, c]) => board[a] !== null && board[a] === board[b] && board[a] === board[c]))
      return { winner: 1 - turn, by: 'line' }
    return board.includes(null) ? null : {}
  },
  endings: { line: 'three in a line' },
  board: {
    family: 'squares',
    look: 'grid',
    places: Array.from({ length: 9 }, (_, i) => ({ name: `cell ${i}`, at: [i % 3, 2 - Math.floor(i / 3)] })),
    at: ({ board }) => board.map(cell => cell && { seat: cell === 'x' ? 0 : 1, sign: cell.toUpperCase() }),
  },
  maxMoves: 9,
})

/** Moves are texts; the state is a new one; a die is thrown; rules are defaults alone; three seats. */
export const diceRace = defineGame({
  id: 'dice-race',
  seats: ['red', 'blue', 'green'],
  rules: { goal: 12, sides: 4 },
  setup: () => ({ places: [0, 0, 0], turn: 0, die: 0, run: false }),
  toMove: ({ turn, die }) => (die === 0 ? 'chance' : turn),
  chance: (_state, { rules }) =>
    Array.from({ length: rules.sides }, (_, side) => ({ move: `${1 + side}`, weight: side === 0 ? 2 : 1 })),
  moves: () => ['step', 'rest'],
  apply: (state, move, { seats }) => {
    if (state.die === 0) return { ...state, die: Number(move) }
    const places = [...state.places]
    places[state.turn] = places[state.turn]! + (move === 'step' ? state.die : 0)
    return { places, turn: (state.turn + 1) % seats, die: 0, run: move === 'step' }
  },
  outcome: ({ places }, { rules }) => (places.some(place => place >= rules.goal) ? { scores: places } : null),
  gauges: { place: { min: 0, max: 99, weight: 2, of: ({ places }, { seat }) => places[seat]! } },
  assets: ['step', 'rest'],
  assetOf: move => move,
})

interface Poker {
  cards: (number | null)[]
  said: string[]
}

/** Kuhn poker, won or lost: cards are secrets. */
export const poker = defineGame({
  id: 'easy-poker',
  seats: ['first', 'second'],
  setup: (): Poker => ({ cards: [null, null], said: [] }),
  toMove: ({ cards, said }) => (cards[1] === null && said.length === 0 ? 'chance' : said.length % 2),
  chance: ({ cards }) => [1, 2, 3].filter(card => !cards.includes(card)).map(card => ({ move: `${card}` })),
  moves: () => ['pass', 'bet'],
  apply: (state, move, { seat }) => {
    if (seat >= 0) state.said.push(move)
    else state.cards[state.cards[0] === null ? 0 : 1] = Number(move)
  },
  outcome: ({ cards, said }) => {
    const talk = said.join(' ')
    if (talk === 'bet pass') return { winner: 0 }
    if (talk === 'pass bet pass') return { winner: 1 }
    if (!['pass pass', 'bet bet', 'pass bet bet'].includes(talk)) return null
    return { winner: (cards[0] ?? 0) > (cards[1] ?? 0) ? 0 : 1 }
  },
  view: (state, { seat }) => ({
    ...state,
    cards: state.cards.map((card, of) => (of === seat ? card : null)),
  }),
  determinize: (view, { seat, random }) => {
    const dealt = view.cards[seat] !== null || seat === 1
    if (!dealt || view.cards[seat] === null) return view
    const other = random.pick([1, 2, 3].filter(card => card !== view.cards[seat]))
    const cards = view.cards.map((card, of) => (of === seat ? card : other))
    return { ...view, cards }
  },
  maxMoves: 8,
})

const BEATS: Readonly<Record<string, string>> = { rock: 'scissors', paper: 'rock', scissors: 'paper' }

/** All choose at the same time, until somebody has won twice. */
export const hands = defineGame({
  id: 'hands',
  seats: ['left', 'right'],
  setup: () => ({ won: [0, 0], last: '', share: 0.5 }),
  toMove: () => [0, 1],
  moves: () => Object.keys(BEATS),
  apply: () => {},
  applyAll: (state, [left, right]) => {
    if (BEATS[left!] === right) state.won[0]!++
    else if (BEATS[right!] === left) state.won[1]!++
    state.last = `${left} and ${right}`
    state.share = (1 + state.won[0]!) / (2 + state.won[0]! + state.won[1]!)
  },
  outcome: ({ won }) => (won.includes(2) ? { winner: won.indexOf(2) } : null),
})

/** Both name a number at once, then the second names two more, alone; a sum by places says who leads, and in the end who wins. */
export const afterwards = defineGame({
  id: 'afterwards',
  seats: ['first', 'second'],
  setup: () => ({ named: [] as number[], lead: 5 }),
  toMove: ({ named }) => (named.length % 4 === 0 ? [0, 1] : 1),
  moves: () => [1, 2, 3, 4],
  apply: (state, number) => {
    state.named.push(Number(number))
    state.lead = state.named.reduce((sum, n, i) => sum + n * (i + 2), 0) % 11
  },
  applyAll: (state, numbers) => {
    state.named.push(...numbers.map(Number))
  },
  outcome: ({ named, lead }) => (named.length === 12 ? { winner: lead > 5 ? 0 : 1 } : null),
  gauges: { lead: { min: 0, max: 10, of: ({ lead }, { seat }) => (seat === 0 ? lead : 10 - lead) } },
  maxMoves: 40,
})
