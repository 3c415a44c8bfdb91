/** `evenhand plan`: estimates what a run will answer and how long that takes. */
import { InputError, show } from '../../documents/index.ts'
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
import { type Declaration, gamePositional, jsonOption, valueOption } from '../options/declare.ts'
import { singleExperiment, singleOptions } from '../options/game.ts'
import { runOptions } from '../options/options.ts'
import { type RunFlags, readRunFlags } from '../options/run-flags.ts'
import { type Args, integer, positional, text } from '../options/values.ts'
import { print, printJson, say, styleOf } from '../terminal/output.ts'
import { planDocument, planText } from '../terminal/plan.ts'
import { type Presentation, simulate } from '../terminal/simulate.ts'

const PILOT_MAX = 1e6

/** Numbers of machines that times are given for by default. */
const MACHINES: readonly number[] = [1, 4]
/** More columns would not fit beside each other. */
const MACHINES_LISTED = 3
const MACHINES_MAX = 10_000

const { 'records-file': _, recorded: __, chunk: ___, details: ____, ...options } = runOptions

export const declaration: Declaration = {
  usage: [
    'plan EXPERIMENT.yaml|GAME [options]',
    'Estimates what a run will tell you. It plays a short pilot of an experiment, or of a game with the options of evenhand play. For each ' +
      'question, it prints how many matches an answer needs, how long they take, and how likely you are to get an answer ' +
      'from the matches you asked for.',
  ],
  positionals: {
    game: {
      ...gamePositional,
      describe:
        'an experiment file (*.yaml, *.yml, *.json, or - for stdin), a game, or the path to a game file',
    },
  },
  options: {
    ...options,
    ...singleOptions,
    pilot: valueOption(
      'blocks that the pilot plays for each line-up',
      `a tenth of the run, from ${PILOT_LEAST} to ${PILOT_BLOCKS}`,
    ),
    machines: valueOption('numbers of machines to estimate times for, such as 1,4', MACHINES.join(',')),
    json: jsonOption('experiment, fingerprint, folder, threads, lineups, questions'),
  },
  examples: [
    ['plan my.yaml', 'is one night enough?'],
    ['plan my.yaml --matches 1e5 --machines 1,8', 'would more matches or more machines help?'],
    ['plan frontline --agents greedy --ruleset lean', 'what would evenhand play answer?'],
  ],
  handler: async args => {
    const flags = { ...readRunFlags(args), chunk: 1 }
    const blocks = integer(args, 'pilot', PILOT_MIN, PILOT_MAX)
    const machines = readMachines(args)
    const asked = await readAsked(args, flags)
    const out = flags.out ?? defaultFolder(asked)
    const { experiment, raised, pilot } = flags.fresh
      ? { experiment: asked, raised: [], pilot: pilotOf(asked, blocks) }
      : planIn(out, asked, blocks)
    const threads = flags.threads ?? DEFAULT_THREADS
    const again = `evenhand ${isExperiment(positional(args, 'game')) ? 'run' : 'play'}`
    for (const { lineup, was, now } of flags.quiet ? [] : raised)
      say(
        `${out} holds a run of ${thousands(was)} matches of "${lineup}", not ${thousands(now)}: planning for that number, because you can't lower it`,
      )
    const present = (): Presentation => {
      const plan = readPlan(out, experiment)
      const hardware = { threads, machines }
      const head = { experiment: experiment.name, fingerprint: fingerprint(experiment), folder: out }
      return {
        text: planText(plan, { ...hardware, folder: out, again, width: styleOf(process.stdout).width }),
        document: { ...head, ...planDocument(plan, hardware) },
        exitCode: EXIT.done,
      }
    }
    const planned = [experiment.lineups.map(lineup => lineup.blocks)]
    if (pilot)
      return await simulate(pilot, { flags, out, planned, skipReports: true, compact: false, present })
    await loadGames()
    if (!flags.quiet) say(`planning from the matches that ${out} already holds`)
    const { text, document } = present()
    if (flags.json) printJson(document)
    else print(text)
  },
}

/** Whether the argument names an experiment, not a game. */
const isExperiment = (named: string): boolean => /\.(ya?ml|json)$/i.test(named) || isStdin(named)

/** The experiment of a file, or of a game and options. Throws an InputError for a file beside options of a game. */
async function readAsked(args: Args, flags: RunFlags): Promise<Experiment> {
  const named = positional(args, 'game')
  if (!isExperiment(named)) return await singleExperiment(args, flags)
  for (const name of Object.keys(singleOptions))
    if (args[name] !== undefined)
      throw new InputError(`--${name}`, `is only for games; set it in the experiment file`)
  return await readExperiment(named, flags)
}

/** Throws an InputError. */
function readMachines(args: Args): readonly number[] {
  const written = text(args, 'machines')
  if (written === undefined) return MACHINES
  const numbers = written.split(',').map(part => (/^\s*\d+\s*$/.test(part) ? Number(part) : Number.NaN))
  if (numbers.length <= MACHINES_LISTED && numbers.every(many => many >= 1 && many <= MACHINES_MAX))
    return numbers
  throw new InputError(
    '--machines',
    `found ${show(written)}, expected up to ${MACHINES_LISTED} numbers from 1 to ${MACHINES_MAX}, such as 1,4`,
  )
}
