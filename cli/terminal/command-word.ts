/** How this user starts evenhand, for commands in messages. */
import { accessSync, constants, existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { shellWord } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'

/** What to type to start evenhand here. Skips the folder that npx adds to PATH while it runs. */
export function commandWord(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const isInstalled = folders.some(
    folder => basename(folder) !== '.bin' && isExecutable(join(folder, 'evenhand')),
  )
  if (isInstalled) return 'evenhand'
  const clone = join(ROOT, 'bin', 'evenhand')
  if (process.cwd() === ROOT && existsSync(clone)) return 'bin/evenhand'
  return existsSync(clone) ? shellWord(clone) : 'npx evenhand'
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
