/** Lets any number of errands run side by side, but one that has to be alone. */
export class Gate {
  readonly #inside = new Set<Promise<unknown>>()
  /** Ends when those who were or wanted to be alone so far are done. */
  #closed: Promise<unknown> = Promise.resolve()

  /** Runs an task as soon as nobody inside is, or waits to be, alone; one that is to be `alone` waits until all others have left. */
  async pass<T>(alone: boolean, task: () => Promise<T>): Promise<T> {
    const before = this.#closed
    if (alone) {
      const running = before.then(() => Promise.allSettled(this.#inside)).then(task)
      this.#closed = running.catch(() => {})
      return await running
    }
    await before
    const running = task()
    this.#inside.add(running)
    try {
      return await running
    } finally {
      this.#inside.delete(running)
    }
  }
}
