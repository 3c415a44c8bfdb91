/** What a state keeps twice for speed agrees with the lane, all along random matches. */
import { expect, it } from 'vitest'
import * as layout from '../../engine/frontline/layout.ts'
import type { Patch } from '../elephant-men/load.ts'
import { walk } from '../laws/walk.ts'
import { gameOf } from './load.ts'
import { Lane, type Position } from './scene.ts'

it.each<Patch>([{}, { 'gold.perTurn': 4 }, { cells: 7, 'units.catapult.price': 9 }])(
  'masks and the price of the army follow the units: %o',
  patch => {
    const game = gameOf('default', patch)
    for (let index = 0; index < 20; index++)
      walk(game, 'twice', index, ({ state }) => {
        const { units } = game.text.describe(state) as Position
        const written = units.map(({ side, kind, cell, hp }) => `${side} ${kind} ${cell}:${hp}`)
        const again = new Lane(game).place(written.join(', '), patch)
        expect(state.subarray(layout.UNITS).join()).toBe(again.state.subarray(layout.UNITS).join())
      })
  },
)
