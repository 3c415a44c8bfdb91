/** `evenhand run`: plays an experiment file, and reports on it. */
import { InputError, show } from '../../documents/index.ts'
import { defaultFolder, parseShard, readExperiment, type Shard, WHOLE } from '../../library/command.ts'
import { backendOptions, readBackend } from '../options/backend.ts'
import { type Declaration, flag, valueOption } from '../options/declare.ts'
import { portOption, runOptions } from '../options/options.ts'
import { readPort, readRunFlags } from '../options/run-flags.ts'
import { type Args, positional, text } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

export const declaration: Declaration = {
  usage: ['run EXPERIMENT.yaml [options]', 'Runs an experiment, writes its reports and prints the answer.'],
  positionals: { experiment: { describe: 'experiment file, YAML or JSON' } },
  options: {
    ...runOptions,
    shard: valueOption(
      'play only shard I of N (1/N to N/N); evenhand merge combines them',
      '1/1, everything',
    ),
    live: flag('show the run in a browser while it plays; stderr shows the address'),
    port: portOption,
    ...backendOptions,
  },
  examples: [
    ['run configs/experiments/default.yaml', 'the default experiment'],
    ['run my.yaml --matches 1e6 --out runs/big', 'a million matches for each line-up'],
    ['run my.yaml --live', 'watch its report in a browser'],
    ['run my.yaml --json --quiet | jq .summary', 'rows for a script'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const shard = readShard(args)
    const pool = readBackend(args, flags.quiet)
    const file = positional(args, 'experiment')
    const experiment = await readExperiment(file, flags)
    if (experiment.tuning)
      throw new InputError(file, `has tune, expected evenhand tune ${file}, or a file without it`)
    const out = flags.out ?? defaultFolder(experiment, shard)
    const port = readPort(args)
    if (port !== undefined && args.live !== true) throw new InputError('--port', 'expected --live as well')
    // A folder of one's own may lie among anything: only the default one's neighbours are runs.
    const live = args.live === true ? { folder: flags.out ?? 'runs', port } : undefined
    await simulate(experiment, { flags, out, shard, live, pool })
  },
}

function readShard(args: Args): Shard {
  const written = text(args, 'shard')
  if (written === undefined) return WHOLE
  const shard = parseShard(written)
  if (shard) return shard
  throw new InputError('--shard', `found ${show(written)}, expected I/N with I from 1 to N, such as 1/10`)
}
