/** What mcts makes of positions of short lanes whose value is proven. */
import { findAgent, makeAgent } from '../../agents/index.ts'
import { RESOLVE_BIT } from '../../engine/contract/index.ts'
import { generator, legalOf, walk } from '../../engine/laws/walk.ts'
import { Solver } from '../../engine/solve/index.ts'
import type { Patch } from '../elephant-men/load.ts'
import { gameOf } from '../frontline/load.ts'
import { after } from './perfect.ts'

/** Rules on which some choices keep the value of a position and others do not. */
export const SMALL: readonly Patch[] = [
  { turns: 10, cells: 4, 'base.hp': 10 },
  { turns: 12, cells: 5, 'base.hp': 10, 'gold.perTurn': 4, tiebreak: 'base' },
  { turns: 10, cells: 4, 'base.hp': 6, 'gold.perTurn': 4 },
]

/** How often the agent's choice keeps the proven value, where some choice would not. */
export async function kept(patch: Patch, options: object): Promise<{ asked: number; kept: number }> {
  const game = gameOf('default', patch)
  const kind = await findAgent('mcts')
  const agent = makeAgent(kind, game, kind.options.parse({ iterations: 1000, ...options }))
  const solver = new Solver(game, { nodes: 1_000_000, bytes: 1 << 24 })
  const rng = generator('kept', 0, 1)
  const count = { asked: 0, kept: 0 }
  for (let index = 0; index < 12; index++)
    walk(game, 'kept', index, ({ state, mask }) => {
      if (mask === RESOLVE_BIT || mask === 0) return
      const seat = mask - 1
      const legal = legalOf(game, state, seat)
      const values = [...legal].map(action => solver.value(after(game, state, action))!)
      const best = seat === 0 ? Math.max(...values) : Math.min(...values)
      if (values.every(value => value === best)) return
      const chosen = agent.choose(state, seat, legal, legal.length, rng)
      count.asked++
      if (values[legal.indexOf(chosen)] === best) count.kept++
    })
  return count
}
