/** How a command declares itself: the one source of its help, its parsing and its completion. */
import type { Options } from 'yargs'
import { gameListings } from '../../engine/registry/index.ts'
import type { Args } from './values.ts'

/** What the help says of an argument. All of them are text. */
interface Positional extends Pick<Options, 'describe' | 'defaultDescription'> {
  /** What a shell offers for it. */
  readonly names?: () => readonly string[]
}

/** What the general help says of a command. */
export interface CommandListing {
  readonly name: string
  /** Name and arguments as yargs writes them: `run <experiment>`, `agents [game]`, `merge <folders..>`. */
  readonly command: string
  /** One line for the list of commands. */
  readonly describe: string
}

/** What a command's own file says of it. */
export interface Declaration {
  /** The head of its help: how it is called, as `run EXPERIMENT.yaml [options]`, and what it does. */
  readonly usage: readonly [call: string, does: string]
  /** Its arguments, in the order of `command`. */
  readonly positionals?: Readonly<Record<string, Positional>>
  readonly options?: Readonly<Record<string, Options>>
  /** Other spellings of options, as whole words, and the options they mean: `--json=events`. */
  readonly spellings?: Readonly<Record<string, readonly string[]>>
  /** What a user may copy, without `evenhand`, and what it shows. */
  readonly examples: readonly (readonly [command: string, meaning: string])[]
  /** Absent where the parser itself answers. */
  readonly handler?: (args: Args) => void | Promise<void>
}

export type Command = CommandListing & Required<Omit<Declaration, 'handler'>> & Pick<Declaration, 'handler'>

export function commandOf({ name, command, describe }: CommandListing, declaration: Declaration): Command {
  return { positionals: {}, options: {}, spellings: {}, ...declaration, name, command, describe }
}

/** An argument that names a game. */
export const gamePositional: Positional = {
  describe: 'a game (see evenhand games), or the path to a game file',
  names: () => gameListings().map(({ id }) => id),
}

/**
 * An option with a value. The parser takes every value as text, since yargs would make NaN of `--matches abc`
 * and carry on; values.ts reads them. The default is for the help only.
 */
export function valueOption(describe: string, defaultDescription: string) {
  return { type: 'string', requiresArg: true, describe, defaultDescription } as const
}

/** An option with one or more values. */
export function listOption(describe: string, defaultDescription: string) {
  return { ...valueOption(describe, defaultDescription), array: true } as const
}

/** A switch. */
export function flag(describe: string) {
  return { type: 'boolean', describe, defaultDescription: 'off' } as const
}

/** `--json`: the document is named by its keys, or by those of the objects that it is an array of. */
export function jsonOption(keys: string, array = false) {
  const shape = array ? 'array of objects' : 'document'
  return flag(`print one JSON ${shape} instead of text, with ${keys}`)
}
