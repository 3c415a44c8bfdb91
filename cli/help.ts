/** Help and completion, as yargs writes them. */
import yargs, { type Argv, type CommandModule } from 'yargs'
import { VERSION } from '../engine/package.ts'
import { COMMON } from './options/check.ts'
import type { Command, Listing } from './options/declare.ts'
import type { Args } from './options/options.ts'
import { CONFIGURATION } from './options/read.ts'

const HELP_WIDTH = 110
/** The command for which yargs prints the script. */
const COMPLETION = 'completion'

/** Prints the help of a command, or, without one, the general help, which lists all. */
export async function printHelp(listings: readonly Listing[], command: Command | undefined): Promise<void> {
  const helper = command
    ? yargsFor([command.name, '--help']).command(moduleOf(command))
    : yargsFor(['--help']).command(
        listings.map(({ command, describe }) => ({ command, describe, handler: () => {} })),
      )
  await helper.parseAsync()
}

/** Prints the script by which a shell asks for completions. */
export async function printScript(): Promise<void> {
  await yargsFor([COMPLETION])
    .completion(COMPLETION, () => [])
    .parseAsync()
}

/** Answers such a script: the words so far follow its option. They need not be whole yet. */
export async function printCompletions(
  words: readonly string[],
  commands: readonly Command[],
): Promise<void> {
  /** Names for an argument that has some, besides what yargs knows of commands and options. */
  const complete = (
    current: string,
    argv: Args,
    filter: (onDone: (error: Error | null, known: string[] | undefined) => void) => void,
    done: (completions: string[]) => void,
  ): void => {
    const [, name, ...before] = Array.isArray(argv._) ? argv._.map(String) : []
    const { positionals = {} } = commands.find(command => command.name === name) ?? {}
    const names = current.startsWith('-')
      ? []
      : (Object.values(positionals)[Math.max(0, before.length - 1)]?.names?.() ?? [])
    filter((error, known) => done(error || !known ? [...names] : [...names, ...known]))
  }
  await yargsFor(words).command(commands.map(moduleOf)).completion(COMPLETION, complete).parseAsync()
}

/** yargs without its guesses, in one language. */
function yargsFor(words: readonly string[]): Argv {
  return yargs([...words])
    .scriptName('evenhand')
    .usage('$0 COMMAND [options]\n\nPlays board games against themselves and reports whether they are fair.')
    .locale('en')
    .updateStrings({
      // Options are text to the parser only so that we can read them more strictly.
      string: 'value',
      array: 'values',
      boolean: 'switch',
      'Positionals:': 'Arguments:',
      'Show help': 'show this help',
      'Show version number': 'show the version',
    })
    .parserConfiguration(CONFIGURATION)
    .version(VERSION)
    .help()
    .alias(COMMON)
    .wrap(Math.min(HELP_WIDTH, process.stdout.columns || HELP_WIDTH))
    .epilogue(
      'Exit codes: 0 done, 1 failed, 2 bad usage or input, 3 refused (a folder in use, or of another run), 4 a bound of a gate is not met, 74 disk full, 130 interrupted, 143 terminated.',
    )
    .exitProcess(false)
}

/** A command as yargs wants it. */
function moduleOf({ command, describe, usage, positionals, options, examples }: Command): CommandModule {
  const [call, does] = usage
  const builder = (builder: Argv): Argv => {
    for (const [key, { names: _, ...positional }] of Object.entries(positionals))
      builder.positional(key, { type: 'string', ...positional })
    return builder.usage(`$0 ${call}\n\n${does}`).options(options).epilogue(exampleText(examples))
  }
  return { command, describe, builder, handler: () => {} }
}

/** Examples for the end of a help text. yargs has a table for them, but it breaks lines that are there to be copied. */
function exampleText(examples: Command['examples']): string {
  const lines = examples.map(([command, meaning]) => `  # ${meaning}\n  evenhand ${command}`)
  return ['Examples:', ...lines].join('\n')
}
