/** Signals that end a command: the first one cleanly, the second one at once. */
import { constants } from 'node:os'
import { SIGNALLED } from '../errors.ts'
import { say } from './output.ts'

/** Closing the terminal ends a run like an interrupt. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof SIGNALS)[number]

/** Listens for signals until `release` is called. */
export class Signals {
  caught: Signal | null = null
  readonly #stop: () => void
  readonly #work: string
  readonly #hear = (signal: NodeJS.Signals): void => this.#take(signal as Signal)

  /** Calls `stop` at the first signal. `work` names what is still finished then. */
  constructor(stop: () => void, work = 'blocks being played') {
    this.#stop = stop
    this.#work = work
    for (const signal of SIGNALS) process.on(signal, this.#hear)
  }

  /** 0 without a signal. */
  get exitCode(): number {
    return this.caught === null ? 0 : SIGNALLED + constants.signals[this.caught]
  }

  release(): void {
    for (const signal of SIGNALS) process.off(signal, this.#hear)
  }

  #take(signal: Signal): void {
    if (this.caught !== null) process.exit(SIGNALLED + constants.signals[signal])
    this.caught = signal
    this.#stop()
    say(`${signal}: stopping after the ${this.#work} (repeat to quit at once)`)
  }
}
