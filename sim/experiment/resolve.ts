/** Checks experiment files and resolves them to plain data before anything is played. */
import { dirname, resolve } from 'node:path'
import { hasShipped, LEARN_DEFAULTS, ROUNDS_FROM_SHIPPED } from '../../agents/index.ts'
import {
  type Document,
  errorAt,
  InputError,
  literal,
  Mistakes,
  placedError,
  section,
  tryValidate,
  withPlace,
} from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { VERSION } from '../../engine/package.ts'
import { type GameModule, gameName } from '../../engine/registry/index.ts'
import { layoutTally } from '../tally/layout.ts'
import { Inspection, type TryRules } from '../threads/inspection.ts'
import { experimentOf, gameOf } from './compile.ts'
import { defaultMatches } from './defaults.ts'
import { type ExploitSettings, resolveExploits } from './exploits.ts'
import { resolveGate, resolveGoals } from './gate.ts'
import { isLearner, type Players, pairingsOf, shippedFor, withShipped } from './learners.ts'
import {
  type AgentContext,
  marginAsked,
  resolveLadder,
  resolveLineup,
  resolveParticipant,
  type StopFile,
  withRule,
} from './lineups.ts'
import { refuseIndivisible, resolveHandicaps, resolveProbes } from './probes.ts'
import { type ExperimentFile, experimentSchema, exploitSettings, learnSettings } from './schema.ts'
import { spaceOf } from './space.ts'
import { type Experiment, FORMAT, isMirror, type Lineup, type Tuning, type Variant } from './types.ts'
import { resolveVariants, VARIANTS_MAX } from './variants.ts'

/** Options of the command line that replace values of the file. */
export interface Overrides {
  readonly seed?: string | undefined
  readonly matches?: number | undefined
  readonly decisionSeconds?: number | undefined
  /** Matches to record. */
  readonly recorded?: number | undefined
  readonly exploit?: ExploitSettings | undefined
  /** Replaces all rules of the file, and its numbers of matches. */
  readonly stop?: StopFile | undefined
}

/** Resolves a document, whose paths are relative to its folder. Throws an InputError for all mistakes. */
export async function resolveExperiment(document: Document, overrides: Overrides = {}): Promise<Experiment> {
  const mistakes = new Mistakes()
  const { data: file, error } = tryValidate(experimentSchema, [document])
  if (!file) throw error
  mistakes.add(error)
  const base = dirname(resolve(document.file))
  const name = mistakes.try(() => withPlace(document, ['game'], () => gameName(file.game, base)))
  if (!name) throw mistakes.error
  const decisionSeconds = overrides.decisionSeconds ?? file.decisionSeconds
  const inspection = new Inspection(decisionSeconds)
  try {
    const game = await atGame(document, () => inspection.openGame(name))
    return await resolveWith(document, file, overrides, { base, game, decisionSeconds, inspection, mistakes })
  } finally {
    await inspection.close()
  }
}

interface ResolveContext {
  readonly base: string
  readonly game: GameModule
  readonly decisionSeconds: number
  readonly inspection: Inspection
  /** The file's mistakes so far. */
  readonly mistakes: Mistakes
}

