/** Options that commands share, and the reading of what yargs made of them. */
import type { Options } from 'yargs'
import { InputError, lineProblem, literal, show, validate } from '../../documents/index.ts'
import { FORMATS } from '../../engine/modules/index.ts'
import {
  DEFAULT_MATCHES,
  DEFAULT_MEMORY,
  DEFAULT_THREADS,
  EXPLOITED_BY,
  type ExperimentDefinition,
  type ExploitSettings,
  experimentSchema,
  type MatchesTable,
  type Overrides,
  POLICIES,
  seedSchema,
} from '../../library/command.ts'
import { stopGiven } from './stop.ts'
import { TABLE_TEXT, tableGiven } from './table.ts'

/** What yargs hands to a command: unchecked. */
export type Args = Readonly<Record<string, unknown>>

/** What an experiment file has unless it says otherwise. */
export const DEFAULTS = experimentSchema.parse({ game: '' })

/**
 * An option with a value. yargs is to take every value as text, for it would make NaN of `--matches abc` and carry on:
 * `integer` and `text` below do the reading. The default is for the help alone.
 */
export function valued(describe: string, defaultDescription: string) {
  return { type: 'string', requiresArg: true, describe, defaultDescription } as const
}

/** `--port`, where pages are served. */
export const portOption = valued('port on 127.0.0.1', 'any that is free')

export function readPort(args: Args): number | undefined {
  return integer(args, 'port', 1, 65_535)
}

/** An option that is there or not. */
export function flag(describe: string) {
  return { type: 'boolean', describe, defaultDescription: 'off' } as const
}

/** `--json`: the document is named by its keys, or by those of the objects that it is an array of. */
export function jsonOption(keys: readonly string[], array = false) {
  const shape = array ? 'array of objects' : 'document'
  return flag(`print one JSON ${shape} instead of text, with ${keys.join(', ')}`)
}

/** Keys of the document on the results of a run; docs/reports.md says what they hold. */
export const RESULT_KEYS = [
  'experiment',
  'fingerprint',
  'complete',
  'stops',
  'verdicts',
  'ladders',
  'summary',
  'seats',
  'ladder',
  'pairs',
  'exploitability',
  'comparisons',
  'usefulness',
  'levers',
  'goals',
  'gate',
  'bounds',
] as const

/** `--quiet`. */
export const quietOption = flag('no progress and no messages on stderr')

/** `--ruleset`. */
export const rulesetOption = valued(
  'a rule set that evenhand games lists, or the path of one',
  'the first one that it lists',
)

/** `--format`. */
export const formatOption = valued(
  `what a game by path is written for, where its module does not show it: ${FORMATS.join(', ')}`,
  'as the module shows',
)

/** `--rules`. */
export const rulesOption = {
  ...valued('rule keys to change, any number of them, as KEY=VALUE', 'none'),
  array: true,
} as const

/** Options that play; `prefix` says of defaults what counts before them. */
const playing = (prefix: string) =>
  ({
    threads: valued(
      'threads that play',
      `${DEFAULT_THREADS}, the cores of this machine, or one for a few quick matches`,
    ),
    chunk: valued('blocks that a thread plays at a time', 'a quarter of a second of them, more in long runs'),
    seed: valued('random seed (any text)', `${prefix}${DEFAULTS.seed}`),
    matches: valued(
      'matches of each line-up and variant, rounded up to whole blocks',
      `${prefix}${DEFAULT_MATCHES}`,
    ),
    width: valued(
      'play until the intervals of the scores are at most so many points wide, from end to end',
      'none',
    ),
    decide: valued("play until there is a verdict on a question: 'fair within 2' (points)", 'none'),
    sprt: {
      ...valued(
        'play a sequential test of two Elo differences, such as elo0=0 elo1=10; further alpha, beta (0.05), model (normalized)',
        'none',
      ),
      array: true,
    },
    memory: valued(
      'megabytes that this process may use',
      `${DEFAULT_MEMORY}, three quarters of this machine's memory`,
    ),
    'decision-seconds': valued(
      'seconds that an agent by path may take over a decision before it forfeits',
      `${prefix}${DEFAULTS.decisionSeconds}`,
    ),
    records: valued('file for a record of every match, one a line; - is stdout', 'none is written'),
    recorded: valued(
      'matches of each line-up and variant to record, the first ones; without a file, records.jsonl among the reports takes them',
      'all if a file is named, else none',
    ),
    'matches-table': valued(TABLE_TEXT, `${prefix}none`),
    exploit: valued(
      'matches of an exploiter against each agent that plays all seats of a line-up: how exploitable is the play that the verdict rests on?',
      `${prefix}none`,
    ),
    exploiter: valued('who searches in it', `${prefix}${EXPLOITED_BY}`),
    'exploit-agents': valued('which agents it plays against: names, with commas between', `${prefix}all`),
    policies: valued('folder that keeps what players learn before a run', POLICIES),
    fresh: flag('delete what the folder holds of a run, and start over'),
    json: jsonOption(RESULT_KEYS),
    quiet: quietOption,
  }) satisfies Record<string, Options>

