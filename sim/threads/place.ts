/** Where another thread is in the code of the user's game, which can't tell from inside an endless loop. */
import { Session } from 'node:inspector'
import { type CodeLocation, placeAmong } from '../../engine/modules/index.ts'

/** Time for a thread to answer, and again to continue: short, but not on a very busy machine. */
const ANSWER_MS = 4_000

/** What the inspector says of a paused thread, as far as we read it. */
interface Said {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly scriptId?: string
    readonly url?: string
    readonly callFrames?: readonly {
      readonly functionName: string
      readonly functionLocation?: ScriptLocation
      readonly location: ScriptLocation
    }[]
  }
}

interface ScriptLocation {
  readonly scriptId: string
  readonly lineNumber: number
  readonly columnNumber?: number
}

/** Where a thread is in the user's code: the line, and the function that evenhand called. */
export interface ThreadPlace {
  readonly innermost: string
  readonly entry: CodeLocation & { readonly name: string }
}

/** The inspector's side for threads, which its types leave out. */
interface Threads {
  on(event: string, listener: (said: { readonly params: Message }) => void): void
  post(method: string, params: object): void
}
interface Message {
  readonly sessionId: string
  readonly workerInfo?: { readonly title: string }
  readonly message?: string
}

/**
 * Pauses a thread of this process and says where in the user's own code it is; null if it is elsewhere, or doesn't answer. The caller must end the thread afterwards.
 */
export function placeOfThread(thread: number): Promise<ThreadPlace | null> {
  const place = last.then(() => ask(thread))
  last = place
  return place
}

/** The inspector handles one thread at a time. */
let last: Promise<unknown> = Promise.resolve()

async function ask(thread: number): Promise<ThreadPlace | null> {
  const session = new Session()
  const timers: NodeJS.Timeout[] = []
  try {
    session.connect()
    return await new Promise<ThreadPlace | null>(resolve => {
      const goOn = pause(session as unknown as Threads, thread, resolve)
      timers.push(
        setTimeout(goOn, ANSWER_MS),
        setTimeout(() => resolve(null), 2 * ANSWER_MS),
      )
    })
  } catch {
    return null
  } finally {
    for (const timer of timers) clearTimeout(timer)
    session.disconnect()
  }
}

/** Numbered, to recognize the answers. */
type Command = 'Debugger.enable' | 'Debugger.pause' | 'Debugger.disable'
const NUMBERS: Readonly<Record<Command, number>> = {
  'Debugger.enable': 1,
  'Debugger.pause': 2,
  'Debugger.disable': 3,
}

/** Returns a function that makes the thread continue; it does so by itself once it has told its place. */
function pause(threads: Threads, thread: number, tell: (place: ThreadPlace | null) => void): () => void {
  const urls = new Map<string, string>()
  let place: ThreadPlace | null = null
  let attached: string | null = null
  const send = (sessionId: string, method: Command): void => {
    const message = JSON.stringify({ id: NUMBERS[method], method })
    threads.post('NodeWorker.sendMessageToWorker', { sessionId, message })
  }
  threads.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!workerInfo?.title.startsWith(`[worker ${thread}]`)) return
    attached = sessionId
    send(sessionId, 'Debugger.enable')
    send(sessionId, 'Debugger.pause')
  })
  threads.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message = '{}' } }) => {
    const { id, method, params = {} } = JSON.parse(message) as Said
    if (method === 'Debugger.scriptParsed') urls.set(params.scriptId!, params.url!)
    else if (method === 'Debugger.paused') {
      const locate = ({ scriptId, lineNumber, columnNumber = 0 }: ScriptLocation): CodeLocation => ({
        file: urls.get(scriptId) ?? '',
        line: lineNumber + 1,
        column: columnNumber + 1,
      })
      const frames = params
        .callFrames!.map(({ functionName: name, location, functionLocation = location }) => ({
          at: locate(location),
          entry: { ...locate(functionLocation), name },
        }))
        .filter(({ at }) => at.file.startsWith('file:') && placeAmong([at]) !== null)
      if (frames.length > 0) place = { innermost: placeAmong([frames[0]!.at])!, entry: frames.at(-1)!.entry }
      // A thread that is ended while paused never ends.
      send(sessionId, 'Debugger.disable')
    } else if (id === NUMBERS['Debugger.disable']) tell(place)
  })
  threads.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return () => {
    if (attached === null) tell(null)
    else send(attached, 'Debugger.disable')
  }
}
