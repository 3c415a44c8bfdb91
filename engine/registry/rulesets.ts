/** Rule sets: those that a game ships, and files of others; layered, with all that they name by a path read into them. */
import { existsSync, readdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import {
  type Document,
  didYouMean,
  expandDotted,
  literal,
  readDocument,
  readParts,
  show,
  validate,
} from '../../documents/index.ts'
import { ROOT } from '../package.ts'
import type { GameModule } from './games.ts'

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
  const names = listRulesets(game)
  throw new Error(
    `unknown rule set ${show(name)} of ${game.id}, expected one of ${names.join(', ')}, or a path${didYouMean(name, names)}`,
  )
}

/**
 * The rules that a rule set and overrides on top of it add up to, with all that they name by a path read into them.
 * Throws an InputError with the place.
 */
export function resolveRules(game: GameModule, ruleset: Document, overrides: readonly Document[]): object {
  // The defaults are a layer of their own: an override of one unit kind's figure must not lose the other kinds. Paths in
  // them are relative to the folder of the game's rule sets.
  const defaults = literal(game.schema.parse({}), join(folderOf(game), 'defaults'))
  return validate(game.schema, readParts(game.schema, [defaults, ruleset, ...overrides.map(expandDotted)]))
}
