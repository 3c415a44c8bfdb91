/** What the command must make of hostile input: a refusal in one line, in time. */
import { beforeAll, expect, test } from 'vitest'
import { InputError, show } from '../../documents/index.ts'
import { Host, type Hosted } from '../cli/host.ts'
import { HOSTILE_SECONDS } from '../documents/refusal.ts'

/** Runs `evenhand` once with each list of arguments, in a folder and in one process; none may read stdin or start threads. */
export async function commands(cwd: string, calls: readonly (readonly string[])[]): Promise<Hosted[]> {
  const host = new Host()
  const ended = []
  for (const args of calls) ended.push(await host.run({ args, cwd, env: {}, stdin: '' }))
  host.close()
  return ended
}

const RAW = /[^\n\P{Cc}]|[\p{Cs}\p{Bidi_Control}\u2028\u2029]/u

/** Sees that nothing in a text would be obeyed by a terminal or mislead its reader. */
export function expectHarmless(text: string): void {
  expect(RAW.exec(text)).toBeNull()
}

/** Patterns of stack traces and internal errors. */
const LEAKED =
  /\n {4}at |node:internal|TypeError|RangeError|is not a function|of undefined|of null|not iterable|call stack/

/** Most lines of an error: twenty mistakes, and how many more there are. */
const LINES_MAX = 21

/** Expects the usual form of an error: a short line for each mistake, without internals. */
export function expectLines(message: string): void {
  expect(message).not.toMatch(LEAKED)
  const lines = message.split('\n')
  expect(lines.length).toBeLessThanOrEqual(LINES_MAX)
  expect(new Set(lines).size).toBe(lines.length)
  for (const line of lines) {
    expect(line).toMatch(/^(.+: .+|and \d+ more)$/)
    expect(line.length).toBeLessThan(1500)
  }
  expectHarmless(message.replaceAll('\n', ' '))
}

/** Sees that a command refused its input in time: exit code 2, and one line that the pattern finds in. */
export function expectRefused({ code, out, err, seconds }: Hosted, expected: RegExp | string): void {
  expect(err.endsWith('\n')).toBe(true)
  // Wrong usage is followed by a hint to the help.
  expectLines(err.slice(0, -1).replace(/\nsee evenhand [a-z ]*--help$/, ''))
  if (typeof expected === 'string') expect(err).toContain(expected)
  else expect(err).toMatch(expected)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(seconds).toBeLessThan(HOSTILE_SECONDS)
}

/** Arguments, and what is said about them. */
export type Refusal = readonly [args: readonly string[], expected: RegExp | string]

/** A test for each: the command refuses the arguments. `prepare` makes the files that they name. */
export function testRefusals(cwd: string, cases: readonly Refusal[], prepare: () => void = () => {}): void {
  let told: readonly Hosted[] = []
  beforeAll(async () => {
    prepare()
    told = await commands(
      cwd,
      cases.map(([args]) => args),
    )
  })
  const title = (args: readonly string[]): string => args.map(arg => show(arg).slice(1, -1)).join(' ')
  test.each(cases.map(([args, expected], i) => [title(args), i, expected] as const))(
    'evenhand %s',
    (_, i, expected) => expectRefused(told[i]!, expected),
  )
}

/** Sees that an act refuses a file in time, and tells what it says after the file's name. */
export async function refusal(file: string, act: () => unknown): Promise<string> {
  const start = process.cpuUsage()
  const message = await messageOf(act)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(HOSTILE_SECONDS)
  expectLines(message)
  return message.replace(`${file}:`, '')
}

async function messageOf(act: () => unknown): Promise<string> {
  try {
    await act()
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
  throw new Error('was accepted')
}
