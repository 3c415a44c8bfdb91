/** A module of the user: its name, its file, the hash of all that it consists of, and its default export. */
import { createHash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { ROOT } from '../package.ts'
import { hardenIfWanted, silenceModuleWarning } from './harden.ts'
import { LoadError } from './load-error.ts'
import { reasonOf } from './reason.ts'
import { importedFile, importsIn } from './specifiers.ts'

/** What a module of the user is there for, as messages say it. */
type Purpose = 'agent' | 'game'

/** Whether a name is the path of a module, and not one of a registry. */
export function isModule(name: string): boolean {
  return name.includes('/') || name.includes('\\') || /\.m?[jt]s$/.test(name)
}

/** Whether a name is that of a package with a game: evenhand-game-NAME, with or without a scope. */
export function isPackage(name: string): boolean {
  return /^(@[\w.-]+\/)?evenhand-game-[\w.-]+$/.test(parseFormat(name).file)
}

/**
 * The absolute path of a module by its path, or by the name of its package, both seen from the folder `base`, with the format that the name says. Throws an
 * Error if there is no such package, or one that cannot be entered. Whether there is a file at a path is found out when it is loaded.
 */
export function moduleFile(name: string, base: string): string {
  return mapFile(name, file => (isPackage(file) ? packageFile(file, base) : resolve(base, file)))
}

function packageFile(name: string, base: string): string {
  // A package may be installed beside the experiment, or beside evenhand.
  for (const folder of [base, ROOT]) {
    try {
      return createRequire(join(folder, 'index.js')).resolve(name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') continue
      throw new Error(`package ${name} cannot be entered: ${reasonOf(error)}`)
    }
  }
  throw new Error(`package ${name} is not installed, expected it in ${base}: npm install ${name}`)
}

/** SHA-256 of a module's text and of all files that it imports by relative paths, directly or not, and of the format that its name says. Throws if it cannot be read. */
export function moduleHash(file: string): string {
  const hash = createHash('sha256')
  const { format } = parseFormat(file)
  if (format !== null) hash.update(`${format}\0`)
  for (const { text } of sourcesOf(file)) hash.update(`${text.length}\0`).update(text)
  return hash.digest('hex')
}

/** SHA-256 of each file that `moduleHash` covers, by its path from the module's folder. */
export type FileHashes = Readonly<Record<string, string>>

/** The hashes of the files of a module as they are now. Throws if one cannot be read. */
export function fileHashes(name: string): FileHashes {
  const folder = dirname(resolve(parseFormat(name).file))
  const hashes = Array.from(sourcesOf(name), ({ file, text }): [string, string] => [
    relative(folder, file),
    createHash('sha256').update(text).digest('hex'),
  ])
  return Object.fromEntries(hashes)
}

/**
 * What a message calls a module that is another than it was: the module itself, or the first file that it imports and that was changed, added or removed.
 * `before` are its files as they were, if they are known.
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
  // What the module itself imports may have changed with it.
  const [first] = changed
  if (first === undefined || changed.includes(basename(file))) return module
  return `${join(dirname(resolve(file)), first)}, which ${module} imports,`
}

/** A file that a module consists of, by its absolute path. Its bytes are not a Buffer, for the public types know nothing of Node. */
interface Source {
  readonly file: string
  readonly text: Uint8Array
}

/** What `moduleHash` covers. Throws if the module is no regular file, or cannot be read. */
export function* sourcesOf(name: string): Generator<Source> {
  const files = [resolve(parseFormat(name).file)]
  // Node would wait forever for a pipe, and read a device until memory is full.
  if (!statSync(files[0]!).isFile()) throw new Error(`${name} is not a regular file`)
  for (const one of files) {
    const text = readFileSync(one)
    yield { file: one, text }
    for (const { specifier } of importsIn(text.toString('utf8'))) {
      // A missing file makes the import fail.
      const imported = importedFile(one, specifier)
      if (imported !== null && !files.includes(imported)) files.push(imported)
    }
  }
}

/** The paths of the files that `moduleHash` covers; of a module that cannot be read, its own. */
export function filesOf(file: string): readonly string[] {
  try {
    return Array.from(sourcesOf(file), source => source.file)
  } catch {
    return [parseFormat(file).file]
  }
}

/** What a module exports, by name. */
export type Exports = Readonly<Record<string, unknown>>

/**
 * What `read` makes of the exports of a module, at an absolute path or one relative to the current folder. Rejects with an Error that says
 * what is wrong, also where `read` meets a getter that throws.
 */
export async function importExports<T>(
  name: string,
  purpose: Purpose,
  read: (exported: Exports) => T,
): Promise<T> {
  const file = resolve(parseFormat(name).file)
  const stats = statsOf(file)
  if (!stats) throw new Error(`${purpose} module ${name} does not exist, expected the path of a file`)
  if (!stats.isFile()) throw new Error(`${purpose} module ${name} is not a regular file, expected a module`)
  hardenIfWanted()
  silenceModuleWarning(process)
  try {
    return read((await import(pathToFileURL(file).href)) as Exports)
  } catch (error) {
    throw new LoadError(`${purpose} module ${name}`, filesOf(file), error)
  }
}

/** What `read` makes of the default export of a module, as `importExports` does. */
export async function importDefault<T>(
  name: string,
  purpose: Purpose,
  read: (exported: unknown) => T,
): Promise<T> {
  return await importExports(name, purpose, exported => read(exported.default))
}

/** Undefined if there is no such file, or no access to it. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** The formats that a name may say. */
export const FORMATS = ['boardgame.io'] as const
type GameFormat = (typeof FORMATS)[number]

/** The format that a module's name says, null if it says none, and the rest of the name: a path or a package. */
export function parseFormat(name: string): { readonly format: GameFormat | null; readonly file: string } {
  const format = FORMATS.find(one => name.startsWith(`${one}:`)) ?? null
  return { format, file: format === null ? name : name.slice(format.length + 1) }
}

/** The name with another file in its place, in the same format. */
export function mapFile(name: string, act: (file: string) => string): string {
  const { format, file } = parseFormat(name)
  return withFormat(format, act(file))
}

/** The name of a module in a format. */
export function withFormat(format: GameFormat | null, file: string): string {
  return format === null ? file : `${format}:${file}`
}

/** An id, as modules of either kind say it. */
export const moduleId = z
  .string('id: expected a name')
  .regex(
    /^\w[\w.-]{0,39}$/,
    'id: expected at most 40 letters, digits and any of . - _, a letter or digit first',
  )
