/** `evenhand merge`: the journals of a run's shards, reported on together. */

import { loadGames } from '../../engine/registry/index.ts'
import {
  consoleReport,
  type Merged,
  merge as mergeRuns,
  openGamesIn,
  pageFile,
  type RunResult,
  summaryDocument,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import type { Declaration } from '../options/declare.ts'
import { jsonOption, quietOption, RESULT_KEYS, text, valued } from '../options/options.ts'
import { grouped, print, printJson, say, styleOf } from '../terminal/output.ts'
import { waitingFor } from '../terminal/waiting.ts'

export const merge: Declaration = {
  usage: [
    'merge DIR ... [options]',
    'Adds up the journals of folders of one run, each block once, and writes the reports that one machine would have ' +
      'written. A folder may hold the folders of shards.',
  ],
  positionals: { folders: { describe: 'folders of runs, or of their shards' } },
  options: {
    out: valued('folder for the journal and the reports', 'runs/NAME-HASH'),
    json: jsonOption(RESULT_KEYS),
    quiet: quietOption,
  },
  examples: [
    ['merge runs/big-1a2b3c4d', 'all its shards'],
    ['merge a/shard-* b/shard-* --out all', 'from several places'],
  ],
  handler: async args => {
    await loadGames()
    const dirs = (args.folders as readonly unknown[]).map(String)
    await openGamesIn(...dirs)
    const quiet = args.quiet === true
    const out = text(args, 'out')
    const { dir, result, folders, missing } = await mergeRuns(dirs, {
      ...(out === undefined ? {} : { out }),
      label: '--out',
      ...(quiet ? {} : { onWait: waitingFor(out ?? 'the merged folder') }),
    })
    if (!quiet)
      for (const { dir: part, repeated } of folders)
        if (repeated > 0)
          say(`${part}: skipped ${grouped(repeated)} of its chunks, whose blocks are counted already`)
    if (args.json === true) printJson(summaryDocument(result))
    else {
      print(consoleReport(result, { ...styleOf(process.stdout), files: true }).trimEnd())
      print(`\nreports: ${dir}\npage: ${pageFile(dir)}`)
    }
    for (const line of missingLines(result, missing)) say(line)
    process.exitCode = result.complete ? EXIT.done : EXIT.failed
  },
}

/** Gaps of a line-up that are listed. */
const GAPS_SHOWN = 5

/** The missing blocks, one line for every line-up that lacks some. */
function missingLines({ experiment }: RunResult, missing: Merged['missing']): string[] {
  return experiment.lineups.flatMap(({ name, blocks }, l) => {
    const gaps = missing[l]!
    if (gaps.length === 0) return []
    const shown = gaps
      .slice(0, GAPS_SHOWN)
      .map(({ from, to }) => (to - from === 1 ? `${from}` : `${from}-${to - 1}`))
    const more = gaps.length > shown.length ? ', ...' : ''
    return [
      `${name}: blocks ${shown.join(', ')}${more} of 0-${blocks - 1} are missing: evenhand run with this --out plays them`,
    ]
  })
}
