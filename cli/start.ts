/** Runs a command line: turns errors into one line and an exit code. */
import { DiskError, diskCode, diskReason } from '../library/index.ts'
import { EXIT, exitCodeOf, explain } from './errors.ts'
import { parse } from './parser.ts'
import { isShortOfFiles } from './shortage.ts'

/** Whether the command has finished, or was ended on purpose. */
let ended = false

/** A closed pipe ends the command quietly; any other error of stdout is one of the disk. */
function watchStreams(): void {
  process.stdout.on('error', (error: Error) => {
    if (diskCode(error) === 'EPIPE') {
      ended = true
      process.exit()
    }
    end(new DiskError('stdout', diskReason(error)))
    process.exit()
  })
  process.stderr.on('error', () => {})
}

/** Agent modules run in this process too: what they throw late, and what they never finish, is reported in one line. */
function watchModules(): void {
  process.on('uncaughtException', (error: unknown) => {
    end(error)
    process.exit()
  })
  process.on('exit', code => {
    if (ended || code !== EXIT.done) return
    end(new Error('waited for something that never happens, such as a module that never finishes loading'))
  })
}

function end(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

/** Runs the command that the arguments name, and ends the process. Rejects if there are too few files to load it. */
export async function start(args: readonly string[]): Promise<void> {
  watchStreams()
  watchModules()
  process.exitCode = EXIT.done
  try {
    await parse(args)
  } catch (error) {
    if (isShortOfFiles(error)) {
      ended = true
      throw error
    }
    end(error)
  }
  ended = true
  // An agent module may have left a timer that never ends. Output is flushed first, so that a full disk is reported.
  process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())))
}
