/**
 * Tries modules of games and agents before anything is played, each on its own thread, so that one that hangs
 * or ends its thread is named. Then the main thread loads games, since it compiles rules and reads tallies;
 * it never loads agents.
 */
import { Worker } from 'node:worker_threads'
import { findAgent } from '../../agents/index.ts'
import { type CheckedValue, checkValue, shellWord } from '../../documents/index.ts'
import type { GameFinding } from '../../engine/checks/index.ts'
import {
  callsIn,
  callsMemory,
  isModule,
  placeIn,
  type ReadingStep,
  reasonOf,
  tellReading,
} from '../../engine/modules/index.ts'
import { builtFile } from '../../engine/package.ts'
import { type GameModule, isLoaded, loadGame, watchedGame } from '../../engine/registry/index.ts'
import { processorTimeOrMore } from '../match/processor.ts'
import { tryGame } from '../match/trial.ts'
import { afterSeconds, whenStalled } from './watchdog.ts'

/** Heap of a thread, in megabytes. */
export const HEAP_MB = 1024
/** Seconds for a function of a game, if no experiment says how long a decision may take. */
export const GAME_SECONDS = 10
/** CPU seconds for the reading of a game: a minute, less where a function may take little, and more where it may take longer. */
const READING_SECONDS = 60
const READING_TIMES = 6
/** Node's exit code for a thread whose top-level await can't settle. */
export const EXIT_UNSETTLED = 13
/** Workers can't load .ts: run from the sources, as in tests, modules are tried on the calling thread. */
const IS_BUILT = import.meta.url.endsWith('.js')

/** An agent module's id and games, and what it says of the options given. */
export interface AgentDescription {
  readonly id: string
  readonly games?: readonly string[] | undefined
  readonly options: CheckedValue<unknown>
}

/** Sent when the thread is about to load its module. */
export interface Started {
  /** Its `systemThread`. */
  readonly started: number
}

/**
 * Check options for the module's agents; or play a few matches by rules of its game (null: its defaults) unless
 * they were tried, and check these for this many seconds of CPU time.
 */
export type ModuleQuestion =
  | { readonly options: unknown }
  | { readonly rules: object | null; readonly isTried: boolean; readonly checkSeconds: number }

/** Sent now and then while a game is read. */
export interface ReadingMessage {
  readonly reading: ReadingStep
}

/** A function of a game's author, announced before its first call. */
export interface NamedPart {
  readonly name: string
  readonly place: string | null
}

export interface VariantRules {
  readonly name: string
  readonly rules: object
}

/** Plays a user's game by rules before they are compiled. Rejects with what is wrong with it. */
export type TryRules = (variants: readonly VariantRules[]) => Promise<void>

export type ModuleAnswer = AgentDescription | Played | { readonly failure: string }

/** `seconds`: CPU time that the check took; without one, loading and playing. */
interface Played {
  readonly seconds: number
}

/** Answers a question on this thread. Throws an Error that says what is wrong with the module. */
export async function answerModule(
  file: string,
  question: ModuleQuestion,
): Promise<AgentDescription | Played> {
  if ('options' in question) return await describeAgent(file, question.options)
  let began = processorTimeOrMore()
  const seconds = (): number => (processorTimeOrMore() - began) / 1000
  const game = await loadGame(file)
  const { rules, isTried, checkSeconds } = question
  try {
    if (!isTried) tryGame(() => watchedGame(game.compile(rules ?? {})))
  } catch (error) {
    throw new Error(`${placeIn(error) ?? `game module ${file}`}: ${reasonOf(error)}`)
  }
  if (checkSeconds === 0) return { seconds: seconds() }
  // Only threads that check load the laws.
  const { firstError } = await import('../../engine/checks/index.ts')
  began = processorTimeOrMore()
  const isEnough = (matches: number): boolean => {
    tellReading(() => ({
      doing: `checking random matches: ${matches} so far`,
      advice: 'Shorter matches help most',
    }))
    return seconds() >= checkSeconds
  }
  const error = firstError(game, game.compile(rules ?? {}), { matches: MATCHES, isEnough })
  if (error) throw new Error(refusal(file, error))
  return { seconds: seconds() }
}

