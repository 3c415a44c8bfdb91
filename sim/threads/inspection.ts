/**
 * Looks at modules of games and agents before anything is played, each on a thread of its own: a module that hangs or ends its thread is told by name.
 * The main thread then loads games, since it compiles rules and reads tallies; agents it never loads.
 */
import { Worker } from 'node:worker_threads'
import { findAgent } from '../../agents/index.ts'
import { type CheckedValue, checkValue } from '../../documents/index.ts'
import { callsIn, callsMemory, isModule, placeIn, reasonOf } from '../../engine/modules/index.ts'
import { builtFile } from '../../engine/package.ts'
import { type GameModule, isLoaded, loadGame, watchedGame } from '../../engine/registry/index.ts'
import { tryGame } from '../match/trial.ts'
import { whenStalled } from './watchdog.ts'

/** Heap of a thread, in megabytes. */
export const HEAP_MB = 1024
/** What a function of a game may take where no experiment says how long a decision may. */
export const GAME_SECONDS = 10
/** How node ends a thread that awaits at its top level what can no longer happen. */
export const EXIT_UNSETTLED = 13
/** Threads that load TypeScript there are none: the sources, as tests run them, look at modules on their own thread. */
const IS_BUILT = import.meta.url.endsWith('.js')

/** What a module says of the agents that it makes, and of options for them. */
export interface AgentDescription {
  readonly id: string
  readonly games?: readonly string[]
  readonly options: CheckedValue<unknown>
}

/** What an inspecting thread says when it is about to load its module. */
export const STARTED = 'started'

/** What an inspecting thread is asked of its module: to check options for its agents, or to play by rules of its game, its defaults for null. */
export type ModuleQuestion = { readonly options: unknown } | { readonly rules: object | null }

/** A function of a game's author, as a thread says it before it is called first. */
export interface NamedPart {
  readonly name: string
  readonly place: string | null
}

/** Rules by the name of their variant. */
export interface VariantRules {
  readonly name: string
  readonly rules: object
}

/** An answer of an inspecting thread; that a game can be played says nothing. */
export type ModuleAnswer = AgentDescription | { readonly played: true } | { readonly failure: string }

/** Answers a question on this thread. Throws an Error that says what is wrong with the module. */
export async function answerModule(
  file: string,
  question: ModuleQuestion,
): Promise<AgentDescription | { played: true }> {
  if ('options' in question) return await describeAgent(file, question.options)
  const game = await loadGame(file)
  try {
    tryGame(() => watchedGame(game.compile(question.rules ?? {})))
  } catch (error) {
    const place = placeIn(error)
    throw new Error(`${place === null ? `game module ${file}` : place}: ${reasonOf(error)}`)
  }
  return { played: true }
}

/** Loads a module here, and checks options for its agents. Throws an Error that says what is wrong with the module. */
export async function describeAgent(file: string, options: unknown): Promise<AgentDescription> {
  const kind = await findAgent(file)
  return {
    id: kind.id,
    ...(kind.games ? { games: kind.games } : {}),
    options: checkValue(kind.options, options),
  }
}

/** What was played well, by `trialOf`: like a module that is loaded, it stays as it is in this process. */
const tried = new Set<string>()

function trialOf(file: string, rules: object): string {
  return JSON.stringify([file, rules])
}

/** Threads that look at modules, one for each, until `close` is called. */
export class Inspection {
  readonly #seconds: number
  readonly #threads = new Map<string, Inspector>()

  /** `seconds` is what a module may take to load, or to check options, and each function of a game that is tried out. */
  constructor(seconds: number) {
    this.#seconds = seconds
  }

