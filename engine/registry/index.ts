/** The registry of games: the one list to edit to add a game. */
import { existsSync, readdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { z } from 'zod'
import { compile as compileBulwark } from '../bulwark/index.ts'
import { schema as bulwarkSchema } from '../bulwark/rules.ts'
import { show } from '../../documents/document.ts'
import { type Document, expandDotted, literal, readDocument, readParts, validate } from '../../documents/index.ts'
import { compile as compileElephantMen } from '../elephant-men/index.ts'
import { schema as elephantMenSchema } from '../elephant-men/rules.ts'
import { compile as compileFrontline } from '../frontline/index.ts'
import { schema as frontlineSchema } from '../frontline/rules.ts'
import type { Game } from '../contract/game.ts'
import { compile as compilePrestige } from '../prestige/index.ts'
import { schema as prestigeSchema } from '../prestige/rules.ts'
import { ROOT } from '../package.ts'

/** A game as the registry lists it: its rules' schema, its rule sets, and the way from rules to an engine. */
export interface GameModule {
  readonly id: string
  /** One sentence for `evenhand games`. */
  readonly summary: string
  /** Folder of its rule sets under configs/rules, and the one that counts when none is named. */
  readonly folder: string
  readonly ruleset: string
  readonly schema: z.ZodType
  /** Compiles rules that passed the schema. */
  compile(rules: unknown): Game
}

interface Listing<Rules> {
  readonly id: string
  readonly summary: string
  readonly folder: string
  readonly ruleset: string
  readonly schema: z.ZodType<Rules>
  readonly compile: (id: string, rules: Rules) => Game
}

/** Closes the gap between a game's own Rules type and the registry, which treats rules as data. */
function list<Rules>({ compile, ...game }: Listing<Rules>): GameModule {
  return { ...game, compile: rules => compile(game.id, game.schema.parse(rules)) }
}

const GAMES: readonly GameModule[] = [
  list({
    id: 'elephant-men',
    summary: 'soldiers and monks, secret orders, simultaneous phases, favour as a tug of war',
    folder: 'elephant-men',
    ruleset: 'v0.2',
    schema: elephantMenSchema,
    compile: compileElephantMen,
  }),
  list({
    id: 'elephant-golems',
    summary: 'the golem edition of Elephant Men: blocks and shoves, one action a phase',
    folder: 'elephant-men',
    ruleset: 'golems-2025-12',
    schema: elephantMenSchema,
    compile: compileElephantMen,
  }),
  list({
    id: 'frontline',
    summary: 'a lane between two bases, units that march and fight by themselves, one recruit a turn',
    folder: 'frontline',
    ruleset: 'default',
    schema: frontlineSchema,
    compile: compileFrontline,
  }),
  list({
    id: 'bulwark',
    summary: 'teams on a map of hexagons: tiles, abilities, capitals, battles by a model',
    folder: 'bulwark',
    ruleset: 'standard',
    schema: bulwarkSchema,
    compile: compileBulwark,
  }),
  list({
    id: 'prestige',
    summary: 'dice behind screens, missions and territories, two to four players',
    folder: 'prestige',
    ruleset: 'two',
    schema: prestigeSchema,
    compile: compilePrestige,
  }),
]

export function listGames(): readonly GameModule[] {
  return GAMES
}

/** The game of that name. Throws an Error that lists the names there are. */
export function findGame(id: string): GameModule {
  const found = GAMES.find(game => game.id === id)
  if (found) return found
  throw new Error(`unknown game ${show(id)}, expected one of ${GAMES.map(g => g.id).join(', ')}`)
}

function folderOf(game: GameModule): string {
  return join(ROOT, 'configs', 'rules', game.folder)
}

/** Names of the rule sets that a game ships. */
export function listRulesets(game: GameModule): string[] {
  return readdirSync(folderOf(game))
    .filter(file => file.endsWith('.yaml'))
    .map(file => file.slice(0, -'.yaml'.length))
    .sort()
}

/**
 * A rule set by its shipped name, or by the path of a file (with a `/` or a `.yaml`, relative to `base`). Throws an
 * InputError, or an Error that lists the names there are.
 */
export function readRuleset(game: GameModule, name: string, base: string): Document {
  if (name.includes('/') || name.includes('\\') || name.endsWith('.yaml') || name.endsWith('.json'))
    return expandDotted(readDocument(isAbsolute(name) ? name : resolve(base, name)))
  const file = join(folderOf(game), `${name}.yaml`)
  if (existsSync(file)) return expandDotted(readDocument(file))
  throw new Error(
    `unknown rule set ${show(name)} of ${game.id}, expected one of ${listRulesets(game).join(', ')}, or a path`,
  )
}

/**
 * The rules that a rule set and overrides on top of it add up to, with all that they name by a path read into them.
 * Throws an InputError with the place.
 */
export function resolveRules(game: GameModule, ruleset: Document, overrides: readonly Document[]): unknown {
  // The defaults are a layer of their own: an override of one unit kind's figure must not lose the other kinds. Paths in
  // them are relative to the folder of the game's rule sets.
  const defaults = literal(game.schema.parse({}), join(folderOf(game), 'defaults'))
  return validate(game.schema, readParts(game.schema, [defaults, ruleset, ...overrides.map(expandDotted)]))
}
