/** `evenhand serve`: runs in a browser, while they are played. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { InputError } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import { onDisk, randomToken, serveRuns } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { readRedis } from '../options/backend.ts'
import { type Declaration, flag, valueOption } from '../options/declare.ts'
import { portOption } from '../options/options.ts'
import { readPort } from '../options/run-flags.ts'
import { type Args, filledText } from '../options/values.ts'
import { openInBrowser } from '../terminal/browser.ts'
import { print } from '../terminal/output.ts'

/** The folder of runs that name none. */
const RUNS = 'runs'

export const declaration: Declaration = {
  usage: [
    'serve [DIR] [options]',
    'Shows the runs in a folder, or one run, in a browser: the question, the state and the answer of each. Click a run for its report, ' +
      'which updates while the run plays. Prometheus can read /metrics under the same address. Only this machine can connect, with the token in the address. Ctrl-C stops the server.',
  ],
  positionals: { folder: { describe: 'folder of runs, or of one run', defaultDescription: RUNS } },
  options: {
    port: portOption,
    'token-file': valueOption(
      'file that keeps the token, so that the address stays the same; created if missing',
      'none, a new token each time',
    ),
    redis: valueOption('Redis server of a queue, to add its workers to /metrics', 'none'),
    open: flag('open the page in a browser'),
  },
  examples: [
    ['serve', 'all runs in runs/'],
    ['serve runs/big-1a2b3c4d --open', 'watch one run'],
    ['serve --port 9464 --token-file token', 'for Prometheus, at /TOKEN/metrics'],
  ],
  handler: async args => {
    const port = readPort(args)
    const folder = args.folder === undefined || args.folder === '' ? RUNS : String(args.folder)
    await loadGames()
    const redis = args.redis === undefined ? undefined : readRedis(args)
    const live = await serveRuns(folder, { port, redis, token: readToken(args) })
    print(live.url)
    if (args.open === true) await openInBrowser(live.url)
    await new Promise<void>(done => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
      // The run that started it has ended.
      process.once('disconnect', done)
    })
    await live.close()
    process.exitCode = EXIT.done
  },
}

/** The token of `--token-file`. Throws an InputError for a file that holds none. */
function readToken(args: Args): string | undefined {
  const file = filledText(args, 'token-file', 'a file')
  if (file === undefined) return undefined
  onDisk(file, () => {
    // Nobody else on this machine may read it.
    if (!existsSync(file)) writeFileSync(file, `${randomToken()}\n`, { mode: 0o600, flag: 'wx' })
  })
  const token = onDisk(file, () => readFileSync(file, 'utf8'), 'read').trim()
  if (/^[\w-]{16,}$/.test(token)) return token
  throw new InputError(file, 'holds no token, expected at least 16 letters, digits, - or _')
}
