/**
 * A game in a file of its own: plain values, no build step, nothing to import.
 *
 *   bin/evenhand play ./docs/examples/my-game.js --agents mcts:iterations=50,greedy --matches 200
 *
 * Two runners throw a die in turn, and step that far or rest to throw a better one: a rest doubles the next step.
 * docs/tutorials/adding-a-game.md describes the contract.
 */
export default {
  id: 'dice-race',
  summary: 'step as far as the die says, or rest and step twice as far next time',
  seats: ['red', 'blue'],
  rules: { goal: 20, sides: 6 },
  setup: () => ({ places: [0, 0], rested: [false, false], turn: 0, die: 0 }),
  toMove: state => (state.die === 0 ? 'chance' : state.turn),
  chance: (_state, { rules }) => Array.from({ length: rules.sides }, (_, side) => ({ move: side + 1 })),
  moves: () => ['step', 'rest'],
  apply(state, move) {
    if (state.die === 0) {
      state.die = move
      return
    }
    const { turn } = state
    if (move === 'step') state.places[turn] += state.rested[turn] ? 2 * state.die : state.die
    state.rested[turn] = move === 'rest'
    state.turn = 1 - turn
    state.die = 0
  },
  outcome: ({ places }, { rules }) => {
    const winner = places.findIndex(place => place >= rules.goal)
    return winner < 0 ? null : { winner }
  },
  gauges: { place: { min: 0, max: 1000, of: ({ places }, { seat }) => places[seat] } },
  assets: ['step', 'rest'],
  assetOf: move => move,
}
