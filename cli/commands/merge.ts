/** `evenhand merge`: the journals of a run's shards, reported on together. */
import { loadGames } from '../../engine/registry/index.ts'
import {
  consoleReport,
  consoleSummary,
  counted,
  type Merged,
  merge as mergeRuns,
  openGamesIn,
  pageFile,
  type RunResult,
  summaryDocument,
  thousands,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, jsonOption, valueOption } from '../options/declare.ts'
import { detailsOption, matchesTableText, quietOption, RESULT_KEYS } from '../options/options.ts'
import { MATCHES_TABLE, readMatchesTable } from '../options/run-flags.ts'
import { text } from '../options/values.ts'
import { OUT_LABEL, sayWaiting } from '../terminal/folder.ts'
import { print, printJson, say, styleOf } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'merge DIR ... [options]',
    'Adds up the journals of folders of one run, each block once, and writes the reports that one machine would have ' +
      'written. A folder may hold the folders of shards.',
  ],
  positionals: { folders: { describe: 'folders of runs, or of their shards' } },
  options: {
    out: valueOption('folder for the journal and the reports', 'runs/NAME-HASH'),
    'matches-table': valueOption(`${matchesTableText}; the shards are to be played with it as well`, 'none'),
    details: detailsOption,
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
    const matchesTable = readMatchesTable(args)
    const { dir, result, folders, missing, unkept, lacking } = await mergeRuns(dirs, {
      out,
      label: OUT_LABEL,
      matchesTable: matchesTable && { format: matchesTable, label: MATCHES_TABLE },
      ...(quiet ? {} : { onWait: sayWaiting(out ?? 'the merged folder'), onReplay: sayReplays }),
    })
    if (!quiet)
      for (const { dir: part, repeated } of folders)
        if (repeated > 0)
          say(`${part}: skipped ${thousands(repeated)} of its chunks, whose blocks are counted already`)
    if (args.json === true) printJson(summaryDocument(result))
    else {
      const report = args.details === true ? consoleReport : consoleSummary
      print(report(result, { ...styleOf(process.stdout), files: true }).trimEnd())
      print(`\nall tables: evenhand report ${dir} --details\nreports: ${dir}\npage: ${pageFile(dir)}`)
    }
    for (const line of missingLines(result, missing)) say(line)
    if (lacking > 0)
      say(
        `no table of matches: not all folders keep what it needs of their matches (${thousands(lacking)} blocks lack it); evenhand run with this --out and ${MATCHES_TABLE} ${matchesTable} plays these again`,
      )
    if (unkept > 0 && !quiet)
      say(
        `${counted(unkept, 'match', 'matches')} worth looking at can't be played again from shards, for agents by path or policies are not at hand: evenhand run with this --out does it`,
      )
    process.exitCode = result.complete && lacking === 0 ? EXIT.done : EXIT.failed
  },
}

function sayReplays(matches: number): void {
  say(
    `playing ${counted(matches, 'match', 'matches')} again that ${matches === 1 ? 'is' : 'are'} worth looking at`,
  )
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
