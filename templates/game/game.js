/**
 * {{name}}: a game to start from. Change what you like, then ask again whether it is sound:
 *
 *   evenhand check-game ./{{name}}.js
 *
 * Two climbers on a stair throw a die in turn. Each throw is a choice: climb as many steps as the die shows, or
 * push the other one down. Whoever reaches the goal first wins. docs/tutorials/adding-a-game.md explains every key.
 */
export default {
  id: '{{name}}',
  summary: 'climb as far as the die says, or push the other one down',
  seats: ['red', 'blue'],

  // The numbers that you want to try out: for each its range, its default and what it means.
  rules: z =>
    z.strictObject({
      goal: z.int().min(5).max(100).default(24).describe('steps to the top'),
      sides: z.int().min(2).max(20).default(6).describe('sides of the die'),
      push: z.int().min(0).max(20).default(2).describe('steps that a push sends the other one down'),
    }),

  // A position is plain data. Seats count from 0, and a die of 0 is still to be thrown.
  setup: () => ({ steps: [0, 0], turn: 0, die: 0 }),

  // Who is next: chance throws the die, then the seat whose turn it is decides.
  toMove: state => (state.die === 0 ? 'chance' : state.turn),
  chance: (_state, { rules }) => Array.from({ length: rules.sides }, (_, side) => ({ move: side + 1 })),
  moves: () => ['climb', 'push'],

  // What a move does, those of chance included. Only here may the position change.
  apply(state, move, { rules }) {
    if (state.die === 0) {
      state.die = move
      return
    }
    const { steps, turn } = state
    const other = 1 - turn
    if (move === 'climb') steps[turn] = Math.min(rules.goal, steps[turn] + state.die)
    else steps[other] = Math.max(0, steps[other] - rules.push)
    state.turn = other
    state.die = 0
  },

  // null as long as the game goes on.
  outcome: ({ steps }, { rules }) => {
    const winner = steps.indexOf(rules.goal)
    return winner < 0 ? null : { winner }
  },

  // What pages draw, and which places to click for a move. Without a board they show the position as text.
  board: ({ rules }) => ({
    family: 'lane',
    places: Array.from({ length: rules.goal + 1 }, (_, step) => ({ name: String(step), at: [step, 0] })),
    signs: [['C', 'climber']],
    at: ({ steps }) =>
      Array.from({ length: rules.goal + 1 }, (_, step) => ({
        pieces: [0, 1].filter(seat => steps[seat] === step).map(seat => ({ seat, sign: 'C' })),
      })),
    standings: ({ die }) => (die === 0 ? [] : [`the die shows ${die}`]),
  }),
  placesOf: (move, { steps, turn, die }, { rules }) =>
    move === 'climb' ? [String(Math.min(rules.goal, steps[turn] + die))] : [String(steps[1 - turn])],

  // What reports plot, and what agents take for being ahead.
  gauges: { step: { min: 0, max: 100, of: ({ steps }, { seat }) => steps[seat] } },
  // What reports count the use of.
  assets: ['climb', 'push'],
  assetOf: move => move,
}