async function resolveWith(
  document: Document,
  file: ExperimentFile,
  overrides: Overrides,
  { base, game, decisionSeconds, inspection, mistakes }: ResolveContext,
): Promise<Experiment> {
  const tryRules: TryRules = variants => atGame(document, () => inspection.tryRules(game, variants))
  const whole = (await mistakes.tryAsync(() => resolveVariants(document, file, game, base, tryRules))) ?? []
  const [first] = whole
  const handicaps = first
    ? (mistakes.try(() => resolveHandicaps(document, file, first, gameOf(experimentOf(game), first))) ?? [])
    : []
  const probes =
    whole.length === 0
      ? null
      : await mistakes.tryAsync(() => resolveProbes(document, file, whole, game, tryRules))
  const variants = [...whole, ...handicaps, ...(probes?.variants ?? [])]
  const games = variants.map(variant => gameOf(experimentOf(game), variant))
  const seats = games[0]?.info.seats ?? null
  const learning = mistakes.try(() => learnOf(document, file, game, variants, games)) ?? {}
  const margin = mistakes.try(() => marginOf(document, file, overrides)) ?? file.margin
  const taught = file.learn !== undefined || hasShipped(game)
  const count = seats?.length ?? null
  const seated =
    file.tune && !file.lineups && !file.ladder
      ? { ...file, lineups: mistakes.try(() => tunersOf(file, game, whole, games)) }
      : file
  const context = { file: seated, overrides, margin, seats: count, base, game, games, inspection, taught }
  const lineups = (await mistakes.tryAsync(() => resolveLineups(document, context))) ?? []
  if (lineups.length > 0) {
    const exploits = await mistakes.tryAsync(() => exploitsOf(document, context, lineups, learning))
    lineups.push(...(exploits ?? []))
  }
  const playing = file.learn
    ? variants
    : mistakes.try(() => fewerIfMany(withShipped(variants, lineups, game), games, lineups))
  if (seats && playing)
    mistakes.try(() => refuseTooMuch(document, games, lineups, { ...learning, variants: playing }))
  for (const asked of ['usefulness', 'levers', 'apart'] as const)
    if (file[asked]) mistakes.try(() => refuseBeside(document, asked, file, overrides, variants.length))
  if (handicaps.length > 0) mistakes.try(() => refuseIndivisible(document, lineups))
  if (file.learn && lineups.length > 0) mistakes.try(() => refuseIdleLearning(document, lineups))
  const { gate } = file
  const named = { games, variants: whole, lineups }
  const bounds = gate && seats && mistakes.try(() => resolveGate(section(document, ['gate']), gate, named))
  const goal = typeof file.levers === 'object' ? file.levers.goal : undefined
  const goals =
    goal &&
    seats &&
    mistakes.try(() => resolveGoals(section(document, ['levers', 'goal']), goal, named, 'levers'))
  const tuning =
    whole.length > 0 &&
    lineups.length > 0 &&
    mistakes.try(() => tuningOf(document, seated, overrides, game, named))
  mistakes.throw()
  return {
    format: FORMAT,
    version: VERSION,
    name: file.name,
    ...experimentOf(game),
    seed: overrides.seed ?? String(file.seed),
    margin: margin / 100,
    decisionSeconds,
    seats: seats!,
    variants: playing!,
    lineups,
    against: file.against,
    ...learning,
    records: overrides.recorded ?? file.records,
    matchesTable: file.matchesTable,
    gate: bounds || undefined,
    probing:
      file.levers || file.apart
        ? { refused: probes!.refused, inner: probes!.inner, goals: goals || [] }
        : undefined,
    ...(tuning && { tuning }),
  }
}

/** What `evenhand tune` is to find. Throws an InputError for all mistakes. */
function tuningOf(
  document: Document,
  { tune, lineups }: ExperimentFile,
  overrides: Overrides,
  game: GameModule,
  named: Parameters<typeof resolveGate>[2],
): Tuning | undefined {
  if (!tune) return undefined
  const place = section(document, ['tune'])
  const mistakes = new Mistakes()
  if (named.variants.length > 1)
    mistakes.add(errorAt(document, ['tune'], 'found tune beside variants, expected one variant', 'key'))
  const goals = mistakes.try(() => resolveGoals(section(place, ['goal']), tune.goal, named, 'tune'))
  const space = mistakes.try(() => spaceOf(place, tune, game, named.variants[0]!.rules))
  mistakes.throw()
  const matches =
    overrides.matches ?? tune.matches ?? TUNE_TIMES * defaultMatches(lineups?.[0]?.agents ?? ['random'])
  return { goals: goals!, space: space!, changes: tune.changes, matches }
}

/**
 * The line-ups of a tuning that names none: the strongest fast players search, and the others confirm. Players who
 * are to train on the rules of finalists can't search.
 */
function tunersOf(
  { learn }: ExperimentFile,
  game: GameModule,
  variants: readonly Variant[],
  games: readonly CompiledGame[],
): NonNullable<ExperimentFile['lineups']> {
  const isShipped = variants.length > 0 && shippedFor(game, variants, games) !== null
  const agents = learn ? ['greedy', 'learned'] : isShipped ? ['learned', 'greedy'] : ['greedy']
  return agents.map(agent => ({ agents: [agent] }))
}

/** How many times the default of a run a tuning takes. */
const TUNE_TIMES = 20

/** An error because of the game's module is located where the file names it. */
async function atGame<T>(document: Document, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw placedError(document, ['game'], error)
  }
}

