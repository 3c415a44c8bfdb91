/** Rule sets: those that a game ships, and files of others; layered, with all that they name by a path read into them. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import {
  child,
  type Document,
  didYouMean,
  expandDotted,
  fileKeys,
  InputError,
  isRecord,
  type JsonSchema,
  layerSchema,
  literal,
  partSchema,
  readDocument,
  readParts,
  show,
  validate,
  withoutKey,
  withPlace,
} from '../../documents/index.ts'
import { ROOT } from '../package.ts'
import { DEFAULTS } from './files.ts'
import type { GameModule } from './game.ts'

function folderOf(game: GameModule): string {
  return resolve(ROOT, 'configs', 'rules', game.folder)
}

/** Names of the rule sets that a game ships. One of the user has that of its schema's defaults, and those in its folder, if there is one. */
export function listRulesets(game: GameModule): string[] {
  const names = game.source && !existsSync(folderOf(game)) ? [] : namesIn(folderOf(game))
  return game.source && !names.includes(DEFAULTS) ? [DEFAULTS, ...names] : names
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.yaml'))
    .map(file => file.slice(0, -'.yaml'.length))
    .sort()
}

/** A rule set: its layers, the one that it builds on first. Later ones win, key by key. */
export type Ruleset = readonly Document[]

/** The key by which a file of a rule set names the one that it builds on. */
export const BASE = 'base'

/** The most rule sets that build on each other. */
const CHAIN_MAX = 20

/** Whether a rule set is named by the path of its file. */
function isPath(name: string): boolean {
  return /[/\\]|\.(ya?ml|json)$/.test(name)
}

/**
 * A rule set by its shipped name, or by the path of a file (with a `/` or a `.yaml`, relative to `base`), with all that it
 * builds on. Throws an InputError with a place in a file, or an Error about the name.
 */
export function readRuleset(game: GameModule, name: string, base: string): Ruleset {
  return readChain(game, name, base, [])
}

/** `above` are the rule sets that build on this one, the one asked for first. */
function readChain(
  game: GameModule,
  name: string,
  folder: string,
  above: readonly { name: string; file: string }[],
): Ruleset {
  const file = fileOf(game, name, folder)
  if (file === null) return []
  const chain = [...above, { name, file }]
  const names = chain.map(one => one.name).join(' -> ')
  if (above.some(one => one.file === file))
    throw new Error(`rule sets build on each other in a circle: ${names}, expected one that builds on none`)
  if (above.length === CHAIN_MAX)
    throw new Error(`${CHAIN_MAX + 1} rule sets build on each other: ${names}, expected at most ${CHAIN_MAX}`)
  const document = readNamed(name, file)
  const under = child(document.value, BASE)
  // A game may have a key of that name, with keys below it.
  if (under === undefined || isRecord(under)) return [expandDotted(document)]
  if (typeof under !== 'string')
    throw new InputError(
      document.file,
      `${BASE} is ${show(under)}, expected the name of a rule set, or the path of one`,
      document.at([BASE]),
    )
  const lower = withPlace(document, [BASE], () => readChain(game, under, dirname(file), chain))
  return [...lower, expandDotted(withoutKey(document, BASE))]
}

/** The file of a rule set; null for the defaults of a game that has no file of them. Throws an Error that lists the names there are. */
function fileOf(game: GameModule, name: string, folder: string): string | null {
  if (isPath(name)) return isAbsolute(name) ? name : resolve(folder, name)
  const names = listRulesets(game)
  const file = join(folderOf(game), `${name}.yaml`)
  if (names.includes(name)) return name !== DEFAULTS || !game.source || existsSync(file) ? file : null
  const beside = game.source
    ? ` (its own file would be ${join(basename(folderOf(game)), `${name}.yaml`)})`
    : ''
  throw new Error(
    `unknown rule set ${show(name)} of ${game.id}, expected one of ${names.join(', ')}, or a path${beside}${didYouMean(name, names)}`,
  )
}

/** Reads a rule set's file. If that fails as a whole, the name of the file is wrong, and the Error is about that. */
function readNamed(name: string, file: string): Document {
  try {
    return readDocument(file)
  } catch (error) {
    if (!(error instanceof InputError) || error.line !== undefined) throw error
    throw new Error(`rule set ${show(name)}: ${error.text}`)
  }
}

/**
 * The rules that a rule set and overrides on top of it add up to, with all that they name by a path read into them.
 * Throws an InputError with the place.
 */
export function resolveRules(game: GameModule, ruleset: Ruleset, overrides: readonly Document[]): object {
  // The defaults are a layer of their own: an override of one unit kind's figure must not lose the other kinds. Paths in
  // them are relative to the folder of the game's rule sets.
  const defaults = literal(game.schema.parse({}), join(folderOf(game), 'defaults'))
  const layers = readParts(game.schema, [defaults, ...ruleset, ...overrides.map(expandDotted)])
  // Keys that do not go together: nobody is told of a place in rules that ship, which are sound.
  const shipped = game.source ? [] : layers.filter(({ file }) => file.startsWith(join(folderOf(game), '/')))
  return validate(game.schema, layers, shipped)
}

/** The schema of the keys that a game's rule sets, or changes of them, may have. */
export function rulesSchema(game: GameModule): JsonSchema {
  return layerSchema(game.schema, `evenhand: rule set of ${titleOf(game)}`)
}

/** The schema of a rule-set file of a game: its keys, and the rule set that it builds on. */
export function rulesetSchema(game: GameModule): JsonSchema {
  const schema = rulesSchema(game)
  const under: JsonSchema = {
    type: 'string',
    description:
      'the rule set that this one builds on: a shipped name, or a path from the folder of this file',
    examples: listRulesets(game),
  }
  // References into a key of that name keep their place.
  const own = schema.properties?.[BASE]
  return {
    ...schema,
    properties: {
      [BASE]: isRecord(own) ? { ...own, ...under, type: ['string', 'object'] } : under,
      ...without(schema, BASE),
    },
  }
}

function without({ properties = {} }: JsonSchema, key: string): NonNullable<JsonSchema['properties']> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== key))
}

/** The schemas of files that a game's rule sets name by a path, by key: maps, decks. */
export function partSchemas(game: GameModule): ReadonlyMap<string, JsonSchema> {
  const { schema } = game
  const title = titleOf(game)
  return new Map(fileKeys(schema).map(key => [key, partSchema(schema, key, `evenhand: ${key} of ${title}`)]))
}

/** Games that ship may share a folder of rule sets, and its schema; where that of a game of the user lies says nothing. */
function titleOf({ id, folder, source }: GameModule): string {
  return source ? id : folder
}
