/** `evenhand status`: how far a run is, whether it runs or not. */
import { consoleReport } from '../../reports/console/index.ts'
import { forfeitsOf } from '../../reports/figures.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import type { Results } from '../../sim/chunks/results.ts'
import { type Shard, shardText, shareOf, WHOLE } from '../../sim/chunks/shard.ts'
import type { Entry } from '../../sim/store/journal.ts'
import { holderOf } from '../../sim/store/lock.ts'
import { addUp, runFolders } from '../journals.ts'
import { declare } from '../options/declare.ts'
import { jsonOption, positional } from '../options/options.ts'
import { grouped, print, printJson, styleOf } from '../terminal/output.ts'
import { clock, Pace, rateText } from '../terminal/progress.ts'

/** A pause between two lines longer than the chunk took, and this, is no playing time. */
const PAUSE_MS = 5_000

export const status = declare({
  command: 'status <folder>',
  describe: 'show how far a run is, and its verdict so far',
  usage: [
    'status DIR [options]',
    'Shows the progress of a run, from its journal. It does not disturb a run in progress.',
  ],
  positionals: { folder: { describe: 'folder of a run, or of its shards' } },
  options: { json: jsonOption },
  examples: [
    ['status runs/big-1a2b3c4d', 'progress so far'],
    ['status runs/big-1a2b3c4d --json | jq .left', 'seconds left'],
  ],
  handler: args => {
    const folders = runFolders(positional(args, 'folder'))
    const clockwork = new Clockwork()
    const sum = addUp(folders, entry => clockwork.take(entry))
    const { results } = sum
    const parts = sum.parts.map(({ dir, shard }) => ({ dir, shard, holder: holderOf(dir) }))
    const asked = blocksAsked(
      results,
      // One shard alone is asked for its share; of several, those that have not begun are missed.
      parts.length === 1 ? parts.map(({ shard }) => shard) : [WHOLE],
    )
    const total = results.matchesIn(asked.reduce((all, blocks) => all + blocks, 0))
    const running = parts.filter(({ holder }) => holder !== null).length
    const pace = clockwork.pace(results, asked)
    const result = results.result()
    const faults = result.cells.reduce((all, cell) => all + forfeitsOf(cell), 0)
    const state = results.matches >= total ? 'complete' : running > 0 ? 'running' : 'stopped'
    if (args.json === true) {
      const { rate, left } = pace
      printJson({
        state,
        matches: results.matches,
        total,
        rate: rate > 0 ? rate : null,
        left: state === 'complete' ? 0 : Number.isFinite(left) ? left : null,
        faults,
        folders: parts.map(({ dir, shard, holder }) => ({ dir, shard: shardText(shard), holder })),
        ...summaryDocument(result),
      })
      return
    }
    for (const { dir, shard, holder } of parts)
      print(
        [
          dir,
          ...(shard.count > 1 ? [`shard ${shardText(shard)}`] : []),
          holder ? `in use by ${holder}` : 'not in use',
        ].join(': '),
      )
    const percent = total === 0 ? 100 : Math.floor((100 * results.matches) / total)
    print(`${state}: ${grouped(results.matches)} of ${grouped(total)} matches, ${percent} %`)
    if (pace.rate > 0) print(`rate: ${rateText(pace.rate)} matches/s of playing time`)
    if (state !== 'complete' && Number.isFinite(pace.left))
      print(`left: ${clock(pace.left)}${state === 'stopped' ? ' once it goes on' : ''}`)
    print(`faults: ${grouped(faults)}\n`)
    print(
      results.matches === 0
        ? 'No match is counted yet.'
        : consoleReport(result, styleOf(process.stdout)).trimEnd(),
    )
  },
})

/** Blocks that the shards given ask for together, by line-up; each shard counts once. */
function blocksAsked({ experiment }: Results, shards: readonly Shard[]): number[] {
  const named = [...new Map(shards.map(shard => [shardText(shard), shard])).values()]
  return experiment.lineups.map(({ blocks }) => {
    const shares = named.map(shard => shareOf(shard, blocks))
    return shares.reduce((sum, { from, to }) => sum + to - from, 0)
  })
}

/** Puts entries of a run in order of time, and leaves out the time when nobody played. */
class Clockwork {
  readonly #entries: { at: number; milliseconds: number; lineup: number; blocks: number }[] = []

  take({ at, milliseconds, chunk: { lineup, from, to } }: Entry): void {
    this.#entries.push({ at, milliseconds, lineup, blocks: to - from })
  }

  /** The pace that all entries show, of a run that asks for so many blocks of each line-up. */
  pace(results: Results, asked: readonly number[]): Pace {
    const pace = new Pace(asked.map(blocks => results.matchesIn(blocks)))
    let time = 0
    let last = 0
    let matches = 0
    for (const { at, milliseconds, lineup, blocks } of this.#entries.sort((a, b) => a.at - b.at)) {
      time += Math.min(at - last, milliseconds + PAUSE_MS)
      last = at
      matches += results.matchesIn(blocks)
      pace.learn(matches, lineup, time)
    }
    return pace
  }
}
