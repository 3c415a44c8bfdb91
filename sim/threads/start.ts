/** Starts threads. They are Piscina's; beside them only modules of agents are looked at on threads of their own (inspection.ts). */
import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { builtFile } from '../../engine/package.ts'

/** Time that threads have to end by themselves after the last task. */
const CLOSE_MS = 10_000
/** Heap of a thread, in megabytes. Typed arrays lie outside it: the watchdog guards those. */
const HEAP_MB = 1024

/** A pool of threads that load a file of this folder, each with `data`. They load the built one: threads cannot load TypeScript. */
export function startThreads<Task, Result>(
  file: string,
  threads: number,
  data: object,
): Piscina<Task, Result> {
  // Node 20 aborts now and then when a thread ends while V8 optimizes its code in the background, which short runs make likely
  // (node::NodePlatform::ForIsolate, "data.first"). Threads made from here on optimize it themselves, which takes no longer.
  setFlagsFromString('--no-concurrent-recompilation')
  return new Piscina<Task, Result>({
    filename: builtFile(`sim/threads/${file}`),
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    closeTimeout: CLOSE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    workerData: data,
  })
}
