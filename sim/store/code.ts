/** Identifies the code that plays: two builds of one version may differ, and then their tallies must not be added up. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { builtFile, ROOT } from '../../engine/package.ts'

/** The layers that affect results. */
export const LAYERS = ['documents', 'engine', 'agents', 'sim']
/** The folder of the build that holds what its files of these layers share (bin/build.js). */
export const SHARED = 'plays'

let known: string | undefined

/**
 * SHA-256 of the running code's files, in hex: the same on every machine for the same build. They are read once: later changes of the files do
 * not change what this thread has loaded.
 */
export function codeHash(): string {
  known ??= hashFiles()
  return known
}

/** Throws in words if the code's files are not those with this hash, so that what a thread loads from now on may be other code. */
export function requireCode(hash: string): void {
  if (isCode(hash)) return
  throw new Error(
    "evenhand's code changed while it was playing, expected the same code from start to end: start the run again, and build in another clone meanwhile",
  )
}

function isCode(hash: string): boolean {
  try {
    return hashFiles() === hash
  } catch {
    // A file has just gone.
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
    // Without types, node asks the system about each entry by itself.
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
