/** The passive action is defined for each stage on its own; by the order of actions it is the lowest legal one. */
import assert from 'node:assert/strict'
import { expect, it } from 'vitest'
import { CHANCE, CHANCE_BIT, type CompiledGame, lowest, RESOLVE_BIT } from '../../engine/contract/index.ts'
import { walk } from '../../engine/laws/walk.ts'
import { gameOf, type Patch } from './load.ts'
import { BULWARK_MAPS } from './maps.ts'

const GAMES: readonly (readonly [Patch, matches: number])[] = [
  [{}, 10],
  [{ 'team.names': ['red', 'blue', 'green'], 'team.size': 8, 'limits.turns': 20 }, 4],
  [
    { map: BULWARK_MAPS.small, 'team.size': 4, 'rally.cooldown': 1, 'swarm.cooldown': 1, 'limits.turns': 30 },
    20,
  ],
  [{ 'swarm.targets': 'all', 'swarm.chooser': 'user', 'training.swarm': true, 'battle.when': 'entry' }, 10],
]

/** How often random matches asked each sort of question, by what `describe` calls it. */
function questions(game: CompiledGame, matches: number): Map<string, number> {
  const found = new Map<string, number>()
  const legal = new Int32Array(game.info.legalMax)
  for (let index = 0; index < matches; index++)
    walk(game, 'passive', index, ({ state, mask }) => {
      if (mask === 0 || mask === CHANCE_BIT || mask === RESOLVE_BIT) return
      const seat = lowest(mask)
      assert.ok(seat < CHANCE)
      const before = state.join()
      const passive = game.passive(state, seat)
      assert.equal(state.join(), before)
      const count = game.legal(state, seat, legal)
      assert.equal(passive, Math.min(...legal.subarray(0, count)))
      const { asks } = game.text.describe(state) as { asks: { what: string } }
      found.set(asks.what, (found.get(asks.what) ?? 0) + 1)
    })
  return found
}

it('the passive action of Bulwark is the lowest legal one at every stage', () => {
  const all = GAMES.map(([patch, matches]) => questions(gameOf(patch), matches))
  const total = (what: string): number => all.reduce((sum, one) => sum + (one.get(what) ?? 0), 0)
  for (const what of ['capital', 'step', 'end', 'flee', 'retreat'])
    expect(total(what), what).toBeGreaterThan(20)
})
