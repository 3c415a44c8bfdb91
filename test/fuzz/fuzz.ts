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

/** How many times as many cases as the fast lane the slow one plays; multiplied by FUZZ. */
export function thorough(times: number): number {
  return times * Number(process.env.FUZZ ?? 1)
}

const read = (file: string): Failure[] => JSON.parse(readFileSync(file, 'utf8'))

type Play = (seed: string, index: number) => void | Promise<void>

/** Plays one case. If it fails it is kept, and the error says which it was. */
async function attempt(fuzzer: string, seed: string, index: number, play: Play, file: string): Promise<void> {
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

/**
 * Plays the cases that failed before, then this many, each drawn only from the lane's seed and its own index.
 * A case that fails is kept, and the error says which it was.
 */
export async function fuzz(fuzzer: string, cases: number, play: Play, file = FILE): Promise<void> {
  for (const { seed, index } of read(file).filter(one => one.fuzzer === fuzzer))
    await attempt(fuzzer, seed, index, play, file)
  for (let index = 0; index < cases; index++) await attempt(fuzzer, inject('seed'), index, play, file)
}

/** Plays one case more of the lane's seed, by its index. */
export async function fuzzOnce(fuzzer: string, index: number, play: Play): Promise<void> {
  await attempt(fuzzer, inject('seed'), index, play, FILE)
}
