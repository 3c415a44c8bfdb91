/** Every game that ships runs the laws thoroughly, with odd rules, and in each run of the lane with some of the open readings turned. */
import { inject } from 'vitest'
import { below, rootOf } from '../../engine/rng.ts'
import { GAMES, ODD } from './games.ts'
import { READINGS } from './readings.ts'
import { registerLaws } from './register.ts'

registerLaws([...GAMES, ...ODD].map(([name, game]) => [name, game]))

/** One in so many, from a random one on: all of them take minutes. */
const STRIDE = 10
const FIRST = below(rootOf(inject('seed')), STRIDE)
registerLaws(READINGS.filter((_, i) => i % STRIDE === FIRST))