/** What decides the line-ups. */
interface LineupContext extends AgentContext {
  readonly file: ExperimentFile
  readonly overrides: Overrides
  /** In points. */
  readonly margin: number
  /** Null if the rules are wrong and their number is unknown; agents are checked all the same. */
  readonly seats: number | null
}

const RANDOM: NonNullable<ExperimentFile['lineups']> = [{ agents: ['random'] }]

/** The margin in points, which a question of fairness sets. Throws an InputError if the file gives two. */
function marginOf(document: Document, file: ExperimentFile, { stop }: Overrides): number {
  const asked = marginAsked(stop)
  if (asked !== undefined) return asked
  const own = marginAsked(file.stop)
  const isWritten = (document.value as { margin?: unknown }).margin !== undefined
  if (own !== undefined && isWritten && own !== file.margin)
    throw errorAt(
      document,
      ['stop', 'decide'],
      `found "${file.stop!.decide}" with a margin of ${file.margin}, expected the same number`,
    )
  return own ?? file.margin
}

/** The line-ups of a file or its ladder. Throws an InputError for all their mistakes. */
async function resolveLineups(document: Document, context: LineupContext): Promise<Lineup[]> {
  const { file, overrides, margin, seats } = context
  const rules = { override: overrides.stop, replaced: overrides.matches, margin }
  const { ladder } = file
  const mistakes = new Mistakes()
  if (ladder && file.lineups)
    mistakes.add(errorAt(document, ['ladder'], 'found both ladder and lineups, expected one of them', 'key'))
  const lineups: Lineup[] = []
  for (const [l, lineup] of (file.lineups ?? (ladder ? [] : RANDOM)).entries()) {
    const given = lineup.matches ?? file.matches
    const matches = overrides.matches ?? given ?? defaultMatches(lineup.agents)
    const place = section(document, ['lineups', l])
    const resolved = await mistakes.tryAsync(() =>
      resolveLineup(place, lineup.agents, seats ?? lineup.agents.length, matches, context),
    )
    const rule = { ...rules, stop: lineup.stop ?? file.stop, matches: given }
    if (resolved) lineups.push(mistakes.try(() => withRule(resolved, rule, place)) ?? resolved)
  }
  if (ladder) {
    const matches = { override: overrides.matches, fallback: file.matches }
    const resolved = await mistakes.tryAsync(() =>
      resolveLadder(section(document, ['ladder']), ladder, seats ?? 2, matches, context),
    )
    const paired = ladder.matches ?? file.matches
    for (const one of resolved ?? []) {
      const rule = { ...rules, stop: file.stop, matches: isMirror(one) ? (ladder.mirrors ?? paired) : paired }
      lineups.push(mistakes.try(() => withRule(one, rule, document)) ?? one)
    }
  }
  if (rules.override?.decide && lineups.length > 0 && lineups.every(({ stop }) => !stop))
    mistakes.add(
      new InputError(
        '--decide',
        'tests seats, expected a line-up in which one agent plays all of them; for two agents, use --width or --sprt',
      ),
    )
  mistakes.throw()
  return lineups
}

/** The exploiters' line-ups that the options or the file ask for. */
async function exploitsOf(
  document: Document,
  context: LineupContext,
  lineups: readonly Lineup[],
  learning: Pick<Experiment, 'learn'>,
): Promise<Lineup[]> {
  const { file } = context
  const { exploit } = context.overrides
  const settings = exploit ?? (file.exploit === undefined ? null : exploitSettings(file.exploit))
  if (settings === null) return []
  const place = exploit ? literal(exploit, '--exploit') : section(document, ['exploit'])
  return resolveExploits(place, settings, lineups, learning, agent => {
    const spec: Document = { ...place, value: agent, at: () => place.at([]) }
    return resolveParticipant(spec, agent, context)
  })
}

/** What to do if a key makes too many variants. */
const FEWER = {
  usefulness: 'some assets or groups',
  levers: 'a few keys at a time, in separate experiments',
  apart: 'variants with fewer changes',
} as const

/** Throws an InputError for what can't be played beside variants of a single asset or key. */
function refuseBeside(
  document: Document,
  asked: keyof typeof FEWER,
  { exploit }: ExperimentFile,
  overrides: Overrides,
  variants: number,
): void {
  const wrong = (message: string): InputError => errorAt(document, [asked], message, 'key')
  if (variants > VARIANTS_MAX)
    throw wrong(
      `${asked} makes ${variants} variants in all, expected at most ${VARIANTS_MAX}: ${FEWER[asked]}`,
    )
  if (exploit ?? overrides.exploit)
    throw wrong(`found both ${asked} and exploit, expected a separate experiment for each`)
}

