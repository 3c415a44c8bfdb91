/** The thread that tries one module of a game or an agent. */
import { parentPort, workerData } from 'node:worker_threads'
import { LATE, placeIn, placeOfPart, reasonOf, watchCalls } from '../../engine/modules/index.ts'
import { guardGame, hardenTrialThread } from '../match/guard.ts'
import { systemThread } from '../match/processor.ts'
import {
  answerModule,
  type ModuleAnswer,
  type ModuleQuestion,
  type NamedPart,
  type ReadingMessage,
  type Started,
} from './inspection.ts'
import { postReadings } from './readings.ts'

const lateError = hardenTrialThread()

interface Given {
  readonly file: string
  readonly question: ModuleQuestion
  /** Shows which function of a game the thread is in. */
  readonly memory: Int32Array
}

const { file, question, memory } = workerData as Given
// Agents may read clocks; games may not.
if ('rules' in question) {
  guardGame(file)
  postReadings(reading => parentPort!.postMessage({ reading } satisfies ReadingMessage))
  watchCalls(memory, ({ name, call }) => {
    const part: NamedPart = { name, place: placeOfPart(call) }
    parentPort!.postMessage(part)
  })
}

async function answer(asked: ModuleQuestion): Promise<void> {
  let found: ModuleAnswer
  try {
    found = await answerModule(file, asked)
    const late = 'rules' in asked ? await lateError() : null
    if (late)
      found = { failure: `${placeIn(late.error) ?? `game module ${file}`}: ${reasonOf(late.error)}, ${LATE}` }
  } catch (error) {
    found = { failure: (error as Error).message }
  }
  try {
    parentPort!.postMessage(found)
  } catch (error) {
    // Options may be anything; they must reach the threads that play.
    const failure = `agent module ${file} cannot be used: its options can't be copied: ${reasonOf(error)}`
    parentPort!.postMessage({ failure })
  }
}

// From now on the module's time counts.
parentPort!.postMessage({ started: systemThread() } satisfies Started)
// Nothing listens meanwhile: if the module waits for something that can't happen, node ends the thread and
// says so.
await answer(question)
parentPort!.on('message', asked => void answer(asked))
