/** Always buys the most expensive unit that it can pay for: the opponent that Frontline's assignment suggests. */
import { z } from 'zod'
import { newEvents, newState } from '../engine/contract/index.ts'
import type { AgentKind } from './agent.ts'

/** Price of an action that buys nothing: less than any price. */
const NOTHING = -1

export const dearest: AgentKind<Record<string, never>> = {
  id: 'dearest',
  summary: 'always buys the most expensive unit it can afford, and the first of several at the same price',
  options: z.strictObject({}),
  games: ['frontline'],
  make: game => {
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    // The text of an action that buys is the id of what it buys.
    const prices = Array.from({ length: game.info.actionCount }, (_, action) => {
      const bought = game.text.format(state, 0, action)
      return game.info.assets.find(asset => asset.id === bought)?.price ?? NOTHING
    })
    return {
      choose: (_view, _seat, legal, count) => {
        let best = legal[0]!
        for (let i = 1; i < count; i++) if (prices[legal[i]!]! > prices[best]!) best = legal[i]!
        return best
      },
    }
  },
}
