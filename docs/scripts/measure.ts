/** What scripts measure with: the built command, CPU time, and policies that they learn. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'
import { learnAll, type TrainingJob } from '../../library/command.ts'

/** The build, which is ten times as fast as the sources. */
export const DIST = join(ROOT, 'dist')

/** Runs `evenhand` and returns what it prints. Throws an Error with its message unless it ends with 0 or `accepted`. */
export function evenhand(words: readonly string[], { cwd = '.', accepted = 0 } = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, 'cli', 'main.js'), ...words], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0 && status !== accepted) throw new Error(`evenhand ${words.join(' ')}: ${stderr}`)
  return stdout
}

/** What comes of an act, and the CPU seconds of this process that it takes. */
export async function timed<T>(act: () => Promise<T>): Promise<readonly [result: T, seconds: number]> {
  const before = process.cpuUsage()
  const result = await act()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1e6]
}

/** Learns a policy into a file, and returns the CPU seconds. On this thread, since workers cannot load .ts. */
export async function learnInto(
  file: string,
  job: Omit<TrainingJob, 'name' | 'checkpoints'>,
): Promise<number> {
  const [, seconds] = await timed(() =>
    learnAll([{ ...job, name: '', checkpoints: `${file}.rounds` }], {
      threads: 0,
      onLearned: (_, { bytes }) => writeFileSync(file, bytes),
    }),
  )
  return Math.round(seconds)
}
