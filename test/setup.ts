/** Before and after a run of all tests: one folder that theirs are in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests make their folders. */
    folders: string
  }
}

export default function setup(project: TestProject): () => void {
  const folders = mkdtempSync(join(tmpdir(), 'evenhand-tests-'))
  project.provide('folders', folders)
  return () => rmSync(folders, { recursive: true, force: true })
}
