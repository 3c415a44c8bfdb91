/** Reads the words of a command line as its command declares them. The command checks what they mean. */
import { Parser } from 'yargs/helpers'
import { show } from '../../documents/index.ts'
import { UsageError } from '../errors.ts'
import type { Command } from './declare.ts'
import type { Args } from './values.ts'

/** In place of a positional `-`, of which the parser makes an empty text. */
const STDIN = '/dev/stdin'

/** Keeps the parser from guessing: no nesting by dots, no numbers made of text. */
export const PARSER_CONFIGURATION = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'short-option-groups': false,
} as const

/** The words, with each short spelling replaced by the options it means. */
export function expandSpellings(words: readonly string[], command: Command | undefined): readonly string[] {
  if (!command) return words
  return words.flatMap(word => (Object.hasOwn(command.spellings, word) ? command.spellings[word]! : [word]))
}

/** Options and arguments after the command's name. Throws a UsageError if some are missing, or too many. */
export function readWords(words: readonly string[], command: Command): Args {
  const options = Object.entries(command.options)
  const named = (test: (option: Command['options'][string]) => boolean): string[] =>
    options.filter(([, option]) => test(option)).map(([name]) => name)
  const { argv, error } = Parser.detailed(
    words.map((word, i) => (word === '-' && !words[i - 1]?.startsWith('--') ? STDIN : word)),
    {
      string: named(({ type }) => type === 'string'),
      boolean: named(({ type }) => type === 'boolean'),
      array: named(({ array }) => array === true),
      // Not a number of values means at least one to the parser.
      narg: Object.fromEntries(
        options
          .filter(([, { nargs, requiresArg }]) => nargs !== undefined || requiresArg)
          .map(([name, { nargs = Number.NaN }]) => [name, nargs]),
      ),
      configuration: PARSER_CONFIGURATION,
    },
  )
  const lacking = error && /: (.+)$/.exec(error.message)?.[1]
  if (lacking) throw new UsageError(`--${lacking} needs a value`, command.name)
  if (error) throw new UsageError(error.message, command.name)
  const { _: plain, ...given } = argv
  const hint =
    given.records === true ? RECORDS_HINT : typeof given.agents === 'string' ? lineupHint(command.name) : ''
  return { ...given, ...argumentsOf(plain.slice(1).map(String), command, hint) }
}

const RECORDS_HINT = '; --records lists your matches, and --records-file FILE writes records'

/** What to type for several line-ups, where `--agents` takes only one; empty for other commands. */
function lineupHint(command: string | undefined): string {
  if (command !== 'play' && command !== 'plan') return ''
  return '; --agents takes one line-up here: an agent for all seats, or one for each with commas (random,greedy). compare plays several line-ups, and ladder ranks agents'
}

/** Arguments by name: `<a>` is required, `[a]` optional, `<a..>` one or more. */
function argumentsOf(words: readonly string[], { command, name }: Command, hint: string): Args {
  const declared = command.split(' ').slice(1)
  const needed = declared.filter(word => word.startsWith('<')).length
  if (words.length < needed)
    throw new UsageError(`found ${words.length} of ${needed} arguments, expected ${command}`, name)
  const isList = declared.at(-1)?.includes('..') === true
  const extra = isList ? undefined : words[declared.length]
  if (extra !== undefined) throw new UsageError(`unexpected argument ${show(extra)}${hint}`, name)
  return Object.fromEntries(
    declared.slice(0, words.length).map((word, i) => {
      const key = word.replaceAll(/[<>[\].]/g, '')
      return [key, word.includes('..') ? words.slice(i) : words[i]]
    }),
  )
}
