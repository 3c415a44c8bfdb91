/** `evenhand diff`: two runs of one game compared. */
import { resolve } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  diffCsv,
  diffDocument,
  diffReport,
  diffRuns,
  openGamesIn,
  writeDiffPage,
} from '../../library/command.ts'
import { type Declaration, flag, jsonOption, valueOption } from '../options/declare.ts'
import { filledText, positional } from '../options/values.ts'
import { offerPage } from '../terminal/browser.ts'
import { print, printData, printJson, styleOf } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'diff RUN1 RUN2 [options]',
    'Compares two runs of one game: their rules, seeds and versions, and every figure that moved beyond chance. Blocks are paired ' +
      'if both runs have one seed and were played with --matches-table; otherwise the runs are independent samples.',
  ],
  positionals: {
    before: { describe: 'folder of the first run' },
    after: { describe: 'folder of the second run' },
  },
  options: {
    page: valueOption('write a page with charts to this file', 'none'),
    open: flag('open the page in a browser; needs --page'),
    csv: flag('print all comparisons as CSV instead'),
    json: jsonOption('game, before, after, rules, caveats, notCompared, moved, comparisons'),
  },
  examples: [
    ['diff runs/spring runs/autumn', 'what did half a year of changes do?'],
    ['diff runs/spring runs/autumn --page diff.html --open', 'the same with charts'],
    ['diff runs/spring runs/autumn --json | jq .moved', 'only what moved'],
  ],
  handler: async args => {
    const [before, after] = [positional(args, 'before'), positional(args, 'after')]
    if (args.csv === true && args.json === true)
      throw new InputError('--csv', "can't be combined with --json")
    const page = filledText(args, 'page', 'a file for the page')
    if (args.open === true && page === undefined) throw new InputError('--open', 'needs --page FILE')
    if (resolve(before) === resolve(after))
      throw new InputError('RUN2', `is ${after} again, expected another run`)
    await loadGames()
    await openGamesIn(before, after)
    const diff = diffRuns(before, after)
    if (page !== undefined) await writeDiffPage(page, diff)
    if (args.json === true) printJson(diffDocument(diff))
    else if (args.csv === true) printData(diffCsv(diff).trimEnd())
    else {
      print(diffReport(diff, styleOf(process.stdout)).trimEnd())
      if (page !== undefined) await offerPage(resolve(page), args.open === true)
    }
  },
}
