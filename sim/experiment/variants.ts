/** Variants of an experiment: the baseline, those listed, and those of a sweep. */
import {
  type Document,
  errorAt,
  isRecord,
  Mistakes,
  oneLine,
  section,
  show,
  withPlace,
} from '../../documents/index.ts'
import type { Game } from '../../engine/contract/index.ts'
import { type GameModule, type Ruleset, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import type { TryRules } from '../threads/inspection.ts'
import { experimentOf, gameOf } from './compile.ts'
import type { ExperimentFile } from './schema.ts'
import type { Variant } from './types.ts'

/** Most variants of an experiment: every thread compiles each of them and makes its agents. */
export const VARIANTS_MAX = 200

/** Most variants whose mistakes are reported: they are usually the same, and slow to find in large files. */
const WRONG_MAX = 3

/** Most characters of a generated name, which is in every row of every table. */
const NAME_MAX = 200

/** A variant before its rules are resolved. */
interface VariantSpec {
  readonly name: string
  readonly ruleset: string
  /** Names the rule set, for errors. */
  readonly source: Document
  /** Changed keys; later documents override earlier ones. */
  readonly layers: readonly Document[]
  /** The variant's own part, for errors. */
  readonly place: Document
}

/**
 * Resolves all variants, the baseline first. Calls `tryRules` with all of them before compiling the first: a
 * user's game may hang. Rejects with an InputError.
 */
export async function resolveVariants(
  document: Document,
  file: ExperimentFile,
  game: GameModule,
  base: string,
  tryRules: TryRules,
): Promise<Variant[]> {
  refuseTooMany(document, file)
  const specs = variantSpecs(document, file, game)
  const rulesets = new Map<string, Ruleset>()
  const variants: Variant[] = []
  const places: Document[] = []
  const mistakes = new Mistakes()
  let wrong = 0
  for (const { name, ruleset, source, layers, place } of specs) {
    const rules = mistakes.try(() => {
      // Reads a file of some MiB once, however many variants name it.
      const read =
        rulesets.get(ruleset) ?? withPlace(source, ['ruleset'], () => readRuleset(game, ruleset, base))
      rulesets.set(ruleset, read)
      return resolveRules(game, read, layers)
    })
    if (!rules) {
      if (++wrong === WRONG_MAX) break
      continue
    }
    if (variants.some(other => other.name === name))
      throw errorAt(place, ['name'], `two variants are called ${show(name)}, expected different names`)
    // A combination that changes nothing is the baseline, which is a variant already.
    const first = variants[0]
    if (first && place === document && JSON.stringify(rules) === JSON.stringify(first.rules)) continue
    variants.push({ name, ruleset, rules })
    places.push(place)
  }
  mistakes.throw()
  await tryRules(variants)
  const [first, ...others] = variants.map(variant => gameOf(experimentOf(game), variant))
  for (const [v, other] of others.entries())
    refuseOtherSeats(places[1 + v]!, variants[1 + v]!.name, other, first!)
  return variants
}

/** Counts variants before generating them: a few lines of a sweep can span more than any memory holds. */
function refuseTooMany(document: Document, { variants = [], sweep = {} }: ExperimentFile): void {
  const lists = Object.values(sweep)
  const swept = lists.length === 0 ? 0 : lists.reduce((product, { length }) => product * length, 1)
  const count = variants.length + swept
  if (count > VARIANTS_MAX)
    throw errorAt(
      document,
      [swept > variants.length ? 'sweep' : 'variants'],
      `found ${count} variants, expected at most ${VARIANTS_MAX}`,
    )
}

/** Line-ups have one agent a seat, so variants with different numbers of seats can't be compared. */
function refuseOtherSeats(place: Document, name: string, game: Game, first: Game): void {
  if (first.info.seats.length !== game.info.seats.length)
    throw errorAt(
      place,
      ['rules'],
      `variant ${show(name)} has ${game.info.seats.length} seats, expected ${first.info.seats.length} as in the first`,
    )
}

function variantSpecs(document: Document, file: ExperimentFile, game: GameModule): VariantSpec[] {
  const common = rulesIn(document)
  const specOf = (spec: NonNullable<ExperimentFile['baseline']>, place: Document): VariantSpec => {
    const ruleset = spec.ruleset ?? file.ruleset ?? game.ruleset
    return {
      name: spec.name ?? oneLine(nameOf(spec, ruleset), NAME_MAX),
      ruleset,
      source: spec.ruleset === undefined ? document : place,
      layers: [common, rulesIn(place)],
      place,
    }
  }
  const listed = (file.variants ?? []).map((spec, v) => specOf(spec, section(document, ['variants', v])))
  const unchanged: VariantSpec = { ...specOf({}, document), layers: [common] }
  const explicit = file.baseline ? [specOf(file.baseline, section(document, ['baseline']))] : []
  const first = explicit.length > 0 ? explicit : listed.length > 0 && !file.sweep ? [] : [unchanged]
  const swept = combinations(file.sweep ?? {}).map(pairs => {
    const from = first[0]!
    const layer = sweptLayer(document, Object.fromEntries(pairs))
    return {
      ...from,
      name: oneLine(pairs.map(pair => changeName(...pair)).join(','), NAME_MAX),
      layers: [...from.layers, layer],
      place: document,
    }
  })
  return [...first, ...listed, ...swept]
}

/** The rules of a document or a variant. Anything but an object was reported before and isn't a layer. */
function rulesIn(place: Document): Document {
  const layer = section(place, ['rules'])
  return isRecord(layer.value) ? layer : { ...layer, value: undefined }
}

/** A combination's keys as a layer of rules, whose errors point to the key's list in the sweep. */
function sweptLayer(document: Document, value: Readonly<Record<string, unknown>>): Document {
  return { file: document.file, value, at: (path, part) => document.at(['sweep', ...path.slice(0, 1)], part) }
}

/** The default name of a variant: its rule set, or what it changes. */
function nameOf(spec: NonNullable<ExperimentFile['baseline']>, ruleset: string): string {
  if (spec.ruleset !== undefined || !spec.rules) return ruleset
  return Object.entries(spec.rules)
    .map(pair => changeName(...pair))
    .join(',')
}

function changeName(key: string, value: unknown): string {
  return `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/** Every combination of one value for each key; the last key varies fastest. */
function combinations(sweep: Readonly<Record<string, readonly unknown[]>>): [string, unknown][][] {
  const keys = Object.entries(sweep)
  if (keys.length === 0) return []
  return keys.reduce<[string, unknown][][]>(
    (lists, [key, values]) =>
      lists.flatMap(list => values.map((value): [string, unknown][] => [...list, [key, value]])),
    [[]],
  )
}
