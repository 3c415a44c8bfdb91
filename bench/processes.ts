/** Builds side by side, each in its own process: they take turns at the same work. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bencher } from './bencher.ts'
import type { Measure } from './child.ts'

type Options<M extends Measure> = Bencher[M] extends (options: infer O) => unknown ? O : undefined
type Answer<M extends Measure> = Awaited<Bencher[M] extends (...args: never) => infer R ? R : Bencher[M]>

/** A process that measures one game of one build. */
export class BenchProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(dist: string, game: string, ruleset: string): Promise<BenchProcess> {
    const child = fork(join(import.meta.dirname, 'child.js'), [dist, game, ruleset], {
      execArgv: ['--expose-gc'],
    })
    const one = new BenchProcess(child)
    await one.#answer()
    return one
  }

  /** Rejects with an Error if the process ends, after it has said why. */
  async #answer(): Promise<unknown> {
    const ended = new AbortController()
    try {
      return await Promise.race([
        once(this.#child, 'message', { signal: ended.signal }).then(([answer]) => answer),
        once(this.#child, 'exit', { signal: ended.signal }).then(() => {
          throw new Error('a measuring process has ended')
        }),
      ])
    } finally {
      ended.abort()
    }
  }

  async ask<M extends Measure>(measure: M, options?: Options<M>): Promise<Answer<M>> {
    this.#child.send({ measure, options })
    return (await this.#answer()) as Answer<M>
  }

  stop(): void {
    this.#child.disconnect()
  }
}

/** Asks every process in turn, in each round in the opposite order; returns the answers by process. */
export async function takeTurns<M extends Measure>(
  processes: readonly BenchProcess[],
  rounds: number,
  measure: M,
  options: Options<M>,
): Promise<Answer<M>[][]> {
  const answers: Answer<M>[][] = processes.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < processes.length; i++) {
      const p = round % 2 === 0 ? i : processes.length - 1 - i
      answers[p]!.push(await processes[p]!.ask(measure, options))
    }
  return answers
}
