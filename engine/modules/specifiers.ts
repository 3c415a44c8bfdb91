/** What the text of a module imports, and which files that means. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Imports, of any kind. */
const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** What may be left out behind the path of a file that is imported, where a bundler or CommonJS finds it. */
export const ENDINGS = [
  '.js',
  '.ts',
  '.mjs',
  '.cjs',
  '.json',
  '/index.js',
  '/index.ts',
  '/index.mjs',
] as const

interface Import {
  /** What is imported, as the text says it. */
  readonly specifier: string
  /** Where in the text that stands. */
  readonly at: number
}

/** What a text imports; texts that only look like imports count. */
export function importsIn(text: string): Import[] {
  return Array.from(text.matchAll(IMPORT), ({ 0: all, 1: specifier, index }) => ({
    specifier: specifier!,
    at: index + all.length - specifier!.length - 1,
  }))
}

/** The file that a relative import from another file means; null if there is none, or the import is not relative. */
export function importedFile(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  const path = resolve(dirname(from), specifier)
  return ['', ...ENDINGS].map(ending => path + ending).find(isFile) ?? null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
