/** Pages in the browser: opened by the desktop's program for them, or served beside a run. */
import { fork, spawn } from 'node:child_process'
import { builtFile } from '../../engine/package.ts'
import { EXIT } from '../errors.ts'
import { print, say } from './output.ts'

const STDERR = 2

/** What opens a file on each system, with the arguments before the file's name. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Opens a file or an address without waiting for the program. False, with a message, if there is none. */
export async function openInBrowser(address: string): Promise<boolean> {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open']
  return await new Promise(done => {
    const child = spawn(program, [...before, address], { stdio: 'ignore', detached: true })
    child.once('error', () => {
      say(`no browser found: open ${address} yourself`)
      done(false)
    })
    child.once('spawn', () => {
      child.unref()
      done(true)
    })
  })
}

/** Prints the path of a page that was written, and opens it on request. */
export async function offerPage(file: string, open: boolean): Promise<void> {
  print(file)
  if (open && !(await openInBrowser(file))) process.exitCode = EXIT.failed
}

/** What `--live` shows. */
export interface LiveFolder {
  /** A folder of runs. */
  readonly folder: string
  /** On 127.0.0.1; any that is free if absent. */
  readonly port: number | undefined
}

/**
 * Serves the runs in a folder until the returned function is called, or this process ends; the address goes
 * to stderr. The server has its own process, so that playing does not wait for the drawing of pages.
 */
export function startLive({ folder, port }: LiveFolder): () => void {
  const options = port === undefined ? [] : ['--port', String(port)]
  const server = fork(builtFile('cli/main.js'), ['serve', folder, ...options], {
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
