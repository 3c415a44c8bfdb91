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
import { commandWord } from '../terminal/command-word.ts'
import { OUT_LABEL, sayWaiting } from '../terminal/folder.ts'
import { print, printJson, reportStyle, say } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'merge DIR ... [options]',
    'Merges a run that was split into shards, and writes the reports that one machine would have written. Counts each block once. ' +
      'You can name the folders of the shards, or a folder that holds them.',
  ],
  positionals: { folders: { describe: 'run folders, or folders of shards' } },
  options: {
    out: valueOption('folder for the journal and the reports', 'runs/NAME-HASH'),
    'matches-table': valueOption(`${matchesTableText}; the shards must have been played with it`, 'none'),
    details: detailsOption,
    json: jsonOption(RESULT_KEYS),
    quiet: quietOption,
  },
  examples: [
    ['merge runs/big-1a2b3c4d', 'merge all shards of a run'],
    ['merge a/shard-* b/shard-* --out all', 'merge shards from several folders'],
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
          say(`${part}: skipped ${thousands(repeated)} chunks whose blocks were already counted`)
    if (args.json === true) printJson(summaryDocument(result))
    else {
      const report = args.details === true ? consoleReport : consoleSummary
      print(report(result, { ...reportStyle(process.stdout), files: true }).trimEnd())
      print(`\nall tables: ${commandWord()} report ${dir} --details\nreports: ${dir}\npage: ${pageFile(dir)}`)
    }
    for (const line of missingLines(result, missing, dir)) say(line)
    if (lacking > 0)
      say(
        `no table of matches: ${thousands(lacking)} blocks were played without ${MATCHES_TABLE}; run the experiment with --out ${dir} ${MATCHES_TABLE} ${matchesTable} to play them again`,
      )
    if (unkept > 0 && !quiet)
      say(
        `${counted(unkept, 'match', 'matches')} worth watching can't be replayed here, because their agents or policies are missing; run the experiment with --out ${dir} to replay them`,
      )
    process.exitCode = result.complete && lacking === 0 ? EXIT.done : EXIT.failed
  },
}

function sayReplays(matches: number): void {
  say(`replaying ${counted(matches, 'match', 'matches')} worth watching`)
}

/** Gaps of a line-up that are listed. */
const GAPS_SHOWN = 5

/** The missing blocks, one line for every line-up that lacks some. */
function missingLines({ experiment }: RunResult, missing: Merged['missing'], dir: string): string[] {
  return experiment.lineups.flatMap(({ name, blocks }, l) => {
    const gaps = missing[l]!
    if (gaps.length === 0) return []
    const shown = gaps
      .slice(0, GAPS_SHOWN)
      .map(({ from, to }) => (to - from === 1 ? `${from}` : `${from}-${to - 1}`))
    const more = gaps.length > shown.length ? ', ...' : ''
    return [
      `${name}: blocks ${shown.join(', ')}${more} of 0-${blocks - 1} are missing; run the experiment with --out ${dir} to play them`,
    ]
  })
}
