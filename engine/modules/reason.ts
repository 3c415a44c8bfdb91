/** What modules of the user throw, in one line. */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneLine } from '../../documents/index.ts'
import { ROOT } from '../package.ts'
import { type Callable, GameError } from './fault.ts'
import { type Place, placeOfFunction } from './place.ts'
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
 * Where in the user's own code an error was thrown, as `file:line:column`, the file relative to a folder, the current one
 * by default, where it lies below that; null if its stack names no such place. The project's own code and what lies in folders of packages is passed over. Of a GameError it is where the function begins that it is about.
 */
export function placeIn(error: unknown, folder?: string): string | null {
  const part = error instanceof GameError && error.part ? placeOfPart(error.part, folder) : null
  return part ?? placeAmong(framesOf(error), folder)
}

/** The first of these places, the innermost, that lies in the user's own code, as `placeIn` says it; null if none does. */
export function placeAmong(frames: Iterable<Place>, folder?: string): string | null {
  for (const frame of frames) if (!isOurs(pathOf(frame.file))) return shortPlace(frame, folder)
  return null
}

/** The places in files that the stack of an error names, the innermost first. */
export function* framesOf(error: unknown): Generator<Place> {
  for (const line of stackOf(error).split('\n')) {
    const [, name, row, column] = PLACE.exec(line.trim()) ?? []
    if (name === undefined) continue
    yield { file: pathOf(name), line: Number(row), column: Number(column) }
  }
}

/** Where a function of the user's begins, as `placeIn` says it; null if that can't be had, or it is none of the user's. */
export function placeOfPart(part: Callable, folder?: string): string | null {
  const place = placeOfFunction(originalOf(part))
  return place && placeAmong([place], folder)
}

/** Whether an error comes from the code of a user, and not from what ships. */
export function isOfGame(error: unknown): boolean {
  return error instanceof GameError || placeIn(error) !== null
}

/** Whether an error was thrown by what a module of the user left running: none of the project's own code waits for that. */
export function isLeftBehind(error: unknown): boolean {
  const frames = [...framesOf(error)]
  return frames.length > 0 && !frames.some(({ file }) => isOurs(file))
}

/** A place as messages say it: `file:line:column`, the file a path or a URL, relative to a folder, the current one by default, where it lies below that. */
export function shortPlace({ file, line, column }: Place, folder = process.cwd()): string {
  const path = pathOf(file)
  const short = relative(folder, path)
  return `${short.startsWith('..') ? path : short}:${line}:${column}`
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
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
