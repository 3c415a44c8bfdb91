/** Checks a game on its own thread. If it hangs, ends the thread or fills the memory, that is a finding. */
import { Worker } from 'node:worker_threads'
import { InputError } from '../../documents/index.ts'
import type { GameFinding } from '../../engine/checks/index.ts'
import { callsIn, callsMemory, type ReadingStep, reasonOf } from '../../engine/modules/index.ts'
import { builtFile } from '../../engine/package.ts'
import { EXIT_UNSETTLED, HEAP_MB, type NamedPart, type ReadingMessage } from './inspection.ts'
import { afterSeconds, whenStalled } from './watchdog.ts'

export interface GameCheck {
  /** What the registry knows the game by. */
  readonly game: string
  /** A rule set by name or path, and keys changed on top of it; null and none: all the game's rule sets. */
  readonly ruleset: string | null
  readonly changes: Readonly<Record<string, unknown>>
  /** The folder that paths of rule sets are relative to. */
  readonly base: string
  /** Random matches for each law; null for as many as CHECK_SECONDS allow, at most CHECKED_MATCHES. */
  readonly matches: number | null
}

/** Enough to find what happens in 1 % of all matches, with 95 % confidence. */
export const CHECKED_MATCHES = 300
/** CPU time of a check, all rule sets together. */
export const CHECK_SECONDS = 10

/** A finding and its rule set; null for what keeps the game from being loaded. */
export interface CheckedFinding {
  readonly ruleset: string | null
  readonly finding: GameFinding
}

/** An InputError, as threads can send it. */
export type Refused = Pick<InputError, 'file' | 'text' | 'line' | 'column'>

/** A message of the checking thread. */
export type CheckMessage =
  /** From now on the time is the module's. The thread's `systemThread`. */
  | { readonly started: number }
  | { readonly part: NamedPart }
  | { readonly game: string; readonly rulesets: readonly string[] }
  | ReadingMessage
  | { readonly ruleset: string | null; readonly check: string }
  | { readonly ruleset: string | null; readonly finding: GameFinding }
  | { readonly done: true; readonly matches: number }
  | { readonly refused: Refused }

export interface CheckResult {
  /** The game's id, and the rule sets that were checked; null if the game could not be loaded. */
  readonly game: string | null
  readonly rulesets: readonly string[]
  /** Random matches that every law was checked on; 0 if the check did not end. */
  readonly matches: number
  /** Checks that ended, each once for every rule set. */
  readonly checks: number
  readonly findings: readonly CheckedFinding[]
}

/** How much longer than the author's functions a check may take between two calls of them. */
const OWN_TIMES = 12

/** How much longer than a function a whole check may take, for every CHECK_MATCHES matches. */
const CHECK_TIMES = 30
const CHECK_MATCHES = 20

/** The seconds that a check may take if a function of the game may take `seconds`. */
export function checkSeconds(seconds: number, matches: number | null): number {
  return CHECK_TIMES * seconds * Math.ceil((matches ?? CHECK_MATCHES) / CHECK_MATCHES)
}

/**
 * A function of the game may take `seconds`. The signal ends the check with what was found. Rejects with an
 * InputError for unknown rule sets or keys.
 */
export async function checkOnThread(
  check: GameCheck,
  seconds: number,
  onMessage: (message: CheckMessage) => void = () => {},
  signal?: AbortSignal,
): Promise<CheckResult> {
  const thread = new CheckThread(check, seconds, onMessage)
  const stop = (): void => thread.cut('the check was stopped')
  signal?.addEventListener('abort', stop)
  try {
    return await thread.result
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.end()
  }
}

/** The thread of one check. */
class CheckThread {
  readonly result: Promise<CheckResult>
  readonly #seconds: number
  readonly #onMessage: (message: CheckMessage) => void
  readonly #worker: Worker
  readonly #memory = callsMemory()
  readonly #parts: NamedPart[] = []
  readonly #findings: CheckedFinding[] = []
  #about: Pick<CheckResult, 'game' | 'rulesets'> = { game: null, rulesets: [] }
  #doing: { readonly ruleset: string | null; readonly check: string } | null = null
  #isDone = false
  /** Whether it checked all that there is. */
  #isWhole = false
  #matches = 0
  /** Checks that have begun. */
  #checks = 0
  #timers: readonly NodeJS.Timeout[] = []
  /** What the reading of the game did last; null once it is checked. */
  #reading: ReadingStep | null = null
  readonly #most: number
  #settle: (refused?: InputError) => void = () => {}

