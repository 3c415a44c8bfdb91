/** Imports in a module's text, and the files they mean. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { globbed, globsIn } from './globs.ts'
import { aliased } from './project.ts'

/** Imports, of any kind. */
const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Endings that bundlers and CommonJS let imports omit. */
const ENDINGS = ['.js', '.ts', '.tsx', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.json'] as const

/** What a path without its ending may mean: itself, a file, the index of a folder; and a .js file may have been a .ts file. */
export function endingsFor(path: string): string[] {
  const folder = /^(.*?(?:^|\/)\.{1,2})\/?$|^(.*)\/$/.exec(path)
  if (folder) return ENDINGS.map(ending => `${folder[1] ?? folder[2]}/index${ending}`)
  const script = /^(.*)\.([cm]?)jsx?$/.exec(path)
  const typed = script ? [`${script[1]}.${script[2]}ts`, `${script[1]}.tsx`] : []
  return [
    path,
    ...typed,
    ...ENDINGS.map(ending => path + ending),
    ...ENDINGS.map(ending => `${path}/index${ending}`),
  ]
}

/** Files of packages that draw bytes ahead into a pool, so that an id would depend on how many were made before. */
const POOLING = /^(.*[\\/]node_modules[\\/](?:uuid|nanoid)[\\/](?:.*[\\/])?)(rng|index)\.(c?js)$/

/** The same file, or its twin for browsers, which draws when it needs to. */
export function unpooled(path: string): string {
  const [, folder, name, ending] = POOLING.exec(path) ?? []
  if (folder === undefined) return path
  const twins = ['-', '.'].map(mark => `${folder}${name}${mark}browser.${ending}`)
  return twins.find(twin => existsSync(twin)) ?? path
}

interface Import {
  readonly specifier: string
  /** Its offset in the text. */
  readonly at: number
}

/** Texts that only look like imports count too. */
export function importsIn(text: string): Import[] {
  return Array.from(text.matchAll(IMPORT), ({ 0: all, 1: specifier, index }) => ({
    specifier: specifier!,
    at: index + all.length - specifier!.length - 1,
  }))
}

/** Null if the import is of a package, or its file is missing. */
export function importedFile(from: string, specifier: string): string | null {
  const paths = specifier.startsWith('.') ? [resolve(dirname(from), specifier)] : aliased(from, specifier)
  return paths.flatMap(endingsFor).find(isFile) ?? null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Not a Buffer: the public types know nothing of Node. */
export interface Source {
  readonly file: string
  readonly text: Uint8Array
}

/** A module's file, by its absolute path, and the files that it and they import. Throws if it isn't a regular file or can't be read. */
export function* sourcesFrom(file: string): Generator<Source> {
  const files = [file]
  // Node would wait for a pipe forever, and read a device until memory is full.
  if (!statSync(file).isFile()) throw new Error(`${file} is not a regular file`)
  for (const one of files) {
    const text = readFileSync(one)
    yield { file: one, text }
    const words = text.toString('utf8')
    const found = [
      // A missing file makes the import fail.
      ...importsIn(words).map(({ specifier }) => importedFile(one, specifier)),
      ...globsIn(words).flatMap(patterns =>
        globbed(one, patterns).map(({ path }) => resolve(dirname(one), path)),
      ),
    ]
    for (const imported of found)
      if (imported !== null && imported !== one && !files.includes(imported)) files.push(imported)
  }
}
