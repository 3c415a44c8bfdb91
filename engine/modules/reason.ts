/** What modules of the user throw, in one line. */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneLine } from '../../documents/index.ts'
import { ROOT } from '../package.ts'
import { type Callable, GameError } from './fault.ts'
import { placeOfFunction } from './place.ts'
import { originalOf } from './watch.ts'

/** What a module threw or answered, in one line of at most `most` characters: it may be anything. */
export function reasonOf(error: unknown, most?: number): string {
  try {
    return oneLine((error instanceof Error ? error.message : String(error)).split('\n')[0]!, most)
  } catch {
    return 'something without a text'
  }
}

/** A place in a stack: a file with a line and a column, as a path or a URL. */
const PLACE = /(?:\(|at )((?:file:\/\/)?\/[^()\n]*?|[A-Za-z]:\\[^()\n]*?):(\d+):(\d+)\)?$/

/**
 * Where in the user's own code an error was thrown, as `file:line:column`, the file relative to the current folder where it lies below that; null if its stack
 * names no such place. The project's own code and what lies in folders of packages is passed over. Of a GameError it is where the function begins that it is about.
 */
export function placeIn(error: unknown): string | null {
  const part = error instanceof GameError && error.part ? placeOfPart(error.part) : null
  if (part !== null) return part
  const stack = stackOf(error)
  for (const line of stack.split('\n')) {
    const [, name, row, column] = PLACE.exec(line.trim()) ?? []
    if (name === undefined) continue
    const file = name.startsWith('file:') ? fileURLToPath(name) : name
    if (!isOurs(file)) return `${shortened(file)}:${row}:${column}`
  }
  return null
}

/** Where a function of the user's begins, as `placeIn` says it; null if that can't be had, or it is none of the user's. */
export function placeOfPart(part: Callable): string | null {
  const place = placeOfFunction(originalOf(part))
  return place && !isOurs(place.file) ? `${shortened(place.file)}:${place.line}:${place.column}` : null
}

/** Whether an error comes from the code of a user, and not from what ships. */
export function isOfGame(error: unknown): boolean {
  return error instanceof GameError || placeIn(error) !== null
}

/** A path as messages say it: relative to the current folder where it lies below that. */
function shortened(file: string): string {
  const short = relative(process.cwd(), file)
  return short.startsWith('..') ? file : short
}

function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : ''
  } catch {
    return ''
  }
}

/** The folders of this package whose code stands between a game of the user and who calls it. */
const OURS = ['dist', 'documents', 'engine', 'agents', 'sim', 'reports', 'library', 'cli', 'node_modules']

function isOurs(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file) || OURS.some(folder => file.startsWith(`${ROOT}/${folder}/`))
}
