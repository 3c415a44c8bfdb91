/** Exit codes, and the one line in which an error is shown. */
import { InputError } from '../documents/index.ts'
import { DiskError, diskReason, isFull, RefusedError } from '../library/command.ts'

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, gate: 4, disk: 74 } as const

/** Added to a signal's number, as shells do, for the exit code of a command that it ended. */
export const SIGNALLED = 128

/** The command line itself is wrong. The message ends with a hint to the help of the command. */
export class UsageError extends Error {
  /** The command whose help is hinted at; empty for the general help. */
  readonly command: string

  constructor(text: string, command = '') {
    super(text)
    this.name = 'UsageError'
    this.command = command
  }
}

/** The exit code that an error ends the command with. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof InputError || error instanceof UsageError) return EXIT.usage
  if (error instanceof RefusedError) return EXIT.refused
  return error instanceof DiskError || isFull(error) ? EXIT.disk : EXIT.failed
}

/** The text of an error for stderr, without passwords; with EVENHAND_DEBUG=1 its stack. */
export function explain(error: unknown): string {
  return withoutPasswords(textOf(error))
}

/** Passwords in URLs of Redis are left out, wherever a text has them: also where the URL was shortened. */
function withoutPasswords(text: string): string {
  return text.replace(/(rediss?:\/*)([^\s"']*)/gi, (_, scheme: string, rest: string) => {
    const place = rest.slice(rest.lastIndexOf('@') + 1).replace(/\?.*/, '')
    return rest.includes('...') ? `${scheme}...` : scheme + place
  })
}

function textOf(error: unknown): string {
  if (process.env.EVENHAND_DEBUG === '1' && error instanceof Error) return String(error.stack)
  if (error instanceof UsageError) {
    const help = ['evenhand', error.command, '--help'].filter(Boolean).join(' ')
    return `evenhand: ${error.message}\nsee ${help}`
  }
  if (error instanceof InputError || error instanceof DiskError || error instanceof RefusedError)
    return error.message
  if (isFull(error)) return `evenhand: ${diskReason(error)}`
  const text = error instanceof Error ? error.message || error.name : String(error)
  return `evenhand: ${text.split('\n')[0]} (EVENHAND_DEBUG=1 shows where)`
}
