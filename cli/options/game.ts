/** Game, rules and line-ups of a command line. Each function throws an InputError for what is wrong. */
import { basename, relative, sep } from 'node:path'
import { expandDotted, InputError, literal, parseDocument, show } from '../../documents/index.ts'
import { FORMATS, isModule, isPackage, parseFormat, withFormat } from '../../engine/modules/index.ts'
import {
  type GameModule,
  gameName,
  nameOfGame,
  type Ruleset,
  readRuleset,
  resolveRules,
} from '../../engine/registry/index.ts'
import {
  defineExperiment,
  type Experiment,
  type ExperimentDefinition,
  openGame,
  type VariantDefinition,
} from '../../library/command.ts'
import { valueOption } from './declare.ts'
import { gameOptions, playOptions } from './options.ts'
import { type RunFlags, readDecisionSeconds } from './run-flags.ts'
import { type Args, oneOf, positional, splitPair, text, texts } from './values.ts'

/** A rule set, keys changed on top of it, and the rules that they add up to. */
export interface GivenRules {
  readonly ruleset: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly rules: unknown
}

/** What errors call the game of an experiment whose other parts are options. */
export const GAME_LABEL = { game: 'GAME' }

/** Runs what throws plain Errors; they become InputErrors about `label`. */
export function withLabel<T>(label: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw relabelled(label, error)
  }
}

function relabelled(label: string, error: unknown): unknown {
  return error instanceof InputError || !(error instanceof Error)
    ? error
    : new InputError(label, error.message)
}

/** Opens a game that ships, or a module of the user by its path or its package. */
export async function gameNamed(name: string, label = 'GAME', seconds?: number): Promise<GameModule> {
  const file = withLabel(label, () => gameName(name, process.cwd()))
  try {
    return await openGame(file, process.cwd(), seconds)
  } catch (error) {
    throw relabelled(label, error)
  }
}

/** Opens the game of GAME and `--format`. A module may take `--decision-seconds` to load. */
export async function readGame(args: Args): Promise<GameModule> {
  return await gameNamed(readGameName(args), 'GAME', readDecisionSeconds(args))
}

/** GAME with the format that `--format` gives it. */
export function readGameName(args: Args): string {
  const name = positional(args, 'game')
  const written = text(args, 'format')
  if (written === undefined) return name
  const format = oneOf('--format', written, FORMATS)
  if (!isModule(name) && !isPackage(name))
    throw new InputError(
      '--format',
      `can't be used with ${show(name)}, expected the path or the package of a game`,
    )
  return withFormat(format, parseFormat(name).file)
}

/** What to type as GAME for a game: its id, or the path of its module from the current folder. */
export function gameArgument({ id, source }: GameModule): string {
  if (!source) return id
  const path = relative(process.cwd(), parseFormat(source.file).file)
  return path.includes(sep) ? path : `.${sep}${path}`
}

/** A rule set of the game, or one by its path. */
export function rulesetNamed(game: GameModule, name: string, label: string): Ruleset {
  return withLabel(label, () => readRuleset(game, name, process.cwd()))
}

/** The keys of `--rules` with their values, not yet checked. `game` is what to type as GAME. */
export function readRuleChanges(args: Args, game: string): ReadonlyMap<string, unknown> {
  const changes = new Map<string, unknown>()
  for (const written of texts(args, 'rules') ?? []) {
    const pair = splitPair(written)
    if (!pair)
      throw new InputError(
        '--rules',
        `found ${show(written)}, expected KEY=VALUE with a key that evenhand rules ${game} lists`,
      )
    const key = pair[0].trim()
    if (changes.has(key)) throw new InputError(`--rules ${key}`, 'is given twice, expected once')
    changes.set(key, parseDocument(pair[1], `--rules ${key}`).value)
  }
  return changes
}

/** `--ruleset` and `--rules`; errors name the key. */
export function readRules(game: GameModule, args: Args): GivenRules {
  const ruleset = text(args, 'ruleset') ?? game.ruleset
  const changes = readRuleChanges(args, gameArgument(game))
  const layers = [...changes].map(([key, value]) => literal({ [key]: value }, `--rules ${key}`))
  const rules = resolveRules(game, rulesetNamed(game, ruleset, '--ruleset'), layers)
  const all = Object.fromEntries(changes)
  // Two keys may still get in each other's way, as favour={win: 9} and favour.win=8 do.
  expandDotted(literal(all, '--rules'))
  return { ruleset, changes: all, rules }
}

/** `frontline lean, gold.start=5`. */
export function rulesTitle(game: string, { ruleset, changes }: GivenRules): string {
  const keys = Object.entries(changes).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return [`${game} ${ruleset}`, ...keys].join(', ')
}

/** The rules as the variant of an experiment, named after them. */
export function variantOf({ ruleset, changes }: GivenRules): VariantDefinition & { readonly name: string } {
  return { name: variantName(ruleset, changes), ruleset, rules: changes }
}

function variantName(ruleset: string, rules: GivenRules['changes']): string {
  const set = basename(ruleset).replace(/\.(ya?ml|json)$/, '')
  const changes = Object.entries(rules).map(([key, value]) => `${key}=${String(value)}`)
  const full = [set, ...changes].join(', ')
  if (NAME.test(full)) return full
  const short = `${set}${changes.length > 0 ? ' changed' : ''}`
  return NAME.test(short) ? short : 'rules'
}

const NAME = /^\w[\w.,=+ -]{0,79}$/

/** The agents of a line-up or a ladder. */
export function agentList(written: string): string[] {
  const names = written.split(',').map(agent => agent.trim())
  if (names.includes(''))
    throw new InputError('--agents', `found ${show(written)}, expected names such as A,B`)
  return names
}

/** The line-ups of a `lineupsOption`. */
export function readLineups(
  args: Args,
  defaults: readonly string[],
): NonNullable<ExperimentDefinition['lineups']> {
  return (texts(args, 'agents') ?? defaults).map(names => ({ agents: names.split(',') }))
}

/** The experiment that a command makes of a game and its options; `label` is what errors call it. */
export async function experimentOf(
  game: GameModule,
  args: Args,
  parts: Omit<ExperimentDefinition, 'game' | 'learn'>,
  flags: RunFlags,
  label = '--agents',
): Promise<Experiment> {
  const learn = args.learn === true ? { learn: true as const } : {}
  return await defineExperiment({ game: nameOfGame(game), ...parts, ...learn }, flags, label, GAME_LABEL)
}

/** Options that describe one line-up of a game by one set of rules. */
export const singleOptions = {
  agents: valueOption('one agent for all seats, or one for each seat, separated by commas', 'random'),
  ...gameOptions,
  learn: playOptions.learn,
}

/** The experiment of that line-up. */
export async function singleExperiment(args: Args, flags: RunFlags): Promise<Experiment> {
  const game = await readGame(args)
  const variants = [variantOf(readRules(game, args))]
  const lineups = [{ agents: agentList(text(args, 'agents') ?? 'random') }]
  return await experimentOf(game, args, { name: game.id, variants, lineups }, flags)
}
