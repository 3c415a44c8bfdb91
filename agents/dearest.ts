/** Buys the dearest that it can: the opponent that Frontline's assignment suggests. */
import { z } from 'zod'
import { newEvents, newState } from '../engine/contract/index.ts'
import type { AgentKind } from './agent.ts'

/** Price of what an action does not buy: less than anything. */
const NOTHING = -1

export const dearest: AgentKind<Record<string, never>> = {
  id: 'dearest',
  summary: 'always buys the dearest that it can pay, the first of equals',
  options: z.strictObject({}),
  games: ['frontline'],
  make: game => {
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    // Actions that buy are written as what they buy.
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
