/** `evenhand serve`: runs in a browser, while they are played. */
import { loadGames } from '../../engine/registry/index.ts'
import { serveRuns } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, flag } from '../options/declare.ts'
import { portOption } from '../options/options.ts'
import { readPort } from '../options/run-flags.ts'
import { openInBrowser } from '../terminal/browser.ts'
import { print } from '../terminal/output.ts'

/** The folder of runs that name none. */
const RUNS = 'runs'

export const declaration: Declaration = {
  usage: [
    'serve [DIR] [options]',
    'Shows the runs in a folder, or one run, in a browser: the question, the state and the answer of each. Click a run for its report, ' +
      'which updates while the run plays. Only this machine can connect, with the token in the address. Ctrl-C stops the server.',
  ],
  positionals: { folder: { describe: 'folder of runs, or of one run', defaultDescription: RUNS } },
  options: {
    port: portOption,
    open: flag('open the page in a browser'),
  },
  examples: [
    ['serve', 'all runs in runs/'],
    ['serve runs/big-1a2b3c4d --open', 'watch one run'],
  ],
  handler: async args => {
    const port = readPort(args)
    const folder = args.folder === undefined || args.folder === '' ? RUNS : String(args.folder)
    await loadGames()
    const live = await serveRuns(folder, { port })
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
