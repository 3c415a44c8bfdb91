/** `evenhand status`: how far a run is, whether it is running or not. */
import { loadGames } from '../../engine/registry/index.ts'
import {
  consoleReport,
  openGamesIn,
  type RunStatus,
  shardText,
  statusOf,
  summaryDocument,
} from '../../library/command.ts'
import type { Declaration } from '../options/declare.ts'
import { jsonOption, positional, RESULT_KEYS } from '../options/options.ts'
import { grouped, print, printJson, styleOf } from '../terminal/output.ts'
import { clock, rateText } from '../terminal/progress.ts'

export const status: Declaration = {
  usage: [
    'status DIR [options]',
    'Shows the progress of a run, from its journal. It does not disturb a run in progress.',
  ],
  positionals: { folder: { describe: 'folder of a run, or of its shards' } },
  options: {
    json: jsonOption(['state', 'matches', 'total', 'rate', 'left', 'forfeits', 'folders', ...RESULT_KEYS]),
  },
  examples: [
    ['status runs/big-1a2b3c4d', 'progress so far'],
    ['status runs/big-1a2b3c4d --json | jq .left', 'seconds left'],
  ],
  handler: async args => {
    await loadGames()
    await openGamesIn(positional(args, 'folder'))
    const status = statusOf(positional(args, 'folder'))
    if (args.json === true) printJson(documentOf(status))
    else printStatus(status)
  },
}

function documentOf({ state, matches, total, rate, left, forfeits, folders, result }: RunStatus): object {
  return {
    state,
    matches,
    total,
    rate: rate > 0 ? rate : null,
    left: Number.isFinite(left) ? left : null,
    forfeits,
    folders: folders.map(({ dir, shard, holder }) => ({ dir, shard: shardText(shard), holder })),
    ...summaryDocument(result),
  }
}

function printStatus({ state, matches, total, rate, left, forfeits, folders, result }: RunStatus): void {
  for (const { dir, shard, holder } of folders)
    print(
      [
        dir,
        ...(shard.count > 1 ? [`shard ${shardText(shard)}`] : []),
        holder ? `in use by ${holder}` : 'not in use',
      ].join(': '),
    )
  const percent = total === 0 ? 100 : Math.floor((100 * matches) / total)
  print(`${state}: ${grouped(matches)} of ${grouped(total)} matches, ${percent} %`)
  if (rate > 0) print(`rate: ${rateText(rate)} matches/s of playing time`)
  if (state !== 'complete' && Number.isFinite(left))
    print(`left: ${clock(left)}${state === 'stopped' ? ' once it is resumed' : ''}`)
  print(`forfeits: ${grouped(forfeits)}\n`)
  const style = { ...styleOf(process.stdout), progressTold: true }
  print(matches === 0 ? 'No match is counted yet.' : consoleReport(result, style).trimEnd())
}
