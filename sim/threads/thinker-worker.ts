/** The thread that thinks for a match of people and agents. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import { guardGame, hardenThread } from '../match/guard.ts'
import { type Job, Thinker } from '../playing/thinker.ts'
import { tellLate } from './late.ts'

hardenThread(tellLate)
const { experiment } = workerData as { readonly experiment: Experiment }
if (experiment.source) guardGame(gameNameOf(experiment))
const thinker = Thinker.open(experiment)
let stale = 0

parentPort!.on('message', ({ id, job, from }: { id: number; job?: Job; from?: number }) => {
  if (from !== undefined) stale = from
  if (job) void answer(id, job)
})

async function answer(id: number, job: Job): Promise<void> {
  try {
    const isStale = (): boolean => job.kind !== 'choose' && id < stale
    await (await thinker).think(job, found => parentPort!.postMessage({ id, found }), isStale)
  } catch (error) {
    parentPort!.postMessage({ id, found: { failure: String((error as Error).message) } })
  }
}
