/** A game as the registry hands it out, whether it ships or is a module of the user. */
import type { z } from 'zod'
import { type CompiledGame, type Manner, wrapGame } from '../contract/index.ts'
import { type FileHashes, watched } from '../modules/index.ts'

/** What the registry says of a game without loading its code. */
export interface GameListing {
  readonly id: string
  /** One sentence for `evenhand games`. */
  readonly summary: string
  /** Folder of its rule sets: one under configs/rules, or, for a game of the user, an absolute path. */
  readonly folder: string
  /** The rule set that counts when none is named. */
  readonly ruleset: string
}

/** The file of a game of the user. */
export interface GameFile {
  /** Its absolute path. */
  readonly file: string
  /** SHA-256 of its text and of all that it imports by relative paths, as it was when it was loaded. */
  readonly sha256: string
  /** That of each of these files, so that messages can name the one that is another. */
  readonly files: FileHashes
}

/** A game whose code is loaded: its rules' schema, its rule sets, and the way from rules to an engine. */
export interface GameModule extends GameListing {
  readonly schema: z.ZodType<object>
  /** Absent in games that ship. */
  readonly source?: GameFile | undefined
  /** Findings are told in its words; absent where the author has written the functions of a contract of ours. */
  readonly manner?: Manner | undefined
  /** Compiles rules that passed the schema. */
  compile(rules: unknown): CompiledGame
}

/** What the door of a game's folder exports: its rules' schema, and the way from an id and rules to an engine. */
export interface GameCode<Rules extends object> {
  readonly schema: z.ZodType<Rules>
  readonly compile: (id: string, rules: Rules) => CompiledGame
  readonly manner?: Manner | undefined
}

/** Closes the gap between a game's own Rules type and the registry, which treats rules as data. */
export function gameModule<Rules extends object>(
  listing: GameListing,
  { schema, compile, manner }: GameCode<Rules>,
  source?: GameFile,
): GameModule {
  return {
    ...listing,
    schema,
    source,
    manner,
    compile: rules => compile(listing.id, schema.parse(rules)),
  }
}

/** What `loadGame` and `findGame` know a loaded game by. */
export function nameOfGame({ id, source }: Pick<GameModule, 'id' | 'source'>): string {
  return source?.file ?? id
}

/** The same game, whose calls show in the memory of `watchCalls`: those of the fast contract are the author's own functions. */
export function watchedGame(game: CompiledGame): CompiledGame {
  const flat = wrapGame(game, {})
  const names = Object.entries(flat).flatMap(([name, member]) => (typeof member === 'function' ? [name] : []))
  return watched(flat, names)
}
