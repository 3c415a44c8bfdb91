/** Experiment files: what is to be played, checked and resolved to the last figure before anything runs. */
import { createHash } from 'node:crypto'
import { dirname, isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { findAgent, isModule, moduleHash } from '../agents/index.ts'
import { type Document, InputError, expandDotted, literal, section, validate } from '../engine/documents.ts'
import type { Game } from '../engine/game.ts'
import { type GameModule, findGame, readRuleset, resolveRules } from '../engine/index.ts'
import { VERSION } from '../engine/root.ts'

/** Version of the journal, manifest and tally formats; results of another one are not comparable. */
export const FORMAT = 1

const scalar = z.union([z.string(), z.number(), z.boolean()])

const entrant = z.union([
  z.string().min(1).describe('an agent, with options after colons: "mcts:iterations=500"'),
  z.looseObject({ agent: z.string().min(1) }).describe('an agent and its options as keys'),
])

const name = z
  .string()
  .regex(/^[\w][\w.,=+ -]{0,79}$/, 'expected at most 80 letters, digits, spaces and any of . , = + - _')

/** The schema of an experiment file. */
export const experimentSchema = z.strictObject({
  name: name.describe('what reports call the experiment').default('experiment'),
  game: z.string().describe('a game that `evenhand games` lists'),
  seed: z.union([z.string(), z.number()]).describe('any text; the same seed gives the same bytes').default('1'),
  matches: z
    .int()
    .min(1)
    .max(1e12)
    .describe('matches of each line-up and variant, rounded up to whole blocks')
    .default(1000),
  margin: z
    .number()
    .min(0.01)
    .max(50)
    .describe('percentage points off the fair share that still count as fair')
    .default(2),
  ruleset: z.string().describe('rule set of all variants: a shipped name or a path').optional(),
  rules: z.record(z.string(), z.unknown()).describe('rule keys changed in all variants').optional(),
  variants: z
    .array(
      z.strictObject({
        name: name.describe('what reports call the variant'),
        ruleset: z.string().describe('its rule set, instead of the one above').optional(),
        rules: z.record(z.string(), z.unknown()).describe('rule keys that it changes').optional(),
      }),
    )
    .min(1)
    .describe('the games to compare; without it, one variant: the rule set as it stands')
    .optional(),
  lineups: z
    .array(
      z.strictObject({
        agents: z.array(entrant).min(1).describe('one agent a seat; a single one plays all seats'),
        matches: z.int().min(1).max(1e12).describe('instead of the number above').optional(),
      }),
    )
    .min(1)
    .describe('who plays whom')
    .default([{ agents: ['random'] }]),
})

/** One agent of a line-up, resolved. */
export interface Entrant {
  /** What reports call it. */
  readonly label: string
  /** A registered agent's name, or a module's absolute path. */
  readonly agent: string
  readonly options: unknown
  /** SHA-256 of the module's text, for agents by path. */
  readonly module?: string
}

export interface Variant {
  readonly name: string
  readonly ruleset: string
  readonly rules: unknown
}

export interface Lineup {
  readonly name: string
  readonly entrants: readonly Entrant[]
  readonly blocks: number
}

/** A resolved experiment: plain data, all that a worker or a manifest needs. */
export interface Experiment {
  readonly format: number
  readonly version: string
  readonly name: string
  readonly game: string
  readonly seed: string
  /** Share units, not points. */
  readonly margin: number
  readonly seats: readonly string[]
  readonly variants: readonly Variant[]
  readonly lineups: readonly Lineup[]
}

/** A cell is one variant with one line-up: cell = variant * lineups.length + lineup. */
export interface Cell {
  readonly index: number
  readonly variant: Variant
  readonly lineup: Lineup
}

export function cellsOf(experiment: Experiment): Cell[] {
  return experiment.variants.flatMap((variant, v) =>
    experiment.lineups.map((lineup, l) => ({ index: v * experiment.lineups.length + l, variant, lineup })),
  )
}

/** Compiles a variant's rules. */
export function compileVariant(experiment: Experiment, variant: Variant): Game {
  return findGame(experiment.game).compile(variant.rules)
}

/** SHA-256 over everything that decides the results. */
export function fingerprint(experiment: Experiment): string {
  return createHash('sha256').update(JSON.stringify(experiment)).digest('hex')
}

/** What the command line puts in place of the file's. */
export interface Overrides {
  readonly seed?: string
  readonly matches?: number
}

/** Checks a document and resolves it. Throws an InputError. Paths in it are relative to the document's folder. */
export async function resolveExperiment(document: Document, overrides: Overrides = {}): Promise<Experiment> {
  const file = validate(experimentSchema, [document])
  const base = dirname(resolve(document.file))
  const game = at(document, ['game'], () => findGame(file.game))
  const variants = (file.variants ?? [{ name: '' }]).map((variant, v) => {
    const where = file.variants ? section(document, ['variants', v]) : document
    const path = file.variants && 'ruleset' in variant && variant.ruleset !== undefined ? where : document
    const ruleset = ('ruleset' in variant ? variant.ruleset : undefined) ?? file.ruleset ?? game.ruleset
    const source = at(path, ['ruleset'], () => readRuleset(game, ruleset, base))
    const layers = [section(document, ['rules']), ...(file.variants ? [section(where, ['rules'])] : [])]
    return { name: variant.name || ruleset, ruleset, rules: resolveRules(game, source, layers.map(nonEmpty)) }
  })
  const twice = variants.findIndex((v, i) => variants.findIndex(w => w.name === v.name) < i)
  if (twice >= 0)
    throw new InputError(
      document.file,
      `two variants are called ${JSON.stringify(variants[twice]!.name)}, expected different names`,
      document.at(['variants', twice, 'name']),
    )
  const seats = seatsOf(game, variants[0]!.rules)
  const lineups: Lineup[] = []
  for (const [l, lineup] of file.lineups.entries()) {
    const matches = overrides.matches ?? lineup.matches ?? file.matches
    lineups.push(await resolveLineup(section(document, ['lineups', l]), lineup.agents, seats.length, matches, base, game))
  }
  return {
    format: FORMAT,
    version: VERSION,
    name: file.name,
    game: game.id,
    seed: overrides.seed ?? String(file.seed),
    margin: file.margin / 100,
    seats,
    variants,
    lineups,
  }
}

const nonEmpty = (document: Document): Document =>
  document.value === undefined ? literal({}, document.file) : expandDotted(document)

function seatsOf(game: GameModule, rules: unknown): readonly string[] {
  return game.compile(rules).seats
}

/** Runs what throws a plain Error, and gives that error its place. */
function at<T>(document: Document, path: readonly (string | number)[], act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw placed(document, path, error)
  }
}

