/** A run that is killed at random steps, and started again each time, comes to the same bytes. */
import { inject, test } from 'vitest'
import { killed } from './killing.ts'

/** The runs take some seconds of play and some hundred lines. */
test('a run killed 12 times comes to the same bytes', () => killed(12, 12_000, `kill ${inject('seed')}`))
