/**
 * Runs each command in a separate process: so it loads the game as it was edited last, can be stopped at any time, and
 * can't print into the protocol.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { builtFile } from '../../engine/package.ts'

/** How a command is followed. */
export interface Call {
  /** Ends the command without an answer. */
  readonly signal: AbortSignal
  /** Called every few seconds with the seconds so far. */
  readonly onSeconds: (seconds: number) => void
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Whether its seconds were over before it was done. */
  readonly isCut: boolean
}

/** A command that was told to stop may finish its blocks and its report. */
const GRACE_MS = 6_000
const PROGRESS_MS = 2_000

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs `evenhand` with these words for at most this many seconds, and a few more to report what it has. */
export async function evenhand(words: readonly string[], seconds: number, call: Call): Promise<Ended> {
  call.signal.throwIfAborted()
  const child = spawn(process.execPath, [builtFile('cli/main.js'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  running.add(child)
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text.out += part
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text.err += part
  })
  let isCut = false
  const timers: NodeJS.Timeout[] = []
  const stop = (): void => {
    child.kill('SIGINT')
    timers.push(setTimeout(() => child.kill('SIGKILL'), GRACE_MS))
  }
  const cut = (): void => {
    isCut = true
    stop()
  }
  timers.push(setTimeout(cut, seconds * 1000))
  let beats = 0
  const beat = (): void => {
    beats++
    call.onSeconds((beats * PROGRESS_MS) / 1000)
  }
  timers.push(setInterval(beat, PROGRESS_MS))
  call.signal.addEventListener('abort', stop)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    call.signal.throwIfAborted()
    return { code, ...text, isCut }
  } finally {
    call.signal.removeEventListener('abort', stop)
    for (const timer of timers) clearTimeout(timer)
    running.delete(child)
  }
}