/** Throws an InputError if no line-up would use the trained players. */
function refuseIdleLearning(document: Document, lineups: readonly Lineup[]): void {
  if (lineups.some(({ participants }) => participants.some(isLearner))) return
  throw errorAt(
    document,
    ['learn'],
    'found learn, expected a line-up of learned, planner or mcts with a prior that names no file',
    'key',
  )
}

/** Throws an InputError where players are to start from shipped ones, and none ship or rounds are shared. */
function learnOf(
  document: Document,
  { learn }: ExperimentFile,
  game: GameModule,
  variants: readonly Variant[],
  games: readonly CompiledGame[],
): Pick<Experiment, 'learn'> {
  if (!learn) return {}
  const { seed, shared, from: asked, rounds, ...settings } = learnSettings(learn)
  const wrong = (message: string): InputError => errorAt(document, ['learn', 'from'], message)
  if (asked === 'shipped' && shared !== undefined)
    throw wrong('found from: shipped beside shared, expected one of them')
  const [baseline] = variants
  const from = asked === 'none' || shared !== undefined ? null : shippedFor(game, variants, games)
  if (asked === 'shipped' && !from) throw wrong(`found from: shipped, but no player ships for ${game.id}`)
  return {
    learn: {
      ...settings,
      rounds: rounds ?? (from ? ROUNDS_FROM_SHIPPED : LEARN_DEFAULTS.rounds),
      ...(shared !== undefined &&
        baseline && { shared: { rounds: shared, ruleset: baseline.ruleset, rules: baseline.rules } }),
      ...(from && { from }),
      seed: String(seed),
    },
  }
}

/** Bytes that the tallies of all cells may take. Every thread needs more for the cells that it plays. */
const TALLIES_MAX = 640 * 2 ** 20

/** A population needs a tally for all, and one or two for each member. */
function talliesOf(players: Players, lineup: Lineup): number {
  const { draws, members } = pairingsOf(players, lineup)
  return members === 1 ? 1 : 1 + members * Math.min(2, draws)
}

/** Bytes that the tallies of all cells take. */
function bytesOf(games: readonly CompiledGame[], lineups: readonly Lineup[], players: Players): number {
  const words = lineups.map(
    lineup =>
      talliesOf(players, lineup) *
      games.reduce((sum, game) => sum + layoutTally(game, isMirror(lineup)).size, 0),
  )
  return words.reduce((sum, one) => sum + one, 0) * Float64Array.BYTES_PER_ELEMENT
}

/** Bytes that a shipped population may add to what one player would need. */
const SHIPPED_MAX = 2 ** 26

/** The variants with whole shipped populations, or with three players or one of each if there are many variants. */
function fewerIfMany(
  variants: readonly Variant[],
  games: readonly CompiledGame[],
  lineups: readonly Lineup[],
): readonly Variant[] {
  const upTo = (count: number): readonly Variant[] =>
    variants.map(variant => {
      if (!variant.policy?.others) return variant
      const { others, ...policy } = variant.policy
      const left = others.slice(0, count - 1)
      return { ...variant, policy: left.length > 0 ? { ...policy, others: left } : policy }
    })
  const bytes = (its: readonly Variant[]): number => bytesOf(games, lineups, { variants: its })
  const one = upTo(1)
  return [variants, upTo(3)].find(its => bytes(its) <= bytes(one) + SHIPPED_MAX) ?? one
}

function refuseTooMuch(
  document: Document,
  games: readonly CompiledGame[],
  asked: readonly Lineup[],
  players: Players,
): void {
  const { length: lineups } = asked
  const bytes = bytesOf(games, asked, players)
  if (bytes <= TALLIES_MAX) return
  const mib = (n: number): number => Math.ceil(n / 2 ** 20)
  throw errorAt(
    document,
    [lineups > games.length ? 'lineups' : 'variants'],
    `${games.length} variants with ${lineups} line-ups need ${mib(bytes)} MiB for their tallies, expected at most ` +
      `${mib(TALLIES_MAX)} MiB: fewer variants, line-ups, or turns of a match`,
    'key',
  )
}
