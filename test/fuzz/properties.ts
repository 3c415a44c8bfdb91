/** Before each test file: properties draw from the lane's seed too. */
import fc from 'fast-check'
import { inject } from 'vitest'
import { rootOf } from '../../engine/rng.ts'

fc.configureGlobal({ seed: rootOf(inject('seed'))[0]! })
