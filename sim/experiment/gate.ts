/** A gate: bounds on the figures of an experiment, as its file gives them. */
import { type Document, didYouMean, InputError, Mistakes, section, show } from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { UNITS } from '../figures/figure.ts'
import { CHANGE, FIGURES, GOAL_PATTERNS, gateFigures, isMovable } from '../figures/registry.ts'
import type { ExperimentFile } from './schema.ts'
import type { GateBound, Lineup, Variant } from './types.ts'

const NUMBER = String.raw`-?\d+(?:\.\d+)?`
const UNIT = String.raw`\s*(%|points|steps)?`
const RANGE = new RegExp(`^\\s*(${NUMBER})?\\s*\\.\\.\\s*(${NUMBER})?${UNIT}\\s*$`)
const SIDE = new RegExp(`^\\s*(<=?|>=?)\\s*(${NUMBER})${UNIT}\\s*$`)

interface Ends {
  readonly low: number | null
  readonly high: number | null
  /** What stands behind the number, '' if nothing. */
  readonly unit: string
}

/** A bound as people write it: `48..52`, `10..`, `< 5 %`; null if it is none. */
function endsOf(written: string): Ends | null {
  const end = (text: string | undefined) => (text === undefined ? null : Number(text))
  const range = RANGE.exec(written)
  if (range) {
    const [, low, high, unit = ''] = range
    return low === undefined && high === undefined ? null : { low: end(low), high: end(high), unit }
  }
  const side = SIDE.exec(written)
  if (!side) return null
  const [, sign, number, unit = ''] = side
  return sign!.startsWith('<')
    ? { low: null, high: Number(number), unit }
    : { low: Number(number), high: null, unit }
}

/** What a gate's names stand for. */
interface Named {
  readonly games: readonly CompiledGame[]
  readonly variants: readonly Variant[]
  readonly lineups: readonly Lineup[]
}

/**
 * The bounds of a file's gate, in its order; `place` is where they are. Throws an InputError for all
 * mistakes.
 */
export function resolveGate(
  place: Document,
  gate: NonNullable<ExperimentFile['gate']>,
  named: Named,
): GateBound[] {
  const parts = Array.isArray(gate)
    ? gate.map((part, i) => ({ part, own: section(place, [i]), bounds: section(place, [i, 'bounds']) }))
    : [{ part: { bounds: gate }, own: place, bounds: place }]
  const mistakes = new Mistakes()
  const resolved: GateBound[] = []
  for (const { part, own, bounds } of parts) {
    const at = mistakes.try(() => placesOf(own, part, named))
    for (const [figure, written] of Object.entries(part.bounds)) {
      const ends = mistakes.try(() => boundOf(bounds, figure, written, named.games))
      if (ends && at)
        resolved.push({ figure, written: String(written).trim(), low: ends.low, high: ends.high, ...at })
    }
  }
  mistakes.throw()
  return resolved
}

/** The line-up and the variant that a part of a gate is for, by their names in reports. */
function placesOf(
  own: Document,
  part: { readonly lineup?: string | undefined; readonly variant?: string | undefined },
  { variants, lineups }: Named,
): Pick<GateBound, 'lineup' | 'variant'> {
  const { lineup, variant } = part
  // Of an agent that plays all seats, its name is enough.
  const found = lineups.find(
    ({ name, participants }) => name === lineup || participants.every(({ label }) => label === lineup),
  )
  if (lineup !== undefined && !found)
    throw unknown(
      own,
      'lineup',
      lineup,
      lineups.map(({ name }) => name),
    )
  if (variant !== undefined && !variants.some(({ name }) => name === variant))
    throw unknown(
      own,
      'variant',
      variant,
      variants.map(({ name }) => name),
    )
  return {
    ...(found && lineup !== undefined ? { lineup: found.name } : {}),
    ...(variant === undefined ? {} : { variant }),
  }
}

function unknown(own: Document, key: string, written: string, names: readonly string[]): InputError {
  const some = names.slice(0, 10).map(show).join(', ')
  return new InputError(
    own.file,
    `unknown ${key} ${show(written)}, expected ${some}${didYouMean(written, names)}`,
    own.at([key]),
  )
}

