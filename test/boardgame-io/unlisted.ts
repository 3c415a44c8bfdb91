/** Games without ai.enumerate, each with a list of legal moves by hand, to compare with what is inferred. */
import type { Loose } from './small.ts'

interface Listed {
  readonly move: string
  readonly args: readonly unknown[]
}

export interface UnlistedGame {
  readonly game: Loose
  /** What a player may do, in any order. */
  readonly legal: (G: Loose, ctx: Loose, playerID: string) => Listed[]
  /** Sources of arguments that must be found. */
  readonly labels: readonly string[]
}

const NINE = [...Array(9).keys()]
const once = { minMoves: 1, maxMoves: 1 }

/** Places on a board, without a check of their range. */
const cells: UnlistedGame = {
  game: {
    setup: () => ({ cells: Array(9).fill(null), log: [] }),
    turn: once,
    moves: {
      place: ({ G, playerID }: Loose, id: number) => {
        if (G.cells[id]) return 'INVALID_MOVE'
        G.cells[id] = playerID
        G.log.push(`${playerID} at ${id}`)
      },
    },
    endIf: ({ G }: Loose) => (G.log.length === 9 ? { winner: G.cells[4] } : undefined),
  },
  legal: G => NINE.filter(id => G.cells[id] === null).map(id => ({ move: 'place', args: [id] })),
  labels: ['place(index of G.cells)'],
}

/** Rows and columns, and a direction by its name. */
const sliding: UnlistedGame = {
  game: {
    setup: () => ({ board: [Array(4).fill(0), Array(4).fill(0), Array(4).fill(0)], moves: 0 }),
    turn: once,
    moves: {
      put: ({ G, playerID }: Loose, row: number, column: number) => {
        if (G.board[row][column] !== 0) return 'INVALID_MOVE'
        G.board[row][column] = 1 + Number(playerID)
        G.moves++
      },
      turn: ({ G }: Loose, direction: string) => {
        if (direction === 'left') G.board.reverse()
        else if (direction === 'right') for (const row of G.board) row.reverse()
        else return 'INVALID_MOVE'
        G.moves++
      },
    },
    endIf: ({ G }: Loose) => (G.moves >= 9 ? { winner: G.board[0][0] === 1 ? '0' : '1' } : undefined),
  },
  legal: G => [
    ...G.board.flatMap((row: number[], r: number) =>
      row.flatMap((cell, c) => (cell === 0 ? [{ move: 'put', args: [r, c] }] : [])),
    ),
    ...['left', 'right'].map(way => ({ move: 'turn', args: [way] })),
  ],
  labels: ['put(row: index of G.board, column: column of G.board)', "turn('left' or 'right')"],
}

/** Cards in hand by their place. */
const hands: UnlistedGame = {
  game: {
    setup: () => ({
      players: { 0: { hand: [3, 1, 4, 5], points: 0 }, 1: { hand: [2, 6, 3], points: 0 } },
      deck: Array(30).fill(7),
      played: [],
    }),
    turn: once,
    moves: {
      play: ({ G, playerID }: Loose, cardIndex: number) => {
        const { hand } = G.players[playerID]
        const [card] = hand.splice(cardIndex, 1)
        G.played.push(card)
        G.players[playerID].points += card
      },
    },
    endIf: ({ G }: Loose) =>
      G.players[0].hand.length === 0 || G.players[1].hand.length === 0
        ? { scores: [G.players[0].points, G.players[1].points] }
        : undefined,
  },
  legal: (G, _ctx, playerID) =>
    [...G.players[playerID].hand.keys()].map(at => ({ move: 'play', args: [at] })),
  labels: ['play(index of G.players[playerID].hand)'],
}

/** Cards by their id, at one of the other players; a seat that may pass. */
const targets: UnlistedGame = {
  game: {
    minPlayers: 3,
    setup: () => ({
      hands: ['abc', 'def', 'ghi'].map(ids => [...ids].map((id, power) => ({ id: `card-${id}`, power }))),
      lives: { 0: 5, 1: 5, 2: 5 },
      turns: 0,
    }),
    turn: once,
    moves: {
      attack: ({ G, playerID }: Loose, cardId: string, target: string) => {
        const card = G.hands[playerID].find(({ id }: Loose) => id === cardId)
        if (!card || target === playerID || !(target in G.lives)) throw new Error('no such card or target')
        G.hands[playerID] = G.hands[playerID].filter((one: Loose) => one.id !== cardId)
        G.lives[target] -= 1 + card.power
        G.turns++
      },
      rest: ({ G, playerID }: Loose) => {
        G.lives[playerID]++
        G.turns++
      },
    },
    endIf: ({ G }: Loose) => (G.turns === 9 ? { scores: Object.values(G.lives) } : undefined),
  },
  legal: (G, _ctx, playerID) => [
    ...G.hands[playerID].flatMap(({ id }: Loose) =>
      ['0', '1', '2']
        .filter(other => other !== playerID)
        .map(other => ({ move: 'attack', args: [id, other] })),
    ),
    { move: 'rest', args: [] },
  ],
  labels: ['attack(cardId: id in G.hands[playerID], target: key of G.lives)', 'rest()'],
}

