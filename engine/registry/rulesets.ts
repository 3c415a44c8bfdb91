/**
 * Rule sets by name or path, with the layers and parts that they name, and the JSON schemas of their files.
 */
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

/** Names of a game's rule sets. A game of the user has `default`, and those in its folder. */
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

/** Layers, the lowest first. Later ones win, key by key. */
export type Ruleset = readonly Document[]

/** Names the rule set that a file builds on. */
export const BASE = 'base'

const CHAIN_MAX = 20

function isPath(name: string): boolean {
  return /[/\\]|\.(ya?ml|json)$/.test(name)
}

/**
 * A rule set by name, or by path relative to `base` (with a `/` or an ending), with all layers. Throws an
 * InputError with a place in a file, or an Error about the name.
 */
export function readRuleset(game: GameModule, name: string, base: string): Ruleset {
  return readChain(game, name, base, [])
}

/** `above` are the rule sets that build on this one, topmost first. */
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
    throw new Error(`rule sets extend each other in a circle: ${names}, expected one of them without a base`)
  if (above.length === CHAIN_MAX)
    throw new Error(`${CHAIN_MAX + 1} rule sets extend one another: ${names}, expected at most ${CHAIN_MAX}`)
  const document = readNamed(name, file)
  const under = child(document.value, BASE)
  // A game's own rule may have that name, with keys below.
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

/** Null for defaults without a file. Throws an Error that lists the names. */
function fileOf(game: GameModule, name: string, folder: string): string | null {
  if (isPath(name)) return isAbsolute(name) ? name : resolve(folder, name)
  const names = listRulesets(game)
  const file = join(folderOf(game), `${name}.yaml`)
  if (names.includes(name)) return name !== DEFAULTS || !game.source || existsSync(file) ? file : null
  const beside = game.source
    ? ` (its own file would be ${join(basename(folderOf(game)), `${name}.yaml`)})`
    : ''
  throw new Error(
    `${game.id} has no rule set ${show(name)}, expected one of ${names.join(', ')}, or a path${beside}${didYouMean(name, names)}`,
  )
}

/** If the file as a whole is unreadable, the Error is about its name. */
function readNamed(name: string, file: string): Document {
  try {
    return readDocument(file)
  } catch (error) {
    if (!(error instanceof InputError) || error.line !== undefined) throw error
    throw new Error(`rule set ${show(name)}: ${error.text}`)
  }
}

/** Merges a rule set, overrides and the parts that they name by path. Throws an InputError with the place. */
export function resolveRules(game: GameModule, ruleset: Ruleset, overrides: readonly Document[]): object {
  // Defaults are a layer: overriding one unit kind's figure must not lose the others. Their paths start from
  // the game's folder of rule sets.
  const defaults = literal(game.schema.parse({}), join(folderOf(game), 'defaults'))
  const layers = readParts(game.schema, [defaults, ...ruleset, ...overrides.map(expandDotted)])
  // Shipped rules are sound, so no message points into them.
  const shipped = game.source ? [] : layers.filter(({ file }) => file.startsWith(join(folderOf(game), '/')))
  return validate(game.schema, layers, shipped)
}

export function rulesSchema(game: GameModule): JsonSchema {
  return layerSchema(game.schema, `evenhand: rule set of ${titleOf(game)}`)
}

/** The schema of a rule-set file: the game's keys and `base`. */
export function rulesetSchema(game: GameModule): JsonSchema {
  const schema = rulesSchema(game)
  const under: JsonSchema = {
    type: 'string',
    description: 'the rule set that this one extends: a built-in name, or a path relative to this file',
    examples: listRulesets(game),
  }
  // References into a rule of that name stay valid.
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

/** Schemas of files that rules name by path (maps, decks), by key. */
export function partSchemas(game: GameModule): ReadonlyMap<string, JsonSchema> {
  const { schema } = game
  const title = titleOf(game)
  return new Map(fileKeys(schema).map(key => [key, partSchema(schema, key, `evenhand: ${key} of ${title}`)]))
}

/** Built-in games may share a folder and its schema. */
function titleOf({ id, folder, source }: GameModule): string {
  return source ? id : folder
}
