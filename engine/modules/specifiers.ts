/** Imports in a module's text, and the files they mean. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Imports, of any kind. */
const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Endings that bundlers and CommonJS let imports omit. */
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

/** Null if the import is not relative, or its file is missing. */
export function importedFile(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  const path = resolve(dirname(from), specifier)
  return ['', ...ENDINGS].map(ending => path + ending).find(isFile) ?? null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
