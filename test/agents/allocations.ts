/**
 * How much heap searches use, in a separate process: what V8 compiles depends on everything a process has run. It compiles on the one
 * thread there is, so that a busy machine does not put it off until after the measurement.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
/** Searches that are measured. */
const MEASURED = 15
/** After `warm` searches all of a search is compiled, and its tree as large as it will be. */
const SHORT = { iterations: 500, warm: 250, opening: false }

/** Bytes an iteration below which not every one of them can have put anything on the heap: a number takes 16 there. */
export const LESS_THAN_A_NUMBER = 12

/** Bytes from the heap an iteration of `mcts`, at the decisions of random matches or the opening position, measured by the built benchmark. */
export async function bytesAnIteration(
  game: string,
  ruleset: string,
  { iterations, warm, opening }: typeof SHORT = SHORT,
): Promise<number> {
  const child = fork(`${DIST}/bench/child.js`, [DIST, game, ruleset], {
    execArgv: ['--expose-gc', '--single-threaded'],
  })
  const ask = async (measure: string, options: object): Promise<number> => {
    child.send({ measure, options })
    return (await once(child, 'message'))[0]
  }
  try {
    await once(child, 'message')
    await ask('search', { iterations, searches: warm, opening })
    return (await ask('allocated', { iterations, searches: MEASURED, opening })) / iterations
  } finally {
    child.disconnect()
  }
}
