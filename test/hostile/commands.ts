/** Runs the built command many times in one process, for starting node is most of the time that a refusal takes. */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { InputError, show } from '../../documents/index.ts'
import { MAIN } from '../built.ts'

/** How one of the commands went. */
export interface Told {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Seconds of the processor. */
  readonly seconds: number
}

/** Every import of main.js runs the command once more, on the arguments that process.argv then has. */
const SCRIPT = `
import { readFileSync } from 'node:fs'
const { argv, stdout, stderr } = process
const calls = JSON.parse(readFileSync(0, 'utf8'))
for (const thing of [process, stdout, stderr]) thing.setMaxListeners(0)
const send = stdout.write.bind(stdout)
for (const [i, args] of calls.entries()) {
  const text = { out: '', err: '' }
  stdout.write = part => { text.out += part; return true }
  stderr.write = part => { text.err += part; return true }
  process.argv = [argv[0], 'evenhand', ...args]
  const start = process.cpuUsage()
  await import(${JSON.stringify(pathToFileURL(MAIN).href)} + '?' + i)
  const { user, system } = process.cpuUsage(start)
  send(JSON.stringify({ code: process.exitCode, ...text, seconds: (user + system) / 1e6 }) + '\\n')
  process.exitCode = 0
}`

/** Milliseconds until a command that hangs is given up, and all that were to follow it. */
const PATIENCE = 50_000

/** Runs \`evenhand\` once with each list of arguments, in a folder; none of them may read stdin or start threads. */
export function commands(cwd: string, calls: readonly (readonly string[])[]): Promise<Told[]> {
  return new Promise((resolve, reject) => {
    const args = ['--input-type=module', '-e', SCRIPT]
    const child = spawn(process.execPath, args, { cwd, timeout: PATIENCE })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', part => {
      out += part
    })
    child.stderr.setEncoding('utf8').on('data', part => {
      err += part
    })
    child.on('error', reject)
    child.stdin.end(JSON.stringify(calls))
    child.on('close', () => {
      const told = out
        .split('\n')
        .slice(0, -1)
        .map((line): Told => JSON.parse(line))
      if (told.length === calls.length) resolve(told)
      else reject(new Error(`evenhand ${JSON.stringify(calls[told.length])} hangs or breaks off: ${err}`))
    })
  })
}

const RAW = /[^\n\P{Cc}]|[\p{Cs}\p{Bidi_Control}\u2028\u2029]/u

/** Sees that nothing in a text would be obeyed by a terminal or mislead its reader. */
export function expectHarmless(text: string): void {
  expect(RAW.exec(text)).toBeNull()
}

/** What a stack trace, or an error that nobody meant for users, looks like. */
const LEAKED =
  /\n {4}at |node:internal|TypeError|RangeError|is not a function|of undefined|of null|not iterable|call stack/

/** Sees that an error is told as all are: short, in one line, without the inside of the program. */
export function expectOneLine(message: string): void {
  expect(message).not.toMatch(LEAKED)
  expect(message).not.toContain('\n')
  expect(message.length).toBeLessThan(1500)
  expectHarmless(message)
}

/** Sees that a command refused its input in time: exit code 2, and one line that the pattern finds in. */
export function expectRefused({ code, out, err, seconds }: Told, expected: RegExp | string): void {
  expect(err.endsWith('\n')).toBe(true)
  // Wrong usage is followed by a hint to the help.
  expectOneLine(err.slice(0, -1).replace(/\nsee evenhand [a-z ]*--help$/, ''))
  if (typeof expected === 'string') expect(err).toContain(expected)
  else expect(err).toMatch(expected)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(seconds).toBeLessThan(2)
}

/** Arguments, and what is said about them. */
export type Refusal = readonly [args: readonly string[], expected: RegExp | string]

/** A test for each: the command refuses the arguments. `prepare` makes the files that they name. */
export function testRefusals(cwd: string, cases: readonly Refusal[], prepare: () => void = () => {}): void {
  let told: readonly Told[] = []
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
  expect((user + system) / 1e6).toBeLessThan(2)
  expectOneLine(message)
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
