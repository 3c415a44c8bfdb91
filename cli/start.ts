/** Runs a command line: turns errors into one line and an exit code. */
import { DiskError, diskCode, diskReason, writeData } from '../library/command.ts'
import { EXIT, exitCodeOf, explain } from './errors.ts'
import { parse } from './parser.ts'
import { isShortOfFiles } from './shortage.ts'
import { callHook } from './terminal/hook.ts'

/** A closed pipe ends the command quietly; any other error of stdout counts as a full disk. */
function watchStreams(): void {
  process.stdout.on('error', (error: Error) => {
    if (diskCode(error) === 'EPIPE') process.exit()
    end(new DiskError('stdout', diskReason(error)))
    process.exit()
  })
  process.stderr.on('error', () => {})
}

/**
 * An uncaught error ends the command in one line, like any other. One that a module of the user left behind
 * in a promise or a timer changes no result: it is reported once, with its place.
 */
function watchErrors(): void {
  process.on('uncaughtException', async (error: unknown) => {
    // Loaded already if there are modules of the user, and not needed at the start if there are none.
    const { isLeftBehind, isNewLate, LATE, placeIn, reasonOf } = await import('../engine/modules/index.ts')
    const place = placeIn(error)
    const text = `${place}: ${reasonOf(error)}, ${LATE}`
    if (place !== null && isLeftBehind(error)) {
      if (isNewLate(place)) process.stderr.write(`evenhand: ${text}; it changes no result\n`)
      return
    }
    await fail(place === null ? error : new Error(text))
    process.exit()
  })
}

/** Puts the place in front of an error thrown in a module of the user, whose positions are drawn on this thread. */
async function withPlace(error: unknown): Promise<unknown> {
  if (exitCodeOf(error) !== EXIT.failed || !(error instanceof Error)) return error
  const { placeIn, reasonOf } = await import('../engine/modules/index.ts')
  const place = placeIn(error)
  if (place === null) return error
  const placed = new Error(`${place}: ${reasonOf(error)}`)
  if (error.stack !== undefined) placed.stack = error.stack
  return placed
}

function end(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

async function fail(error: unknown): Promise<void> {
  end(error)
  await callHook(explain(error))
}

/** Runs a command line, and ends the process. Rejects if the limit of open files keeps it from loading. */
export async function start(args: readonly string[]): Promise<void> {
  watchStreams()
  watchErrors()
  process.exitCode = EXIT.done
  try {
    await parse(args)
    await callHook(null)
  } catch (error) {
    if (isShortOfFiles(error)) throw error
    await fail(await withPlace(error))
  }
  // Whatever still runs ends here. Output is flushed first, so that a full disk is reported.
  writeData('', () => process.stderr.write('', () => setImmediate(() => process.exit())))
}
