/** Checkpoints of an unfinished learning, a file for each round, so that the same learning can continue. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeHash } from '../store/code.ts'
import { onDisk, UNFINISHED, writeWhole } from '../store/disk.ts'
import type { Checkpoint, LearnSettings } from './learn.ts'
import type { FrozenAgent } from './players.ts'
import type { Environment } from './tasks.ts'

const NEWLINE = 10
/** Hexadecimal digits of SHA-256, at the start of a file. */
const HASH = 64
/** Files of rounds, and the rest of one whose writer died. */
const ROUND = new RegExp(`^round-\\d+(\\.\\d+\\${UNFINISHED})?$`)

/** SHA-256 of all that decides a round: game, rules, settings and code, but not the number of rounds. */
export function trainingKey(
  { game, sha256, rules }: Environment,
  { rounds: _, against, from, rivals, ...settings }: LearnSettings,
): string {
  const decisive = {
    ...settings,
    ...(against ? { against: { ...against, members: against.members.map(withoutPath) } } : {}),
    ...(from ? { from: from.sha256 } : {}),
    ...(rivals ? { rivals: rivals.map(withoutPath) } : {}),
  }
  return hashOf(JSON.stringify([codeHash(), sha256 ?? game, rules, decisive]))
}

/** The SHA-256 of an agent's policy identifies it wherever the file lies. */
function withoutPath({ agent, options }: FrozenAgent): FrozenAgent {
  const { file: _, ...rest } = options as { readonly file?: string; readonly sha256?: string }
  return rest.sha256 ? { agent, options: rest } : { agent, options }
}

function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** The checkpoints of one job. Files that are damaged, or of another job, count as absent. */
export class Checkpoints {
  readonly #dir: string
  readonly #key: string

  constructor(dir: string, key: string) {
    this.#dir = dir
    this.#key = key
  }

  /** The first rounds, up to `last` at most, without gaps. */
  read(last: number): Checkpoint[] {
    const found: Checkpoint[] = []
    while (found.length <= last) {
      const kept = this.#readOne(found.length)
      if (!kept) break
      found.push(kept)
    }
    return found
  }

  /** Whether there is a file for a round, whole or not. */
  has(round: number): boolean {
    return existsSync(this.#file(round))
  }

  #readOne(round: number): Checkpoint | null {
    let bytes: Buffer
    try {
      bytes = readFileSync(this.#file(round))
    } catch {
      // It can be learned again.
      return null
    }
    const end = bytes.indexOf(NEWLINE)
    const [hash, text] = [bytes.toString('latin1', 0, HASH), bytes.subarray(HASH, end)]
    const weights = bytes.subarray(end + 1)
    if (end < HASH || hash !== hashOf(this.#key, text, weights)) return null
    const kept = JSON.parse(text.toString()) as Checkpoint['round']
    if (kept.round !== round) return null
    // A copy, as floats must begin at a multiple of four.
    const { buffer } = Uint8Array.from(weights)
    return { round: kept, weights: kept.kept ? new Float32Array(buffer) : null }
  }

  /** It is on disk when this returns. Throws a DiskError. */
  write({ round, weights }: Checkpoint): void {
    const text = Buffer.from(JSON.stringify(round))
    const bytes = weights ? new Uint8Array(weights.slice().buffer) : new Uint8Array()
    const head = hashOf(this.#key, text, bytes)
    onDisk(this.#dir, () => {
      mkdirSync(this.#dir, { recursive: true })
      writeWhole(this.#file(round.round), Buffer.concat([Buffer.from(head), text, Buffer.of(NEWLINE), bytes]))
    })
  }

  /** Deletes the checkpoints, and the folder if it is empty then. Throws a DiskError. */
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
