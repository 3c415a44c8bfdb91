/** `evenhand report`: the page of a run, for a browser. */
import { loadGames } from '../../engine/registry/index.ts'
import { consoleReport, lackingWords, openGamesIn, report as writeReport } from '../../library/command.ts'
import { type Declaration, flag } from '../options/declare.ts'
import { detailsOption } from '../options/options.ts'
import { positional } from '../options/values.ts'
import { offerPage } from '../terminal/browser.ts'
import { print, say, styleOf } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'report DIR [options]',
    'Writes the page of a run, report.html, into its folder, from its journal: of a finished run, of one that was stopped or is ' +
      'still playing, or of the shards in a folder. Runs that finish write it by themselves.',
  ],
  positionals: { folder: { describe: 'folder of a run, or of its shards' } },
  options: {
    details: detailsOption,
    'match-pages': flag(
      'write the matches that the page names as pages of boards, too, into the folder matches beside it, with links',
    ),
    open: flag('open the page in a browser'),
  },
  examples: [
    ['report runs/big-1a2b3c4d', 'the page so far'],
    ['report runs/big-1a2b3c4d --open', 'and look at it'],
    ['report runs/big-1a2b3c4d --match-pages', 'with its matches, for who has no terminal'],
  ],
  handler: async args => {
    await loadGames()
    await openGamesIn(positional(args, 'folder'))
    const matchPages = args['match-pages'] === true
    const { file, result, lacking } = await writeReport(positional(args, 'folder'), { matchPages })
    for (const text of lackingWords(lacking, result.experiment.variants.length > 1))
      say(`without a page: ${text}`)
    if (args.details === true)
      print(`${consoleReport(result, { ...styleOf(process.stdout), files: true }).trimEnd()}\n`)
    await offerPage(file, args.open === true)
  },
}