  /** What the module at an absolute path says. Rejects with an Error that names it if that cannot be found out. */
  async inspect(file: string, options: unknown): Promise<AgentDescription> {
    return (await this.#ask(file, { options })) as AgentDescription
  }

  /**
   * Loads a game by what the registry knows it by; one of the user on this thread only after another has played it by its default rules. Rejects
   * with an Error that names the module, or a place in it, if it cannot be loaded or played.
   */
  async openGame(name: string): Promise<GameModule> {
    const isNew = isModule(name) && !isLoaded(name)
    if (isNew) await this.#ask(name, { rules: null })
    const game = await loadGame(name)
    const defaults = isNew ? game.schema.safeParse({}) : null
    if (defaults?.success) tried.add(trialOf(name, defaults.data as object))
    return game
  }

  /**
   * Plays a game of the user by each of these rules, unless this process did, before this thread compiles them. Rejects as `openGame` does; where there are several, it says
   * by whose rules.
   */
  async tryRules({ source }: GameModule, all: readonly VariantRules[]): Promise<void> {
    if (!source) return
    for (const { name, rules } of all) {
      const trial = trialOf(source.file, rules)
      if (tried.has(trial)) continue
      try {
        await this.#ask(source.file, { rules })
      } catch (error) {
        throw all.length === 1 ? error : new Error(`${(error as Error).message}; by the rules of ${name}`)
      }
      tried.add(trial)
    }
  }

  async #ask(file: string, question: ModuleQuestion): Promise<ModuleAnswer> {
    if (!IS_BUILT) return await answerModule(file, question)
    const known = this.#threads.get(file)
    if (known) return await known.ask(question)
    const thread = new Inspector(file, question, this.#seconds)
    this.#threads.set(file, thread)
    return await thread.answer()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map(thread => thread.end()))
    this.#threads.clear()
  }
}

/** A thread with one module. One question at a time. */
class Inspector {
  readonly #what: 'agent' | 'game'
  readonly #file: string
  readonly #seconds: number
  readonly #worker: Worker
  /** In which function of the author's it is, by their number. */
  readonly #memory = callsMemory()
  readonly #parts: NamedPart[] = []
  /** Why there will be no more answers. */
  #failure: Error | null = null
  #timer: NodeJS.Timeout | undefined
  #settle: (answer: ModuleAnswer | Error) => void = () => {}

  /** Asks at once. */
  constructor(file: string, question: ModuleQuestion, seconds: number) {
    this.#what = 'options' in question ? 'agent' : 'game'
    this.#file = file
    this.#seconds = seconds
    this.#worker = new Worker(builtFile('sim/threads/inspector.js'), {
      workerData: { file, question, memory: this.#memory },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#worker.on('message', (answer: ModuleAnswer | NamedPart | typeof STARTED) => {
      if (answer === STARTED) this.#startTimer()
      else if ('place' in answer) this.#parts.push(answer)
      else this.#settle(answer)
    })
    this.#worker.on('error', error => this.#fail(`it ended its thread: ${reasonOf(error)}`))
    this.#worker.on('exit', code =>
      this.#fail(
        code === EXIT_UNSETTLED
          ? 'it waits for something that never happens'
          : `it ended its thread with exit code ${code}`,
      ),
    )
  }

  ask(question: ModuleQuestion): Promise<ModuleAnswer> {
    if (this.#failure === null) {
      this.#worker.postMessage(question)
      this.#startTimer()
    }
    return this.answer()
  }

  /** The answer to the question that was asked last. */
  async answer(): Promise<ModuleAnswer> {
    const answer = await new Promise<ModuleAnswer | Error>(resolve => {
      this.#settle = resolve
      if (this.#failure !== null) resolve(this.#failure)
    })
    clearInterval(this.#timer)
    if (answer instanceof Error) throw answer
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }

  #startTimer(): void {
    this.#timer = whenStalled(
      this.#memory,
      () => this.#seconds,
      () => this.#fail(this.#lateness()),
    )
  }

  #lateness(): string {
    const late = `it is not done after ${this.#seconds} s`
    const part = this.#parts[callsIn(this.#memory).part]
    if (!part) return late
    return `${late}, in its function ${part.name}${part.place === null ? '' : ` at ${part.place}`}`
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(
      `${this.#what} module ${this.#file} cannot be ${this.#what === 'agent' ? 'loaded' : 'played'}: ${reason}`,
    )
    this.#settle(this.#failure)
    void this.end()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#worker.terminate()
  }
}

/** Loads a game as `Inspection.openGame` does; its module and each of its functions may take `seconds`. */
export async function openGame(name: string, seconds = GAME_SECONDS): Promise<GameModule> {
  const inspection = new Inspection(seconds)
  try {
    return await inspection.openGame(name)
  } finally {
    await inspection.close()
  }
}