function placed(document: Document, path: readonly (string | number)[], error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error
  return new InputError(document.file, error.message, document.at(path))
}

async function resolveLineup(
  document: Document,
  agents: z.output<typeof entrant>[],
  seats: number,
  matches: number,
  base: string,
  game: GameModule,
): Promise<Lineup> {
  const all = agents.length === 1 ? new Array<(typeof agents)[0]>(seats).fill(agents[0]!) : agents
  if (all.length !== seats)
    throw new InputError(
      document.file,
      `found ${all.length} agents, expected 1 or ${seats}, one for each seat`,
      document.at(['agents']),
    )
  const entrants: Entrant[] = []
  for (const [i, spec] of all.entries())
    entrants.push(await resolveEntrant(section(document, ['agents', agents.length === 1 ? 0 : i]), spec, base, game))
  return { name: entrants.map(e => e.label).join(' vs '), entrants, blocks: Math.ceil(matches / seats) }
}

/** "mcts:iterations=500" taken apart. Windows drives and URLs are not agents' names. */
function parseSpec(spec: string): { agent: string; options: Record<string, unknown> } {
  const [agent, ...pairs] = spec.split(':')
  const options = pairs.map(pair => {
    const [key, ...value] = pair.split('=')
    if (!key || value.length === 0)
      throw new Error(`option ${JSON.stringify(pair)} of ${JSON.stringify(spec)}, expected key=value`)
    return [key, scalarOf(value.join('='))] as const
  })
  return { agent: agent!, options: Object.fromEntries(options) }
}

/** A value written on the command line: a number or a switch where it looks like one, else text. */
export function scalarOf(text: string): z.output<typeof scalar> {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

async function resolveEntrant(
  document: Document,
  spec: z.output<typeof entrant>,
  base: string,
  game: GameModule,
): Promise<Entrant> {
  const fromText = typeof spec === 'string' ? at(document, [], () => parseSpec(spec)) : null
  const agent = fromText?.agent ?? (spec as { agent: string }).agent
  const file = isModule(agent) ? (isAbsolute(agent) ? agent : resolve(base, agent)) : agent
  try {
    const kind = await findAgent(file)
    if (kind.games && !kind.games.includes(game.id))
      throw new Error(`agent ${kind.id} does not play ${game.id}, only ${kind.games.join(', ')}`)
    const written = fromText ? literal(fromText.options, `${document.file}: ${agent}`) : without(document, 'agent')
    const options = validate(kind.options, [written])
    const given = Object.entries(fromText?.options ?? (written.value as Record<string, unknown>))
    const label = [kind.id, ...given.map(([key, value]) => `${key}=${String(value)}`)].join(':')
    return isModule(agent) ? { label, agent: file, options, module: moduleHash(file) } : { label, agent, options }
  } catch (error) {
    throw placed(document, [], error)
  }
}

/** The same document without one key of its value. */
function without(document: Document, key: string): Document {
  const { [key]: _, ...rest } = document.value as Record<string, unknown>
  return { file: document.file, value: rest, at: (path, part) => document.at(path, part) }
}
