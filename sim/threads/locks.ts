/** A readers-writer lock for tasks, in which waiting exclusive tasks go first. */
export class ExclusiveLock {
  readonly #running = new Set<Promise<unknown>>()
  /** Settles when all exclusive tasks so far are done. */
  #exclusive: Promise<unknown> = Promise.resolve()

  /**
   * Runs a task once no exclusive task is running or waiting; an exclusive one once all others are done, too.
   * Resolves or rejects as the task does.
   */
  async run<T>(exclusive: boolean, task: () => Promise<T>): Promise<T> {
    const before = this.#exclusive
    if (exclusive) {
      const result = before.then(() => Promise.allSettled(this.#running)).then(task)
      this.#exclusive = result.catch(() => {})
      return await result
    }
    await before
    const result = task()
    this.#running.add(result)
    try {
      return await result
    } finally {
      this.#running.delete(result)
    }
  }
}

/** Lets in a number of tasks at once; the others wait in order of arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** Resolves once a place is free, and takes it. */
  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  /** Gives the place to whoever has waited longest. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
