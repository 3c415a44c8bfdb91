/** `--live`: a server beside a run, in a process of its own, so that playing does not wait for the drawing of pages. */
import { fork } from 'node:child_process'
import { builtFile } from '../../engine/package.ts'

const MAIN = builtFile('cli/main.js')
const STDERR = 2

/** What `--live` shows. */
export interface LiveFolder {
  /** A folder of runs. */
  readonly folder: string
  /** On 127.0.0.1; any that is free if absent. */
  readonly port?: number
}

/** Serves the runs in a folder until the function that it returns is called, or this process ends. Its address goes to stderr. */
export function startLive({ folder, port }: LiveFolder): () => void {
  const asked = port === undefined ? [] : ['--port', String(port)]
  const server = fork(MAIN, ['serve', folder, ...asked], {
    stdio: ['ignore', STDERR, STDERR, 'ipc'],
    execArgv: [],
  })
  // It must not keep the run from ending.
  server.unref()
  server.channel?.unref()
  return () => {
    if (server.connected) server.disconnect()
  }
}
