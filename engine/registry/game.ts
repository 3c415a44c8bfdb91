/** Games as the registry hands them out. */
import type { z } from 'zod'
import { type CompiledGame, type GameFormat, type TuningHints, wrapGame } from '../contract/index.ts'
import { type FileHashes, watched } from '../modules/index.ts'

/** What is known of a game without loading its code. */
export interface GameListing {
  readonly id: string
  /** One sentence for `evenhand games`. */
  readonly summary: string
  /** Of its rule sets, under configs/rules; an absolute path for games of the user. */
  readonly folder: string
  /** The default rule set. */
  readonly ruleset: string
}

/** The module of a game of the user. */
export interface GameFile {
  /** Its absolute path. */
  readonly file: string
  /** `moduleHash` at loading time. */
  readonly sha256: string
  /** Per file, so that messages can name the changed one. */
  readonly files: FileHashes
}

/** A game whose code is loaded. */
export interface GameModule extends GameListing {
  readonly schema: z.ZodType<object>
  /** Absent in built-in games. */
  readonly source?: GameFile | undefined
  /** Findings use its words; absent in games of our own contracts. */
  readonly format?: GameFormat | undefined
  readonly tuning?: TuningHints | undefined
  compile(rules: unknown): CompiledGame
}

/** What the index.ts of a game's folder exports. */
export interface GameCode<Rules extends object> {
  readonly schema: z.ZodType<Rules>
  readonly compile: (id: string, rules: Rules) => CompiledGame
  readonly format?: GameFormat | undefined
  readonly tuning?: TuningHints | undefined
}

/** Bridges a game's own Rules type and the registry, which treats rules as data. */
export function gameModule<Rules extends object>(
  listing: GameListing,
  { schema, compile, format, tuning }: GameCode<Rules>,
  source?: GameFile,
): GameModule {
  return {
    ...listing,
    schema,
    source,
    format,
    tuning,
    compile: rules => compile(listing.id, schema.parse(rules)),
  }
}

/** The key of `loadGame` and `findGame`. */
export function nameOfGame({ id, source }: Pick<GameModule, 'id' | 'source'>): string {
  return source?.file ?? id
}

/** The same game, watched by `watchCalls`: in the fast contract, methods are the author's own functions. */
export function watchedGame(game: CompiledGame): CompiledGame {
  const flat = wrapGame(game, {})
  const names = Object.entries(flat).flatMap(([name, member]) => (typeof member === 'function' ? [name] : []))
  return watched(flat, names)
}
