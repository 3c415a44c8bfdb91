/**
 * An agent in a file of its own: plain JavaScript, no build step.
 *
 *   bin/evenhand play elephant-men --agents ./docs/examples/my-agent.js,random --matches 1000
 *
 * It never passes while it can still do something, and otherwise chooses at random. docs/guides/adding-an-agent.md describes the
 * contract.
 */
import { below } from 'evenhand/game'

class Busy {
  #legal

  constructor(game) {
    this.#legal = new Int32Array(game.info.legalMax)
    this.game = game
  }

  /**
   * `view` is the position as far as the seat may know it, `legal` starts with the `count` actions to choose from, in
   * ascending order. All chance must come from `rng`: the same seed then plays the same match on any machine.
   */
  choose(view, seat, legal, count, rng) {
    const passive = this.game.passive(view, seat)
    let kept = 0
    for (let i = 0; i < count; i++) if (legal[i] !== passive) this.#legal[kept++] = legal[i]
    return this.#legal[below(rng, kept)]
  }
}

export default {
  id: 'busy',
  summary: 'at random, but it never passes while it can do something',
  /** Called once per thread, variant and line-up entry: the place to allocate memory. */
  make: (game, _options) => new Busy(game),
}