  constructor(check: GameCheck, seconds: number, onMessage: (message: CheckMessage) => void) {
    this.#seconds = seconds
    this.#most = checkSeconds(seconds, check.matches)
    this.#onMessage = onMessage
    this.result = new Promise((resolve, reject) => {
      this.#settle = refused => {
        this.#isDone = true
        if (refused) reject(refused)
        else {
          const checks = Math.max(0, this.#checks - (this.#isWhole ? 0 : 1))
          resolve({ ...this.#about, matches: this.#matches, checks, findings: this.#findings })
        }
      }
    })
    this.#worker = new Worker(builtFile('sim/threads/check-game-worker.js'), {
      workerData: { check, memory: this.#memory },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#worker.on('message', (message: CheckMessage) => this.#receive(message))
    this.#worker.on('error', error => this.#fail(reasonOfEnd(error)))
    this.#worker.on('exit', code => {
      if (code === EXIT_UNSETTLED) this.#fail('it waits forever')
      else this.#fail(`it ends its thread with exit code ${code}`)
    })
  }

  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#worker.terminate()
  }

  #receive(message: CheckMessage): void {
    if ('started' in message) this.#watch(message.started)
    else if ('part' in message) this.#parts.push(message.part)
    else if ('game' in message) this.#about = message
    else if ('check' in message) {
      this.#doing = message
      this.#checks++
      this.#reading = null
    } else if ('reading' in message) this.#reading = message.reading
    else if ('finding' in message) this.#findings.push(message)
    else if ('refused' in message) this.#settle(errorOf(message.refused))
    else {
      this.#matches = message.matches
      this.#isWhole = true
      this.#settle()
    }
    this.#onMessage(message)
  }

  /** Ends the check if the author's functions are not called for too long. */
  #watch(thread: number): void {
    const limit = (): number =>
      (callsIn(this.#memory).part < 0 && this.#doing ? OWN_TIMES : 1) * this.#seconds
    this.#timers = [
      whenStalled(this.#memory, thread, limit, words =>
        this.#fail(`it hangs: it didn't finish within ${words}; --decision-seconds allows more`),
      ),
      afterSeconds(thread, this.#most, () =>
        this.cut(`the check ran out of time after ${this.#most} s of CPU time`),
      ),
    ]
  }

  /** Ends a check of a slow game: what was found stands. */
  cut(wrong: string): void {
    if (this.#isDone) return
    const { ruleset, check } = this.#doing ?? { ruleset: null, check: 'loading' }
    const { doing, advice } = this.#reading ?? {}
    const finding = {
      severity: 'warning',
      wrong,
      found: `it stopped during: ${doing ?? check}; later checks didn't run`,
      place: null,
      trail: null,
      advice: advice
        ? `${advice}. Or allow more time with --decision-seconds`
        : 'use a smaller --matches, or allow more time with --decision-seconds; shorter matches help most',
    } as const
    this.#receive({ ruleset, finding })
    this.#settle()
  }

  /** The thread is lost, which means nothing once there is a result. */
  #fail(wrong: string): void {
    if (this.#isDone) return
    const part = this.#parts[callsIn(this.#memory).part]
    const { ruleset, check } = this.#doing ?? { ruleset: null, check: null }
    const found = part
      ? `in its function ${part.name}`
      : check === null
        ? 'while it is loaded'
        : `during: ${check}`
    const finding = {
      severity: 'error',
      wrong,
      found,
      place: part?.place ?? null,
      trail: null,
      advice: null,
    } as const
    this.#receive({ ruleset, finding })
    this.#settle()
  }
}

function reasonOfEnd(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `it takes more than ${HEAP_MB} MB of memory`
    : `it ends its thread: ${reasonOf(error)}`
}

function errorOf({ file, text, line, column }: Refused): InputError {
  return new InputError(
    file,
    text,
    line === undefined || column === undefined ? null : { file, line, column },
  )
}
