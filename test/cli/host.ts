/** A process that runs the built command many times, one after the other. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MAIN } from '../built.ts'

/** What the command is run with. */
export interface HostCall {
  readonly args: readonly string[]
  readonly cwd: string
  readonly stdin: string
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>
}

/** How a command went. */
export interface Hosted {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Seconds of the processor. */
  readonly seconds: number
}

/** Milliseconds until a command that hangs is given up, with its host. */
const PATIENCE = 240_000

/**
 * Starts with its first call; calls wait for each other. A command may start threads, but must leave nothing behind and
 * must not end its process: that is for tests that spawn one.
 */
export class Host {
  #child: ChildProcess | null = null
  #last: Promise<unknown> = Promise.resolve()

  run(call: HostCall): Promise<Hosted> {
    const ended = this.#last.then(() => this.#run(call))
    this.#last = ended.catch(() => {})
    return ended
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }

  #run(call: HostCall): Promise<Hosted> {
    this.#child ??= start()
    const child = this.#child
    return new Promise((resolve, reject) => {
      let err = ''
      const hear = (part: unknown): void => {
        err += String(part)
      }
      const done = (): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        child.stderr?.off('data', hear)
      }
      const give = (): void => {
        done()
        this.close()
        reject(new Error(`evenhand ${JSON.stringify(call.args)} hangs or ends its process: ${err}`))
      }
      const timer = setTimeout(give, PATIENCE)
      child.stderr?.on('data', hear)
      child.once('exit', give)
      child.once('error', give)
      child.once('message', (answer: Hosted) => {
        done()
        resolve(answer)
      })
      child.send(call)
    })
  }
}

/** The host alone keeps no test process alive, and ends with it. */
function start(): ChildProcess {
  const script = fileURLToPath(new URL('host.mjs', import.meta.url))
  const child = fork(script, [pathToFileURL(MAIN).href], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  })
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref(): void }).unref()
  return child
}
