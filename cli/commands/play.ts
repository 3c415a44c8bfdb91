/** `evenhand play`: plays a game without an experiment file, and records its matches. */
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileKeys, InputError, show } from '../../documents/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import {
  defineExperiment,
  type Experiment,
  type ExperimentDefinition,
  type RecordHead,
  recordLine,
} from '../../library/index.ts'
import { declare, gamePositional } from '../options/declare.ts'
import { gameNamed } from '../options/names.ts'
import {
  playOptions,
  positional,
  type RunFlags,
  readRunFlags,
  rulesetOption,
  rulesOption,
  text,
  valued,
} from '../options/options.ts'
import { rulesGiven } from '../options/rules.ts'
import { LineFile } from '../terminal/output.ts'
import { simulate } from '../terminal/simulate.ts'

export const play = declare({
  command: 'play <game>',
  describe: 'play a game between agents, without an experiment file',
  usage: ['play GAME --agents A,B --matches N [options]', 'Plays a game and prints the verdict.'],
  positionals: { game: gamePositional },
  options: {
    ...playOptions,
    agents: valued('one agent a seat, or one for all', 'random'),
    ruleset: rulesetOption,
    rules: rulesOption,
    records: valued('file for a record of every match, one a line; - is stdout', 'none is written'),
  },
  examples: [
    ['play elephant-men --agents greedy,random --matches 1000', 'how much better is greedy?'],
    ['play elephant-men --agents mcts:iterations=500,./my-agent.js', 'options, an agent by path'],
    ['play elephant-men --rules favour.win=9 perPhase=one', 'what would other rules do?'],
    ['play elephant-men --matches 2 --records out.jsonl', 'matches for evenhand replay'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = gameNamed(positional(args, 'game'))
    const { ruleset, changes: rules } = rulesGiven(game, args)
    const named = { ruleset, rules, files: fileKeys(game.schema) }
    const experiment = await defineExperiment(
      definitionOf(game, named, flags, text(args, 'agents')),
      flags,
      '--agents',
    )
    const options = { flags, out: flags.out ?? null }
    const records = text(args, 'records')
    process.exitCode =
      records === undefined
        ? await simulate(experiment, options)
        : await recordInto(records, experiment, named, options)
  },
})

/** The rules as records and reports name them, and the keys that may name files. */
type RulesNamed = Pick<RecordHead, 'ruleset' | 'rules'> & { readonly files: readonly string[] }

/** The experiment as a file would describe it. Only its agents are not checked yet. */
function definitionOf(
  game: GameModule,
  { ruleset, rules }: RulesNamed,
  flags: RunFlags,
  agents = 'random',
): ExperimentDefinition {
  const names = agents.split(',').map(agent => agent.trim())
  if (names.includes(''))
    throw new InputError('--agents', `found ${show(agents)}, expected names such as A,B`)
  return {
    name: game.id,
    game: game.id,
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.matches === undefined ? {} : { matches: flags.matches }),
    variants: [{ name: variantName(ruleset, rules), ruleset, rules }],
    lineups: [{ agents: names }],
  }
}

/** The name of the variant: the rule set and the changes, if that is a valid name. */
function variantName(ruleset: string, rules: RulesNamed['rules']): string {
  const set = basename(ruleset).replace(/\.(ya?ml|json)$/, '')
  const changes = Object.entries(rules).map(([key, value]) => `${key}=${String(value)}`)
  const full = [set, ...changes].join(', ')
  if (NAME.test(full)) return full
  const short = `${set}${changes.length > 0 ? ' changed' : ''}`
  return NAME.test(short) ? short : 'rules'
}

const NAME = /^\w[\w.,=+ -]{0,79}$/

async function recordInto(
  path: string,
  experiment: Experiment,
  { ruleset, rules, files }: RulesNamed,
  options: { flags: RunFlags; out: string | null },
): Promise<number> {
  const stdoutTaken = path === '-'
  if (stdoutTaken && options.flags.json)
    throw new InputError(
      '--records',
      'found - beside --json, but stdout holds one of them only; expected a file',
    )
  const file = new LineFile(path, '--records')
  const base = stdoutTaken ? process.cwd() : dirname(resolve(path))
  const head = {
    game: experiment.game,
    ruleset: pathFrom(base, ruleset),
    rules: Object.fromEntries(
      Object.entries(rules).map(([key, value]) => [
        key,
        files.includes(key) && typeof value === 'string' ? fileFrom(base, value) : value,
      ]),
    ),
    seed: experiment.seed,
  }
  return await simulate(experiment, {
    ...options,
    stdoutTaken,
    onRecord: (...match) => file.write(recordLine(head, ...match)),
    onEnd: () => file.close(),
  })
}

/** The rule set as records name it: a path is relative to their folder. */
function pathFrom(base: string, ruleset: string): string {
  if (!/[/\\]|\.ya?ml$|\.json$/.test(ruleset)) return ruleset
  return fileFrom(base, ruleset)
}

/** A path relative to the records' folder. */
function fileFrom(base: string, file: string): string {
  if (isAbsolute(file)) return file
  const path = relative(base, resolve(file)).replaceAll(sep, '/')
  return path.startsWith('.') ? path : `./${path}`
}
