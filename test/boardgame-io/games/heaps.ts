/** Two phases, in TypeScript: one player divides the stones into two heaps, then both take from one heap in turn; who takes the last stone loses. */
import type { Game } from 'boardgame.io'

interface Heaps {
  heaps: [number, number]
}

const STONES = 9
const MOST = 3

const game: Game<Heaps> = {
  name: 'heaps',
  setup: () => ({ heaps: [STONES, 0] }),
  phases: {
    divide: {
      start: true,
      next: 'take',
      turn: { minMoves: 1, maxMoves: 1 },
      moves: {
        divide: ({ G }, left: number) => {
          G.heaps = [left, STONES - left]
        },
      },
      endIf: ({ G }) => G.heaps[1] > 0,
    },
    take: {
      turn: { minMoves: 1, maxMoves: 1, order: { first: () => 1, next: ({ ctx }) => 1 - ctx.playOrderPos } },
      moves: {
        take: ({ G }, heap: 0 | 1, count: number) => {
          G.heaps[heap] -= count
        },
      },
    },
  },
  endIf: ({ G, ctx }) => {
    const isOver = ctx.phase === 'take' && G.heaps[0] + G.heaps[1] === 0
    return isOver ? { winner: ctx.currentPlayer === '0' ? '1' : '0' } : undefined
  },
  ai: {
    enumerate: ({ heaps }, { phase }) =>
      phase === 'divide'
        ? [1, 2, 3, 4].map(left => ({ move: 'divide', args: [left] }))
        : heaps.flatMap((stones, heap) =>
            Array.from({ length: Math.min(MOST, stones) }, (_, i) => ({ move: 'take', args: [heap, i + 1] })),
          ),
  },
}

export default game
