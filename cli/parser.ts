/** The commands, and yargs set up to read them. */
import yargs, { type Argv } from 'yargs'
import { show } from '../documents/index.ts'
import { VERSION } from '../engine/package.ts'
import { gameListings } from '../engine/registry/index.ts'
import { agents } from './commands/agents.ts'
import { compare } from './commands/compare.ts'
import { games } from './commands/games.ts'
import { merge } from './commands/merge.ts'
import { play } from './commands/play.ts'
import { repair } from './commands/repair.ts'
import { replay } from './commands/replay.ts'
import { rules } from './commands/rules.ts'
import { run } from './commands/run.ts'
import { KINDS, schema } from './commands/schema.ts'
import { solve } from './commands/solve.ts'
import { status } from './commands/status.ts'
import { worker } from './commands/worker.ts'
import { UsageError } from './errors.ts'
import { COMMON, checkWords, commandIn } from './options/check.ts'
import { type Command, declare } from './options/declare.ts'
import type { Args } from './options/options.ts'
import { print } from './terminal/output.ts'

const help = declare({
  command: 'help [topic]',
  describe: 'show the help of evenhand, or of one command',
  usage: ['help [COMMAND]', 'Shows the help of a command, as --help does.'],
  positionals: { topic: { describe: 'a command', defaultDescription: 'all commands' } },
  examples: [['help run', 'the help of evenhand run']],
  handler: ({ topic }) => parse([...(topic === undefined ? [] : [String(topic)]), '--help']),
})

const version = declare({
  command: 'version',
  describe: 'show the version of evenhand',
  usage: ['version', 'Shows the version, as --version does.'],
  examples: [['version', 'the version']],
  handler: () => print(VERSION),
})

/** yargs answers this one itself; it is declared for the checks. */
const completion = declare({
  command: 'completion',
  describe: 'print a script that completes commands and options in bash or zsh',
  usage: ['completion', 'Prints a completion script for the shell that SHELL names.'],
  examples: [['completion >> ~/.bashrc', 'for bash; ~/.zshrc for zsh']],
  handler: () => {},
})

const COMMANDS: readonly Command[] = [
  run,
  play,
  compare,
  status,
  merge,
  repair,
  worker,
  replay,
  solve,
  games,
  rules,
  agents,
  schema,
  help,
  version,
]

const HELP_WIDTH = 110
/** yargs makes an empty text of a positional `-`. */
const STDIN = '/dev/stdin'

/** Reads a command line and runs the command that it names. Throws a UsageError, or what the command throws. */
export async function parse(args: readonly string[]): Promise<void> {
  checkWords(args, [...COMMANDS, completion])
  const command = commandIn(args, COMMANDS)
  await parser(
    args.map((arg, i) => (arg === '-' && !args[i - 1]?.startsWith('--') ? STDIN : arg)),
    command,
  ).parseAsync()
}

/** yargs without its guesses: no nesting by dots, no numbers made of text, one language. */
function parser(args: readonly string[], command: Command | undefined): Argv {
  return yargs([...args])
    .scriptName('evenhand')
    .usage('$0 COMMAND [options]\n\nPlays board games against themselves and reports whether they are fair.')
    .locale('en')
    .updateStrings({
      // Options are text to yargs only so that we can read them more strictly.
      string: 'value',
      array: 'values',
      boolean: 'switch',
      'Positionals:': 'Arguments:',
      'Show help': 'show this help',
      'Show version number': 'show the version',
      'Not enough arguments following: %s': '--%s lacks a value',
      'Not enough non-option arguments: got %s, need at least %s': singularAndPlural(
        `found %s of %s arguments, expected ${command?.command}`,
      ),
    })
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
    })
    .command([...COMMANDS])
    .completion(completion.command, completion.describe, complete)
    .version(VERSION)
    .help()
    .alias(COMMON)
    .middleware(argv => checkRest(argv, command), true)
    .wrap(Math.min(HELP_WIDTH, process.stdout.columns || HELP_WIDTH))
    .epilogue(
      'Exit codes: 0 done, 1 failed, 2 bad usage or input, 3 refused (a folder in use, or of another run), 74 disk full, 130 interrupted, 143 terminated.',
    )
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof Error && error.name !== 'YError' ? error : new UsageError(message, command?.name)
    })
}

/** What a shell is offered: names for an argument that names one, besides what yargs knows of commands and options. */
function complete(
  current: string,
  argv: Args,
  filter: (onDone: (error: Error | null, known: string[] | undefined) => void) => void,
  done: (completions: string[]) => void,
): void {
  const words = Array.isArray(argv._) ? argv._.map(String) : []
  const names = current.startsWith('-') ? [] : namesFor(words[1], words.length - 2)
  filter((error, known) => done(error || !known ? names : [...names, ...known]))
}

/** Names that the argument of that number, from 1, of a command may have. */
function namesFor(name: string | undefined, argument: number): string[] {
  const pattern = COMMANDS.find(command => command.name === name)?.command ?? ''
  const wanted = pattern.split(' ')[argument]?.replaceAll(/[<>[\].]/g, '')
  if (wanted === 'game') return gameListings().map(({ id }) => id)
  if (wanted === 'topic') return COMMANDS.map(command => command.name)
  return wanted === 'kind' ? [...KINDS] : []
}

/** A message that yargs looks up by number; its types know of plain messages only. */
function singularAndPlural(message: string): string {
  return { one: message, other: message } as unknown as string
}

/** Refuses arguments beyond those that the command declares: what yargs leaves over after the command's name. */
function checkRest(
  { _: rest, help, version, 'get-yargs-completions': completing }: Args & { _: unknown[] },
  command: Command | undefined,
): void {
  const [, extra] = rest
  // A shell that asks for completions passes the words so far, which need not be whole yet.
  if (completing) return
  if (help !== true && version !== true && extra !== undefined)
    throw new UsageError(`unexpected argument ${show(String(extra))}`, command?.name)
}
