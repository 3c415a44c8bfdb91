/** A thread that thinks, as the main thread sees it; from source, the main thread thinks itself. */
import { Worker } from 'node:worker_threads'
import type { Seat } from '../../engine/contract/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import { builtFile } from '../../engine/package.ts'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import { type Job, PLAYERS, Thinker, type Thought } from '../playing/thinker.ts'
import { printLate } from './late.ts'
import { modulesIn, START_SECONDS, secondsPerDecision } from './limits.ts'

const IS_BUILT = import.meta.url.endsWith('.js')

export class Thoughts {
  readonly #experiment: Experiment
  readonly #worker: Worker | null
  readonly #thinker: Promise<Thinker> | null
  readonly #waiting = new Map<
    number,
    { readonly kind: Job['kind']; readonly tell: (found: Thought) => void }
  >()
  #next = 1
  #stale = 0
  /** Why the thread is gone. */
  #failure: string | null = null

  constructor(experiment: Experiment) {
    this.#experiment = experiment
    this.#thinker = IS_BUILT ? null : Thinker.open(experiment)
    this.#thinker?.catch(() => {})
    this.#worker = IS_BUILT
      ? new Worker(builtFile('sim/threads/thinker-worker.js'), { workerData: { experiment } })
      : null
    const modules = [...(experiment.source ? [gameNameOf(experiment)] : []), ...modulesIn(experiment)]
    this.#worker?.on('message', (message: { id?: number; found?: Thought }) => {
      if (message.id === undefined) printLate(message, modules)
      else this.#heard(message.id, message.found!)
    })
    this.#worker?.on('error', error => this.#fail(reasonOf(error)))
    this.#worker?.on('exit', () => this.#fail('its thread ended'))
  }

  /** Asks, and reports every finding. */
  ask(job: Job, tell: (found: Thought) => void): void {
    const id = this.#next++
    if (this.#worker) {
      this.#waiting.set(id, { kind: job.kind, tell })
      if (this.#failure !== null) this.#fail(this.#failure)
      else this.#worker.postMessage({ id, job })
      if (job.kind === 'choose') this.#limit(id, job.seat)
    } else
      void this.#thinker!.then(thinker =>
        thinker.think(job, tell, () => job.kind !== 'choose' && id < this.#stale),
      ).catch(error => tell({ failure: reasonOf(error) }))
  }

  #heard(id: number, found: Thought): void {
    const waiting = this.#waiting.get(id)
    // A choice has one answer; hints and evaluations end with `drop`.
    if (waiting?.kind === 'choose') this.#waiting.delete(id)
    waiting?.tell(found)
  }

  /** Ends hints and evaluations that were asked for. */
  drop(): void {
    this.#stale = this.#next
    for (const [id, { kind }] of this.#waiting) if (kind !== 'choose') this.#waiting.delete(id)
    this.#worker?.postMessage({ id: 0, from: this.#stale })
  }

  async close(): Promise<void> {
    this.drop()
    this.#worker?.removeAllListeners('exit')
    await this.#worker?.terminate()
  }

  /** Ends the thread if the answer of a seat takes too long. */
  #limit(id: number, seat: Seat): void {
    const participant = this.#experiment.lineups[PLAYERS]!.participants[seat]!
    const seconds = secondsPerDecision(this.#experiment, participant)
    if (!Number.isFinite(seconds)) return
    const end = (): void => {
      if (!this.#waiting.has(id)) return
      this.#fail(`${participant.label} took more than ${seconds} s (--decision-seconds)`)
      void this.#worker?.terminate()
    }
    setTimeout(end, 1000 * (seconds + START_SECONDS)).unref()
  }

  #fail(reason: string): void {
    this.#failure ??= reason
    for (const { tell } of this.#waiting.values()) tell({ failure: this.#failure })
    this.#waiting.clear()
  }
}
