/** What modules of the user throw, in one line, and where. */

import { type Debugger, type Runtime, Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneLine } from '../../documents/index.ts'
import { ROOT } from '../package.ts'
import { type Callable, type CodeLocation, GameError } from './fault.ts'
import { authorsPlace } from './source.ts'
import { originalOf } from './watch.ts'

/** One line of at most `most` characters about anything thrown. */
export function reasonOf(error: unknown, most?: number): string {
  try {
    const word = browserWordIn(error)
    const advice =
      word === null
        ? ''
        : `: only browsers have it, expected code that works without it, as globalThis.${word}?.x does`
    return oneLine((error instanceof Error ? error.message : String(error)).split('\n')[0]! + advice, most)
  } catch {
    return 'something without a text'
  }
}

/** Node's message for what only browsers have. */
const BROWSER_WORDS = /^(document|window|localStorage|sessionStorage|location|alert) is not defined$/

/** What only browsers have, and an error says to be missing; null for other errors. */
export function browserWordIn(error: unknown): string | null {
  return error instanceof ReferenceError ? (BROWSER_WORDS.exec(error.message)?.[1] ?? null) : null
}

/** A place in a stack. */
const PLACE = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()\n]*?|[A-Za-z]:\\[^()\n]*?):(\d+):(\d+)\)?$/

/**
 * Where in the user's code an error was thrown: `file:line:column`, relative to a folder (default: the
 * current one); null if the stack names none. A GameError is placed at the author's function.
 */
export function placeIn(error: unknown, folder?: string): string | null {
  const part = error instanceof GameError && error.part ? placeOfPart(error.part, folder) : null
  return part ?? placeAmong(framesOf(error), folder)
}

/** The innermost place in the user's code; null if there is none. */
export function placeAmong(frames: Iterable<CodeLocation>, folder?: string): string | null {
  for (const frame of frames)
    if (!isOurs(pathOf(frame.file)))
      return shortPlace(authorsPlace({ ...frame, file: pathOf(frame.file) }), folder)
  return null
}

/** Places of an error's stack, innermost first. */
export function* framesOf(error: unknown): Generator<CodeLocation> {
  for (const line of stackOf(error).split('\n')) {
    const [, name, row, column] = PLACE.exec(line.trim()) ?? []
    if (name === undefined) continue
    yield { file: pathOf(name), line: Number(row), column: Number(column) }
  }
}

/** Where a function of the user's begins; null if unknown or not the user's. */
export function placeOfPart(part: Callable, folder?: string): string | null {
  const place = placeOfFunction(originalOf(part))
  return place && placeAmong([place], folder)
}

export function isOfGame(error: unknown): boolean {
  return error instanceof GameError || placeIn(error) !== null
}

/** True of errors of timers and promises that a module left running: none of our code waits for them. */
export function isLeftBehind(error: unknown): boolean {
  const frames = [...framesOf(error)]
  return frames.length > 0 && !frames.some(({ file }) => isOurs(file))
}

/** Late errors that this process has printed, and the most that it prints. */
const printed = new Set<string>()
const PRINTED_MAX = 20

/** True once for each late error, which the main thread and others may tell of, by its place or its reason. */
export function isNewLate(key: string): boolean {
  if (printed.has(key) || printed.size === PRINTED_MAX) return false
  printed.add(key)
  return true
}

/** `file:line:column`, relative to a folder (default: the current one). */
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

/** Folders of this package. */
const OURS = ['dist', 'documents', 'engine', 'agents', 'sim', 'reports', 'library', 'cli', 'node_modules']

export function isOurs(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file) || OURS.some(folder => file.startsWith(`${ROOT}/${folder}/`))
}

/** Hands a function to the inspector. */
const HANDLE = '__evenhandFunction'

/** This thread's debugger. It takes tens of milliseconds to open, so it is kept until the next turn. */
interface Open {
  readonly session: Session
  /** URLs by the ids of scripts. */
  readonly scripts: Map<string, string>
}

let open: Open | null = null

/** Null for built-in and bound functions. */
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
