/** Reads the options that commands share. Each reader throws an InputError for what is wrong. */
import { InputError, literal, parseDocument, show, validate } from '../../documents/index.ts'
import {
  MATCHES_TABLES,
  type MatchesTable,
  type Overrides,
  seedSchema,
  stopSchema,
} from '../../library/command.ts'
import { type Args, filledText, integer, oneOf, splitPair, text, texts } from './values.ts'

/** What the options of commands that play say: what an experiment leaves to them, and how to play it. */
export interface RunFlags extends Overrides {
  readonly out?: string | undefined
  readonly threads?: number | undefined
  readonly chunk?: number | undefined
  readonly memory?: number | undefined
  /** A folder for what is learned. */
  readonly policies?: string | undefined
  /** A file for records, or `-`. */
  readonly records?: string | undefined
  readonly matchesTable?: MatchesTable | undefined
  readonly fresh: boolean
  /** Whether a run that names no folder has one by default. */
  readonly keep: boolean
  readonly json: boolean
  /** Whether to print every table, or one screen. */
  readonly details: boolean
  readonly quiet: boolean
}

const THREADS_MAX = 256
export const MATCHES_MAX = 1e12
const SECONDS_MAX = 86_400
const MEMORY_MIN = 128
const MEMORY_MAX = 1e9
const PORT_MAX = 65_535

export const readThreads = (args: Args) => integer(args, 'threads', 1, THREADS_MAX)
export const readMemory = (args: Args) => integer(args, 'memory', MEMORY_MIN, MEMORY_MAX)
export const readDecisionSeconds = (args: Args) => integer(args, 'decision-seconds', 1, SECONDS_MAX)
export const readPort = (args: Args) => integer(args, 'port', 1, PORT_MAX)

export function readSeed(args: Args): string | undefined {
  const seed = text(args, 'seed')
  if (seed !== undefined) validate(seedSchema, [literal(seed, '--seed')])
  return seed
}

export function readRunFlags(args: Args): RunFlags {
  const out = filledText(args, 'out', 'a folder for the reports')
  const keep = args['no-keep'] !== true
  if (out !== undefined && !keep) throw new InputError('--no-keep', "can't be combined with --out")
  const records = filledText(args, 'records-file', 'a file, or - for stdout')
  if (records === '-' && args.json === true)
    throw new InputError(
      '--records-file',
      'found - with --json, but only one of them can use stdout; expected a file',
    )
  return {
    out,
    keep,
    chunk: integer(args, 'chunk', 1, MATCHES_MAX),
    seed: readSeed(args),
    matches: integer(args, 'matches', 1, MATCHES_MAX),
    stop: readStop(args),
    memory: readMemory(args),
    decisionSeconds: readDecisionSeconds(args),
    records,
    recorded: integer(args, 'recorded', 0, MATCHES_MAX),
    threads: readThreads(args),
    policies: filledText(args, 'policies', 'a folder'),
    matchesTable: readMatchesTable(args),
    exploit: readExploit(args),
    fresh: args.fresh === true,
    json: args.json === true,
    details: args.details === true,
    quiet: args.quiet === true,
  }
}

/** `--width`, `--decide` and `--sprt`, of which one may be given. */
export function readStop(args: Args): Overrides['stop'] {
  const width = text(args, 'width')
  const decide = text(args, 'decide')
  const sprt = texts(args, 'sprt')
  const [[name] = [], other] = Object.entries({ width, decide, sprt }).filter(
    ([, value]) => value !== undefined,
  )
  if (name === undefined) return undefined
  if (other) throw new InputError(`--${other[0]}`, `is given with --${name}, expected one rule`)
  const value =
    width === undefined
      ? (decide ?? Object.fromEntries(sprt!.map(sprtSetting)))
      : parseDocument(width, '--width').value
  return validate(stopSchema, [literal({ [name]: value }, `--${name}`)])
}

function sprtSetting(written: string): [string, unknown] {
  const pair = splitPair(written)
  if (!pair)
    throw new InputError('--sprt', `found ${show(written)}, expected KEY=VALUE such as elo0=0 elo1=10`)
  return [pair[0], parseDocument(pair[1], '--sprt').value]
}

export const MATCHES_TABLE = '--matches-table'

export function readMatchesTable(args: Args): MatchesTable | undefined {
  const written = text(args, 'matches-table')
  return written === undefined ? undefined : oneOf(MATCHES_TABLE, written, MATCHES_TABLES)
}

function readExploit(args: Args): Overrides['exploit'] {
  const matches = integer(args, 'exploit', 1, MATCHES_MAX)
  const by = text(args, 'exploiter')
  const named = text(args, 'exploit-agents')
  const agents = named?.split(',').map(name => name.trim())
  if (matches !== undefined)
    return { matches, ...(by !== undefined && { by }), ...(agents !== undefined && { agents }) }
  if (named !== undefined) throw new InputError('--exploit-agents', 'needs --exploit')
  if (by !== undefined) throw new InputError('--exploiter', 'needs --exploit')
  return undefined
}

/** A figure, and where its bound begins: at a sign, or at a number that stands apart. */
const GOAL = /^\s*([^<>\s].*?)\s*(?::\s*|(?=[<>])|\s(?=-?[\d.]))\s*(.+)$/

/** `--goal` as in experiment files: bounds by figure. */
export function readGoals(args: Args): Record<string, string> | undefined {
  const goals = new Map<string, string>()
  for (const written of texts(args, 'goal') ?? []) {
    const [, figure, bound] = GOAL.exec(written) ?? []
    if (figure === undefined || bound === undefined)
      throw new InputError('--goal', `found ${show(written)}, expected a figure and a bound: 'draws < 20 %'`)
    if (goals.has(figure)) throw new InputError('--goal', `found ${figure} twice, expected once`)
    goals.set(figure, bound)
  }
  return goals.size > 0 ? Object.fromEntries(goals) : undefined
}
