/** A long game of sowing in two rows of six, with turns that go on, and a list of moves in place of enumerate. */
const HOUSES = 6

export default {
  name: 'sowing',
  setup: () => ({ houses: Array(2 * HOUSES).fill(4), stores: [0, 0] }),
  moves: {
    sow: ({ G, ctx, playerID, events }, house) => {
      const side = Number(playerID)
      const from = side * HOUSES + house
      let seeds = G.houses[from]
      G.houses[from] = 0
      if (seeds === 0) return 'INVALID_MOVE'
      let at = from
      let stored = false
      while (seeds > 0) {
        stored = false
        at = (at + 1) % (2 * HOUSES)
        if (at === ((side + 1) % 2) * HOUSES) {
          G.stores[side]++
          stored = true
          if (--seeds === 0) break
        }
        G.houses[at]++
        seeds--
      }
      if (!stored) events.endTurn()
      else if (sum(G.houses, ctx.currentPlayer) === 0) events.endTurn()
    },
  },
  endIf: ({ G }) => {
    if (sum(G.houses, '0') > 0 && sum(G.houses, '1') > 0) return
    const [a, b] = [G.stores[0] + sum(G.houses, '0'), G.stores[1] + sum(G.houses, '1')]
    return a === b ? { draw: true } : { winner: a > b ? '0' : '1' }
  },
}

export const evenhand = {
  moves: { sow: [0, 1, 2, 3, 4, 5] },
  score: (G, _ctx, playerID) => G.stores[Number(playerID)] - G.stores[1 - Number(playerID)],
  gauges: { store: { min: 0, max: 48, weight: 1, of: (G, _ctx, playerID) => G.stores[Number(playerID)] } },
}

function sum(houses, player) {
  const from = Number(player) * HOUSES
  return houses.slice(from, from + HOUSES).reduce((all, one) => all + one, 0)
}
