/** `evenhand plan`: what a run is likely to answer, and what that takes, before a night is spent on it. */
import { loadGames } from '../../engine/registry/index.ts'
import {
  DEFAULT_THREADS,
  defaultFolder,
  fingerprint,
  holdsPilot,
  PILOT_BLOCKS,
  PILOT_LEAST,
  PILOT_MIN,
  pilotOf,
  readExperiment,
  readPlan,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import type { Declaration } from '../options/declare.ts'
import { MACHINES, readMachines } from '../options/machines.ts'
import { integer, jsonOption, positional, readRunFlags, runOptions, valued } from '../options/options.ts'
import { print, printJson, say, styleOf } from '../terminal/output.ts'
import { planDocument, planText } from '../terminal/plan.ts'
import { simulate, type Told } from '../terminal/simulate.ts'

const PILOT_MAX = 1e6

const { records: _, recorded: __, chunk: ___, ...options } = runOptions

export const plan: Declaration = {
  usage: [
    'plan EXPERIMENT.yaml [options]',
    'Plays the first blocks of an experiment, and says what the whole of it is likely to answer: for each question the matches that it takes, ' +
      'how long these take, and the chance of an answer with the matches that the experiment asks for.',
  ],
  positionals: { experiment: { describe: 'experiment file, YAML or JSON' } },
  options: {
    ...options,
    pilot: valued(
      'blocks of each line-up to play first',
      `a tenth of those it asks for, at least ${PILOT_LEAST} and at most ${PILOT_BLOCKS}`,
    ),
    machines: valued('numbers of machines like this one to tell times for, as in 1,4', MACHINES.join(',')),
    json: jsonOption(['experiment', 'fingerprint', 'folder', 'threads', 'lineups', 'questions']),
  },
  examples: [
    ['plan my.yaml', 'is a night enough?'],
    ['plan my.yaml --matches 1e5 --machines 1,8', 'would more matches do, or more machines?'],
  ],
  handler: async args => {
    const flags = { ...readRunFlags(args), chunk: 1 }
    const blocks = integer(args, 'pilot', PILOT_MIN, PILOT_MAX)
    const machines = readMachines(args)
    const experiment = await readExperiment(positional(args, 'experiment'), flags)
    const out = flags.out ?? defaultFolder(experiment)
    const pilot = pilotOf(experiment, blocks)
    const threads = flags.threads ?? DEFAULT_THREADS
    const tell = (): Told => {
      const plan = readPlan(out, experiment)
      const times = { threads, machines }
      const head = { experiment: experiment.name, fingerprint: fingerprint(experiment), folder: out }
      return {
        text: planText(plan, { ...times, folder: out, width: styleOf(process.stdout).width }),
        document: { ...head, ...planDocument(plan, times) },
        exitCode: EXIT.done,
      }
    }
    if (flags.fresh || !holdsPilot(out, pilot)) {
      process.exitCode = await simulate(pilot, { flags, out, unreported: true, tell })
      return
    }
    await loadGames()
    if (!flags.quiet) say(`${out} holds as much already: planning from its journal`)
    const { text, document } = tell()
    if (flags.json) printJson(document)
    else print(text)
  },
}
