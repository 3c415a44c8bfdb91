/** Output: data to stdout, messages to stderr. */

import { CONTROL_CLASS, escapeControls } from '../../documents/index.ts'
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

/** Colours as evenhand writes them, which stay, or a control character. */
const CONTROLS = new RegExp(`(\\x1b\\[(?:0|1|3[1-3])m)|(?![\\n\\t])${CONTROL_CLASS}`, 'gu')

/** Text that a terminal shows and does not obey: labels of games and names in files come from anywhere. */
function inert(text: string, { color }: Style): string {
  return text.replace(CONTROLS, (found, paint) => (color && paint ? found : escapeControls(found)))
}

/** Text on stdout, with its line end. */
export function print(text: string): void {
  writeData(`${inert(text, styleOf(process.stdout))}\n`)
}

/** The same for data, which another program gets as they are. */
export function printData(text: string): void {
  if (process.stdout.isTTY) print(text)
  else writeData(`${text}\n`)
}

/** One JSON document, indented for readers. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** Writes a message to stderr: progress, logs, errors. */
export function say(text: string): void {
  process.stderr.write(`${inert(text, styleOf(process.stderr))}\n`)
}
