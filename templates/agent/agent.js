/**
 * {{name}}: an agent to start from. It tries each of its actions on a copy of the position and keeps the one that leaves it
 * furthest ahead. Where all decide at the same time, none of them shows before all have decided: there it plays at random.
 * docs/guides/adding-an-agent.md explains the contract.
 */
export default {
  id: '{{name}}',
  summary: 'takes the action that leaves it furthest ahead at once',

  // Called once for each place at the table: the time to allocate memory.
  make: game => {
    const { info } = game
    const state = new Int32Array(info.stateSize)
    // Where the game notes what is used and lost: five counts for each seat and asset. Nothing is read from it here.
    const events = new Int32Array(5 * info.seats.length * info.assets.length)
    const gauges = new Int32Array(info.gauges.length * info.seats.length)

    /** The first gauge of the seat, less the best of the others, once it has taken the action. */
    const leadAfter = (view, seat, action, rng) => {
      // The view hides what the seat may not know; this guesses it.
      game.determinize(view, seat, rng, state)
      game.apply(state, seat, action, events)
      game.gauge(state, gauges, 0)
      const others = info.seats.map((_, other) => (other === seat ? -Infinity : gauges[other]))
      return gauges[seat] - Math.max(...others)
    }

    return {
      // `view` is the position as the seat sees it; the first `count` entries of `legal` are its actions. Both are only
      // lent. All chance comes from `rng`, so that a seed plays the same match again.
      choose(view, seat, legal, count, rng) {
        // Any action, drawn evenly: it stands unless another one is better.
        let best = game.sample(view, seat, rng)
        let most = leadAfter(view, seat, best, rng)
        for (let i = 0; i < count; i++) {
          const lead = leadAfter(view, seat, legal[i], rng)
          if (lead > most) {
            best = legal[i]
            most = lead
          }
        }
        return best
      },
    }
  },
}
