/** `evenhand merge`: the journals of a run's shards, reported on together. */
import { consoleReport } from '../../reports/console/index.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { writeReports } from '../../reports/files/write.ts'
import type { Results } from '../../sim/chunks/results.ts'
import { WHOLE } from '../../sim/chunks/shard.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { headerOf, refuseOther } from '../../sim/store/journal.ts'
import { EXIT } from '../errors.ts'
import { openRunFolder } from '../folder.ts'
import { addUp, runFolders } from '../journals.ts'
import { declare } from '../options/declare.ts'
import { jsonOption, quietOption, text, valued } from '../options/options.ts'
import { defaultFolder } from '../simulate.ts'
import { grouped, print, printJson, say, styleOf } from '../terminal/output.ts'

export const merge = declare({
  command: 'merge <folders..>',
  describe: 'add up the shards of a run and report on them',
  usage: [
    'merge DIR ... [options]',
    'Adds up the journals of folders of one run, each block once, and writes the reports that one machine would have ' +
      'written. A folder may hold the folders of shards.',
  ],
  positionals: { folders: { describe: 'folders of runs, or of their shards' } },
  options: {
    out: valued('folder for the journal and the reports', 'runs/NAME-FINGERPRINT'),
    json: jsonOption,
    quiet: quietOption,
  },
  examples: [
    ['merge runs/big-1a2b3c4d', 'all its shards'],
    ['merge a/shard-* b/shard-* --out all', 'from several places'],
  ],
  handler: args => {
    const dirs = (args.folders as readonly unknown[]).map(String)
    const quiet = args.quiet === true
    const { header, parts } = addUp(dirs.flatMap(runFolders))
    const { experiment } = header
    const asked = headerOf(experiment, WHOLE)
    refuseOther(
      dirs[0]!,
      { ...header, shard: asked.shard },
      asked,
      'expected shards that this evenhand played',
    )
    const folder = openRunFolder(
      text(args, 'out') ?? defaultFolder(experiment),
      experiment,
      WHOLE,
      false,
      'expected another --out',
    )
    try {
      const { results, journal, dir } = folder
      addUp(
        parts.map(part => part.dir),
        entry => {
          if (results.add(entry)) journal.copy(entry)
        },
      )
      journal.sync()
      const result = results.result()
      onDisk(dir, () => writeReports(dir, result))
      if (!quiet)
        for (const { dir: part, repeated } of parts)
          if (repeated > 0) say(`${part}: ${grouped(repeated)} of its chunks were counted already`)
      if (args.json === true) printJson(summaryDocument(result))
      else {
        print(consoleReport(result, styleOf(process.stdout)).trimEnd())
        print(`\nreports: ${dir}`)
      }
      for (const line of missingLines(results)) say(line)
      process.exitCode = result.complete ? EXIT.done : EXIT.failed
    } finally {
      folder.close()
    }
  },
})

/** What is not there, a line for every line-up that lacks blocks. */
function missingLines({ experiment, ranges }: Results): string[] {
  return experiment.lineups.flatMap(({ name, blocks }, l) => {
    const gaps = ranges[l]!.missing({ from: 0, to: blocks })
    if (gaps.length === 0) return []
    const told = gaps.slice(0, 5).map(({ from, to }) => (to - from === 1 ? `${from}` : `${from}-${to - 1}`))
    const more = gaps.length > told.length ? ', ...' : ''
    return [
      `${name}: blocks ${told.join(', ')}${more} of 0-${blocks - 1} are missing: evenhand run with this --out plays them`,
    ]
  })
}
