/** Late errors of timers and promises in user modules: they change no result and are reported once. */
import { parentPort } from 'node:worker_threads'
import { isNewLate, LATE, placeIn, reasonOf } from '../../engine/modules/index.ts'
import type { LateError } from '../match/guard.ts'

/** Different errors that a thread tells. */
const TOLD_MAX = 20

interface Late {
  readonly late: { readonly place: string | null; readonly reason: string }
}

const told = new Set<string>()

/** Tells the main thread of an error on this thread. */
export function tellLate({ error }: LateError): void {
  const late = { place: placeIn(error), reason: reasonOf(error) }
  if (isNew(late)) parentPort?.postMessage({ late } satisfies Late)
}

/** Prints what a thread told. `modules` are those that it may come from. */
export function printLate(message: unknown, modules: readonly string[]): void {
  if (typeof message !== 'object' || message === null || !('late' in message)) return
  const { late } = message as Late
  if (!isNewLate(late.place ?? late.reason)) return
  const from = late.place ?? `${modules.length === 1 ? '' : 'one of '}${modules.join(', ')}`
  process.stderr.write(`evenhand: ${from}: ${late.reason}, ${LATE}; it changes no result\n`)
}

function isNew(late: Late['late']): boolean {
  const key = JSON.stringify(late)
  if (told.has(key) || told.size === TOLD_MAX) return false
  told.add(key)
  return true
}
