/** The run that a storm disturbs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { MAIN } from '../../built.ts'

/** The command, for node. */
export const command: readonly string[] = [MAIN]
/** The run's folder. */
export const OUT = 'run'
const ARGS = ['play', 'elephant-men', '--rules', 'limits.turns=10', '--matches', '3000', '--threads', '2']
/** Few matches a chunk, so that there are many moments between two of them. */
const CHUNK = ['--chunk', '40']

/** How a run is started. */
export interface Start {
  /** A program that runs node, with its arguments. */
  readonly before?: readonly string[]
  /** Options for node. */
  readonly node?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly out?: string
  readonly seed?: string
}

export function start(
  cwd: string,
  { before = [], node = [], env = {}, out = OUT, seed = 'storm' }: Start = {},
): ChildProcess {
  const [program, ...args] = [...before, process.execPath, ...node, ...command, ...ARGS, ...CHUNK]
  return spawn(program!, [...args, '--seed', seed, '--out', out], { cwd, env: { ...process.env, ...env } })
}
