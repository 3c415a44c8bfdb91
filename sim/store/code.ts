/** Identifies the code that plays: two builds of one version may differ, and then their tallies must not be added up. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SELF = fileURLToPath(import.meta.url)
/** The layers that affect results. */
const LAYERS = ['documents', 'engine', 'agents', 'sim']

let known: string | undefined

/** SHA-256 of the running code's files, in hex: the same on every machine for the same build. */
export function codeHash(): string {
  known ??= hashOf(dirname(dirname(dirname(SELF))), extname(SELF))
  return known
}

function hashOf(root: string, extension: string): string {
  const hash = createHash('sha256')
  for (const layer of LAYERS) {
    const files = readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith(extension))
      .map(file => file.replaceAll('\\', '/'))
      .sort()
    for (const file of files)
      hash
        .update(`${layer}/${file}\0`)
        .update(readFileSync(join(root, layer, file)))
        .update('\0')
  }
  return hash.digest('hex')
}
