/** Fuzzing: what cases are drawn from, how many there are, and those that failed once. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

/** A case that failed, in failures.json until it is a test with a name. The fast lane plays all of them again. */
interface Failure {
  readonly fuzzer: string
  readonly seed: string
  readonly index: number
}

const FILE = fileURLToPath(new URL('failures.json', import.meta.url))

/** How many times the cases of the fast lane the slow one plays: so many, and FUZZ times as many of these. */
export function thorough(times: number): number {
  return times * Number(process.env.FUZZ ?? 1)
}

const read = (file: string): Failure[] => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Plays so many cases, each drawn from the lane's seed and its own index alone, and before them those that failed once.
 * A case that fails is kept, and the error says which it was.
 */
export async function fuzz(
  fuzzer: string,
  cases: number,
  play: (seed: string, index: number) => void | Promise<void>,
  file = FILE,
): Promise<void> {
  const attempt = async (seed: string, index: number): Promise<void> => {
    try {
      await play(seed, index)
    } catch (error) {
      const others = read(file).filter(
        one => !(one.fuzzer === fuzzer && one.seed === seed && one.index === index),
      )
      writeFileSync(file, `${JSON.stringify([...others, { fuzzer, seed, index }], null, 2)}\n`)
      if (error instanceof Error) error.message = `${fuzzer}, case ${index} of ${seed}: ${error.message}`
      throw error
    }
  }
  for (const { seed, index } of read(file).filter(one => one.fuzzer === fuzzer)) await attempt(seed, index)
  for (let index = 0; index < cases; index++) await attempt(inject('seed'), index)
}
