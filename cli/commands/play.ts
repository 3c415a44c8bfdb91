/** `evenhand play`: a quick question without a file, and the records of its matches. */
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileKeys, InputError, literal, show } from '../../documents/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { type RecordHead, recordLine } from '../../sim/records/record.ts'
import { declare, gamePositional } from '../options/declare.ts'
import { rulesGiven } from '../options/given.ts'
import { gameNamed } from '../options/named.ts'
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
import { simulate } from '../simulate.ts'
import { LineFile } from '../terminal/output.ts'

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
    const told = { ruleset, rules, files: fileKeys(game.schema) }
    const experiment = await resolveExperiment(documentOf(game, told, flags, text(args, 'agents')), flags)
    const errand = { flags, out: flags.out ?? null }
    const records = text(args, 'records')
    process.exitCode =
      records === undefined
        ? await simulate(experiment, errand)
        : await recordInto(records, experiment, told, errand)
  },
})

/** What records and reports say of the rules, and which keys may name files. */
type Told = Pick<RecordHead, 'ruleset' | 'rules'> & { readonly files: readonly string[] }

/** The same document that an experiment file would be. What may still be wrong with it are the agents. */
function documentOf(game: GameModule, { ruleset, rules }: Told, flags: RunFlags, agents = 'random') {
  const names = agents.split(',').map(agent => agent.trim())
  if (names.includes(''))
    throw new InputError('--agents', `found ${show(agents)}, expected names such as A,B`)
  const experiment = {
    name: game.id,
    game: game.id,
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.matches === undefined ? {} : { matches: flags.matches }),
    variants: [{ name: variantName(ruleset, rules), ruleset, rules }],
    lineups: [{ agents: names }],
  }
  return literal(experiment, '--agents')
}

/** What reports call the variant: the rule set and what was changed, as long as that makes a name. */
function variantName(ruleset: string, rules: Told['rules']): string {
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
  { ruleset, rules, files }: Told,
  errand: { flags: RunFlags; out: string | null },
): Promise<number> {
  const stdoutTaken = path === '-'
  if (stdoutTaken && errand.flags.json)
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
    ...errand,
    stdoutTaken,
    onRecord: (...match) => file.write(recordLine(head, ...match)),
    onEnd: () => file.close(),
  })
}

/** A rule set by path is named as seen from the records. */
function pathFrom(base: string, ruleset: string): string {
  if (!/[/\\]|\.ya?ml$|\.json$/.test(ruleset)) return ruleset
  return fileFrom(base, ruleset)
}

/** A path as seen from the records. */
function fileFrom(base: string, file: string): string {
  if (isAbsolute(file)) return file
  const path = relative(base, resolve(file)).replaceAll(sep, '/')
  return path.startsWith('.') ? path : `./${path}`
}
