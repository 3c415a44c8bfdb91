/** How a command declares itself: the one source of its help, of what is checked before yargs reads it, and of completion. */
import type { Argv, CommandModule, Options } from 'yargs'

/** What the help says of an argument. All of them are text. */
type Positional = Pick<Options, 'describe' | 'defaultDescription'>

/** What a command says of itself. */
export interface Declaration extends Pick<CommandModule, 'handler'> {
  /** Its name and arguments as yargs writes them: `run <experiment>`, `agents [game]`, `merge <folders..>`. */
  readonly command: string
  /** One line for the list of commands. */
  readonly describe: string
  /** The head of its help: how it is called, as `run EXPERIMENT.yaml [options]`, and what it does. */
  readonly usage: readonly [call: string, does: string]
  /** Its arguments, in the order of `command`. */
  readonly positionals?: Readonly<Record<string, Positional>>
  readonly options?: Readonly<Record<string, Options>>
  /** What a user may copy, without `evenhand`, and what it shows. */
  readonly examples: readonly (readonly [command: string, meaning: string])[]
}

/** A command for yargs that also knows its name and its options by name. */
export interface Command extends Declaration {
  readonly name: string
  readonly options: Readonly<Record<string, Options>>
  readonly builder: (yargs: Argv) => Argv
}

/** Completes a declaration with the builder that hands it to yargs. */
export function declare(declaration: Declaration): Command {
  const { command, usage, positionals = {}, options = {}, examples } = declaration
  const [call, does] = usage
  const [name = command] = command.split(' ')
  const builder = (yargs: Argv): Argv => {
    for (const [key, positional] of Object.entries(positionals))
      yargs.positional(key, { type: 'string', ...positional })
    return yargs.usage(`$0 ${call}\n\n${does}`).options(options).epilogue(exampleText(examples))
  }
  return { ...declaration, name, options, builder }
}

/** Examples for the end of a help text. yargs has a table for them, but it breaks lines that are there to be copied. */
function exampleText(examples: Declaration['examples']): string {
  const lines = examples.map(([command, meaning]) => `  # ${meaning}\n  evenhand ${command}`)
  return ['Examples:', ...lines].join('\n')
}

/** An argument that names a game. */
export const gamePositional: Positional = { describe: 'a game that evenhand games lists' }
