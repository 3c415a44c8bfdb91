/** What the tests of documents share: reading texts, and the errors that refuse them. */
import { expect } from 'vitest'
import { expandDotted, InputError, parseDocument } from '../../documents/index.ts'

/** The message of the InputError that the act throws; anything else it does is a failure. */
export function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    expect(error.message.replaceAll('\n', ' ')).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    return error.message
  }
  throw new Error('was accepted')
}

export const read = (text: string, file = 'a.yaml') => parseDocument(text, file)
export const open = (text: string, file = 'a.yaml') => expandDotted(read(text, file))
export const place = (line: number, column: number) => ({ line, column })

/**
 * CPU seconds that hostile input may take. It takes a tenth of one on a quiet machine, and minutes where a limit is missing.
 */
export const HOSTILE_SECONDS = 20

/** Runs the act, and fails if it takes longer than hostile input may. */
export function inTime(act: () => string): string {
  const start = process.cpuUsage()
  const message = act()
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(HOSTILE_SECONDS)
  return message
}
