/** `evenhand report`: the page of a run, for a browser. */
import { loadGames } from '../../engine/registry/index.ts'
import { consoleReport, lackingWords, openGamesIn, report as writeReport } from '../../library/command.ts'
import { type Declaration, flag } from '../options/declare.ts'
import { detailsOption } from '../options/options.ts'
import { positional } from '../options/values.ts'
import { offerPage } from '../terminal/browser.ts'
import { print, reportStyle, say } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'report DIR [options]',
    'Writes report.html, the page of a run, to its folder. The run may be finished, stopped or still playing. You can also ' +
      'name a folder of shards. A finished run with --out already has its page. For the folder of a tune, it writes the page with its answer.',
  ],
  positionals: { folder: { describe: 'run folder, or a folder of its shards' } },
  options: {
    details: detailsOption,
    'match-pages': flag('also write a page for each match in the report, to the folder matches'),
    open: flag('open the page in a browser'),
  },
  examples: [
    ['report runs/big-1a2b3c4d', 'write the page so far'],
    ['report runs/big-1a2b3c4d --open', 'open it'],
    ['report runs/big-1a2b3c4d --match-pages', 'with match replays, for readers without a terminal'],
  ],
  handler: async args => {
    const dir = positional(args, 'folder')
    await loadGames()
    await openGamesIn(dir)
    const matchPages = args['match-pages'] === true
    const { file, result, lacking } = await writeReport(dir, { matchPages })
    for (const text of lackingWords(lacking, result.experiment.variants.length > 1))
      say(`no page for ${text}`)
    if (args.details === true)
      print(`${consoleReport(result, { ...reportStyle(process.stdout), files: true }).trimEnd()}\n`)
    await offerPage(file, args.open === true)
  },
}
