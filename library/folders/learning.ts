/**
 * What the folder of a run says while players learn for it: a small file that is renewed as they do, for `status`. It is taken away once they have learned, and
 * stays where learning was interrupted. The folder is locked meanwhile, so that no other process learns for the same run.
 */
import { closeSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { onDisk, openToRead, RefusedError, statsOf, writeWhole } from '../../sim/store/disk.ts'
import { holdersOf, type Lock } from '../../sim/store/lock.ts'
import type { LearningProgress } from '../learning.ts'
import { type FolderOptions, lockFolder } from './folder.ts'
import { LEARNING } from './journals.ts'

const seconds = z.number().min(0).nullable()

/** What the file holds: names, and figures of LearningProgress; seconds that are unknown are null. */
const noteSchema = z.strictObject({
  matches: z.int().min(0),
  total: z.int().min(0),
  left: seconds,
  leftLater: seconds,
  policies: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(['waiting', 'learning', 'learned']),
      over: z.int().min(0),
      rounds: z.int().min(1),
    }),
  ),
})

type Note = z.infer<typeof noteSchema>

/** How far the learning for a run is, as of the last matches that were over. */
export interface LearningStatus extends Note {
  readonly dir: string
  /** The process that learns, in words, or null where it was interrupted. */
  readonly holder: string | null
}

/** Milliseconds between two notes of matches: the end of a round is noted at once. */
const PAUSE_MS = 1000

/** The folder of a run for which players learn, locked until `close`. */
export class LearningFolder {
  readonly #dir: string
  readonly #lock: Lock
  #noted = Number.NEGATIVE_INFINITY
  #stage = ''

  /** Creates the folder if necessary. Throws as `openRunFolder` does if it can't be written or is in use. */
  constructor(dir: string, options: Pick<FolderOptions, 'label' | 'lock'>) {
    this.#dir = dir
    this.#lock = lockFolder(dir, options)
  }

  /** Notes how far the policies of these names are. Throws a DiskError, and a RefusedError if another process has taken the folder. */
  note({ matches, total, left, leftLater, policies }: LearningProgress, names: readonly string[]): void {
    const stage = policies.map(({ state, over }) => `${state} ${over}`).join()
    const now = performance.now()
    if (stage === this.#stage && now - this.#noted < PAUSE_MS) return
    this.#stage = stage
    this.#noted = now
    const note: Note = {
      ...{ matches, total, left: known(left), leftLater: known(leftLater) },
      policies: policies.map((one, i) => ({ name: names[i]!, ...one })),
    }
    this.#lock.check()
    onDisk(this.#dir, () => writeWhole(join(this.#dir, LEARNING), `${JSON.stringify(note)}\n`))
  }

  /** Unlocks the folder, and takes the note away if all have learned. */
  close(learned: boolean): void {
    try {
      if (learned) {
        this.#lock.check()
        onDisk(this.#dir, () => rmSync(join(this.#dir, LEARNING), { force: true }))
      }
    } finally {
      this.#lock.release()
    }
  }
}

/** The folder that keeps the rounds of one policy while it is learned, locked until `close`: two learnings would take away each other's rounds. */
export class RoundsFolder {
  readonly #dir: string
  readonly #lock: Lock

  /** Creates the folder if necessary. Throws as `openRunFolder` does if it can't be written or is in use. */
  constructor(dir: string, options: Pick<FolderOptions, 'label' | 'lock'>) {
    this.#dir = dir
    this.#lock = lockFolder(dir, { ...options, expected: 'a place for the rounds of a policy' })
  }

  /** Unlocks the folder, and takes it away if it is empty. */
  close(): void {
    this.#lock.release()
    try {
      rmdirSync(this.#dir)
    } catch {
      // It keeps rounds, or another process has it by now.
    }
  }
}

const known = (seconds: number): number | null => (Number.isFinite(seconds) ? seconds : null)

/**
 * How far learning is in a folder and in those directly in it, of shards; empty where nobody learns. Waits as `statusOf` does. Throws a RefusedError
 * for a note that no run wrote, and a DiskError.
 */
export function learningIn(dir: string): LearningStatus[] {
  if (!statsOf(dir)?.isDirectory()) return []
  const inside = onDisk(dir, () => readdirSync(dir), 'read').sort()
  const found = [dir, ...inside.map(name => join(dir, name))].flatMap(folder => {
    const note = read(join(folder, LEARNING))
    return note ? [{ dir: folder, ...note }] : []
  })
  const holders = holdersOf(found.map(one => one.dir))
  return found.map((one, i) => ({ ...one, holder: holders[i]! }))
}

function read(file: string): Note | null {
  const fd = openToRead(file)
  if (fd === null) return null
  try {
    return noteSchema.parse(JSON.parse(onDisk(file, () => readFileSync(fd, 'utf8'), 'read')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new RefusedError(file, 'is damaged, expected it as the run writes it while players learn')
  } finally {
    closeSync(fd)
  }
}
