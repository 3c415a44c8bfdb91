/** The easy contract, and its adapter to the fast contract. */
import { z } from 'zod'
import { show } from '../../documents/index.ts'
import type { CompiledGame, GameFormat, TuningHints } from '../contract/index.ts'
import {
  CLOCK_NOTE,
  clockReads,
  DRAWS_NOTE,
  freezeData,
  GameError,
  isStrict,
  refusedDraws,
  watched,
} from '../modules/index.ts'
import { checkedDefinition, requireSameSetup } from './checked.ts'
import { Codec } from './codec.ts'
import { type Definition, findMisspelling, findMistake, PARTS, seatsBy, unknownKeyNotes } from './define.ts'
import { describeDrawing, drawing } from './draws.ts'
import { PlainGame } from './game.ts'
import type { Sizes } from './info.ts'
import { sizesOf } from './sizes.ts'
import { TeamWatch, teamNotes } from './teams.ts'

export { isPlainThroughout } from './checked.ts'
export { isDate } from './codec.ts'
export type {
  Chance,
  Context,
  Definition,
  Draws,
  Outcome,
  PlainBoard,
  PlainGauge,
  PlainHolding,
} from './define.ts'
export { roleNames } from './define.ts'
export { LIMIT_ENDING, lacksGauges, PLAIN_WIN, RESULT_GAUGE, weighsOnlyResult } from './info.ts'
export {
  type ChanceAnswer,
  chanceAnswers,
  foldSeeds,
  isPartOfSeed,
  type Roll,
  Rolls,
  withAnswer,
} from './rolls.ts'

/** A game's code, with what the registry lists of it. */
export interface DefinedGame<Rules extends object> {
  readonly id: string
  readonly summary: string
  readonly schema: z.ZodType<Rules>
  readonly rulesets?: string | undefined
  readonly ruleset?: string | undefined
  /** Absent in the easy contract. */
  readonly format?: GameFormat
  readonly tuning?: TuningHints | undefined
  compile(id: string, rules: Rules): CompiledGame
}

/** True of a definition without `defineGame`, even if parts are missing. */
export function isDefinition(exported: unknown): exported is Definition {
  if (typeof exported !== 'object' || exported === null || 'compile' in exported) return false
  return PARTS.some(name => typeof (exported as Partial<Definition>)[name] === 'function')
}

/**
 * Makes a game for a module's default export. Throws a GameError that names a part that is wrong or missing.
 */
// biome-ignore lint/suspicious/noExplicitAny: an author who names only the types of states and moves has rules of any type.
export function defineGame<State, Move, Rules extends object = any>(
  definition: Definition<State, Move, Rules>,
): DefinedGame<Rules> {
  return adapt(definition, false)
}

/** The same for another framework's states, which may hold NaN, and lists with holes and own keys. */
export function adaptGame<State, Move, Rules extends object>(
  definition: Definition<State, Move, Rules>,
): DefinedGame<Rules> {
  return adapt(definition, true)
}

/** What random matches show of a game. */
interface Surveyed {
  readonly codec: Codec
  readonly sizes: Sizes
  /** Whether setup or apply draws by itself. */
  readonly isDrawing: boolean
  readonly notes: readonly string[]
}

function adapt<State, Move, Rules extends object>(
  definition: Definition<State, Move, Rules>,
  isLenient: boolean,
): DefinedGame<Rules> {
  const mistake = findMisspelling(definition) ?? findMistake(definition)
  if (mistake !== null) throw new GameError(mistake)
  const { id, summary = id, rules: given = {}, rulesets, ruleset, tuning } = definition
  const rules = typeof given === 'function' ? requireSchema(given(z)) : given
  const schema = (
    isSchema(rules) ? withInnerDefaults(rules as z.ZodType) : schemaOf(rules)
  ) as z.ZodType<Rules>
  requireNames(schema)
  /** What the last rules showed: the same game is compiled several times in a row. */
  let last: (Surveyed & { readonly key: string }) | null = null
  const survey = (name: string, parts: typeof definition, given: Rules, isDrawing: boolean): Surveyed => {
    const codec = new Codec(isLenient)
    const adapted = (all: Definition): Definition => (isDrawing ? drawing(all) : all)
    const looked = adapted(checkedDefinition(parts, schema, isLenient))
    if (isStrict()) requireSameSetup(looked, given, parts.setup)
    const reads = clockReads()
    const teams = new TeamWatch()
    const trial = teams.watch(looked)
    const sizes = sizesOf(wide => new PlainGame(name, trial, given, codec, wide), adapted(parts))
    codec.freeze()
    const roles = teams.roles(definition.endings ?? {}, seatsBy(definition, given).length)
    const notes = [...teamNotes(id, roles), ...(isDrawing ? [`${id}: ${DRAWS_NOTE}`] : [])]
    if (!isLenient && clockReads() > reads) notes.push(`${id}: ${CLOCK_NOTE}`)
    return { codec, sizes: { ...sizes, teams: roles }, isDrawing, notes }
  }
  /** Most games draw nothing, so that is tried first. */
  const surveyed = (name: string, parts: typeof definition, given: Rules): Surveyed => {
    const refused = refusedDraws()
    try {
      const found = survey(name, parts, given, false)
      if (isLenient || refusedDraws() === refused) return found
    } catch (error) {
      if (isLenient || refusedDraws() === refused) throw error
    }
    return survey(name, parts, given, true)
  }
  return {
    id,
    summary,
    schema,
    rulesets,
    ruleset,
    tuning,
    compile: (name, given) => {
      const parts = watchedParts(definition)
      requireSeats(definition, given)
      if (isStrict()) freezeData(given)
      const key = JSON.stringify([given, isStrict()])
      if (last?.key !== key) last = { key, ...surveyed(name, parts, given) }
      const { codec, sizes, isDrawing, notes } = last
      const own = isDrawing ? drawing(parts) : parts
      const game = new PlainGame(name, own, given, codec, sizes, [...unknownKeyNotes(definition), ...notes])
      if (!isDrawing) return game
      const { text } = game
      const describe = (state: Int32Array): object => describeDrawing(text.describe(state))
      return Object.assign(game, { text: { ...text, describe } })
    },
  }
}

