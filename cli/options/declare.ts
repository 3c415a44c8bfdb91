/** How a command declares itself: the one source of its help, of the reading of its words, and of completion. */
import type { Options } from 'yargs'
import { gameListings } from '../../engine/registry/index.ts'
import type { Args } from './options.ts'

/** What the help says of an argument. All of them are text. */
interface Positional extends Pick<Options, 'describe' | 'defaultDescription'> {
  /** What a shell offers for it. */
  readonly names?: () => readonly string[]
}

/** What the general help says of a command. */
export interface Listing {
  readonly name: string
  /** Its name and arguments as yargs writes them: `run <experiment>`, `agents [game]`, `merge <folders..>`. */
  readonly command: string
  /** One line for the list of commands. */
  readonly describe: string
}

/** What a command says of itself beyond that. */
export interface Declaration {
  /** The head of its help: how it is called, as `run EXPERIMENT.yaml [options]`, and what it does. */
  readonly usage: readonly [call: string, does: string]
  /** Its arguments, in the order of `command`. */
  readonly positionals?: Readonly<Record<string, Positional>>
  readonly options?: Readonly<Record<string, Options>>
  /** Other spellings of options, as whole words, and the options that each stands for: `--json=events`. */
  readonly spellings?: Readonly<Record<string, readonly string[]>>
  /** What a user may copy, without `evenhand`, and what it shows. */
  readonly examples: readonly (readonly [command: string, meaning: string])[]
  /** Does what the command is there for; absent if the parser does that. */
  readonly handler?: (args: Args) => void | Promise<void>
}

/** A whole command. */
export interface Command extends Listing, Declaration {
  readonly positionals: NonNullable<Declaration['positionals']>
  readonly options: NonNullable<Declaration['options']>
  readonly spellings: NonNullable<Declaration['spellings']>
}

/** A command of what is listed and what it declares. */
export function completed({ name, command, describe }: Listing, declaration: Declaration): Command {
  return { positionals: {}, options: {}, spellings: {}, ...declaration, name, command, describe }
}

/** An argument that names a game. */
export const gamePositional: Positional = {
  describe: 'a game that evenhand games lists, or the path of a game module',
  names: () => gameListings().map(({ id }) => id),
}
