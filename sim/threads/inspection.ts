/** Looks at modules of agents before anything is played, each on a thread of its own: a module that hangs or ends its thread is told by name. */
import { Worker } from 'node:worker_threads'
import { findAgent, reasonOf } from '../../agents/index.ts'
import { type Checked, check } from '../../documents/index.ts'

/** Heap of a thread, in megabytes. */
const HEAP_MB = 1024
/** How node ends a thread that awaits at its top level what can no longer happen. */
const EXIT_UNSETTLED = 13
/** Threads that load TypeScript there are none: the sources, as tests run them, look at modules on their own thread. */
const IS_BUILT = import.meta.url.endsWith('.js')

/** What a module says of the agents that it makes, and of options for them. */
export interface Inspected {
  readonly id: string
  readonly games?: readonly string[]
  readonly options: Checked<unknown>
}

/** What an inspecting thread says when it is about to load its module. */
export const STARTED = 'started'

/** An answer of an inspecting thread. */
export type Answer = Inspected | { readonly failure: string }

/** Loads a module here, and checks options for its agents. Throws an Error that says what is wrong with the module. */
export async function inspectHere(file: string, options: unknown): Promise<Inspected> {
  const kind = await findAgent(file)
  return { id: kind.id, ...(kind.games ? { games: kind.games } : {}), options: check(kind.options, options) }
}

/** Threads that look at modules, one for each, until `close` is called. */
export class Inspection {
  readonly #seconds: number
  readonly #threads = new Map<string, Inspector>()

  /** `seconds` is what a module may take to load, or to check options. */
  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** What the module at an absolute path says. Rejects with an Error that names it if that cannot be found out. */
  async inspect(file: string, options: unknown): Promise<Inspected> {
    if (!IS_BUILT) return await inspectHere(file, options)
    let thread = this.#threads.get(file)
    if (!thread) {
      thread = new Inspector(file, options, this.#seconds)
      this.#threads.set(file, thread)
      return await thread.answer()
    }
    return await thread.ask(options)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map(thread => thread.end()))
    this.#threads.clear()
  }
}

/** A thread with one module. One question at a time. */
class Inspector {
  readonly #file: string
  readonly #seconds: number
  readonly #worker: Worker
  /** Why there will be no more answers. */
  #failure: Error | null = null
  #timer: NodeJS.Timeout | undefined
  #settle: (answer: Answer | Error) => void = () => {}

  /** Asks at once about options. */
  constructor(file: string, options: unknown, seconds: number) {
    this.#file = file
    this.#seconds = seconds
    this.#worker = new Worker(new URL('./inspector.js', import.meta.url), {
      workerData: { file, options },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#worker.on('message', (answer: Answer | typeof STARTED) => {
      if (answer === STARTED) this.#startTimer()
      else this.#settle(answer)
    })
    this.#worker.on('error', error => this.#fail(`it ended its thread: ${reasonOf(error)}`))
    this.#worker.on('exit', code =>
      this.#fail(
        code === EXIT_UNSETTLED
          ? 'it waits for something that never happens'
          : `it ended its thread with exit code ${code}`,
      ),
    )
  }

  ask(options: unknown): Promise<Inspected> {
    if (this.#failure === null) {
      this.#worker.postMessage(options)
      this.#startTimer()
    }
    return this.answer()
  }

  /** The answer to the question that was asked last. */
  async answer(): Promise<Inspected> {
    const answer = await new Promise<Answer | Error>(resolve => {
      this.#settle = resolve
      if (this.#failure !== null) resolve(this.#failure)
    })
    clearTimeout(this.#timer)
    if (answer instanceof Error) throw answer
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }

  #startTimer(): void {
    const late = (): void => this.#fail(`it is not done after ${this.#seconds} s`)
    this.#timer = setTimeout(late, this.#seconds * 1000)
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(`agent module ${this.#file} cannot be loaded: ${reason}`)
    this.#settle(this.#failure)
    void this.end()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
