/** The games of the user that runs in folders need: loaded before their journals are read. */
import { join } from 'node:path'
import { describeChange, moduleHash } from '../../engine/modules/index.ts'
import { type GameModule, gameName } from '../../engine/registry/index.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import type { JournalHeader } from '../../sim/store/header.ts'
import { headerIn, JOURNAL } from '../../sim/store/journal.ts'
import { GAME_SECONDS, openGame as open } from '../../sim/threads/inspection.ts'
import { journalFolders } from './journals.ts'

/**
 * Loads a shipped game by its id, or one of the user by module path or package, as seen from `base`. A thread
 * looks at a module first, for at most `seconds`. Rejects with an Error that says what is wrong.
 */
export async function openGame(
  name: string,
  base = process.cwd(),
  seconds = GAME_SECONDS,
): Promise<GameModule> {
  return await open(gameName(name, base), seconds)
}

/**
 * Loads the games of the runs in folders, for `readRun`, `statusOf`, `merge`, `report` and `repair`. Rejects
 * with a RefusedError if a module is gone or changed, and otherwise as these do.
 */
export async function openGamesIn(...dirs: readonly string[]): Promise<void> {
  for (const dir of dirs.flatMap(journalFolders)) {
    const header = headerIn(join(dir, JOURNAL))
    if (header?.game === undefined) continue
    refuseChanged(dir, header)
    await open(header.game)
  }
}

function refuseChanged(dir: string, { game: file = '', gameFiles, experiment }: JournalHeader): void {
  let found: string | null = null
  try {
    found = moduleHash(file)
  } catch {
    // It is gone, or cannot be read.
  }
  if (found === experiment.source?.sha256) return
  throw new RefusedError(
    dir,
    `was played with the game module ${file}, ${found === null ? 'which no longer exists' : `and ${describeChange('game', file, gameFiles)} has changed since`}; expected that file unchanged`,
  )
}
