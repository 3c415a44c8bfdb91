/** Checks a game, one of the user's above all, on a thread of its own: one that hangs, ends its thread or fills its memory is told so. */
import { Worker } from 'node:worker_threads'
import { InputError } from '../../documents/index.ts'
import type { GameFinding } from '../../engine/checks/index.ts'
import { callsIn, callsMemory, reasonOf } from '../../engine/modules/index.ts'
import { builtFile } from '../../engine/package.ts'
import { EXIT_UNSETTLED, HEAP_MB, type NamedPart } from './inspection.ts'
import { afterTicks, whenStalled } from './watchdog.ts'

/** What is to be checked. */
export interface Exam {
  /** What the registry knows the game by. */
  readonly game: string
  /** A rule set by name or path, and keys that are changed on top of it; all rule sets of the game for null and none. */
  readonly ruleset: string | null
  readonly changes: Readonly<Record<string, unknown>>
  /** The folder that paths of rule sets are relative to. */
  readonly base: string
  /** Random matches that each law is checked on. */
  readonly matches: number
}

/** What was found about a game by one of its rule sets; those findings have no rule set that keep it from being loaded. */
export interface Examined {
  readonly ruleset: string | null
  readonly finding: GameFinding
}

/** An InputError, as threads can send it. */
export type Refused = Pick<InputError, 'file' | 'text' | 'line' | 'column'>

/** What a thread says of its check. */
export type News =
  /** From now on the time is the module's. */
  | { readonly started: true }
  | { readonly part: NamedPart }
  | { readonly game: string; readonly rulesets: readonly string[] }
  | { readonly ruleset: string | null; readonly check: string }
  | { readonly ruleset: string | null; readonly finding: GameFinding }
  | { readonly done: true }
  | { readonly refused: Refused }

/** How a check went. */
export interface Examination {
  /** The game's id, and the rule sets that were checked; null if the game could not be loaded. */
  readonly game: string | null
  readonly rulesets: readonly string[]
  readonly findings: readonly Examined[]
}

/** How many times as long a check of ours may go without a call of the author's functions. */
const OWN_TIMES = 12

/** How many times as long a whole check may take, for each so many matches. */
const CHECK_TIMES = 30
const CHECK_MATCHES = 20

/** How long a check may take, in seconds, where a function of the game may take `seconds`. */
export function checkSeconds(seconds: number, matches: number): number {
  return CHECK_TIMES * seconds * Math.ceil(matches / CHECK_MATCHES)
}

/** Checks a game. A function of its author may take `seconds`. Rejects with an InputError for a rule set or keys that were asked for and are none. */
export async function examine(
  exam: Exam,
  seconds: number,
  onNews: (news: News) => void = () => {},
): Promise<Examination> {
  const examiner = new Examiner(exam, seconds, onNews)
  try {
    return await examiner.result
  } finally {
    await examiner.end()
  }
}

/** The thread of one check, seen from outside. */
class Examiner {
  readonly result: Promise<Examination>
  readonly #seconds: number
  readonly #onNews: (news: News) => void
  readonly #worker: Worker
  readonly #memory = callsMemory()
  readonly #parts: NamedPart[] = []
  readonly #findings: Examined[] = []
  #about: Pick<Examination, 'game' | 'rulesets'> = { game: null, rulesets: [] }
  #doing: { readonly ruleset: string | null; readonly check: string } | null = null
  #isDone = false
  #timers: readonly NodeJS.Timeout[] = []
  readonly #most: number
  #settle: (refused?: InputError) => void = () => {}

  constructor(exam: Exam, seconds: number, onNews: (news: News) => void) {
    this.#seconds = seconds
    this.#most = checkSeconds(seconds, exam.matches)
    this.#onNews = onNews
    this.result = new Promise((resolve, reject) => {
      this.#settle = refused => {
        this.#isDone = true
        if (refused) reject(refused)
        else resolve({ ...this.#about, findings: this.#findings })
      }
    })
    this.#worker = new Worker(builtFile('sim/threads/examiner.js'), {
      workerData: { exam, memory: this.#memory },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#worker.on('message', (news: News) => this.#hear(news))
    this.#worker.on('error', error => this.#fail(reasonOfEnd(error)))
    this.#worker.on('exit', code => {
      if (code === EXIT_UNSETTLED) this.#fail('it waits for something that never happens')
      else this.#fail(`it ends its thread, with exit code ${code}`)
    })
  }

  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#worker.terminate()
  }

  #hear(news: News): void {
    if ('started' in news) this.#watch()
    else if ('part' in news) this.#parts.push(news.part)
    else if ('game' in news) this.#about = news
    else if ('check' in news) this.#doing = news
    else if ('finding' in news) this.#findings.push(news)
    else if ('refused' in news) this.#settle(errorOf(news.refused))
    else this.#settle()
    this.#onNews(news)
  }

  /** Ends the check once no function of the author's has been called for too long. */
  #watch(): void {
    const limit = (): number =>
      (callsIn(this.#memory).part < 0 && this.#doing ? OWN_TIMES : 1) * this.#seconds
    this.#timers = [
      whenStalled(this.#memory, limit, waited => this.#fail(`it hangs: it is not done after ${waited} s`)),
      afterTicks(this.#most, () => this.#cut()),
    ]
  }

  /** Ends a check that takes too long of a game that goes on: what was found stands. */
  #cut(): void {
    if (this.#isDone) return
    const { ruleset, check } = this.#doing ?? { ruleset: null, check: 'loading' }
    const finding = {
      severity: 'warning',
      wrong: `the check was ended after ${this.#most} s, before it was done`,
      found: `during: ${check}; what comes after was not looked at`,
      place: null,
      trail: null,
      advice: 'fewer --matches take less time, --decision-seconds gives it more; shorter matches help most',
    } as const
    this.#hear({ ruleset, finding })
    this.#settle()
  }

  /** The thread is of no more use. Once there is a result, its end says nothing. */
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
    this.#hear({ ruleset, finding })
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
