/** A run that is killed and restarted writes the same bytes. */
import { test } from 'vitest'
import { killed } from './killing.ts'

test('a run killed once comes to the same bytes', () => killed(1, 8000, 'kill'))
