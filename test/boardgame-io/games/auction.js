/** Four bid at the same time and in secret for prizes; in phases, with a stage for bids. */
export default {
  name: 'auction',
  minPlayers: 4,
  setup: ({ ctx }) => ({
    hands: Object.fromEntries(ctx.playOrder.map(id => [id, [1, 2, 3, 4, 5]])),
    bids: {},
    won: Object.fromEntries(ctx.playOrder.map(id => [id, 0])),
    prizes: [2, 5, 1, 4, 3],
  }),
  phases: {
    bidding: {
      start: true,
      next: 'showing',
      turn: {
        activePlayers: { all: 'bid', minMoves: 1, maxMoves: 1 },
        stages: {
          bid: {
            moves: {
              bid: ({ G, playerID }, card) => {
                if (!G.hands[playerID].includes(card)) return 'INVALID_MOVE'
                G.hands[playerID] = G.hands[playerID].filter(one => one !== card)
                G.bids[playerID] = card
              },
            },
          },
        },
      },
      endIf: ({ G, ctx }) => Object.keys(G.bids).length === ctx.numPlayers,
    },
    showing: {
      next: 'bidding',
      onBegin: ({ G, events }) => {
        const most = Math.max(...Object.values(G.bids))
        const best = Object.keys(G.bids).filter(id => G.bids[id] === most)
        const prize = G.prizes.pop()
        if (best.length === 1) G.won[best[0]] += prize
        G.bids = {}
        events.endPhase()
      },
    },
  },
  endIf: ({ G, ctx }) => {
    if (ctx.phase === 'showing' || G.prizes.length > 0) return
    return { scoreboard: Object.entries(G.won).map(([playerID, score]) => ({ playerID, score })) }
  },
  ai: {
    enumerate: (G, _ctx, playerID) => G.hands[playerID].map(card => ({ move: 'bid', args: [card] })),
  },
}
