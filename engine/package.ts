/** Where the package lies, found from this file whether it runs as source or from the build. */
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

/** Where a file of the build lies, by its path in `dist`: threads and processes load these, from whatever file of the build they are started. */
export const builtFile = (path: string): string => join(ROOT, 'dist', path)

/** The package's version. */
export const VERSION: string = manifest.version

/** Packages that only some commands need, and the versions that they are tested with. */
export const OPTIONAL: Readonly<Record<string, string>> = manifest.optionalDependencies

/** Whether a package is there that is not always. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
