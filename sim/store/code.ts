/** Identifies the code that plays: tallies of two builds must not be added up, even of one version. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { builtFile, ROOT } from '../../engine/package.ts'

/** The layers that affect results. */
export const LAYERS = ['documents', 'engine', 'agents', 'sim']
/** The folder of the build with code that these layers' files share (bin/build.js). */
export const SHARED = 'plays'

let known: string | undefined

/**
 * SHA-256 of the running code's files, in hex; the same on every machine for one build. Read once: later
 * changes of the files don't change what this thread has loaded.
 */
export function codeHash(): string {
  known ??= hashFiles()
  return known
}

/** Throws if the code's files have changed since: this thread could load other code from now on. */
export function requireCode(hash: string): void {
  if (isCode(hash)) return
  throw new Error(
    "evenhand's code changed during the run. Start the run again, and don't rebuild this clone while it plays",
  )
}

function isCode(hash: string): boolean {
  try {
    return hashFiles() === hash
  } catch {
    // A file has just been removed.
    return false
  }
}

function hashFiles(): string {
  return import.meta.url.endsWith('.js')
    ? hashOf(builtFile(''), [...LAYERS, SHARED], '.js')
    : hashOf(ROOT, LAYERS, '.ts')
}

function hashOf(root: string, layers: readonly string[], extension: string): string {
  const hash = createHash('sha256')
  for (const layer of layers) {
    const folder = join(root, layer)
    // Without types, node would ask the system about each entry.
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith(extension))
      .map(({ name, parentPath }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
      .sort()
    for (const file of files)
      hash
        .update(`${layer}/${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update('\0')
  }
  return hash.digest('hex')
}
