/** What a thread runs that looks at one module of a game or an agent. */
import { parentPort, workerData } from 'node:worker_threads'
import { LATE, placeIn, placeOfPart, reasonOf, watchCalls } from '../../engine/modules/index.ts'
import { guardGame } from '../match/guard.ts'
import { prepareTrials } from './foreign.ts'
import { type Answer, answerHere, type NamedPart, type Question, STARTED } from './inspection.ts'

const lateError = prepareTrials()

interface Given {
  readonly file: string
  readonly question: Question
  /** In which it shows which function of a game it calls. */
  readonly memory: Int32Array
}

const { file, question, memory } = workerData as Given
// Agents may look at clocks; games may not.
if ('rules' in question) {
  guardGame(file)
  watchCalls(memory, ({ name, call }) => {
    const part: NamedPart = { name, place: placeOfPart(call) }
    parentPort!.postMessage(part)
  })
}

async function answer(asked: Question): Promise<void> {
  let found: Answer
  try {
    found = await answerHere(file, asked)
    const late = 'rules' in asked ? await lateError() : null
    if (late)
      found = { failure: `${placeIn(late.error) ?? `game module ${file}`}: ${reasonOf(late.error)}, ${LATE}` }
  } catch (error) {
    found = { failure: (error as Error).message }
  }
  try {
    parentPort!.postMessage(found)
  } catch (error) {
    // Options may turn out to be anything; they must reach the threads that play.
    const failure = `agent module ${file} cannot be used: its options can't be copied: ${reasonOf(error)}`
    parentPort!.postMessage({ failure })
  }
}

// From now on the time is the module's.
parentPort!.postMessage(STARTED)
// Nothing listens meanwhile: if the module waits for something that cannot happen, node ends the thread and says so.
await answer(question)
parentPort!.on('message', asked => void answer(asked))
