/** The run that a storm disturbs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAIN } from '../../built.ts'

/** The command, for node. */
export const command: readonly string[] = [MAIN]
/** The run's folder. */
export const OUT = 'run'
const EXPERIMENT = `name: storm
game: elephant-men
matches: 3000
rules: { limits.turns: 10 }
lineups: [{ agents: [random] }]
`
const FILE = 'storm.yaml'
const THREADS = ['--threads', '2']
/** Few matches a chunk, so that there are many moments between two of them, and the journal is compacted twice. */
export const CHUNK_BLOCKS = 10

/** How a run is started. */
export interface Start {
  /** A program that runs node, with its arguments. */
  readonly before?: readonly string[]
  /** Options for node. */
  readonly node?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly out?: string
  readonly seed?: string
  /** Where chunks are played, as options of the command. */
  readonly backend?: readonly string[]
}

export function start(
  cwd: string,
  { before = [], node = [], env = {}, out = OUT, seed = 'storm', backend = THREADS }: Start = {},
): ChildProcess {
  writeFileSync(join(cwd, FILE), EXPERIMENT)
  const args = ['run', FILE, ...backend, '--chunk', String(CHUNK_BLOCKS), '--seed', seed, '--out', out]
  const [program, ...rest] = [...before, process.execPath, ...node, ...command, ...args]
  return spawn(program!, rest, { cwd, env: { ...process.env, ...env } })
}

/** Starts a worker of a queue. */
export function startWorker(cwd: string, url: string, { node = [], env = {} }: Start = {}): ChildProcess {
  const args = [...node, ...command, 'worker', '--redis', url, '--threads', '1']
  return spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' })
}
