/** Before and after a run of a lane: the folder that its tests make theirs in, and its random seed. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests make their folders. */
    folders: string
    /** What random cases are drawn from: in the slow lane another text every time, and SEED=text repeats a run. */
    seed: string
    /** Whether the lane is the slow one, of files that are in both. */
    isSlow: boolean
  }
}

export default function setup(project: TestProject): () => void {
  const folders = mkdtempSync(join(tmpdir(), 'evenhand-tests-'))
  project.provide('folders', folders)
  const isSlow = project.name === 'slow'
  const seed = isSlow ? (process.env.SEED ?? randomBytes(4).toString('hex')) : 'fuzz'
  project.provide('seed', seed)
  project.provide('isSlow', isSlow)
  if (isSlow) console.log(`SEED=${seed} npm run test:slow repeats this run`)
  return () => rmSync(folders, { recursive: true, force: true })
}
