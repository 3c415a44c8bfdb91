/** What a thread runs that checks a game. */
import { parentPort, workerData } from 'node:worker_threads'
import { isModule } from '../../engine/modules/index.ts'
import { guardGame, hardenTrialThread } from '../match/guard.ts'
import { examineHere } from './exam.ts'
import type { Exam, News } from './examination.ts'

const lateError = hardenTrialThread()
const { exam, memory } = workerData as { readonly exam: Exam; readonly memory: Int32Array }
if (isModule(exam.game)) guardGame(exam.game)
const tell = (news: News): void => parentPort!.postMessage(news)
tell({ started: true })
await examineHere(exam, memory, lateError, tell)
