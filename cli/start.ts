/** Runs a command line: turns errors into one line and an exit code. */
import { DiskError, diskCode, diskReason, writeData } from '../library/command.ts'
import { EXIT, exitCodeOf, explain } from './errors.ts'
import { parse } from './parser.ts'
import { isShortOfFiles } from './shortage.ts'

/** A closed pipe ends the command quietly; any other error of stdout is one of the disk. */
function watchStreams(): void {
  process.stdout.on('error', (error: Error) => {
    if (diskCode(error) === 'EPIPE') process.exit()
    end(new DiskError('stdout', diskReason(error)))
    process.exit()
  })
  process.stderr.on('error', () => {})
}

/**
 * An error that nobody caught ends the command in one line, as any other. One that a module of the user left behind in a promise or a timer changes no
 * result: it is told with its place, once, and nothing ends.
 */
function watchErrors(): void {
  const told = new Set<string>()
  process.on('uncaughtException', async (error: unknown) => {
    // Loaded already where there are modules of the user: who has none need not wait for it at the start.
    const { isLeftBehind, LATE, placeIn, reasonOf } = await import('../engine/modules/index.ts')
    const place = placeIn(error)
    const text = `${place}: ${reasonOf(error)}, ${LATE}`
    if (place !== null && isLeftBehind(error)) {
      if (!told.has(place)) process.stderr.write(`evenhand: ${text}; it changes no result\n`)
      told.add(place)
      return
    }
    end(place === null ? error : new Error(text))
    process.exit()
  })
}

/** An error with the place in front of what it says, if it was thrown in a module of the user: what draws its positions is called here. */
async function placed(error: unknown): Promise<unknown> {
  if (exitCodeOf(error) !== EXIT.failed || !(error instanceof Error)) return error
  const { placeIn, reasonOf } = await import('../engine/modules/index.ts')
  const place = placeIn(error)
  if (place === null) return error
  const told = new Error(`${place}: ${reasonOf(error)}`)
  if (error.stack !== undefined) told.stack = error.stack
  return told
}

function end(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

/** Runs the command that the arguments name, and ends the process. Rejects if there are too few files to load it. */
export async function start(args: readonly string[]): Promise<void> {
  watchStreams()
  watchErrors()
  process.exitCode = EXIT.done
  try {
    await parse(args)
  } catch (error) {
    if (isShortOfFiles(error)) throw error
    end(await placed(error))
  }
  // Whatever is left running ends here. Output is flushed first, so that a full disk is reported.
  writeData('', () => process.stderr.write('', () => setImmediate(() => process.exit())))
}
