/** Runs the built command in a temporary folder, as a user would: in one shared process, or in a new one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { MAIN } from '../built.ts'
import { Host } from './host.ts'

/** A small experiment that takes a fraction of a second. */
export const TINY = `name: tiny
game: elephant-men
seed: one
matches: 24
lineups:
  - agents: [random]
  - agents: [greedy, random]
`

/** How a command went. */
export interface Ended {
  readonly code: number | null
  /** What killed it, if something did. */
  readonly signal?: NodeJS.Signals
  readonly out: string
  readonly err: string
}

/** A folder with files in it, gone after the run of all tests. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(inject('folders'), 'test-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}

/** What may be asked of a call beside its arguments. */
export interface Call {
  readonly cwd?: string
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  /** Where stdout goes instead of the answer's `out`: a file descriptor. */
  readonly stdout?: number
  /** Options for node itself. */
  readonly node?: readonly string[]
  /** Called with the process once it runs. */
  readonly meanwhile?: (child: ChildProcess) => void
  /** A separate process, for what ends it, fills its memory, or tests how it starts and stops. */
  readonly own?: boolean
}

const host = new Host()

/** Runs `evenhand` with the arguments, in a separate process if the call needs one. */
export async function evenhand(args: readonly string[], call: Call = {}): Promise<Ended> {
  if (call.own || call.meanwhile || call.node || call.stdout !== undefined) return await spawned(args, call)
  const { cwd = folder(), env = {}, stdin = '' } = call
  const { code, out, err } = await host.run({ args, cwd, env, stdin })
  return { code, out, err }
}

function spawned(args: readonly string[], call: Call): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(call.node ?? []), MAIN, ...args], {
      cwd: call.cwd ?? folder(),
      env: { ...process.env, ...call.env },
      stdio: ['pipe', call.stdout ?? 'pipe', 'pipe'],
    })
    const text = { out: '', err: '' }
    child.stdout?.setEncoding('utf8').on('data', part => {
      text.out += part
    })
    child.stderr?.setEncoding('utf8').on('data', part => {
      text.err += part
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, ...(signal === null ? {} : { signal }), ...text }))
    child.stdin?.on('error', () => {})
    child.stdin?.end(call.stdin ?? '')
    call.meanwhile?.(child)
  })
}

/** SHA-256 of every file in a folder, by name. */
export function hashes(dir: string): Record<string, string> {
  const hash = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(dir, file)))
      .digest('hex')
  return Object.fromEntries(readdirSync(dir).map(file => [file, hash(file)]))
}
