/** Rounds of an unfinished learning on disk: a file each, so that the same learning goes on where it ended. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeHash } from '../store/code.ts'
import { onDisk, UNFINISHED, writeWhole } from '../store/disk.ts'
import type { Course } from './arena.ts'
import type { LearnSettings, RoundKept } from './learn.ts'
import type { Frozen } from './players.ts'

const NEWLINE = 10
/** Hexadecimal digits of SHA-256, with which a file begins. */
const HASH = 64
/** Files of rounds, and what was left of one whose writer died. */
const ROUND = new RegExp(`^round-\\d+(\\.\\d+\\${UNFINISHED})?$`)

/** SHA-256 of all that decides a round: game, rules, settings and code; not how many rounds there are to be. */
export function lessonKey(
  { game, sha256, rules }: Course,
  { rounds: _, against, from, ...settings }: LearnSettings,
): string {
  const opposition = against && { ...against, members: against.members.map(unplaced) }
  const decisive = {
    ...settings,
    ...(opposition ? { against: opposition } : {}),
    ...(from ? { from: from.sha256 } : {}),
  }
  return hashOf(JSON.stringify([codeHash(), sha256 ?? game, rules, decisive]))
}

/** An agent whose policy is what its SHA-256 says, wherever the file lies. */
function unplaced({ agent, options }: Frozen): Frozen {
  const { file: _, ...rest } = options as { readonly file?: string; readonly sha256?: string }
  return rest.sha256 ? { agent, options: rest } : { agent, options }
}

function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** A folder of rounds of one learning. What is not whole, or of another learning, counts as absent. */
export class Rounds {
  readonly #dir: string
  readonly #key: string

  constructor(dir: string, key: string) {
    this.#dir = dir
    this.#key = key
  }

  /** The first rounds, up to `last` at most, as far as they are there. Throws a DiskError. */
  read(last: number): RoundKept[] {
    const found: RoundKept[] = []
    while (found.length <= last) {
      const kept = this.#readOne(found.length)
      if (!kept) break
      found.push(kept)
    }
    return found
  }

  /** Whether there is a file of a round, whatever it holds. */
  has(round: number): boolean {
    return existsSync(this.#file(round))
  }

  #readOne(round: number): RoundKept | null {
    let bytes: Buffer
    try {
      bytes = readFileSync(this.#file(round))
    } catch {
      // Whatever keeps it from being read: it can be learned again.
      return null
    }
    const end = bytes.indexOf(NEWLINE)
    const [hash, text] = [bytes.toString('latin1', 0, HASH), bytes.subarray(HASH, end)]
    const weights = bytes.subarray(end + 1)
    if (end < HASH || hash !== hashOf(this.#key, text, weights)) return null
    const kept = JSON.parse(text.toString()) as RoundKept['round']
    if (kept.round !== round) return null
    // A copy: a buffer of floats begins at a multiple of four.
    const { buffer } = Uint8Array.from(weights)
    return { round: kept, weights: kept.kept ? new Float32Array(buffer) : null }
  }

  /** Keeps a round: it is on disk when this returns. Throws a DiskError. */
  write({ round, weights }: RoundKept): void {
    const text = Buffer.from(JSON.stringify(round))
    const bytes = weights ? new Uint8Array(weights.slice().buffer) : new Uint8Array()
    const head = hashOf(this.#key, text, bytes)
    onDisk(this.#dir, () => {
      mkdirSync(this.#dir, { recursive: true })
      writeWhole(this.#file(round.round), Buffer.concat([Buffer.from(head), text, Buffer.of(NEWLINE), bytes]))
    })
  }

  /** Takes the rounds away, and the folder if nothing else is in it. Throws a DiskError. */
  remove(): void {
    onDisk(this.#dir, () => {
      let left = 0
      for (const name of existsSync(this.#dir) ? readdirSync(this.#dir) : []) {
        if (ROUND.test(name)) rmSync(join(this.#dir, name), { force: true })
        else left++
      }
      if (left === 0) rmSync(this.#dir, { recursive: true, force: true })
    })
  }

  #file(round: number): string {
    return join(this.#dir, `round-${round}`)
  }
}
