/** A run that is killed, and started again, comes to the same bytes. */
import { test } from 'vitest'
import { killed } from './killing.ts'

test('killed once', () => killed(1, 8000, 'kill'))
