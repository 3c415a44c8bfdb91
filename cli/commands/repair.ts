/** `evenhand repair`: makes a damaged journal one that is read. */
import { loadGames } from '../../engine/registry/index.ts'
import {
  journalFolders,
  linesText,
  openGamesIn,
  type Repaired,
  repair as repairFolder,
  thousands,
} from '../../library/command.ts'
import type { Declaration } from '../options/declare.ts'
import { positional } from '../options/values.ts'
import { sayWaiting } from '../terminal/folder.ts'
import { print } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'repair DIR',
    'Removes the damaged lines of a journal and keeps a copy of the original. A line may hold many matches. To replay them, rerun the experiment ' +
      'with this folder as --out.',
  ],
  positionals: { folder: { describe: 'run folder, or a folder of its shards' } },
  examples: [['repair runs/big-1a2b3c4d', 'remove the damaged lines']],
  handler: async args => {
    await loadGames()
    await openGamesIn(positional(args, 'folder'))
    for (const dir of journalFolders(positional(args, 'folder')))
      print(repairText(repairFolder(dir, { onWait: sayWaiting(dir) })))
  },
}

function repairText({ dir, lines, dropped, copy, held }: Repaired): string {
  if (held === null)
    return `${dir}: all ${thousands(lines)} lines of its journal are undamaged; nothing to repair`
  return [
    `${dir}: removed ${linesText(dropped)} of the ${thousands(lines)} lines of its journal; the others are kept`,
    `the old journal: ${copy}`,
    held.matches === held.total
      ? 'it still holds all of its matches'
      : `it now holds ${thousands(held.matches)} of ${thousands(held.total)} matches; to play the others, rerun the command that played the run`,
  ].join('\n')
}
