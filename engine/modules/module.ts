/** Modules of the user: names, formats, files, hashes, exports. */
import { createHash } from 'node:crypto'
import { type Stats, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { refuseOutside } from '../../documents/index.ts'
import type { GameFormat } from '../contract/index.ts'
import { ROOT } from '../package.ts'
import { importing, routeAmbient } from './ambient.ts'
import { hardenIfWanted, silenceModuleWarning } from './harden.ts'
import { prepareImports } from './imports.ts'
import { LoadError } from './load-error.ts'
import { browserWordIn, reasonOf } from './reason.ts'
import { type Source, sourcesFrom } from './specifiers.ts'
import { gamesGiven } from './stand-ins.ts'

type Purpose = 'agent' | 'game'

/** True of paths, false of names in a registry. */
export function isModule(name: string): boolean {
  return name.includes('/') || name.includes('\\') || /\.[cm]?[jt]sx?$/.test(name)
}

/** True of evenhand-game-NAME, with or without a scope. */
export function isPackage(name: string): boolean {
  return /^(@[\w.-]+\/)?evenhand-game-[\w.-]+$/.test(parseFormat(name).file)
}

/**
 * The absolute path of a module by its path or package, seen from the folder `base`, with the name's format
 * kept. Throws an Error for a package that is missing or cannot be entered. Paths are not checked before
 * loading.
 */
export function moduleFile(name: string, base: string): string {
  return mapFile(name, file => (isPackage(file) ? packageFile(file, base) : resolve(base, file)))
}

function packageFile(name: string, base: string): string {
  // Installed beside the experiment, or beside evenhand.
  for (const folder of [base, ROOT]) {
    try {
      return createRequire(join(folder, 'index.js')).resolve(name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') continue
      throw new Error(`package ${name} can't be resolved: ${reasonOf(error)}`)
    }
  }
  throw new Error(`package ${name} is not installed, expected it in ${base}: npm install ${name}`)
}

/**
 * SHA-256 of a module's format, its text, and all files that it imports by relative paths. Throws if it
 * cannot be read.
 */
export function moduleHash(file: string): string {
  const hash = createHash('sha256')
  const { format } = parseFormat(file)
  if (format !== null) hash.update(`${format}\0`)
  for (const { text } of sourcesOf(file)) hash.update(`${text.length}\0`).update(text)
  return hash.digest('hex')
}

/** SHA-256 of the files that `moduleHash` covers, by path from the module's folder. */
export type FileHashes = Readonly<Record<string, string>>

/** Throws if a file cannot be read. */
export function fileHashes(name: string): FileHashes {
  const folder = dirname(resolve(parseFormat(name).file))
  const hashes = Array.from(sourcesOf(name), ({ file, text }): [string, string] => [
    relative(folder, file),
    createHash('sha256').update(text).digest('hex'),
  ])
  return Object.fromEntries(hashes)
}

/**
 * Names the changed part of a module for a message: the module, or the first changed file that it imports.
 * `before` are its files' hashes, if known.
 */
export function describeChange(what: Purpose, name: string, before: FileHashes | undefined): string {
  const module = `${what} module ${name}`
  if (!before) return module
  let now: FileHashes
  try {
    now = fileHashes(name)
  } catch {
    return module
  }
  const { file } = parseFormat(name)
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    path => before[path] !== now[path],
  )
  // If the module itself changed, so may its imports have.
  const [first] = changed
  if (first === undefined || changed.includes(basename(file))) return module
  return `${join(dirname(resolve(file)), first)}, which ${module} imports,`
}

/** The files that `moduleHash` covers. Throws if the module isn't a regular file or can't be read. */
function sourcesOf(name: string): Generator<Source> {
  return sourcesFrom(resolve(parseFormat(name).file))
}

/** The same as paths; only the module's own if it cannot be read. */
export function filesOf(file: string): readonly string[] {
  try {
    return Array.from(sourcesOf(file), source => source.file)
  } catch {
    return [parseFormat(file).file]
  }
}

export type Exports = Readonly<Record<string, unknown>>

/**
 * Imports a module and reads its exports. Rejects with an Error that says what is wrong, also if `read`
 * throws.
 */
export async function importExports<T>(
  name: string,
  purpose: Purpose,
  read: (exported: Exports) => T,
): Promise<T> {
  const file = resolve(parseFormat(name).file)
  refuseOutside(file)
  const stats = statsOf(file)
  if (!stats) throw new Error(`${purpose} module ${name} does not exist, expected the path of a file`)
  if (!stats.isFile()) throw new Error(`${purpose} module ${name} is not a regular file, expected a module`)
  prepareImports(file)
  if (purpose === 'game') routeAmbient()
  hardenIfWanted()
  silenceModuleWarning(process)
  try {
    return read(await importing(purpose, () => exportsOf(file)))
  } catch (error) {
    throw new LoadError(`${purpose} module ${name}`, filesOf(file), error)
  }
}

/** A module that draws on its page while it loads, which nothing can here, exports the game that it gave to its client. */
async function exportsOf(file: string): Promise<Exports> {
  try {
    return (await import(pathToFileURL(file).href)) as Exports
  } catch (error) {
    const given = browserWordIn(error) === null ? [] : gamesGiven(filesOf(file))
    if (given.length !== 1) throw error
    return { default: { game: given[0] } }
  }
}

export async function importDefault<T>(
  name: string,
  purpose: Purpose,
  read: (exported: unknown) => T,
): Promise<T> {
  return await importExports(name, purpose, exported => read(exported.default))
}

/** Undefined if the file is missing or inaccessible. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** Formats that a name may give, where the module would not show it: `boardgame.io:./game.js`. */
export const FORMATS = ['boardgame.io'] as const satisfies readonly GameFormat[]

/** Splits a name into its format, null if it has none, and a path or package. */
export function parseFormat(name: string): { readonly format: GameFormat | null; readonly file: string } {
  const format = FORMATS.find(one => name.startsWith(`${one}:`)) ?? null
  return { format, file: format === null ? name : name.slice(format.length + 1) }
}

/** Replaces the file of a name and keeps the format. */
export function mapFile(name: string, act: (file: string) => string): string {
  const { format, file } = parseFormat(name)
  return withFormat(format, act(file))
}

export function withFormat(format: GameFormat | null, file: string): string {
  return format === null ? file : `${format}:${file}`
}

/** The id of a game or an agent. */
export const moduleId = z
  .string('id: expected a name')
  .regex(
    /^\w[\w.-]{0,39}$/,
    'id: expected at most 40 letters, digits and any of . - _, a letter or digit first',
  )
