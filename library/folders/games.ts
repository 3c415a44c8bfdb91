/** The games of what lies in folders: modules of the user are to be loaded before their journals are read. */
import { join } from 'node:path'
import { describeChange, moduleHash } from '../../engine/modules/index.ts'
import { type GameModule, gameName } from '../../engine/registry/index.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import type { JournalHeader } from '../../sim/store/header.ts'
import { JOURNAL, journalLines } from '../../sim/store/journal.ts'
import { GAME_SECONDS, openGame as open } from '../../sim/threads/inspection.ts'
import { journalFolders } from './journals.ts'

/**
 * Loads a game: one that ships by its id, one of the user by the path of its module or by its package, seen from the folder `base`. A module is looked at
 * on a thread of its own before, where it may take `seconds`. Rejects with an Error that says what is wrong.
 */
export async function openGame(
  name: string,
  base = process.cwd(),
  seconds = GAME_SECONDS,
): Promise<GameModule> {
  return await open(gameName(name, base), seconds)
}

/**
 * Loads the games of the user that the runs in folders were played with, so that `readRun`, `statusOf`, `merge`, `report` and `repair` can read them.
 * Rejects with a RefusedError if the module of one is gone or has changed, and otherwise as these do.
 */
export async function openGamesIn(...dirs: readonly string[]): Promise<void> {
  for (const dir of dirs.flatMap(journalFolders)) {
    const header = headerIn(join(dir, JOURNAL))
    if (header?.game === undefined) continue
    refuseChanged(dir, header)
    await open(header.game)
  }
}

function headerIn(file: string): JournalHeader | null {
  for (const part of journalLines(file)) return 'header' in part ? part.header : null
  return null
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
    `was played with the game module ${file}, ${found === null ? 'which is gone' : `and ${describeChange('game', file, gameFiles)} has changed since`}, expected that file as it was`,
  )
}
