/** Output: data to stdout, messages to stderr. */

import { writeData } from '../../library/command.ts'

/** Width of output that does not go to a terminal. */
const PLAIN_WIDTH = 100

/** How a stream wants its text. */
export interface Style {
  readonly color: boolean
  readonly width: number
}

/** Colour only for a terminal that has it, and whose user did not set NO_COLOR (no-color.org). */
export function styleOf(stream: NodeJS.WriteStream): Style {
  const plain = Boolean(process.env.NO_COLOR) || process.env.TERM === 'dumb'
  return { color: stream.isTTY === true && !plain, width: stream.columns || PLAIN_WIDTH }
}

/** Data, with its line end. */
export function print(text: string): void {
  writeData(`${text}\n`)
}

/** One JSON document, indented for readers. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** Writes a message to stderr: progress, logs, errors. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