/** A piece from one place to another, checked by a separate function; from and to in one object. */
const canStep = (G: Loose, playerID: string, from: number, to: number): boolean =>
  G.track[from] === playerID && G.track[to] === null && Math.abs(from - to) <= 6

const stepsOf = (G: Loose, playerID: string): number[][] =>
  NINE.slice(0, 7).flatMap(from =>
    NINE.slice(0, 7).flatMap(to => (canStep(G, playerID, from, to) ? [[from, to]] : [])),
  )

const track = (move: Loose, argsOf: (from: number, to: number) => unknown[]): UnlistedGame => ({
  game: {
    setup: () => ({ track: ['0', '0', null, null, null, '1', '1'], steps: 0 }),
    turn: once,
    moves: { step: move },
    endIf: ({ G }: Loose) => (G.steps >= 12 ? { winner: G.track.indexOf('0') < 2 ? '1' : '0' } : undefined),
  },
  legal: (G, _ctx, playerID) =>
    stepsOf(G, playerID).map(([from, to]) => ({ move: 'step', args: argsOf(from!, to!) })),
  labels: [],
})

const fromTo: UnlistedGame = {
  ...track(
    ({ G, playerID }: Loose, from: number, to: number) => {
      if (!canStep(G, playerID, from, to)) return 'INVALID_MOVE'
      G.track[to] = playerID
      G.track[from] = null
      G.steps++
    },
    (from, to) => [from, to],
  ),
  labels: ['step(from: index of G.track, to: index of G.track)'],
}

const objectArgument: UnlistedGame = {
  ...track(
    ({ G, playerID }: Loose, { from, to }: Loose) => {
      if (!canStep(G, playerID, from, to)) return 'INVALID_MOVE'
      const track = [...G.track]
      track[to] = playerID
      track[from] = null
      return { ...G, track, steps: G.steps + 1 }
    },
    (from, to) => [{ from, to }],
  ),
  labels: ['step({ from: index of G.track, to: index of G.track })'],
}

/** A choice in a stage, and chance in a move. */
const stages: UnlistedGame = {
  game: {
    setup: () => ({ deck: ['a', 'b', 'c', 'd', 'e', 'f'], offer: [], piles: { 0: [], 1: [] } }),
    turn: { stages: { choose: {} } },
    moves: {},
    phases: {
      market: {
        start: true,
        turn: {
          stages: {
            choose: {
              moves: {
                take: ({ G, playerID, events }: Loose, name: string) => {
                  if (!G.offer.includes(name)) return 'INVALID_MOVE'
                  G.piles[playerID].push(name)
                  G.offer = G.offer.filter((one: string) => one !== name)
                  G.deck.push(...G.offer)
                  G.offer = []
                  events.endTurn()
                },
              },
            },
          },
        },
        moves: {
          reveal: ({ G, random, events }: Loose) => {
            G.deck = random.Shuffle(G.deck)
            G.offer = G.deck.splice(0, 2)
            events.setActivePlayers({ currentPlayer: 'choose' })
          },
        },
      },
    },
    endIf: ({ G }: Loose) =>
      G.deck.length + G.offer.length <= 2
        ? { scores: [0, 1].map(id => G.piles[id].filter((name: string) => name < 'd').length) }
        : undefined,
  },
  legal: (G, ctx, playerID) =>
    ctx.activePlayers?.[playerID] === 'choose'
      ? G.offer.map((name: string) => ({ move: 'take', args: [name] }))
      : [{ move: 'reveal', args: [] }],
  labels: ['reveal()', 'take(value in G.offer)'],
}

/** A turn that only a button of the screen ends. */
const button: UnlistedGame = {
  game: {
    setup: () => ({ scores: [0, 0], stock: 24 }),
    moves: {
      draw: ({ G, playerID }: Loose, count: number) => {
        if (count < 1 || count > 3 || count > G.stock) return 'INVALID_MOVE'
        G.stock -= count
        G.scores[playerID] += count
      },
    },
    endIf: ({ G }: Loose) => (G.stock === 0 ? { scores: G.scores } : undefined),
  },
  legal: (G, ctx) => [
    ...[1, 2, 3].filter(count => count <= G.stock).map(count => ({ move: 'draw', args: [count] })),
    ...((ctx.numMoves ?? 0) > 0 ? [{ move: 'endTurn', args: [] }] : []),
  ],
  labels: ['draw(0 to G.stock)'],
}

export const UNLISTED = { cells, sliding, hands, targets, fromTo, objectArgument, stages, button }
