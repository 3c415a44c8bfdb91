/** `evenhand workers`: who plays for a queue, or has played a run. */
import { InputError } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  counted,
  openGamesIn,
  type QueueStatus,
  queueStatus,
  rateText,
  sharesOf,
  thousands,
  timeText,
} from '../../library/command.ts'
import { isRedis } from '../options/backend.ts'
import { type Declaration, jsonOption } from '../options/declare.ts'
import { positional } from '../options/values.ts'
import { print, printJson, styleOf, table } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'workers QUEUE [options]',
    'Lists the workers of a queue: who is alive, how fast they play and for how long. A worker that ended without saying so is ' +
      'listed as vanished for an hour. For the folder of a run, shows who played how much of it.',
  ],
  positionals: { queue: { describe: 'redis://HOST:PORT (rediss:// for TLS), or the folder of a run' } },
  options: {
    json: jsonOption(
      'workers, waiting, active; for a run, with shares (worker, matches, seconds, faults, last)',
    ),
  },
  examples: [
    ['workers redis://10.0.0.5:6379', 'who is alive'],
    ['workers redis://10.0.0.5:6379 --json | jq ".workers[].rate"', 'the rates of all workers'],
    ['workers runs/big-1a2b3c4d', 'who played how much of a run'],
  ],
  handler: async args => {
    const named = positional(args, 'queue')
    const isJson = args.json === true
    if (isRedis(named)) {
      const status = await queueStatus(named)
      if (isJson) printJson(documentOf(status))
      else printWorkers(status)
      return
    }
    // It may hold a password, so it is not repeated.
    if (/^[a-z]+:\/\//i.test(named))
      throw new InputError(
        'QUEUE',
        'is not the URL of a Redis server, expected one such as redis://127.0.0.1:6379, or the folder of a run',
      )
    await loadGames()
    await openGamesIn(named)
    printShares(named, isJson)
  },
}

function documentOf({ workers, ...chunks }: QueueStatus): object {
  const listed = workers.map(({ since, ...one }) => ({ ...one, since: new Date(1000 * since).toISOString() }))
  return { workers: listed, ...chunks }
}

function printWorkers({ workers, waiting, active }: QueueStatus): void {
  const alive = workers.filter(({ state }) => state === 'playing' || state === 'waiting')
  if (workers.length > 0) {
    const columns = ['worker', 'state', 'threads', 'matches/s', 'matches', 'faults', 'version', 'since (UTC)']
    const rows = workers.map(one => [
      one.id,
      one.state === 'vanished' ? `vanished ${thousands(one.silent)} s ago` : one.state,
      String(one.threads),
      one.state === 'playing' ? rateText(one.rate) : '-',
      thousands(one.matches),
      thousands(one.faults),
      one.version,
      timeText(new Date(1000 * one.since)),
    ])
    print(`${table(columns.map(titled), rows, styleOf(process.stdout).width)}\n`)
  }
  for (const { id, refusal } of workers) if (refusal !== undefined) print(`${id} refused: ${refusal}`)
  const threads = alive.reduce((sum, one) => sum + one.threads, 0)
  const rate = alive.reduce((sum, one) => sum + (one.state === 'playing' ? one.rate : 0), 0)
  print(
    alive.length === 0
      ? 'No workers are alive.'
      : `${counted(alive.length, 'worker')} alive with ${counted(threads, 'thread')}: ${rateText(rate)} matches/s`,
  )
  print(`${counted(active, 'chunk')} in play, ${thousands(waiting)} waiting`)
}

function printShares(dir: string, isJson: boolean): void {
  const shares = sharesOf(dir)
  if (isJson) {
    printJson({ shares: shares.map(one => ({ ...one, last: new Date(one.last).toISOString() })) })
    return
  }
  const columns = ['worker', 'matches', 'matches/s of a thread', 'faults', 'last (UTC)']
  const rows = shares.map(({ worker, matches, seconds, faults, last }) => [
    worker || 'the machine of the run',
    thousands(matches),
    seconds > 0 ? rateText(matches / seconds) : '-',
    thousands(faults),
    timeText(new Date(last)),
  ])
  print(table(columns.map(titled), rows, styleOf(process.stdout).width))
}

const titled = (title: string) => ({ title })
