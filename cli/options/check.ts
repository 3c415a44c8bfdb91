/** Checks the words of a command line against what the commands declare, before they are read. */
import { didYouMean, oneLine, show, textProblem } from '../../documents/index.ts'
import { UsageError } from '../errors.ts'
import type { Command, CommandListing } from './declare.ts'

/** Options of every command, by all their names; none takes a value. */
export const COMMON = { help: 'h', version: 'v' } as const

const COMMON_NAMES: readonly string[] = Object.entries(COMMON).flat()

/** Completion scripts pass unfinished command lines with this option: they must not be refused. */
export const COMPLETING = '--get-yargs-completions'

export interface Commands {
  readonly listings: readonly CommandListing[]
  readonly load: () => Promise<readonly Command[]>
}

/**
 * Throws a UsageError for what the parser would let pass in silence or report in its own words. `command` is
 * the one that the first word names; there is at least one word.
 */
export async function checkWords(
  words: readonly string[],
  command: Command | undefined,
  commands: Commands,
): Promise<void> {
  const first = words[0]!
  const fault = words.map(word => textProblem(word) ?? notText(word)).find(Boolean)
  if (fault) throw new UsageError(oneLine(fault), command?.name)
  const names = commands.listings.map(({ name }) => name)
  if (!command && !first.startsWith('-'))
    throw new UsageError(`unknown command ${show(first)}${didYouMean(first, names)}`)
  if (words.includes('--')) throw new UsageError("found --, which evenhand doesn't use", command?.name)
  // Help and version are shown whatever else is on the line.
  if (asksFor(words, 'help') || asksFor(words, 'version')) return
  await checkOptions(words, command, commands)
  if (!command) throw new UsageError(`found ${show(first)}, expected a command first`)
}

export function asksFor(words: readonly string[], option: keyof typeof COMMON): boolean {
  return words.includes(`--${option}`) || words.includes(`-${COMMON[option]}`)
}

/** Node reads bytes that are not UTF-8 as U+FFFD, which would name another file. */
function notText(arg: string): string | undefined {
  return arg.includes('\uFFFD') ? `found ${show(arg)}, which is not UTF-8` : undefined
}

/** To yargs, an option is what begins with a dash, and is neither a number nor only a dash. */
function optionsIn(args: readonly string[]): TypedOption[] {
  return args.flatMap((arg, i) => {
    if (!/^-./.test(arg) || /^-\d+(\.\d+)?$/.test(arg)) return []
    const typed = arg.split('=')[0]!
    return [{ typed, name: typed.replace(/^--?/, ''), hasValue: arg.includes('='), next: args[i + 1] }]
  })
}

interface TypedOption {
  /** With its dashes, without its value. */
  readonly typed: string
  readonly name: string
  /** Whether `=` joins a value to it. */
  readonly hasValue: boolean
  /** The word after it. */
  readonly next: string | undefined
}

async function checkOptions(
  args: readonly string[],
  command: Command | undefined,
  commands: Commands,
): Promise<void> {
  const declared = command?.options ?? {}
  const seen = new Set<string>()
  for (const { typed, name, hasValue, next } of optionsIn(args)) {
    const known = COMMON_NAMES.includes(name) || Object.hasOwn(declared, name)
    // A name has two dashes, a letter has one.
    if (!known || typed.startsWith('--') !== name.length > 1)
      throw new UsageError(
        `unknown option ${oneLine(typed)}${await hint(typed, command, commands)}`,
        command?.name,
      )
    const isSwitch = COMMON_NAMES.includes(name) || declared[name]?.type === 'boolean'
    if (isSwitch && hasValue)
      throw new UsageError(`${typed} takes no value${spelledAs(typed, command)}`, command?.name)
    // The parser would take these two words for the switch's value, wherever they were meant to belong.
    if (isSwitch && (next === 'true' || next === 'false'))
      throw new UsageError(`found ${next} after ${typed}, which takes no value`, command?.name)
    if (isSwitch && seen.has(name))
      throw new UsageError(`${typed} is given twice, expected once`, command?.name)
    seen.add(name)
  }
}

/** Values that a switch takes after all, as spellings of several options. */
function spelledAs(typed: string, command: Command | undefined): string {
  const spellings = Object.keys(command?.spellings ?? {}).filter(word => word.startsWith(`${typed}=`))
  return spellings.length === 0 ? '' : `, except as ${spellings.join(', ')}`
}

/** A guess at what an unknown option was meant to be. */
async function hint(typed: string, command: Command | undefined, commands: Commands): Promise<string> {
  const name = typed.replace(/^-+/, '')
  if (Object.values<string>(COMMON).includes(name)) return `; did you mean -${name}?`
  const own = [...Object.keys(command?.options ?? {}), ...Object.keys(COMMON)]
  if (own.includes(name)) return `; did you mean --${name}?`
  const longer = own.find(option => option.startsWith(`${name}-`))
  if (longer !== undefined) return `; did you mean --${longer}?`
  const near = didYouMean(
    `--${name}`,
    own.map(option => `--${option}`),
  )
  if (near !== '') return near
  const all = await commands.load()
  const others = all.filter(({ options }) => Object.hasOwn(options, name)).map(other => other.name)
  return others.length === 0 ? '' : `; it is an option of ${others.join(', ')}`
}