function watchedParts<D extends Pick<Definition, 'gauges'>>(definition: D): D {
  const parts = watched(definition, PARTS)
  if (parts === definition || !definition.gauges) return parts
  const gauges = Object.entries(definition.gauges).map(([id, gauge]) => [
    id,
    watched(gauge, ['of'], `gauge ${id}`),
  ])
  return { ...parts, gauges: Object.fromEntries(gauges) as D['gauges'] }
}

function requireSeats<State, Move, Rules extends object>(
  { seats }: Definition<State, Move, Rules>,
  rules: Rules,
): void {
  const part = typeof seats === 'function' ? seats : undefined
  const names: unknown = seatsBy({ seats }, rules)
  if (!Array.isArray(names) || !names.every(name => typeof name === 'string'))
    throw new GameError('seats: expected a list of names', part)
  if (names.length < SEATS_MIN || names.length > SEATS_MAX)
    throw new GameError(`seats: found ${names.length}, expected ${SEATS_MIN} to ${SEATS_MAX}`, part)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw new GameError(`seats: found ${twice} twice, expected a different name for each seat`, part)
}

const SEATS_MIN = 2
const SEATS_MAX = 6

function requireSchema<Rules>(rules: z.ZodType<Rules>): z.ZodType<Rules> {
  if (rules instanceof Object && isSchema(rules)) return rules
  throw new GameError(
    `rules returned ${String(rules)}, expected a zod schema, such as z => z.strictObject({...})`,
  )
}

/** Gives nested objects whose keys all have defaults a default. */
function withInnerDefaults(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodObject) || schema.safeParse({}).success) return schema
  const inner = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
    part instanceof z.ZodObject ? [[key, withInnerDefaults(part).prefault({})]] : [],
  )
  return inner.length === 0 ? schema : schema.safeExtend(Object.fromEntries(inner) as z.ZodRawShape)
}

/** Throws a GameError for rule names that options cannot write. */
function requireNames(schema: unknown, path = ''): void {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) requireNames(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return
  for (const [key, inner] of Object.entries(schema.shape)) {
    if (/[.=\s]/.test(key) || key === '')
      throw new GameError(
        `rules: the name ${show(path + key)} can't be used in --rules or a sweep; expected a name without dots, spaces or =. To nest rules, write a: { b: ... }`,
      )
    requireNames(inner, `${path}${key}.`)
  }
}

function isSchema(rules: object): boolean {
  return 'safeParse' in rules
}

/** A schema made from defaults. */
function schemaOf(rules: object): z.ZodType {
  return z.strictObject(Object.fromEntries(Object.entries(rules).map(([key, value]) => [key, keyOf(value)])))
}

function keyOf(value: unknown): z.ZodType {
  if (typeof value === 'boolean') return z.boolean().default(value)
  if (typeof value === 'string') return z.string().default(value)
  if (typeof value === 'number') return (Number.isInteger(value) ? z.int() : z.number()).default(value)
  if (Array.isArray(value)) return z.array(z.unknown()).default(value)
  if (typeof value === 'object' && value !== null) return schemaOf(value).prefault({})
  throw new GameError(
    `rules: found ${String(value)}, expected numbers, strings, booleans, lists and objects, or a zod schema`,
  )
}
