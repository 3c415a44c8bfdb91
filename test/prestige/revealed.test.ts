/** Where Prestige says that nothing is hidden: everywhere but where dice and sealed choices are secret. */
import { expect, it } from 'vitest'
import { seatsIn, walk } from '../../engine/laws/index.ts'
import { MULLIGAN, PHASE, PICKING, ROLLING } from '../../engine/prestige/state/layout.ts'
import { gameOf } from './load.ts'

it.each(['two', 'three', 'four'] as const)('Prestige for %s hides only dice and mulligans', ruleset => {
  const game = gameOf(ruleset)
  const found = new Map<number, Set<boolean>>()
  for (let match = 0; match < 3; match++)
    walk(game, 'revealed', match, ({ state, mask }) => {
      const phase = state[PHASE]!
      for (const seat of seatsIn(game, mask & ((1 << game.info.seats.length) - 1)))
        found.set(phase, (found.get(phase) ?? new Set()).add(game.isRevealed!(state, seat)))
    })
  const secret = [MULLIGAN, ROLLING, PICKING]
  expect(found.size).toBeGreaterThan(secret.length)
  for (const [phase, answers] of found) expect([phase, ...answers]).toEqual([phase, !secret.includes(phase)])
})
