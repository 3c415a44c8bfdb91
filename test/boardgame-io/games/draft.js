/** Phases with orders of their own, and stages: players draft tokens once around, then trade them, discarding in a stage. */
import { TurnOrder } from 'boardgame.io/core'

const take = ({ G, playerID }, place) => {
  if (G.market[place] === undefined) return 'INVALID_MOVE'
  const [token] = G.market.splice(place, 1)
  G.hands[playerID].push(token)
}

export const Draft = {
  name: 'draft',
  minPlayers: 3,
  setup: ({ ctx, random }) => ({
    market: random.Shuffle([1, 1, 2, 3, 5, 8, 13, 21, 34]),
    hands: Object.fromEntries(ctx.playOrder.map(id => [id, []])),
    order: ['2', '0', '1'],
    rounds: 0,
    log: [],
  }),
  phases: {
    drafting: {
      start: true,
      moves: { take },
      turn: { order: TurnOrder.ONCE, moveLimit: 1 },
      next: 'trading',
      onEnd: ({ G }) => {
        G.log.push('drafted')
      },
    },
    trading: {
      moves: {
        swap: ({ G, playerID, events }, place) => {
          if (G.market[place] === undefined) return 'INVALID_MOVE'
          G.hands[playerID].push(G.market.splice(place, 1)[0])
          events.setActivePlayers({ currentPlayer: 'discard', maxMoves: 1, revert: true })
        },
        rest: { move: ({ events }) => events.endTurn(), undoable: false, noLimit: true },
      },
      turn: {
        order: TurnOrder.CUSTOM_FROM('order'),
        stages: {
          discard: {
            moves: {
              discard: ({ G, playerID, random }, place) => {
                if (G.hands[playerID][place] === undefined) return 'INVALID_MOVE'
                const [token] = G.hands[playerID].splice(place, 1)
                if (random.D4() > 1) G.market.push(token)
              },
            },
          },
        },
        onBegin: ({ G }) => {
          G.rounds++
        },
        endIf: ({ ctx }) => ctx.numMoves >= 2 && { next: ctx.playOrder[(ctx.playOrderPos + 2) % 3] },
      },
      endIf: ({ G }) => G.rounds > 9 && { next: 'closing' },
    },
    closing: {
      onBegin: ({ G, events }) => {
        G.log.push('closing')
        events.endGame({ scores: Object.values(G.hands).map(hand => hand.reduce((a, b) => a + b, 0)) })
      },
    },
  },
  ai: {
    enumerate: (G, ctx, playerID) => {
      if (ctx.phase === 'drafting') return G.market.map((_, place) => ({ move: 'take', args: [place] }))
      if (ctx.activePlayers) return G.hands[playerID].map((_, place) => ({ move: 'discard', args: [place] }))
      return [...G.market.map((_, place) => ({ move: 'swap', args: place })), { move: 'rest' }]
    },
  },
}