/** Most moves shown, the last ones. */
const MOVES_SHOWN = 6

function refusal(file: string, { place, wrong, found, trail }: GameFinding): string {
  const moves = trail?.moves ?? []
  const shown = [...(moves.length > MOVES_SHOWN ? ['...'] : []), ...moves.slice(-MOVES_SHOWN)].join(', ')
  const where = trail === null ? '' : moves.length === 0 ? ', at the start' : `, after ${shown}`
  return `${place ?? `game module ${file}`}: ${wrong}${found === null ? '' : `: ${found}`}${where}; for more: evenhand check-game ${shellWord(file)}`
}

/** Loads an agent's module on this thread. Throws an Error that says what is wrong with it. */
export async function describeAgent(file: string, options: unknown): Promise<AgentDescription> {
  const kind = await findAgent(file)
  return { id: kind.id, games: kind.games, options: checkValue(kind.options, options) }
}

/** Rules that passed, by `trialOf`: a loaded module stays the same in this process. */
const tried = new Set<string>()
/** Rules that were played without the checks: a game's defaults. */
const played = new Set<string>()

/** Random matches that are checked before a run: 95 % sure to show what is wrong in 1 % of all matches. */
const MATCHES = 300
/** CPU time for them, all variants together, and the least of it: a game that takes long to load and to play is checked for less. */
const CHECK_SECONDS = 2
const CHECK_SECONDS_MIN = 0.5

function trialOf(file: string, rules: object): string {
  return JSON.stringify([file, rules])
}

/** Threads that try modules, one for each, until `close`. */
export class Inspection {
  readonly #seconds: number
  readonly #threads = new Map<string, Inspector>()
  /** CPU seconds left for checks; half of them for the rules tried one by one later. */
  #left = 2 * CHECK_SECONDS

  /** `seconds`: time for a module to load or check options, and for each function of a tried game. */
  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** Rejects with an Error that names the module if it can't be described. */
  async inspect(file: string, options: unknown): Promise<AgentDescription> {
    return (await this.#ask(file, { options })) as AgentDescription
  }

  /**
   * Loads a game by its registered name. Before this thread loads a user's game, another plays it by its
   * default rules. Rejects with an Error that names the module, or a place in it, if it can't be loaded or
   * played.
   */
  async openGame(name: string): Promise<GameModule> {
    if (!isModule(name) || isLoaded(name)) return await loadGame(name)
    const { seconds } = (await this.#ask(name, { rules: null, isTried: false, checkSeconds: 0 })) as Played
    this.#left = Math.max(2 * CHECK_SECONDS_MIN, this.#left - seconds)
    const game = await loadGame(name)
    played.add(trialOf(game.source!.file, game.schema.parse({})))
    return game
  }

  /**
   * Plays and checks a user's game by each of these rules that this process hasn't tried, before this thread
   * compiles them. Rejects as `openGame` does, naming the variant if there are several.
   */
  async tryRules({ source }: GameModule, all: readonly VariantRules[]): Promise<void> {
    if (!source) return
    for (const [v, { name, rules }] of all.entries()) {
      const trial = trialOf(source.file, rules)
      if (tried.has(trial)) continue
      const checkSeconds = this.#left / (all.length - v + 1)
      try {
        const { seconds } = (await this.#ask(source.file, {
          rules,
          isTried: played.has(trial),
          checkSeconds,
        })) as Played
        this.#left = Math.max(0, this.#left - seconds)
      } catch (error) {
        throw all.length === 1 ? error : new Error(`${(error as Error).message}; by the rules of ${name}`)
      }
      tried.add(trial)
    }
  }

  async #ask(file: string, question: ModuleQuestion): Promise<ModuleAnswer> {
    if (!IS_BUILT) return await answerModule(file, question)
    tellReading(() => LOADING)
    try {
      const known = this.#threads.get(file)
      if (known) return await known.ask(question)
      const thread = new Inspector(file, question, this.#seconds)
      this.#threads.set(file, thread)
      return await thread.answer()
    } finally {
      tellReading(null)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map(thread => thread.end()))
    this.#threads.clear()
  }
}