/** What `play`, `compare` and `ladder` have in common. */
export const playOptions = {
  ...playing(''),
  out: valued('folder for the run and all its reports', 'runs/NAME-HASH, without the page'),
  'no-keep': flag('write no folder: what was played is gone once the report is printed'),
  learn: flag('teach learned and planner the rules first, where they name no file'),
}

const { exploit: _, exploiter: __, 'exploit-agents': ___, ...plainly } = playOptions

/** Options of commands that play a game beside changed ones of its own: nobody exploits who plays these. */
export const besideOptions = {
  ...plainly,
  agents: { ...valued('line-ups, each one agent a seat or one for all', 'greedy'), array: true },
  format: formatOption,
  ruleset: rulesetOption,
  rules: rulesOption,
}

/** `--learn` as experiment files say it. */
export function learnGiven(args: Args): { learn?: true } {
  return args.learn === true ? { learn: true } : {}
}

/** The same for `run`, where the experiment file has a say. */
export const runOptions = {
  ...playing('as the experiment file says, else '),
  out: valued('folder for the reports', 'runs/NAME-HASH'),
  records: valued(
    'file for records of matches, one a line; - is stdout',
    'records.jsonl in the folder of the reports',
  ),
  recorded: valued(
    'matches of each line-up and variant to record, the first ones',
    'as the experiment file says, else all if a file is named, else none',
  ),
}

/** What the shared options of `run` and `play` say. */
export interface RunFlags {
  readonly out?: string
  readonly threads?: number
  readonly chunk?: number
  readonly seed?: string
  readonly matches?: number
  /** When line-ups stop. */
  readonly stop?: NonNullable<Overrides['stop']>
  readonly memory?: number
  readonly decisionSeconds?: number
  /** A folder for what is learned. */
  readonly policies?: string
  /** A file for records, or `-`. */
  readonly records?: string
  readonly recorded?: number
  /** The format of the table of matches. */
  readonly matchesTable?: MatchesTable
  readonly exploit?: ExploitSettings
  readonly fresh: boolean
  /** Whether a run that names no folder has one by default. */
  readonly keep: boolean
  readonly json: boolean
  readonly quiet: boolean
}

export const THREADS_MAX = 256
const MATCHES_MAX = 1e12
export const SECONDS_MAX = 86_400
export const MEMORY_MIN = 128
export const MEMORY_MAX = 1e9

