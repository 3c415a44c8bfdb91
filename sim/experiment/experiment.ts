/** Experiment files: what is to be played, checked and resolved to the last figure before anything runs. */
import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { isModule } from '../../agents/index.ts'
import { show } from '../../documents/document.ts'
import { type Document, InputError, section, validate } from '../../documents/index.ts'
import type { Game } from '../../engine/contract/game.ts'
import { findGame, type GameModule } from '../../engine/registry/index.ts'
import { VERSION } from '../../engine/package.ts'
import { entrant, resolveLineup } from './lineup.ts'
import { at } from '../../documents/places.ts'
import { layoutTally } from '../tally/layout.ts'
import { resolveVariants } from './variants.ts'

/** Version of the manifest and tally formats; results of another one are not comparable. */
export const FORMAT = 1

const name = z.string().regex(/^[\w][\w.,=+ -]{0,79}$/, {
  error: ({ input }) =>
    `found ${show(input)}, expected at most 80 letters, digits, spaces and any of . , = + - _, a letter or digit first`,
})

/** A seed as files and the command line give it. It stands in every report. */
export const seedSchema = z.union([z.string().max(200), z.number()])

/** A variant as experiment files describe it: changes on top of the experiment's own rule set and rules. */
const variantSchema = z.strictObject({
  name: name.describe('what reports call it; else its rule set or its changed keys').optional(),
  ruleset: z.string().describe('its rule set, instead of the one above').optional(),
  rules: z.record(z.string(), z.unknown()).describe('rule keys that it changes').optional(),
})

/** The schema of an experiment file. */
export const experimentSchema = z.strictObject({
  name: name.describe('what reports call the experiment').default('experiment'),
  game: z.string().describe('a game that `evenhand games` lists'),
  seed: seedSchema.describe('any text; the same seed gives the same bytes').default('1'),
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
  decisionSeconds: z
    .number()
    .min(0.1)
    .max(86_400)
    .describe('longest that an agent by path may take over a decision before it forfeits')
    .default(60),
  ruleset: z.string().describe('rule set of all variants: a shipped name or a path').optional(),
  rules: z.record(z.string(), z.unknown()).describe('rule keys changed in all variants').optional(),
  baseline: variantSchema.describe('what variants are compared with; else the first of them').optional(),
  variants: z.array(variantSchema).min(1).describe('the games to compare, beside the baseline').optional(),
  against: z
    .enum(['baseline', 'previous'])
    .describe('what each variant is compared with: the baseline, or the variant before it')
    .default('baseline'),
  sweep: z
    .record(z.string(), z.array(z.unknown()).min(1))
    .describe('rule keys with the values to try, every combination a variant of the baseline')
    .optional(),
  lineups: z
    .array(
      z.strictObject({
        agents: z.array(entrant).min(1).describe('one agent a seat; a single one plays all seats'),
        matches: z.int().min(1).max(1e12).describe('instead of the number above').optional(),
      }),
    )
    .min(1)
    .max(200)
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
  /** Longest that an agent by path may take over a decision. */
  readonly decisionSeconds: number
  readonly seats: readonly string[]
  /** The first is the baseline. */
  readonly variants: readonly Variant[]
  readonly lineups: readonly Lineup[]
  /** What each variant is compared with. */
  readonly against: 'baseline' | 'previous'
}

/** The variant that another one is compared with; -1 for the first. */
export function referenceOf({ against }: Experiment, variant: number): number {
  return against === 'previous' || variant === 0 ? variant - 1 : 0
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

/**
 * The experiment as reports show it: agents by path are named by their file alone, beside the hash of its text, so that
 * bytes do not depend on where the file lies.
 */
export function portable(experiment: Experiment): Experiment {
  const entrant = (e: Entrant): Entrant =>
    isModule(e.agent) ? { ...e, agent: e.agent.split(/[\\/]/).at(-1)! } : e
  const lineups = experiment.lineups.map(l => ({ ...l, entrants: l.entrants.map(entrant) }))
  return { ...experiment, lineups }
}

/** SHA-256 over everything that decides the results, the same on every machine. */
export function fingerprint(experiment: Experiment): string {
  return createHash('sha256')
    .update(JSON.stringify(portable(experiment)))
    .digest('hex')
}

/** A checked experiment file. */
export type ExperimentFile = z.output<typeof experimentSchema>

/** What the command line puts in place of the file's. */
export interface Overrides {
  readonly seed?: string
  readonly matches?: number
  readonly decisionSeconds?: number
}

/** Checks a document and resolves it. Throws an InputError. Paths in it are relative to the document's folder. */
export async function resolveExperiment(document: Document, overrides: Overrides = {}): Promise<Experiment> {
  const file = validate(experimentSchema, [document])
  const base = dirname(resolve(document.file))
  const game = at(document, ['game'], () => findGame(file.game))
  const variants = resolveVariants(document, file, game, base)
  const seats = seatsOf(game, variants[0]!.rules)
  refuseTooMuch(document, game, variants, file.lineups.length)
  const lineups: Lineup[] = []
  for (const [l, lineup] of file.lineups.entries()) {
    const matches = overrides.matches ?? lineup.matches ?? file.matches
    lineups.push(
      await resolveLineup(
        section(document, ['lineups', l]),
        lineup.agents,
        seats.length,
        matches,
        base,
        game,
      ),
    )
  }
  return {
    format: FORMAT,
    version: VERSION,
    name: file.name,
    game: game.id,
    seed: overrides.seed ?? String(file.seed),
    margin: file.margin / 100,
    decisionSeconds: overrides.decisionSeconds ?? file.decisionSeconds,
    seats,
    variants,
    lineups,
    against: file.against,
  }
}

/** Bytes that the tallies of all cells may take. Every thread has as much again for the cells in hand. */
const TALLIES_MAX = 2 ** 29

function refuseTooMuch(
  document: Document,
  game: GameModule,
  variants: readonly Variant[],
  lineups: number,
): void {
  const words = variants.reduce((sum, { rules }) => sum + layoutTally(game.compile(rules)).size, 0)
  const bytes = words * Float64Array.BYTES_PER_ELEMENT * lineups
  if (bytes <= TALLIES_MAX) return
  const mib = (n: number): number => Math.ceil(n / 2 ** 20)
  throw new InputError(
    document.file,
    `${variants.length} variants with ${lineups} line-ups need ${mib(bytes)} MiB to count in, expected at most ` +
      `${mib(TALLIES_MAX)} MiB: fewer variants, line-ups, or turns of a match`,
    document.at([lineups > variants.length ? 'lineups' : 'variants'], 'key'),
  )
}

function seatsOf(game: GameModule, rules: unknown): readonly string[] {
  return game.compile(rules).seats
}