function boundOf(
  place: Document,
  name: string,
  written: string | number,
  games: readonly CompiledGame[],
): Ends {
  const figures = games.map(({ info }) => gateFigures(info))
  const figure = figures.find(known => known.has(name))?.get(name)
  if (!figure) throw unknownFigure(place, name, [...new Set(figures.flatMap(known => [...known.keys()]))])
  const ends = typeof written === 'string' ? endsOf(written) : null
  const refuse = (text: string): never => {
    throw new InputError(place.file, `${name} is ${show(written)}, expected ${text}`, place.at([name]))
  }
  if (!ends) return refuse('a bound such as 48..52, 10.., "< 5 %" or "> 10 %"')
  const { low, high, unit } = ends
  const { bound, changeBound, scale } = UNITS[figure.unit]
  const units = figure.change ? changeBound : bound
  if (unit !== '' && !units.includes(unit))
    refuse(units.length === 0 ? 'a bound without a unit' : `a bound in ${units.join(' or ')}`)
  if (low !== null && high !== null && low > high) refuse('the lower end first')
  const least = figure.change ? -scale : 0
  if (figure.unit === 'percent' && [low, high].some(end => end !== null && (end < least || end > scale)))
    refuse(`${least} to ${scale} ${units[0]}`)
  return ends
}

function unknownFigure(place: Document, name: string, names: readonly string[]): InputError {
  const twins = names.filter(
    known => known.startsWith(name.split('.')[0]!) && known.endsWith(`/${name.split('.').at(-1)}`),
  )
  const hint = twins.length > 0 ? `; did you mean ${twins.join(' or ')}?` : didYouMean(name, names)
  const expected = hint === '' ? expectedFigures(name, names) : 'a figure such as draws, length or first-seat'
  return new InputError(
    place.file,
    `unknown figure ${show(name)}, expected ${expected}${hint}`,
    place.at([name], 'key'),
  )
}

/** Figures of a kind that an error lists. */
const LISTED = 12

/** Those of the kind that was asked for, if these are few; otherwise single figures, and one of each kind. */
function expectedFigures(name: string, names: readonly string[]): string {
  const kind = name.slice(0, name.lastIndexOf('.') + 1)
  const alike = kind === '' ? [] : names.filter(known => known.startsWith(kind))
  const or = (all: readonly string[]): string => `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
  if (alike.length > 1 && alike.length <= LISTED) return or(alike)
  const prefix = name.startsWith(CHANGE) ? CHANGE : ''
  const own = names.filter(known => known.startsWith(CHANGE) === (prefix !== ''))
  const single = own.filter(known => !known.slice(prefix.length).includes('.'))
  const kinds = [...new Set(own.map(known => known.slice(prefix.length).split('.')[0]!))]
  const examples = kinds.flatMap(one => own.find(known => known.startsWith(`${prefix}${one}.`)) ?? [])
  return [single.join(', '), ...(examples.length > 1 ? [`or one such as ${or(examples)}`] : [])].join(', ')
}

/**
 * The bounds of goals: of figures that a step moves for levers, of any figure but a change for a tuning. Throws
 * an InputError for all mistakes.
 */
export function resolveGoals(
  place: Document,
  goal: Readonly<Record<string, string | number>>,
  named: Named,
  asker: 'levers' | 'tune',
): GateBound[] {
  const mistakes = new Mistakes()
  const bounds = mistakes.try(() => resolveGate(place, goal, named)) ?? []
  if (asker === 'tune' && Object.keys(goal).length === 0)
    mistakes.add(new InputError(place.file, 'has no goal, expected one such as draws: < 10 %', place.at([])))
  for (const { figure } of bounds) {
    const { kind, change } = gateFigures(named.games[0]!.info).get(figure)!
    if (!change && (asker === 'tune' || isMovable(FIGURES[kind]))) continue
    const expected =
      asker === 'tune'
        ? `a figure itself, such as ${figure.slice(CHANGE.length)}`
        : `${GOAL_PATTERNS.slice(0, -1).join(', ')} or ${GOAL_PATTERNS.at(-1)}`
    mistakes.add(
      new InputError(place.file, `found the goal ${figure}, expected ${expected}`, place.at([figure], 'key')),
    )
  }
  mistakes.throw()
  return bounds
}
