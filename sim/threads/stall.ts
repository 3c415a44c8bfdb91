/** Tells a thread that hangs from one that takes its time: as long as it calls the author's functions, it goes on. */
import { callsIn } from '../../engine/modules/index.ts'

/** How often a thread is looked at, in milliseconds. */
const LOOK_MS = 200

/**
 * Calls `onStall`, with the seconds that passed, each time a thread which counts its calls in `memory` has made none for longer than `limit` says. Looks are counted, not the clock,
 * so a machine that is busy elsewhere gives the thread more time. Until it is cleared.
 */
export function whenStalled(
  memory: Int32Array,
  limit: () => number,
  onStall: (seconds: number) => void,
): NodeJS.Timeout {
  let seen = callsIn(memory).calls
  let looks = 0
  return setInterval(() => {
    const { calls } = callsIn(memory)
    looks = calls === seen ? looks + 1 : 0
    seen = calls
    const seconds = (LOOK_MS * looks) / 1000
    if (seconds > limit()) onStall(Math.round(seconds))
  }, LOOK_MS)
}

/** Calls `onEnd`, once, after so many seconds, of which looks are counted. Until it is cleared. */
export function afterLooks(seconds: number, onEnd: () => void): NodeJS.Timeout {
  let looks = 0
  return setInterval(() => {
    if (++looks === Math.ceil((1000 * seconds) / LOOK_MS)) onEnd()
  }, LOOK_MS)
}
