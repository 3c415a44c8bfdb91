/** Runs the built command in a folder of its own, as a user would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { MAIN } from '../built.ts'

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

const folders: string[] = []
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true })
})

/** A folder with files in it, gone after the tests. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-cli-'))
  folders.push(dir)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
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
}

/** Runs `evenhand` with the arguments. */
export function evenhand(args: readonly string[], call: Call = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(call.node ?? []), MAIN, ...args], {
      cwd: call.cwd ?? tmpdir(),
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
