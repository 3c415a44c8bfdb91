/** manifest.json: everything that decides the results, nothing of the machine or the hour. */
import { createHash } from 'node:crypto'
import type { RunResult } from '../../sim/chunks/results.ts'
import { fingerprint, portable } from '../../sim/experiment/index.ts'
import { blocksOf, matchesOf } from '../../sim/figures/reading.ts'
import { questionOf } from '../findings/answer/answer.ts'

const SEED_DERIVATION = [
  'The seed text is hashed (SHA-256 of its UTF-16 little-endian code units, in lower-case hexadecimal); seedrandom (ARC4) takes the hash ' +
    'as its key, and its first four int32 are the root words r0, r1, r2, r3.',
  'Every stream of every block is one sfc32 generator with the words r0 ^ (block mod 2^32), r1 ^ floor(block / 2^32), ' +
    'r2 ^ stream, r3, of which the first 15 outputs are thrown away.',
  'Stream 0 is chance; stream 1 + e belongs to agent e of the line-up, which takes seat s where (s + rotation) mod seats = e.',
  'Rotations, variants and line-ups do not go into it: all of them play the same seeds, block by block.',
] as const

/** A written file and the SHA-256 of its bytes. */
export interface FileHash {
  readonly name: string
  readonly sha256: string
}

/** Hashes a file while it is written. */
export class FileHasher {
  readonly #hash = createHash('sha256')

  /** Once all parts have gone by. */
  hashOf(name: string): FileHash {
    return { name, sha256: this.#hash.digest('hex') }
  }

  /** Hands the parts of a file on, and hashes them. */
  *take(parts: Iterable<string>): Generator<string> {
    for (const part of parts) {
      this.#hash.update(part)
      yield part
    }
  }
}

/** The text of manifest.json. */
export function manifestOf(result: RunResult, files: readonly FileHash[]): string {
  const { experiment, cells, complete } = result
  const { kind, title } = questionOf(result)
  const manifest = {
    format: experiment.format,
    version: experiment.version,
    experiment: portable(experiment),
    fingerprint: fingerprint(experiment),
    kind,
    question: title,
    seedDerivation: SEED_DERIVATION,
    complete,
    cells: cells.map(one => ({
      variant: one.cell.variant.name,
      lineup: one.cell.lineup.name,
      matches: matchesOf(one),
      blocks: blocksOf(one),
    })),
    files,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
