/** Reads values from a command line, where all of them are text. */
import { didYouMean, InputError, lineProblem, show } from '../../documents/index.ts'

/** What the parser hands to a command: unchecked. */
export type Args = Readonly<Record<string, unknown>>

/** An option's text, undefined if it was not given. Throws an InputError for several values or lines. */
export function text(args: Args, name: string): string | undefined {
  const value = args[name]
  if (value === undefined) return undefined
  if (Array.isArray(value))
    throw new InputError(
      `--${name}`,
      `is given twice, expected once${name === 'agents' ? ', with commas between agents (random,greedy)' : ''}`,
    )
  const written = String(value)
  const fault = lineProblem(written)
  if (fault) throw new InputError(`--${name}`, fault)
  return written
}

/** The same, and not empty. */
export function filledText(args: Args, name: string, expected: string): string | undefined {
  const written = text(args, name)
  if (written === '') throw new InputError(`--${name}`, `is empty, expected ${expected}`)
  return written
}

/** All values of a `listOption`, undefined if it was not given. */
export function texts(args: Args, name: string): string[] | undefined {
  const value = args[name]
  return Array.isArray(value) ? value.map(String) : undefined
}

/** The same, with values such as 'units.*.hp,favour.win' parted at their commas. */
export function parts(args: Args, name: string): string[] | undefined {
  return texts(args, name)?.flatMap(written => written.split(',').map(one => one.trim()))
}

/** An option's whole number: digits, or 1e6. Throws an InputError for anything else. */
export function integer(args: Args, name: string, min: number, max: number): number | undefined {
  const written = text(args, name)
  if (written === undefined) return undefined
  const value = /^\d+(e\d{1,2})?$/i.test(written) ? Number(written) : Number.NaN
  if (value >= min && value <= max) return value
  throw new InputError(`--${name}`, `found ${show(written)}, expected an integer from ${min} to ${max}`)
}

/** A positional argument, which the parser has made sure is there. Throws an InputError if it is empty. */
export function positional(args: Args, name: string): string {
  const value = String(args[name])
  if (value === '') throw new InputError(name.toUpperCase(), 'is empty, expected a value')
  return value
}

/** One of several words. Throws an InputError about `label` for any other. */
export function oneOf<T extends string>(
  label: string,
  written: string,
  words: readonly T[],
  expected = `one of ${words.join(', ')}`,
): T {
  const found = words.find(word => word === written)
  if (found !== undefined) return found
  throw new InputError(label, `found ${show(written)}, expected ${expected}${didYouMean(written, words)}`)
}

/** The parts of `KEY=VALUE`; undefined without a key before the sign. */
export function splitPair(written: string): readonly [key: string, value: string] | undefined {
  const cut = written.indexOf('=')
  return cut <= 0 ? undefined : [written.slice(0, cut), written.slice(cut + 1)]
}
