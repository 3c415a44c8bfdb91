/** `evenhand plan`: what a run is likely to answer, and what that takes, before a night is spent on it. */
import { InputError } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  DEFAULT_THREADS,
  defaultFolder,
  type Experiment,
  fingerprint,
  isStdin,
  PILOT_BLOCKS,
  PILOT_LEAST,
  PILOT_MIN,
  pilotOf,
  planIn,
  readExperiment,
  readPlan,
  thousands,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { MACHINES, readMachines } from '../options/machines.ts'
import {
  type Args,
  integer,
  jsonOption,
  positional,
  type RunFlags,
  readRunFlags,
  runOptions,
  valued,
} from '../options/options.ts'
import { singleExperiment, singleOptions } from '../options/single.ts'
import { print, printJson, say, styleOf } from '../terminal/output.ts'
import { planDocument, planText } from '../terminal/plan.ts'
import { simulate, type Told } from '../terminal/simulate.ts'

const PILOT_MAX = 1e6

const { records: _, recorded: __, chunk: ___, ...options } = runOptions

export const plan: Declaration = {
  usage: [
    'plan EXPERIMENT.yaml|GAME [options]',
    'Plays the first blocks of an experiment, or of what evenhand play would play of a game with the same options, and says what the whole of it is likely to answer: for each question the matches that it takes, ' +
      'how long these take, and the chance of an answer with the matches that the experiment asks for.',
  ],
  positionals: {
    game: {
      ...gamePositional,
      describe:
        'an experiment file, *.yaml, *.yml or *.json, - for stdin; or a game that evenhand games lists, or the path of a game module',
    },
  },
  options: {
    ...options,
    ...singleOptions,
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
    ['plan frontline --agents greedy --ruleset lean', 'what would evenhand play with these options answer?'],
  ],
  handler: async args => {
    const flags = { ...readRunFlags(args), chunk: 1 }
    const blocks = integer(args, 'pilot', PILOT_MIN, PILOT_MAX)
    const machines = readMachines(args)
    const given = await experimentGiven(args, flags)
    const out = flags.out ?? defaultFolder(given)
    const { experiment, raised, pilot } = flags.fresh
      ? { experiment: given, raised: [], pilot: pilotOf(given, blocks) }
      : planIn(out, given, blocks)
    const threads = flags.threads ?? DEFAULT_THREADS
    const again = `evenhand ${isExperiment(positional(args, 'game')) ? 'run' : 'play'}`
    for (const { lineup, was, now } of flags.quiet ? [] : raised)
      say(
        `${out} holds a run of ${thousands(was)} matches of "${lineup}", not ${thousands(now)}: planning that one, for matches can be raised, not lowered`,
      )
    const tell = (): Told => {
      const plan = readPlan(out, experiment)
      const times = { threads, machines }
      const head = { experiment: experiment.name, fingerprint: fingerprint(experiment), folder: out }
      return {
        text: planText(plan, { ...times, folder: out, again, width: styleOf(process.stdout).width }),
        document: { ...head, ...planDocument(plan, times) },
        exitCode: EXIT.done,
      }
    }
    if (pilot) {
      process.exitCode = await simulate(pilot, { flags, out, unreported: true, tell })
      return
    }
    await loadGames()
    if (!flags.quiet) say(`planning from what ${out} holds already`)
    const { text, document } = tell()
    if (flags.json) printJson(document)
    else print(text)
  },
}

/** Whether the argument names an experiment, not a game. */
const isExperiment = (named: string): boolean => /\.(ya?ml|json)$/i.test(named) || isStdin(named)

/** The experiment that a file describes, or the options beside a game. Throws an InputError for a file with options that are a game's. */
async function experimentGiven(args: Args, flags: RunFlags): Promise<Experiment> {
  const named = positional(args, 'game')
  if (!isExperiment(named)) return await singleExperiment(args, flags)
  for (const name of Object.keys(singleOptions))
    if (args[name] !== undefined)
      throw new InputError(
        `--${name}`,
        `is given beside an experiment file, which says that itself; expected a game`,
      )
  return await readExperiment(named, flags)
}
