/** `--hook`: tells a command, or a server on this machine, how a long command ended. */
import { resolve } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { SIGNALLED } from '../errors.ts'
import { type Args, filledText } from '../options/values.ts'
import { say } from './output.ts'

/** A hook that takes longer is stopped. */
const HOOK_SECONDS = 10

/** What a command knows of its run, for its hook. */
interface RunFacts {
  /** As the tables of `evenhand query` have it. */
  readonly id?: string | undefined
  readonly verdict?: string | undefined
  readonly folder?: string | undefined
  readonly page?: string | undefined
}

interface Hook {
  readonly kind: string
  /** A command, or the URL of a server on this machine. */
  readonly target: string | URL
}

let hook: Hook | null = null
let facts: RunFacts = {}

/** Has `--hook` called when the command ends. Throws an InputError for a URL of another machine. */
export function openHook(args: Args, kind: string): void {
  const written = filledText(args, 'hook', 'a command, or a URL on this machine')
  hook = written === undefined ? null : { kind, target: targetOf(written) }
  facts = {}
}

/** Tells the hook of the run more. A folder and a page are made absolute. */
export function tellHook({ folder, page, ...more }: RunFacts): void {
  facts = {
    ...facts,
    ...more,
    ...(folder !== undefined && { folder: resolve(folder) }),
    ...(page !== undefined && { page: resolve(page) }),
  }
}

/**
 * Calls the hook once, for at most `seconds`; `error` is the message that the command ends with, or null. Reports
 * what fails in one line.
 */
export async function callHook(error: string | null, seconds = HOOK_SECONDS): Promise<void> {
  const called = hook
  hook = null
  if (!called) return
  const exitCode = Number(process.exitCode ?? 0)
  const state = error !== null ? 'failed' : exitCode > SIGNALLED ? 'interrupted' : 'complete'
  const { id = null, verdict = null, folder = null, page = null } = facts
  const document = JSON.stringify({ id, kind: called.kind, state, exitCode, verdict, folder, page, error })
  try {
    const { target } = called
    await (target instanceof URL ? post(target, document, seconds) : runCommand(target, document, seconds))
  } catch (failure) {
    say(`hook: ${(failure as Error).message}`)
  }
}

function targetOf(written: string): string | URL {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(written)) return written
  const url = URL.canParse(written) ? new URL(written) : null
  // A parsed URL has all other ways to write an address in this one.
  if (url?.protocol === 'http:' && /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(url.hostname)) return url
  // It may hold a password, so it is not repeated.
  throw new InputError(
    '--hook',
    'is not a URL on this machine, expected one such as http://127.0.0.1:8080/done, or a command',
  )
}

/** A shell runs the command, with the document on its stdin. What it prints goes to stderr. */
async function runCommand(command: string, document: string, seconds: number): Promise<void> {
  const { spawn } = await import('node:child_process')
  // In a separate process group, so that whatever it starts can be stopped with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 2, 2] })
  child.stdin!.on('error', () => {})
  child.stdin!.end(`${document}\n`)
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      fail(lateError(seconds))
    }, 1000 * seconds)
    child.on('error', fail)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) done()
      else fail(new Error(`the command ended with ${signal ?? `exit code ${code}`}`))
    })
  })
}

function lateError(seconds: number): Error {
  return new Error(`did not finish within ${seconds} s and was stopped`)
}

async function post(url: URL, document: string, seconds: number): Promise<void> {
  const { request } = await import('node:http')
  await new Promise<void>((done, fail) => {
    const asked = request(
      url,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(document) },
        signal: AbortSignal.timeout(1000 * seconds),
      },
      response => {
        const { statusCode = 0 } = response
        response.destroy()
        // It follows no redirect, which could lead to another machine.
        if (statusCode >= 200 && statusCode < 300) done()
        else fail(new Error(`${url.host} answered ${statusCode}`))
      },
    )
    asked.on('error', ({ name, message }) =>
      fail(name === 'AbortError' || name === 'TimeoutError' ? lateError(seconds) : new Error(message)),
    )
    asked.end(document)
  })
}