export function readRunFlags(args: Args): RunFlags {
  const out = text(args, 'out')
  if (out === '') throw new InputError('--out', 'is empty, expected a folder for the reports')
  const keep = args['no-keep'] !== true
  if (out !== undefined && !keep)
    throw new InputError('--no-keep', 'is given beside --out, expected one of them')
  const chunk = integer(args, 'chunk', 1, MATCHES_MAX)
  const seed = text(args, 'seed')
  if (seed !== undefined) validate(seedSchema, [literal(seed, '--seed')])
  const matches = integer(args, 'matches', 1, MATCHES_MAX)
  const stop = stopGiven(
    text(args, 'width'),
    text(args, 'decide'),
    args.sprt as readonly unknown[] | undefined,
  )
  const memory = integer(args, 'memory', MEMORY_MIN, MEMORY_MAX)
  const decisionSeconds = integer(args, 'decision-seconds', 1, SECONDS_MAX)
  const records = text(args, 'records')
  if (records === '') throw new InputError('--records', 'is empty, expected a file, or - for stdout')
  if (records === '-' && args.json === true)
    throw new InputError(
      '--records',
      'found - beside --json, but stdout holds one of them only; expected a file',
    )
  const recorded = integer(args, 'recorded', 0, MATCHES_MAX)
  const threads = integer(args, 'threads', 1, THREADS_MAX)
  const policies = text(args, 'policies')
  if (policies === '') throw new InputError('--policies', 'is empty, expected a folder')
  return {
    ...(out === undefined ? {} : { out }),
    ...(threads === undefined ? {} : { threads }),
    ...(chunk === undefined ? {} : { chunk }),
    ...(seed === undefined ? {} : { seed }),
    ...(matches === undefined ? {} : { matches }),
    ...(stop === undefined ? {} : { stop }),
    ...(memory === undefined ? {} : { memory }),
    ...(decisionSeconds === undefined ? {} : { decisionSeconds }),
    ...(policies === undefined ? {} : { policies }),
    ...(records === undefined ? {} : { records }),
    ...(recorded === undefined ? {} : { recorded }),
    ...tableGiven(text(args, 'matches-table')),
    ...exploitGiven(args),
    fresh: args.fresh === true,
    keep,
    json: args.json === true,
    quiet: args.quiet === true,
  }
}

/** `--exploit` and `--exploiter`. */
function exploitGiven(args: Args): Pick<RunFlags, 'exploit'> {
  const matches = integer(args, 'exploit', 1, MATCHES_MAX)
  const by = text(args, 'exploiter')
  const named = text(args, 'exploit-agents')
  const agents = named?.split(',').map(name => name.trim())
  if (matches !== undefined)
    return { exploit: { matches, ...(by === undefined ? {} : { by }), ...(agents ? { agents } : {}) } }
  if (named !== undefined)
    throw new InputError('--exploit-agents', 'is given without --exploit, expected its matches')
  if (by !== undefined)
    throw new InputError('--exploiter', 'is given without --exploit, expected its matches')
  return {}
}

/** An option's text, undefined if it was not given. Throws an InputError if it was given twice, or in several lines. */
export function text(args: Args, name: string): string | undefined {
  const value = args[name]
  if (value === undefined) return undefined
  if (Array.isArray(value))
    throw new InputError(
      `--${name}`,
      `is given twice, expected once${name === 'agents' ? ', with commas between agents (random,greedy)' : ''}`,
    )
  const written = String(value)
  const fault = lineProblem(written)
  if (fault) throw new InputError(`--${name}`, fault)
  return written
}

/** The agents that `--agents` lists. Throws an InputError if one has no name. */
export function agentList(written: string): string[] {
  const names = written.split(',').map(agent => agent.trim())
  if (names.includes(''))
    throw new InputError('--agents', `found ${show(written)}, expected names such as A,B`)
  return names
}

/** The line-ups that an `--agents` with several values lists, each one agent a seat or one for all. */
export function lineupsNamed(
  written: unknown,
  otherwise: readonly string[],
): NonNullable<ExperimentDefinition['lineups']> {
  const lineups = Array.isArray(written) ? written : otherwise
  return lineups.map(names => ({ agents: String(names).split(',') }))
}

/** An option's whole number: digits, or 1e6. Throws an InputError for anything else. */
export function integer(args: Args, name: string, min: number, max: number): number | undefined {
  const written = text(args, name)
  if (written === undefined) return undefined
  const value = /^\d+(e\d{1,2})?$/i.test(written) ? Number(written) : Number.NaN
  if (value >= min && value <= max) return value
  throw new InputError(`--${name}`, `found ${show(written)}, expected an integer from ${min} to ${max}`)
}

/** A positional argument, which yargs has made sure is there. Throws an InputError if it is empty. */
export function positional(args: Args, name: string): string {
  const value = String(args[name])
  if (value === '') throw new InputError(name.toUpperCase(), 'is empty, expected a value')
  return value
}
