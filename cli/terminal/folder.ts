/** The folder of a run: how errors name it, how it is locked, and what players learn in it. */
import { InputError, show } from '../../documents/index.ts'
import { LearningFolder, RefusedError, type RunOptions } from '../../library/command.ts'
import { say } from './output.ts'

/** What errors call the folder. */
export const OUT_LABEL = '--out'

/** Seconds without a sign of life after which another machine may take the folder, if not 60. */
const LOCK_SECONDS = 'EVENHAND_LOCK_SECONDS'
const LOCK_SECONDS_MAX = 86_400

/** Says why the command waits for a folder, and for how long at most. */
export function sayWaiting(folder: string): (holder: string, seconds: number) => void {
  return (holder, seconds) =>
    say(`${folder}: locked by ${holder}; waiting up to ${seconds} seconds to see if it is alive`)
}

export function lockOptions(out: string | null, quiet: boolean): NonNullable<RunOptions['lock']> {
  const onWait = quiet || out === null ? () => {} : sayWaiting(out)
  const written = process.env[LOCK_SECONDS]
  if (written === undefined || written === '') return { onWait }
  const seconds = Number(written)
  if (seconds >= 1 && seconds <= LOCK_SECONDS_MAX) return { onWait, seconds }
  throw new InputError(LOCK_SECONDS, `found ${show(written)}, expected seconds from 1 to ${LOCK_SECONDS_MAX}`)
}

/** Null if a default folder can't be had: the run, which goes without it, says so when it begins. */
export function learningFolder(out: string, quiet: boolean, isDefault: boolean): LearningFolder | null {
  try {
    return new LearningFolder(out, { label: OUT_LABEL, lock: lockOptions(out, quiet) })
  } catch (error) {
    if (isDefault && isFolderError(error)) return null
    throw error
  }
}

/** Whether an error says that a folder can't take a run. */
export function isFolderError(error: unknown): error is RefusedError | InputError {
  return error instanceof RefusedError || (error instanceof InputError && error.file === OUT_LABEL)
}
