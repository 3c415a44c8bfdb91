/** The folder of a run: what errors call it, how it is locked, and that players learn for it. */
import { InputError, show } from '../../documents/index.ts'
import { LearningFolder, RefusedError, type RunOptions } from '../../library/command.ts'
import { waitingFor } from './waiting.ts'

/** What errors call the folder. */
export const LABEL = '--out'

/** Seconds without a sign of life after which another machine may take the folder, if not 60. */
const LOCK_SECONDS = 'EVENHAND_LOCK_SECONDS'
const LOCK_SECONDS_MAX = 86_400

export function lockOptions(out: string | null, quiet: boolean): NonNullable<RunOptions['lock']> {
  const onWait = quiet || out === null ? () => {} : waitingFor(out)
  const written = process.env[LOCK_SECONDS]
  if (written === undefined || written === '') return { onWait }
  const seconds = Number(written)
  if (seconds >= 1 && seconds <= LOCK_SECONDS_MAX) return { onWait, seconds }
  throw new InputError(LOCK_SECONDS, `found ${show(written)}, expected seconds from 1 to ${LOCK_SECONDS_MAX}`)
}

/** Null where the folder is there by default alone and can't be had: whether the run is played without it is told when that begins. */
export function learningFolder(out: string, quiet: boolean, byDefault = false): LearningFolder | null {
  try {
    return new LearningFolder(out, { label: LABEL, lock: lockOptions(out, quiet) })
  } catch (error) {
    if (byDefault && isOfFolder(error)) return null
    throw error
  }
}

/** Whether an error says that a folder can't take a run. */
export function isOfFolder(error: unknown): error is RefusedError | InputError {
  return error instanceof RefusedError || (error instanceof InputError && error.file === LABEL)
}