const LOADING: ReadingStep = { doing: 'loading its modules', advice: 'Fewer imports help' }

/** A thread with one module, for one question at a time. */
class Inspector {
  readonly #what: 'agent' | 'game'
  readonly #file: string
  readonly #seconds: number
  readonly #worker: Worker
  /** Shows which of the author's functions it is in. */
  readonly #memory = callsMemory()
  readonly #parts: NamedPart[] = []
  /** Why there will be no more answers. */
  #failure: Error | null = null
  #timers: readonly NodeJS.Timeout[] = []
  #thread = 0
  #reading = LOADING
  #settle: (answer: ModuleAnswer | Error) => void = () => {}

  constructor(file: string, question: ModuleQuestion, seconds: number) {
    this.#what = 'options' in question ? 'agent' : 'game'
    this.#file = file
    this.#seconds = seconds
    this.#worker = new Worker(builtFile('sim/threads/inspector.js'), {
      workerData: { file, question, memory: this.#memory },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#worker.on('message', (answer: ModuleAnswer | NamedPart | Started | ReadingMessage) => {
      if ('started' in answer) {
        this.#thread = answer.started
        this.#startTimer()
      } else if ('reading' in answer) {
        this.#reading = answer.reading
        tellReading(() => answer.reading)
      } else if ('place' in answer) this.#parts.push(answer)
      else this.#settle(answer)
    })
    this.#worker.on('error', error => this.#fail(`it ended its thread: ${reasonOf(error)}`))
    this.#worker.on('exit', code =>
      this.#fail(code === EXIT_UNSETTLED ? 'it waits forever' : `it ended its thread with exit code ${code}`),
    )
  }

  ask(question: ModuleQuestion): Promise<ModuleAnswer> {
    if (this.#failure === null) {
      this.#worker.postMessage(question)
      this.#startTimer()
    }
    return this.answer()
  }

  /** The answer to the last question. */
  async answer(): Promise<ModuleAnswer> {
    const answer = await new Promise<ModuleAnswer | Error>(resolve => {
      this.#settle = resolve
      if (this.#failure !== null) resolve(this.#failure)
    })
    this.#stopTimers()
    if (answer instanceof Error) throw answer
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }

  #startTimer(): void {
    const most = Math.max(this.#seconds, Math.min(READING_SECONDS, READING_TIMES * this.#seconds))
    this.#timers = [
      whenStalled(
        this.#memory,
        this.#thread,
        () => this.#seconds,
        late => this.#fail(this.#lateness(late)),
      ),
      afterSeconds(this.#thread, most, () => this.#fail(this.#tooLong(most))),
    ]
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  #tooLong(seconds: number): string {
    const { doing, advice } = this.#reading
    return `reading it took more than ${seconds} s of CPU time, so evenhand stopped while ${doing}. ${advice}. Or allow more time: --decision-seconds ${2 * seconds}`
  }

  #lateness(limit: string): string {
    const part = this.#parts[callsIn(this.#memory).part]
    const what = part ? `${part.name}${part.place === null ? '' : ` at ${part.place}`}` : 'it'
    return `${what} didn't finish within ${limit}; --decision-seconds allows more`
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(
      `${this.#what} module ${this.#file} cannot be ${this.#what === 'agent' ? 'loaded' : 'played'}: ${reason}`,
    )
    this.#settle(this.#failure)
    void this.end()
  }

  async end(): Promise<void> {
    this.#stopTimers()
    await this.#worker.terminate()
  }
}

/** Like `Inspection.openGame`; the module and each of its functions may take `seconds`. */
export async function openGame(name: string, seconds = GAME_SECONDS): Promise<GameModule> {
  const inspection = new Inspection(seconds)
  try {
    return await inspection.openGame(name)
  } finally {
    await inspection.close()
  }
}
