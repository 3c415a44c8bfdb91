/** Where another thread is in the code of the user's game: a loop without end tells nobody. */
import { Session } from 'node:inspector'
import { placeAmong } from '../../engine/modules/index.ts'

/** What a thread has to answer in: one that runs answers at once. */
const ANSWER_MS = 2_000

/** What the inspector says of a thread that is paused, as far as it is read here. */
interface Said {
  readonly method?: string
  readonly params?: {
    readonly scriptId?: string
    readonly url?: string
    readonly callFrames?: readonly {
      readonly location: {
        readonly scriptId: string
        readonly lineNumber: number
        readonly columnNumber?: number
      }
    }[]
  }
}

/** The threads' side of the inspector, which its types leave out. */
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
 * Pauses a thread of this process, by its number, and says where in the user's own code it is, as `placeIn` does; null if it is in none, or does not
 * answer. Whoever asks is to end the thread then.
 */
export async function placeOfThread(thread: number): Promise<string | null> {
  const session = new Session()
  let timer: NodeJS.Timeout | undefined
  try {
    session.connect()
    return await new Promise<string | null>(resolve => {
      timer = setTimeout(() => resolve(null), ANSWER_MS)
      pause(session as unknown as Threads, thread, resolve)
    })
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    session.disconnect()
  }
}

function pause(threads: Threads, thread: number, tell: (place: string | null) => void): void {
  const urls = new Map<string, string>()
  threads.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!workerInfo?.title.startsWith(`[worker ${thread}]`)) return
    for (const [id, method] of ['Debugger.enable', 'Debugger.pause'].entries())
      threads.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method }) })
  })
  threads.on('NodeWorker.receivedMessageFromWorker', ({ params: { message = '{}' } }) => {
    const { method, params = {} } = JSON.parse(message) as Said
    if (method === 'Debugger.scriptParsed') urls.set(params.scriptId!, params.url!)
    if (method !== 'Debugger.paused') return
    const frames = params.callFrames!.flatMap(({ location: { scriptId, lineNumber, columnNumber = 0 } }) => {
      const url = urls.get(scriptId)
      return url?.startsWith('file:') ? [{ file: url, line: lineNumber + 1, column: columnNumber + 1 }] : []
    })
    tell(placeAmong(frames))
  })
  threads.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
}
