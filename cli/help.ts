/** Help and completion, as yargs writes them. */
import yargs, { type Argv, type CommandModule } from 'yargs'
import { VERSION } from '../engine/package.ts'
import { COMMON } from './options/check.ts'
import type { Command, CommandListing } from './options/declare.ts'
import { grouped } from './options/groups.ts'
import { PARSER_CONFIGURATION } from './options/read.ts'
import type { Args } from './options/values.ts'

const HELP_WIDTH = 110
/** The command for which yargs prints the script. */
const COMPLETION = 'completion'

/** Prints the help of a command; without one, the general help, which lists all. */
export async function printHelp(
  listings: readonly CommandListing[],
  command: Command | undefined,
): Promise<void> {
  const helper = command
    ? yargsFor([command.name, '--help']).command(moduleOf(command))
    : yargsFor(['--help']).command(
        listings.map(({ command, describe }) => ({ command, describe, handler: () => {} })),
      )
  await helper.parseAsync()
}

/** Prints the script through which a shell asks for completions. */
export async function printScript(): Promise<void> {
  await yargsFor([COMPLETION])
    .completion(COMPLETION, () => [])
    .parseAsync()
}

/** Answers that script: the words so far, perhaps unfinished, follow its option. */
export async function printCompletions(
  words: readonly string[],
  commands: readonly Command[],
): Promise<void> {
  /** Adds names of arguments to the commands and options that yargs knows. */
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

/** yargs without its guesses, and in one language. */
function yargsFor(words: readonly string[]): Argv {
  return yargs([...words])
    .scriptName('evenhand')
    .usage('$0 COMMAND [options]\n\nPlays board games with AI players and reports whether they are fair.')
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
    .parserConfiguration(PARSER_CONFIGURATION)
    .version(VERSION)
    .help()
    .alias(COMMON)
    .wrap(Math.min(HELP_WIDTH, process.stdout.columns || HELP_WIDTH))
    .epilogue(
      'Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 refused (the folder is in use or holds another run), 4 gate not met, 74 disk full, 130 interrupted, 143 terminated.',
    )
    .exitProcess(false)
}

function moduleOf({ command, describe, usage, positionals, options, examples }: Command): CommandModule {
  const [call, does] = usage
  const builder = (builder: Argv): Argv => {
    for (const [key, { names: _, ...positional }] of Object.entries(positionals))
      builder.positional(key, { type: 'string', ...positional })
    return builder.usage(`$0 ${call}\n\n${does}`).options(grouped(options)).epilogue(exampleText(examples))
  }
  return { command, describe, builder, handler: () => {} }
}

/** Examples below the help: the table that yargs has for them breaks lines that are there to be copied. */
function exampleText(examples: Command['examples']): string {
  const lines = examples.map(([command, meaning]) => `  # ${meaning}\n  evenhand ${command}`)
  return ['Examples:', ...lines].join('\n')
}
