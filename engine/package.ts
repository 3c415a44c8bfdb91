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

/** The package's version. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
