/** Dice and a bank for three: roll on, or put what is on the table aside. Without enumerate: neither move takes arguments. */
const GOAL = 20

export default {
  minPlayers: 3,
  setup: ({ ctx, random }) => ({
    bank: Array(ctx.numPlayers).fill(0),
    table: 0,
    dice: [],
    order: random.Shuffle(['red', 'green', 'blue', 'white', 'black', 'grey', 'pink']),
  }),
  moves: {
    roll: ({ G, random, events }) => {
      G.dice = random.D6(2)
      if (G.dice.includes(1)) {
        G.table = 0
        events.endTurn()
      } else G.table += G.dice[0] + G.dice[1]
    },
    keep: ({ G, ctx, events }) => {
      if (G.table === 0) return 'INVALID_MOVE'
      G.bank[Number(ctx.currentPlayer)] += G.table
      G.table = 0
      events.endTurn()
    },
  },
  turn: {
    onEnd: ({ G }) => {
      G.dice = []
    },
  },
  endIf: ({ G }) => (G.bank.some(sum => sum >= GOAL) ? { scores: G.bank } : undefined),
}
