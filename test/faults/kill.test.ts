/** A run that is killed at some steps, and started again each time, comes to the same bytes. */
import { test } from 'vitest'
import { killed } from './killing.ts'

test('killed 3 times', () => killed(3, 8000, 'kill'))
