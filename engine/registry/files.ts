/** Games of the user: modules whose default export is a game. */
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { z } from 'zod'
import { isRecord } from '../../documents/index.ts'
import { boardgameIn, forcedBoardgameIn } from '../boardgame-io/index.ts'
import type { CompiledGame, GameFormat } from '../contract/index.ts'
import {
  asGame,
  type Exports,
  fileHashes,
  gameAlone,
  importExports,
  isGameThread,
  mapFile,
  moduleHash,
  moduleId,
  parseFormat,
  placeIn,
  reasonOf,
} from '../modules/index.ts'
import { defineGame, isDefinition } from '../plain/index.ts'
import { type GameCode, type GameModule, gameModule } from './game.ts'

/** The rule set of a schema's defaults. */
export const DEFAULTS = 'default'

/** Default folder of rule sets beside a module. */
const RULES_FOLDER = 'rules'

const TUNING =
  'tuning: expected { structural: [rules], values: { rule: [its values] } }, with rules as texts such as "board.*"'

const tuningShape = z.strictObject(
  {
    structural: z.array(z.string(TUNING), TUNING).optional(),
    values: z.record(z.string(), z.array(z.unknown(), TUNING), TUNING).optional(),
  },
  TUNING,
)

const moduleShape = z.object(
  {
    id: moduleId,
    summary: z.string('summary: expected a sentence about the game').default(''),
    schema: z.custom<GameCode<object>['schema']>(
      value => value instanceof Object && 'safeParse' in value,
      'schema: expected a zod schema of its rules, with defaults',
    ),
    compile: z.custom<GameCode<object>['compile']>(
      value => typeof value === 'function',
      'compile: expected a function compile(id, rules)',
    ),
    rulesets: z.string('rulesets: expected the path of a folder').default(RULES_FOLDER),
    ruleset: z.string('ruleset: expected the name of a rule set').default(DEFAULTS),
    format: z.custom<GameFormat>().optional(),
    tuning: tuningShape.optional(),
  },
  'expected export default { id, seats, setup, toMove, moves, apply, outcome }, or what defineGame returns',
)

/** Loads a module's game, in the format of its name. Rejects with an Error that says what is wrong. */
export async function loadGameFile(name: string): Promise<GameModule> {
  const { file } = parseFormat(name)
  const parsed = await importExports(name, 'game', exported => moduleShape.safeParse(gameIn(exported, name)))
  if (!parsed.success)
    throw new Error(
      `game module ${file}: its default export isn't a game: ${parsed.error.issues[0]!.message}`,
    )
  const { id, summary, schema, rulesets, ruleset, format, tuning } = parsed.data
  const compile = (name: string, rules: object): CompiledGame => {
    if (isGameThread()) return parsed.data.compile(name, rules)
    return gameAlone(asGame(() => parsed.data.compile(name, rules)))
  }
  requireDefaults(file, schema)
  const folder = resolve(dirname(file), rulesets)
  const source = {
    file: mapFile(name, path => resolve(path)),
    sha256: moduleHash(name),
    files: fileHashes(name),
  }
  return gameModule({ id, summary, folder, ruleset }, { schema, compile, format, tuning }, source)
}

/** A game in plain values, of boardgame.io, or in the fast contract. */
function gameIn(exported: Exports, name: string): unknown {
  const { format, file } = parseFormat(name)
  const boardgame = (format === 'boardgame.io' ? forcedBoardgameIn : boardgameIn)(exported, resolve(file))
  if (boardgame) return boardgame
  if (!('default' in exported)) throw new Error(noDefault(exported, file))
  const { default: main } = exported
  // The exports of CommonJS lie in the default: exports.default is one further in.
  const game = isRecord(main) && isRecord(main.default) && !('id' in main) ? main.default : main
  return isDefinition(game) ? defineGame(game) : game
}

const hasSetup = (value: unknown): boolean => isRecord(value) && 'setup' in value

function noDefault(exported: Exports, file: string): string {
  const names = Object.keys(exported)
  if (names.length === 0) return `it exports nothing, expected ${lastLineFor(file)}`
  const game =
    names.find(name => isDefinition(exported[name])) ?? names.find(name => hasSetup(exported[name]))
  if (game !== undefined)
    return `its game ${game} is not the default export; expected a last line: export default ${game}`
  const maker = names.find(name => typeof exported[name] === 'function' && /game/i.test(name))
  const call = `${isClass(exported[maker ?? '']) ? 'new ' : ''}${maker}(...)`
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')
  return maker === undefined
    ? `it exports ${shown}, but no game; expected a boardgame.io game ({ setup, moves, ... }) or export default { id: ... }`
    : `it exports no game, but it exports the function ${maker}. If this function creates the game, call it: export default ${call} as the last line, or write a file beside it: import { ${maker} } from './${basename(file)}'; export default ${call}`
}

/** What to add to a file without exports: its game may have a name already. */
function lastLineFor(file: string): string {
  const made = [...readFileSync(file, 'utf8').matchAll(GAME_MADE)].map(([, name]) => name!)
  const name = made.find(one => /game/i.test(one)) ?? (made.length === 1 ? made[0] : undefined)
  return name === undefined
    ? 'the game as its default export: export default { id: ... }'
    : `its game as its default export: add the last line export default ${name}`
}

/** A variable that holds an object, or what a function returns for one. */
const GAME_MADE = /^(?:const|let|var) (\w+)(?:\s*:[^=\n]+)? = (?:\w+\()?\{/gm

const isClass = (value: unknown): boolean =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))

function requireDefaults(file: string, schema: GameCode<object>['schema']): void {
  let reason: string
  try {
    const defaults = schema.safeParse({})
    // Zod does not check defaults.
    const { success, error } = defaults.success ? schema.safeParse(defaults.data) : defaults
    if (success) return
    const [{ path, message }] = error.issues as [z.core.$ZodIssue]
    const key = path.join('.')
    reason = defaults.success
      ? `the schema doesn't allow the default of the rule ${key}: ${message}`
      : `its rules have no defaults: ${key}: ${message}; ${DEFAULTS_EXPECTED}`
  } catch (error) {
    const place = placeIn(error) === null ? '' : ` at ${placeIn(error)}`
    reason = `its rules have no defaults: ${reasonOf(error)}${place}; ${DEFAULTS_EXPECTED}`
  }
  throw new Error(`game module ${file}: ${reason}`)
}

const DEFAULTS_EXPECTED = 'expected a default for every key, and .prefault({}) after an object of keys'
