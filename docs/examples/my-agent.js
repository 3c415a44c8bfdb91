/**
 * An agent in a file of its own: plain JavaScript, no build step, no imports.
 *
 *   evenhand play elephant-men --agents ./docs/examples/my-agent.js,random --matches 1000
 *
 * It never stops while it can still do something, and otherwise chooses at random. In every game the lowest action is
 * the one that does nothing or stops (done, none, stay), if there is one: docs/adding-an-agent.md tells the contract.
 */

const TWO_32 = 4294967296

/** The next number in [0, 1) from the four words of the match's generator: the same as `next` in engine/rng.ts. */
function draw(rng) {
  const a = rng[0]
  const b = rng[1]
  const c = rng[2]
  const d = rng[3]
  const out = (((a + b) | 0) + d) | 0
  rng[3] = d + 1
  rng[0] = b ^ (b >>> 9)
  rng[1] = c + (c << 3)
  rng[2] = ((c << 21) | (c >>> 11)) + out
  return (out >>> 0) / TWO_32
}

class Busy {
  /**
   * `view` is the position as far as the seat may know it, `legal` starts with the `count` actions to choose from, in
   * ascending order. All chance is to come from `rng`: the same seed then plays the same match on any machine.
   */
  choose(_view, _seat, legal, count, rng) {
    return legal[1 + Math.floor(draw(rng) * (count - 1))]
  }
}

export default {
  id: 'busy',
  summary: 'at random, but it never stops while it can do something',
  /** Called once per thread and line-up entry: the place to allocate memory. */
  make: (_game, _options) => new Busy(),
}
