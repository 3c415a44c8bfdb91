/**
 * Folders of policies in training. A run's folder keeps its LearningProgress in a small file for `status`,
 * deleted once the players have learned. Both folders are locked, so that no other process learns the same.
 */
import { closeSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { counted, thousands } from '../../reports/formatting.ts'
import { onDisk, openToRead, RefusedError, statsOf, writeWhole } from '../../sim/store/disk.ts'
import { holdersOf, type Lock } from '../../sim/store/lock.ts'
import { type FolderOptions, lockFolder } from '../folders/folder.ts'
import { LEARNING } from '../folders/journals.ts'
import { type LearningProgress, progressSchema } from './progress.ts'

/** The progress of learning for a run, as of the last finished matches. */
export interface LearningStatus extends LearningProgress {
  readonly dir: string
  /** The process that learns, in words; null if it was interrupted. */
  readonly holder: string | null
}

/** Milliseconds between two writes within a round; its end is written at once. */
const PAUSE_MS = 1000

/** The folder of a run for which players learn, locked until `close`. */
export class LearningFolder {
  readonly #dir: string
  readonly #lock: Lock
  #written = Number.NEGATIVE_INFINITY
  #stage = ''

  /** Creates the folder if necessary. Throws as `openRunFolder` does if it can't be written or is in use. */
  constructor(dir: string, options: Pick<FolderOptions, 'label' | 'lock'>) {
    this.#dir = dir
    this.#lock = lockFolder(dir, options)
  }

  /** Throws a DiskError, and a RefusedError if another process has taken the folder. */
  write(progress: LearningProgress): void {
    const stage = progress.policies.map(({ state, over }) => `${state} ${over}`).join()
    const now = performance.now()
    if (stage === this.#stage && now - this.#written < PAUSE_MS) return
    this.#stage = stage
    this.#written = now
    this.#lock.check()
    onDisk(this.#dir, () => writeWhole(join(this.#dir, LEARNING), `${JSON.stringify(progress)}\n`))
  }

  /** Unlocks the folder, and deletes the progress if all have learned. */
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

/** The folder of one policy's checkpoints, locked until `close`: two processes would delete each other's. */
export class CheckpointsFolder {
  readonly #dir: string
  readonly #lock: Lock

  /** Creates the folder if necessary. Throws as `openRunFolder` does if it can't be written or is in use. */
  constructor(dir: string, options: Pick<FolderOptions, 'label' | 'lock'>) {
    this.#dir = dir
    this.#lock = lockFolder(dir, { ...options, expected: 'a free folder for the rounds of a policy' })
  }

  /** Unlocks the folder, and deletes it if it is empty. */
  close(): void {
    this.#lock.release()
    try {
      rmdirSync(this.#dir)
    } catch {
      // It keeps checkpoints, or another process has it by now.
    }
  }
}

/** `learning: 1 of 3 policies learned, 2,310 of 4,800 matches`, for `status` and the server. */
export function learningText({ holder, policies, matches, total }: LearningStatus): string {
  const { length: learned } = policies.filter(({ state }) => state === 'learned')
  const of = policies.length === 1 ? 'a policy' : `${learned} of ${policies.length} policies trained`
  const what = holder ? 'learning' : 'stopped during training'
  return `${what}: ${of}, ${thousands(matches)} of ${counted(total, 'match', 'matches')}`
}

/**
 * The progress of learning in a folder and in its shards; empty if no player trains. Waits as `statusOf`
 * does. Throws a RefusedError for a file that no run wrote, and a DiskError.
 */
export function learningIn(dir: string): LearningStatus[] {
  if (!statsOf(dir)?.isDirectory()) return []
  const inside = onDisk(dir, () => readdirSync(dir), 'read').sort()
  const found = [dir, ...inside.map(name => join(dir, name))].flatMap(folder => {
    const progress = read(join(folder, LEARNING))
    return progress ? [{ dir: folder, ...progress }] : []
  })
  const holders = holdersOf(found.map(one => one.dir))
  return found.map((one, i) => ({ ...one, holder: holders[i]! }))
}

function read(file: string): LearningProgress | null {
  const fd = openToRead(file)
  if (fd === null) return null
  try {
    return progressSchema.parse(JSON.parse(onDisk(file, () => readFileSync(fd, 'utf8'), 'read')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new RefusedError(file, 'is damaged, expected the file that the run wrote during training')
  } finally {
    closeSync(fd)
  }
}
