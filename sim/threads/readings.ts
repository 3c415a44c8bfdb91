/** Sends the main thread what a thread that reads a game is doing, now and then. */
import { onReading, type ReadingStep, realNow } from '../../engine/modules/index.ts'

const EVERY_MS = 200

export function postReadings(post: (step: ReadingStep) => void): void {
  let last = realNow()
  onReading(news => {
    const now = realNow()
    if (news === null || now - last < EVERY_MS) return
    last = now
    post(news())
  })
}
