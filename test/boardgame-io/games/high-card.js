/** A secret card each, and bets: playerView hides the cards, and determinize guesses at them. */
export const HighCard = {
  name: 'high-card',
  setup: ({ random }) => {
    const deck = random.Shuffle([1, 2, 3, 4, 5])
    return { cards: { 0: deck[0], 1: deck[1] }, bets: [] }
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    bet: ({ G }) => {
      G.bets.push('bet')
    },
    fold: ({ G, events, ctx }) => {
      events.endGame({ winner: ctx.currentPlayer === '0' ? '1' : '0' })
      G.bets.push('fold')
    },
  },
  endIf: ({ G }) => {
    if (G.bets.length === 2 && !G.bets.includes('fold'))
      return { winner: G.cards[0] > G.cards[1] ? '0' : '1' }
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    cards: { 0: playerID === '0' ? G.cards[0] : null, 1: playerID === '1' ? G.cards[1] : null },
  }),
}

export const evenhand = {
  determinize: (G, _ctx, playerID, random) => {
    const own = G.cards[playerID]
    const other = random.pick([1, 2, 3, 4, 5].filter(card => card !== own))
    return { ...G, cards: playerID === '0' ? { 0: own, 1: other } : { 0: other, 1: own } }
  },
}
