/** The game of sowing with an enumerate of its own in place of candidates. */
import sowing, { evenhand as extras } from './sowing.js'

export default {
  ...sowing,
  name: 'sowing-listed',
  ai: {
    enumerate: (G, ctx) =>
      G.houses
        .slice(6 * Number(ctx.currentPlayer), 6 * Number(ctx.currentPlayer) + 6)
        .flatMap((seeds, house) => (seeds > 0 ? [{ move: 'sow', args: [house] }] : [])),
  },
}

const { moves: _candidates, ...others } = extras
export const evenhand = others
