/** `evenhand run`: plays an experiment file, and reports on it. */
import { InputError } from '../../documents/index.ts'
import { defaultFolder, readExperiment } from '../../library/command.ts'
import type { Declaration } from '../options/declare.ts'
import { flag, portOption, positional, readPort, readRunFlags, runOptions } from '../options/options.ts'
import { backendOption, readBackend, redisOption } from '../options/redis.ts'
import { readShard, shardOption } from '../options/shard.ts'
import { simulate } from '../terminal/simulate.ts'

export const run: Declaration = {
  usage: ['run EXPERIMENT.yaml [options]', 'Plays an experiment, writes its reports and prints the verdict.'],
  positionals: { experiment: { describe: 'experiment file, YAML or JSON' } },
  options: {
    ...runOptions,
    shard: shardOption,
    live: flag('show the run in a browser while it plays, at an address that stderr tells'),
    port: portOption,
    backend: backendOption,
    redis: redisOption,
  },
  examples: [
    ['run configs/experiments/default.yaml', 'the default experiment'],
    ['run my.yaml --matches 1e6 --out runs/big', 'a million matches of every line-up'],
    ['run my.yaml --live', 'its report grows in a browser'],
    ['run my.yaml --json --quiet | jq .summary', 'rows for another program'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const shard = readShard(args)
    const pool = readBackend(args, flags.quiet)
    const experiment = await readExperiment(positional(args, 'experiment'), flags)
    const out = flags.out ?? defaultFolder(experiment, shard)
    // A folder of one's own may lie among anything: only the default one's neighbours are runs.
    const port = readPort(args)
    if (port !== undefined && args.live !== true) throw new InputError('--port', 'expected --live with it')
    const live =
      args.live === true
        ? { live: { folder: flags.out ?? 'runs', ...(port === undefined ? {} : { port }) } }
        : {}
    process.exitCode = await simulate(experiment, { flags, out, shard, ...live, ...(pool ? { pool } : {}) })
  },
}
