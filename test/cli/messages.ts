/** How errors read. Tests name the place that one is about and the words that must be there, not its sentence. */
import { expect } from 'vitest'

/** Sees that stderr holds one line, which begins with the place and has all of the words. */
export function expectError(err: string, place: string, words: readonly string[]): void {
  expect(err.endsWith('\n')).toBe(true)
  expectWords(err.slice(0, -1), place, words)
}

/** Sees that a line begins with the place and has all of the words. */
export function expectWords(line: string, place: string, words: readonly string[]): void {
  expect(line).not.toContain('\n')
  expect(line.startsWith(`${place}: `), line).toBe(true)
  for (const word of words) expect(line.slice(place.length + 2)).toContain(word)
}
