/** What is said while a command waits for a folder. */
import { say } from './output.ts'

/** Says of a folder why the command waits, and for how long at most. */
export function waitingFor(folder: string): (holder: string, seconds: number) => void {
  return (holder, seconds) =>
    say(`${folder}: its lock names ${holder}; waiting up to ${seconds} seconds for a sign of life`)
}
