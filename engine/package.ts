/** Where the package lies, whether this file runs as source or from the build. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('evenhand: its package.json is missing')
  return findRoot(parent)
}

/** The folder that holds package.json, configs and dist. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** A file of the build, which threads and processes load. */
export const builtFile = (path: string): string => join(ROOT, 'dist', path)

export const VERSION: string = manifest.version

/** Optional packages with their tested versions. */
export const OPTIONAL: Readonly<Record<string, string>> = manifest.optionalDependencies

export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
