/** What modules of the user throw, in one line. */

import { type Debugger, type Runtime, Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneLine } from '../../documents/index.ts'
import { ROOT } from '../package.ts'
import { type Callable, GameError } from './fault.ts'
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
export function placeAmong(frames: Iterable<CodeLocation>, folder?: string): string | null {
  for (const frame of frames) if (!isOurs(pathOf(frame.file))) return shortPlace(frame, folder)
  return null
}

/** The places in files that the stack of an error names, the innermost first. */
export function* framesOf(error: unknown): Generator<CodeLocation> {
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
export function shortPlace({ file, line, column }: CodeLocation, folder = process.cwd()): string {
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

/** The global name by which the inspector is handed a function. */
const HANDLE = '__evenhandFunction'

/** A file by its path, with a line and a column from 1. */
export interface CodeLocation {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A debugger of this thread. One costs tens of milliseconds, since it is told of all scripts, so it is kept until the thread's next turn. */
interface Open {
  readonly session: Session
  /** URLs by the ids of scripts. */
  readonly scripts: Map<string, string>
}

let open: Open | null = null

/** Where a function begins, as the engine that runs it knows; null for one that is built in or bound. */
export function placeOfFunction(call: Callable): CodeLocation | null {
  const { session, scripts } = opened()
  let found: CodeLocation | null = null
  try {
    Object.defineProperty(globalThis, HANDLE, { value: call, configurable: true })
    // Within one thread, the session answers before `post` returns.
    session.post('Runtime.evaluate', { expression: `globalThis.${HANDLE}` }, (error, answer) => {
      const objectId = error ? undefined : answer.result.objectId
      if (objectId === undefined) return
      session.post('Runtime.getProperties', { objectId }, (failure, properties) => {
        if (!failure) found = locationIn(properties, scripts)
      })
    })
  } finally {
    Reflect.deleteProperty(globalThis, HANDLE)
  }
  return found
}

function opened(): Open {
  if (open) return open
  const session = new Session()
  const scripts = new Map<string, string>()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }: { params: Debugger.ScriptParsedEventDataType }) => {
    scripts.set(params.scriptId, params.url)
  })
  session.post('Debugger.enable')
  open = { session, scripts }
  setImmediate(() => {
    session.disconnect()
    open = null
  }).unref()
  return open
}

function locationIn(
  { internalProperties = [] }: Runtime.GetPropertiesReturnType,
  scripts: ReadonlyMap<string, string>,
): CodeLocation | null {
  const location = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value as
    | Debugger.Location
    | undefined
  const url = location && scripts.get(location.scriptId)
  if (!url?.startsWith('file:')) return null
  return {
    file: fileURLToPath(url),
    line: location!.lineNumber + 1,
    column: (location!.columnNumber ?? 0) + 1,
  }
}
