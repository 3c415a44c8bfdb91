/** Where a function of the user's is written. */
import { type Debugger, type Runtime, Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import type { Callable } from './fault.ts'

/** The global name by which the inspector is handed a function. */
const HANDLE = '__evenhandFunction'

/** A file by its path, with a line and a column from 1. */
export interface Place {
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
export function placeOfFunction(call: Callable): Place | null {
  const { session, scripts } = opened()
  let found: Place | null = null
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
): Place | null {
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
