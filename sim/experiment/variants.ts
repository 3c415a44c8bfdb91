/** Variants of an experiment: the baseline, those that are listed, and those that a sweep spans. */
import { type Document, InputError, oneLine, section, show, withPlace } from '../../documents/index.ts'
import type { Game } from '../../engine/contract/index.ts'
import { type GameModule, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import type { ExperimentFile } from './schema.ts'
import type { Variant } from './types.ts'

/** Most variants of an experiment: each costs every thread a compiled game and its agents. */
const VARIANTS_MAX = 200

/** Characters of a name that was put together; it stands in every row of every table. */
const NAME_MAX = 200

/** What one variant adds to the experiment's rule set and rules: documents, later ones winning. */
interface VariantSpec {
  readonly name: string
  readonly ruleset: string
  /** Where the rule set's name stands, for errors. */
  readonly source: Document
  readonly layers: readonly Document[]
  /** Where the variant stands. */
  readonly place: Document
}

/** Resolves all variants, the baseline first. Throws an InputError. */
export function resolveVariants(
  document: Document,
  file: ExperimentFile,
  game: GameModule,
  base: string,
): Variant[] {
  refuseTooMany(document, file)
  const sketches = variantSpecs(document, file, game)
  const rulesets = new Map<string, Document>()
  const variants: Variant[] = []
  for (const { name, ruleset, source, layers, place } of sketches) {
    // A file of some MiB takes its time: it is read once, however many variants name it.
    const read =
      rulesets.get(ruleset) ?? withPlace(source, ['ruleset'], () => readRuleset(game, ruleset, base))
    rulesets.set(ruleset, read)
    const rules = resolveRules(game, read, layers)
    if (variants.some(other => other.name === name))
      throw new InputError(
        place.file,
        `two variants are called ${show(name)}, expected different names`,
        place.at(['name']),
      )
    refuseOtherSeats(place, name, game.compile(rules), variants[0] && game.compile(variants[0].rules))
    // A sweep's combination that changes nothing is the baseline, which is played already.
    const same =
      place === document &&
      variants.length > 0 &&
      JSON.stringify(rules) === JSON.stringify(variants[0]!.rules)
    if (!same) variants.push({ name, ruleset, rules })
  }
  return variants
}

/** Counts before anything is spelled out: a few lines of a sweep span more than any memory holds. */
function refuseTooMany(document: Document, { variants = [], sweep = {} }: ExperimentFile): void {
  const lists = Object.values(sweep)
  const swept = lists.length === 0 ? 0 : lists.reduce((product, { length }) => product * length, 1)
  const count = variants.length + swept
  if (count > VARIANTS_MAX)
    throw new InputError(
      document.file,
      `found ${count} variants, expected at most ${VARIANTS_MAX}`,
      document.at([swept > variants.length ? 'sweep' : 'variants']),
    )
}

/** A line-up has one agent a seat: variants with other numbers of seats can not be compared. */
function refuseOtherSeats(place: Document, name: string, game: Game, first: Game | undefined): void {
  if (first && first.info.seats.length !== game.info.seats.length)
    throw new InputError(
      place.file,
      `variant ${show(name)} has ${game.info.seats.length} seats, expected ${first.info.seats.length} as in the first`,
      place.at(['rules']),
    )
}

function variantSpecs(document: Document, file: ExperimentFile, game: GameModule): VariantSpec[] {
  const common = section(document, ['rules'])
  const sketch = (spec: NonNullable<ExperimentFile['baseline']>, place: Document): VariantSpec => {
    const ruleset = spec.ruleset ?? file.ruleset ?? game.ruleset
    return {
      name: spec.name ?? oneLine(nameOf(spec, ruleset), NAME_MAX),
      ruleset,
      source: spec.ruleset === undefined ? document : place,
      layers: [common, section(place, ['rules'])],
      place,
    }
  }
  const listed = (file.variants ?? []).map((spec, v) => sketch(spec, section(document, ['variants', v])))
  const unchanged: VariantSpec = { ...sketch({}, document), layers: [common] }
  const explicit = file.baseline ? [sketch(file.baseline, section(document, ['baseline']))] : []
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

/** A combination's keys as a layer of rules; what is wrong with one of them stands at its list in the sweep. */
function sweptLayer(document: Document, value: Readonly<Record<string, unknown>>): Document {
  return { file: document.file, value, at: (path, part) => document.at(['sweep', ...path.slice(0, 1)], part) }
}

/** A variant without a name is called by what it changes. */
function nameOf(spec: NonNullable<ExperimentFile['baseline']>, ruleset: string): string {
  if (spec.ruleset !== undefined || !spec.rules) return ruleset
  return Object.entries(spec.rules)
    .map(pair => changeName(...pair))
    .join(',')
}

function changeName(key: string, value: unknown): string {
  return `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/** Every choice of one value a key, the last key varying fastest. */
function combinations(sweep: Readonly<Record<string, readonly unknown[]>>): [string, unknown][][] {
  const keys = Object.entries(sweep)
  if (keys.length === 0) return []
  return keys.reduce<[string, unknown][][]>(
    (lists, [key, values]) =>
      lists.flatMap(list => values.map((value): [string, unknown][] => [...list, [key, value]])),
    [[]],
  )
}
