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

/** Runs the act and sees that it kept to the time that hostile input may take: of the processor, lest others count. */
export function within(seconds: number, act: () => string): string {
  const start = process.cpuUsage()
  const message = act()
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(seconds)
  return message
}
